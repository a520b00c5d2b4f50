/* Every fault a reader tells, with its place and its words; and that docs/records.md shows them all
 * as they are. The cases are data: tests/data/records_refused.txt. */
#include "record/transcript.h"

enum { LINE_MAX_BYTES = 4096, WANTED_MAX = 4 };

typedef struct Case {
    char title[128], written[LINE_MAX_BYTES], text[LINE_MAX_BYTES];
    size_t length;
    char wanted[WANTED_MAX][512];
    size_t count, games;
} Case;

static FILE *open_or_fail(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail_msg("cannot read %s", path);
    }
    return file;
}

static unsigned hex_digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : c - 'A' + 10);
}

/* The text that a written one stands for. */
static size_t unescape(const char *written, char *text) {
    size_t length = 0;
    for (const char *c = written; *c; c++) {
        if (*c != '\\') {
            text[length++] = *c;
        } else if (*++c == 'x') {
            text[length++] = (char)(hex_digit(c[1]) * 16 + hex_digit(c[2]));
            c += 2;
        } else {
            text[length++] = *c == 'n' ? '\n' : *c == 'r' ? '\r' : *c == 't' ? '\t' : *c;
        }
    }
    return length;
}

static void copy(char *to, size_t room, const char *text) {
    size_t length = strlen(text);
    assert_true(length < room);
    memcpy(to, text, length + 1);
}

static void read_line(Case *test, char *line) {
    if (strncmp(line, "case ", 5) == 0) {
        memset(test, 0, sizeof *test);
        copy(test->title, sizeof test->title, line + 5);
    } else if (strncmp(line, "text ", 5) == 0) {
        copy(test->written, sizeof test->written, line + 5);
        test->length = unescape(line + 5, test->text);
    } else if (strncmp(line, "games ", 6) == 0) {
        test->games = strtoul(line + 6, NULL, 10);
    } else if (strncmp(line, "want ", 5) == 0) {
        assert_true(test->count < WANTED_MAX);
        copy(test->wanted[test->count++], sizeof test->wanted[0], line + 5);
    } else {
        fail_msg("unknown line: %s", line);
    }
}

/* The next case; false at the end of the file. */
static bool read_case(FILE *file, Case *test) {
    static char line[LINE_MAX_BYTES];
    memset(test, 0, sizeof *test);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' && test->count > 0) {
            return true;
        }
        if (line[0] != '\0' && line[0] != '#') {
            read_line(test, line);
        }
    }
    return test->count > 0;
}

/* Reads the text in pieces and holds every fault to what is wanted. */
static void check_case(const Case *test, size_t step) {
    Pieces pieces = {{test->text, test->length}, step};
    FanRecordReader *reader = fan_record_reader_new(pieces_source, &pieces, NULL);
    FanRecord record;
    FanRecordReading reading;
    size_t faults = 0, games = 0;
    fan_record_init(&record, NULL);
    while ((reading = fan_record_read(reader, &record)) <= FAN_RECORD_FAULT) {
        const FanRecordFault *fault = fan_record_reader_fault(reader);
        if (reading == FAN_RECORD_GAME) {
            games++;
            continue;
        }
        char got[1024];
        snprintf(got, sizeof got, "%llu:%llu: %s", (unsigned long long)fault->line,
                 (unsigned long long)fault->column, fault->reason);
        if (faults == test->count || strcmp(got, test->wanted[faults]) != 0) {
            fail_msg("%s, in pieces of %zu: %s\n    wanted: %s\n    got:    %s", test->title, step,
                     test->written, faults < test->count ? test->wanted[faults] : "no more", got);
        }
        faults++;
    }
    if (reading != FAN_RECORD_END || faults != test->count || games != test->games) {
        fail_msg("%s, in pieces of %zu: %zu faults, %zu games", test->title, step, faults, games);
    }
    fan_record_free(&record);
    fan_record_reader_free(reader);
}

static void every_fault_is_told_with_place_and_reason(void **state) {
    static Case test;
    FILE *file = open_or_fail("tests/data/records_refused.txt");
    size_t count = 0;
    (void)state;
    for (; read_case(file, &test); count++) {
        check_case(&test, test.length + 1);
        check_case(&test, 1);
        check_case(&test, 5);
    }
    fclose(file);
    assert_true(count > 40);
}

/* A cell of a Markdown table. */
static void add_cell(Text *out, const char *text, bool code) {
    text_print(out, code ? " `" : " ");
    for (; *text; text++) {
        text_print(out, *text == '|' ? "\\|" : "%c", *text);
    }
    text_print(out, code ? "` |" : " |");
}

static void read_file(const char *path, Text *out) {
    char bytes[4096];
    FILE *file = open_or_fail(path);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text_add(out, bytes, count);
    }
    fclose(file);
}

static void the_documentation_shows_them(void **state) {
    static Case test;
    FILE *file = open_or_fail("tests/data/records_refused.txt");
    Text table = {0}, manual = {0};
    (void)state;
    while (read_case(file, &test)) {
        text_print(&table, "|");
        add_cell(&table, test.title, false);
        add_cell(&table, test.written, true);
        add_cell(&table, test.wanted[0], false);
        text_print(&table, "\n");
    }
    fclose(file);
    read_file("docs/records.md", &manual);
    if (!strstr(manual.bytes, table.bytes)) {
        fail_msg("docs/records.md must hold\n%s", table.bytes);
    }
    text_free(&table);
    text_free(&manual);
}

/* What stands between two fences of a Markdown text, the first after `from`. */
static char *cut_example(char *text, const char *from) {
    static const char fence[] = "```\n";
    char *begin = strstr(text, from);
    begin = begin ? strstr(begin, fence) : NULL;
    char *end = begin ? strstr(begin + strlen(fence), fence) : NULL;
    if (!end) {
        fail_msg("no example after %s", from);
    }
    *end = '\0';
    return begin + strlen(fence);
}

static void the_example_of_the_documentation_is_canonical(void **state) {
    Text manual = {0};
    (void)state;
    read_file("docs/records.md", &manual);
    const char *example = cut_example(manual.bytes, "# Game records");
    expect_transcript(example, strlen(example), example);
    text_free(&manual);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_is_told_with_place_and_reason),
        cmocka_unit_test(the_documentation_shows_them),
        cmocka_unit_test(the_example_of_the_documentation_is_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
