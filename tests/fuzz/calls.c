/* Any calls of the page, in any order: nothing crashes, what is refused has a sentence that says
 * why and changes nothing, every answer is JSON as far as its brackets go, and records and links
 * that are written are read again.
 *
 * The input is a call a line: a letter, numbers, and a text in which `|` stands for the end of a
 * line, as `o telo|||b2|a1` or `s 63 4 0 b2`. */
#include "require.h"
#include "wasm/core.h"

/* What src/wasm exports. */
char *core_input(size_t length);
const char *core_output(void);
size_t core_output_length(void);
CoreStatus core_open(size_t length);
CoreStatus core_check_setup(size_t length);
CoreStatus core_view(size_t ply);
CoreStatus core_turn(size_t index);
size_t core_length(void);
CoreStatus core_play(size_t length);
CoreStatus core_read(size_t length);
bool core_undo(void);
bool core_redo(void);
CoreStatus core_resign(unsigned loser);
CoreStatus core_agree_draw(void);
CoreStatus core_draft(size_t length);
CoreStatus core_refuse_from(size_t length, unsigned from);
CoreStatus core_refuse_step(size_t length, unsigned from, unsigned to, unsigned kind);
CoreStatus core_engine_new(size_t hash_bytes);
CoreStatus core_engine_begin(unsigned level, double seed, double nodes, double budget_ms,
                             unsigned depth, unsigned lines, bool perfect);
CoreStatus core_proof_add(size_t length);
CoreStatus core_promise(size_t length);
bool core_engine_run(double slice);
CoreStatus core_engine_report(bool answer);
void core_records_close(void);
CoreStatus core_records_open(void);
CoreStatus core_records_next(void);
double core_records_bytes(void);
CoreStatus core_record_write(size_t length, unsigned word, unsigned loser);
CoreStatus core_link_write(size_t ply, unsigned word, unsigned loser);
CoreStatus core_link_read(size_t length);
/* What it imports. */
double env_now_ms(void);
size_t env_read_text(char *bytes, size_t size);

enum { HASH_BYTES = 1 << 16, NODES_MAX = 300, NUMBERS = 3 };

typedef struct Copy {
    char *text;
    size_t length;
} Copy;

static Copy source;   /* of the records that are read */
static size_t behind; /* of it */

double env_now_ms(void) {
    return 0;
}

size_t env_read_text(char *bytes, size_t size) {
    size_t left = source.length - behind;
    size_t count = size < left ? size : left;
    memcpy(bytes, source.text + behind, count);
    behind += count;
    return count;
}

static Copy copy_of(const char *text, size_t length) {
    Copy copy = {malloc(length + 1), length};
    REQUIRE(copy.text);
    memcpy(copy.text, length ? text : "", length);
    copy.text[length] = '\0';
    return copy;
}

static Copy take_output(void) {
    return copy_of(core_output(), core_output_length());
}

static void free_copy(Copy *copy) {
    free(copy->text);
    copy->text = NULL;
}

static size_t put(Copy text) {
    char *in = core_input(text.length);
    REQUIRE(in);
    memcpy(in, text.text, text.length);
    return text.length;
}

/* Brackets are closed in their order as far as counting goes, and no character is a control. */
static void require_json(Copy json) {
    int depth = 0;
    bool quoted = false;
    REQUIRE(json.length > 0);
    for (const char *c = json.text; c < json.text + json.length; c++) {
        REQUIRE((unsigned char)*c >= ' ');
        if (quoted) {
            bool escaped = *c == '\\';
            quoted = escaped || *c != '"';
            c += escaped;
            continue;
        }
        quoted = *c == '"';
        depth += *c == '{' || *c == '[';
        depth -= *c == '}' || *c == ']';
        REQUIRE(depth >= 0);
    }
    REQUIRE(depth == 0 && !quoted);
}

static Copy view_now(void) {
    REQUIRE(core_view(core_length()) == CORE_DONE);
    return take_output();
}

static void require_view(Copy *before) {
    Copy now = view_now();
    REQUIRE(strcmp(now.text, before->text) == 0);
    free_copy(&now);
    free_copy(before);
}

/* Looks at what a call answered; `json`: in JSON. */
static void require_answer(CoreStatus status, bool json) {
    Copy answer = take_output();
    REQUIRE(status == CORE_DONE || status == CORE_REFUSED);
    if (status == CORE_REFUSED) {
        REQUIRE(answer.length > 5 && answer.length < CORE_SENTENCE_MAX);
    } else if (json) {
        require_json(answer);
    }
    free_copy(&answer);
}

/* A call that changes the game only if it is done. */
static void change(CoreStatus (*call)(size_t), Copy text) {
    Copy before = view_now();
    CoreStatus status = call(put(text));
    require_answer(status, false);
    if (status == CORE_REFUSED) {
        require_view(&before);
    }
    free_copy(&before);
}

static void begin_records(Copy text) {
    free_copy(&source);
    source = text;
    behind = 0;
    REQUIRE(core_records_open() == CORE_DONE);
}

static void next_record(void) {
    require_answer(core_records_next(), true);
    REQUIRE(core_records_bytes() <= (double)source.length);
}

static void write_record(Copy tags, unsigned word, unsigned loser) {
    CoreStatus status = core_record_write(put(tags), word, loser);
    require_answer(status, false);
    if (status == CORE_DONE) {
        begin_records(take_output());
        next_record();
        REQUIRE(strncmp(core_output(), "{\"game\":", 8) == 0);
        next_record();
        REQUIRE(strcmp(core_output(), "null") == 0);
    }
}

static void write_link(size_t ply, unsigned word, unsigned loser) {
    CoreStatus status = core_link_write(ply, word, loser);
    require_answer(status, false);
    if (status == CORE_DONE) {
        Copy link = take_output();
        REQUIRE(core_link_read(put(link)) == CORE_DONE);
        require_answer(CORE_DONE, true);
        free_copy(&link);
    }
}

static void search(unsigned level, unsigned nodes, unsigned lines) {
    REQUIRE(core_engine_new(HASH_BYTES) == CORE_DONE);
    if (core_engine_begin(level, 1, 1 + nodes % NODES_MAX, 0, level ? 0 : 2, lines, nodes % 2) ==
        CORE_DONE) {
        while (core_engine_run(100)) {
        }
        require_answer(core_engine_report(true), true);
    }
}

/* Reads numbers off the front of the text. */
static void take_numbers(Copy *text, unsigned numbers[NUMBERS], unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        char *end;
        numbers[i] = (unsigned)strtoul(text->text, &end, 10);
        size_t used = (size_t)(end - text->text);
        used += *end == ' ';
        memmove(text->text, text->text + used, text->length - used + 1);
        text->length -= used;
    }
}

/* Without a text. */
static void call_plain(char letter, const unsigned *numbers) {
    switch (letter) {
    case 'v':
        require_answer(core_view(numbers[0]), true);
        break;
    case 't':
        require_answer(core_turn(numbers[0]), true);
        break;
    case 'u':
        core_undo();
        break;
    case 'y':
        core_redo();
        break;
    case 'x':
        require_answer(core_resign(numbers[0]), false);
        break;
    case 'a':
        require_answer(core_agree_draw(), false);
        break;
    case 'n':
        next_record();
        break;
    case 'l':
        write_link(numbers[0], numbers[1], numbers[2]);
        break;
    case 'e':
        search(numbers[0], numbers[1], numbers[2]);
        break;
    default:
        break;
    }
}

static void call(char letter, Copy text, const unsigned *numbers) {
    switch (letter) {
    case 'o':
        change(core_open, text);
        break;
    case 'p':
        change(core_play, text);
        break;
    case 'c':
        require_answer(core_check_setup(put(text)), true);
        break;
    case 'r':
        require_answer(core_read(put(text)), true);
        break;
    case 'd':
        require_answer(core_draft(put(text)), true);
        break;
    case 'f':
        require_answer(core_refuse_from(put(text), numbers[0]), true);
        break;
    case 's':
        require_answer(core_refuse_step(put(text), numbers[0], numbers[1], numbers[2]), true);
        break;
    case 'k':
        require_answer(core_link_read(put(text)), true);
        break;
    case 'i':
        require_answer(core_proof_add(put(text)), false);
        break;
    case 'm':
        require_answer(core_promise(put(text)), true);
        break;
    case 'w':
        write_record(text, numbers[0], numbers[1]);
        break;
    case 'b':
        begin_records(copy_of(text.text, text.length));
        break;
    default:
        call_plain(letter, numbers);
    }
}

static unsigned numbers_of(char letter) {
    return strchr("lse", letter) ? 3 : letter == 'w' ? 2 : strchr("vtxf", letter) ? 1 : 0;
}

static void call_line(const char *line, size_t length) {
    Copy text = copy_of(line + 1, length - 1);
    unsigned numbers[NUMBERS] = {0};
    for (size_t i = 0; i < text.length; i++) {
        text.text[i] = text.text[i] == '|' ? '\n' : text.text[i];
    }
    if (text.length > 0 && text.text[0] == ' ') {
        memmove(text.text, text.text + 1, text.length--);
    }
    if (line[0] != '\0') {
        take_numbers(&text, numbers, numbers_of(line[0]));
    }
    call(line[0], text, numbers);
    free_copy(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *line = (const char *)data, *end = line + size;
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        if (length > 0) {
            call_line(line, length);
        }
        line += length + (stop != NULL);
    }
    core_records_close();
    free_copy(&source);
    source.length = behind = 0;
    Copy start = copy_of("tsivy\n", 6);
    REQUIRE(core_open(put(start)) == CORE_DONE);
    free_copy(&start);
    return 0;
}
