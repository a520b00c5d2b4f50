/* Tests run in the root of the source, so the data are found by their path from there. */
#include "support/facts.h"

#include "support/test.h"

static const char perft_path[] = "tests/data/perft.txt";
static const char cases_path[] = "tests/data/small_cases.txt";

typedef struct Reader {
    FILE *file;
    const char *path;
    int line;
    char text[1024]; /* the line, without its end */
} Reader;

static Reader open_reader(const char *path) {
    Reader reader = {.file = fopen(path, "r"), .path = path};
    if (reader.file == NULL)
        fail_msg("%s cannot be opened; tests run in the root of the source", path);
    return reader;
}

static bool next_line(Reader *reader) {
    if (fgets(reader->text, sizeof reader->text, reader->file) == NULL)
        return false;
    reader->line++;
    size_t length = strcspn(reader->text, "\n");
    if (reader->text[length] == '\0')
        fail_msg("%s:%d: line too long or without an end", reader->path, reader->line);
    reader->text[length] = '\0';
    return true;
}

static void copy_text(const Reader *reader, char *to, size_t room, const char *from) {
    if (strlen(from) >= room)
        fail_msg("%s:%d: too long: %s", reader->path, reader->line, from);
    memcpy(to, from, strlen(from) + 1);
}

/* Cuts the next field out of *rest, without the blanks around it. */
static char *cut_field(const Reader *reader, char **rest) {
    if (*rest == NULL)
        fail_msg("%s:%d: a field is missing", reader->path, reader->line);
    char *field = *rest;
    char *bar = strchr(field, '|');
    *rest = bar == NULL ? NULL : bar + 1;
    if (bar != NULL)
        *bar = '\0';
    field += strspn(field, " ");
    for (size_t length = strlen(field); length > 0 && field[length - 1] == ' '; length--)
        field[length - 1] = '\0';
    return field;
}

static uint64_t read_number(const Reader *reader, const char *text) {
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (end == text || *end != '\0')
        fail_msg("%s:%d: not a number: %s", reader->path, reader->line, text);
    return number;
}

FactCost fact_cost_read(const char *word) {
    static const char *const words[] = {"quick", "slow", "deep"};
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0)
            return (FactCost)i;
    fail_msg("not quick, slow or deep: %s", word);
    return FACT_QUICK;
}

static PerftFact read_perft_fact(const Reader *reader, char *rest) {
    PerftFact fact = {.line = reader->line};
    const char *board = cut_field(reader, &rest);
    fact.telo = strcmp(board, "telo") == 0;
    if (fact.telo)
        fact.files = fact.ranks = 3;
    else if (sscanf(board, "%2dx%2d", &fact.files, &fact.ranks) != 2)
        fail_msg("%s:%d: no board: %s", reader->path, reader->line, board);
    const char *rules = cut_field(reader, &rest);
    copy_text(reader, fact.rules, sizeof fact.rules, strcmp(rules, "-") == 0 ? "" : rules);
    const char *counted = cut_field(reader, &rest);
    fact.effects = strcmp(counted, "effects") == 0;
    if (!fact.effects && strcmp(counted, "paths") != 0)
        fail_msg("%s:%d: neither paths nor effects: %s", reader->path, reader->line, counted);
    fact.depth = (unsigned)read_number(reader, cut_field(reader, &rest));
    fact.count = read_number(reader, cut_field(reader, &rest));
    fact.cost = fact_cost_read(cut_field(reader, &rest));
    copy_text(reader, fact.position, sizeof fact.position, cut_field(reader, &rest));
    return fact;
}

static bool has_nothing(const char *line) {
    return line[0] == '\0' || line[0] == '#';
}

size_t perft_facts_each(PerftFactUser *use, void *context) {
    Reader reader = open_reader(perft_path);
    size_t count = 0;
    while (next_line(&reader)) {
        if (has_nothing(reader.text))
            continue;
        const PerftFact fact = read_perft_fact(&reader, reader.text);
        use(context, &fact);
        count++;
    }
    fclose(reader.file);
    return count;
}

static char *next_text(const Reader *reader, char list[][FACT_TEXT_MAX], size_t *count) {
    if (*count == FACT_TURNS_MAX)
        fail_msg("%s:%d: more than %d of these in a case", reader->path, reader->line,
                 FACT_TURNS_MAX);
    return list[(*count)++];
}

static void read_pair(const Reader *reader, FactPair list[], size_t *count, char *value) {
    size_t length = strcspn(value, " ");
    if (*count == FACT_TURNS_MAX || value[length] == '\0')
        fail_msg("%s:%d: too many, or not a turn and a text", reader->path, reader->line);
    value[length] = '\0';
    FactPair *pair = &list[(*count)++];
    copy_text(reader, pair->turn, sizeof pair->turn, value);
    copy_text(reader, pair->text, sizeof pair->text, value + length + 1);
}

/* One line of a case: a key, a blank, a value. */
static void read_case_line(const Reader *reader, SmallCase *small, char *line) {
    char *value = strchr(line, ' ');
    if (value == NULL)
        fail_msg("%s:%d: a key without a value", reader->path, reader->line);
    *value++ = '\0';
    const char *key = line;
    if (strcmp(key, "case") == 0) {
        small->line = reader->line;
        copy_text(reader, small->name, sizeof small->name, value);
    } else if (strcmp(key, "clause") == 0) {
        copy_text(reader, small->clause, sizeof small->clause, value);
    } else if (strcmp(key, "rules") == 0) {
        copy_text(reader, small->rules, sizeof small->rules, value);
    } else if (strcmp(key, "variant") == 0) {
        small->telo = strcmp(value, "telo") == 0;
        if (!small->telo)
            fail_msg("%s:%d: no such variant: %s", reader->path, reader->line, value);
    } else if (strcmp(key, "position") == 0) {
        copy_text(reader, small->position, sizeof small->position, value);
    } else if (strcmp(key, "outcome") == 0) {
        copy_text(reader, small->outcome, sizeof small->outcome, value);
    } else if (strcmp(key, "turns") == 0) {
        small->turns = (size_t)read_number(reader, value);
    } else if (strcmp(key, "turn") == 0) {
        copy_text(reader, next_text(reader, small->named_turn, &small->named), FACT_TEXT_MAX,
                  value);
    } else if (strcmp(key, "not") == 0) {
        copy_text(reader, next_text(reader, small->absent_turn, &small->absent), FACT_TEXT_MAX,
                  value);
    } else if (strcmp(key, "leads") == 0) {
        read_pair(reader, small->lead, &small->leads, value);
    } else if (strcmp(key, "ends") == 0) {
        read_pair(reader, small->end, &small->ends, value);
    } else {
        fail_msg("%s:%d: unknown key: %s", reader->path, reader->line, key);
    }
}

static const SmallCase blank_case = {.outcome = "ongoing", .turns = SIZE_MAX};

static bool case_begun(const SmallCase *small) {
    return small->line > 0;
}

static void use_case(const Reader *reader, const SmallCase *small, SmallCaseUser *use,
                     void *context) {
    if (small->position[0] == '\0' || small->clause[0] == '\0' || small->turns == SIZE_MAX)
        fail_msg("%s:%d: a case needs clause, position and turns", reader->path, small->line);
    use(context, small);
}

size_t small_cases_each(SmallCaseUser *use, void *context) {
    Reader reader = open_reader(cases_path);
    SmallCase small = blank_case;
    size_t count = 0;
    while (next_line(&reader)) {
        if (has_nothing(reader.text))
            continue;
        if (strncmp(reader.text, "case ", 5) == 0) {
            if (case_begun(&small))
                use_case(&reader, &small, use, context);
            small = blank_case;
            count++;
        } else if (!case_begun(&small)) {
            fail_msg("%s:%d: before the first case", reader.path, reader.line);
        }
        read_case_line(&reader, &small, reader.text);
    }
    if (case_begun(&small))
        use_case(&reader, &small, use, context);
    fclose(reader.file);
    return count;
}
