#include "record/build.h"
#include "record/parse.h"
#include "record/utf8.h"
#include "rules/text_in.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *library_resize(void *context, void *memory, size_t size_bytes) {
    (void)context;
    if (size_bytes == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, size_bytes);
}

const FanMemory fan_library_memory = {library_resize, NULL};

bool fan_make_room(const FanMemory *memory, void *array, size_t *room, size_t count, size_t most,
                   size_t size_bytes) {
    void *held, *larger;
    if (count <= *room) {
        return true;
    }
    size_t wanted = *room ? *room * 2 : 64;
    wanted = wanted < count ? count : wanted > most ? most : wanted;
    memcpy(&held, array, sizeof held); /* a pointer of another type than void * */
    larger = memory->resize(memory->context, held, wanted * size_bytes);
    if (!larger) {
        return false;
    }
    memcpy(array, &larger, sizeof larger);
    *room = wanted;
    return true;
}

void fan_record_init(FanRecord *record, const FanMemory *memory) {
    memset(record, 0, sizeof *record);
    record->memory = memory ? *memory : fan_library_memory;
    record->rules = fan_rules_default();
    if (!fan_board_init(&record->board, 9, 5)) {
        abort(); /* tsivy is a board */
    }
    record->start = fan_position_start(&record->board, &record->rules);
}

void fan_record_free(FanRecord *record) {
    FanMemory memory = record->memory;
    memory.resize(memory.context, record->tags, 0);
    memory.resize(memory.context, record->items, 0);
    memory.resize(memory.context, record->text, 0);
    fan_record_init(record, &memory);
}

void fan_record_clear(FanRecord *record) {
    record->tags_count = record->items_count = record->text_bytes = record->turns = 0;
    record->depth = 0;
    record->outcome = (FanOutcome){.result = FAN_ONGOING};
}

void fan_record_begin(FanRecord *record, const FanBoard *board, const FanRules *rules,
                      const FanPosition *start) {
    fan_record_clear(record);
    if (board != &record->board) {
        record->board = *board;
    }
    record->rules = *rules;
    record->start = *start;
}

/* --- Tags --------------------------------------------------------------------------------------
 */

size_t fan_record_find_tag(const FanRecord *record, const char *name, size_t length) {
    size_t index = 0;
    while (index < record->tags_count) {
        const char *other = fan_record_tag_name(record, index);
        /* The value lies behind the name, so the length of the name is known. */
        if (fan_tag_names_equal(name, length, other,
                                record->tags[index].value - record->tags[index].name - 1u)) {
            break;
        }
        index++;
    }
    return index;
}

const char *fan_record_tag(const FanRecord *record, const char *name) {
    size_t index = fan_record_find_tag(record, name, strlen(name));
    return index < record->tags_count ? fan_record_tag_value(record, index) : NULL;
}

/* Room for so many bytes of text in all. */
static FanEdit text_room(FanRecord *record, size_t bytes) {
    if (bytes > FAN_RECORD_TEXT_MAX) {
        return FAN_EDIT_FULL;
    }
    bool had = fan_make_room(&record->memory, &record->text, &record->text_room, bytes,
                             FAN_RECORD_TEXT_MAX, 1);
    return had ? FAN_EDIT_OK : FAN_EDIT_MEMORY;
}

/* Adds bytes and a zero; there is room. */
static uint32_t append_text(FanRecord *record, const char *bytes, size_t length) {
    size_t at = record->text_bytes;
    if (length) {
        memcpy(record->text + at, bytes, length);
    }
    record->text[at + length] = '\0';
    record->text_bytes = at + length + 1;
    return (uint32_t)at;
}

/* Room for a tag of so many bytes, zeros included, when `freed` bytes of text and `tags` tags are
 * gone. */
static FanEdit tag_room(FanRecord *record, size_t bytes, size_t freed, size_t tags) {
    size_t count = record->tags_count - tags + 1;
    if (count > FAN_RECORD_TAGS_MAX) {
        return FAN_EDIT_FULL;
    }
    if (!fan_make_room(&record->memory, &record->tags, &record->tags_room, count,
                       FAN_RECORD_TAGS_MAX, sizeof *record->tags)) {
        return FAN_EDIT_MEMORY;
    }
    return text_room(record, record->text_bytes - freed + bytes);
}

/* There is room. */
static FanTag append_tag(FanRecord *record, const char *name, size_t name_length, const char *value,
                         size_t value_length) {
    FanTag tag = {.name = append_text(record, name, name_length)};
    tag.value = append_text(record, value, value_length);
    return record->tags[record->tags_count++] = tag;
}

FanEdit fan_record_append_tag(FanRecord *record, const char *name, size_t name_length,
                              const char *value, size_t value_length) {
    FanEdit edit = tag_room(record, name_length + value_length + 2, 0, 0);
    if (edit == FAN_EDIT_OK) {
        append_tag(record, name, name_length, value, value_length);
    }
    return edit;
}

static void move_back(uint32_t *offset, size_t from, size_t bytes) {
    if (*offset >= from) {
        *offset -= (uint32_t)bytes;
    }
}

static size_t tag_bytes(const FanRecord *record, size_t index) {
    const FanTag *tag = &record->tags[index];
    return tag->value - tag->name + strlen(fan_record_tag_value(record, index)) + 1;
}

/* Takes a tag away, its text too, so that setting a tag again and again fills nothing. */
static void remove_tag(FanRecord *record, size_t index) {
    size_t from = record->tags[index].name, bytes = tag_bytes(record, index);
    memmove(record->text + from, record->text + from + bytes, record->text_bytes - from - bytes);
    record->text_bytes -= bytes;
    record->tags_count--;
    memmove(record->tags + index, record->tags + index + 1,
            (record->tags_count - index) * sizeof *record->tags);
    for (size_t i = 0; i < record->tags_count; i++) {
        move_back(&record->tags[i].name, from, bytes);
        move_back(&record->tags[i].value, from, bytes);
    }
    for (size_t i = 0; i < record->items_count; i++) {
        if (record->items[i].kind == FAN_ITEM_COMMENT) {
            move_back(&record->items[i].offset, from, bytes);
        }
    }
}

/* Puts the last tag at an index, those from there on after it. */
static void move_last_tag(FanRecord *record, size_t index) {
    FanTag last = record->tags[record->tags_count - 1];
    memmove(record->tags + index + 1, record->tags + index,
            (record->tags_count - 1 - index) * sizeof *record->tags);
    record->tags[index] = last;
}

static bool is_name(const char *name, size_t length) {
    return length > 0 && fan_tag_name_length(name, length) == length;
}

FanReason fan_reason_read(const char *text, size_t length) {
    for (FanReason reason = FAN_REASON_NO_STONES; reason <= FAN_REASON_ABANDONED; reason++) {
        const char *word = fan_reason_word(reason);
        if (fan_tag_names_equal(text, length, word, strlen(word))) {
            return reason;
        }
    }
    return FAN_REASON_NONE;
}

/* Whether a tag of this name and value is one that the record writes by itself. */
static bool is_own(const FanRecord *record, KnownTag known, const char *value) {
    if (known == TAG_TERMINATION && value) {
        return fan_reason_by_word(record->outcome.reason) ||
               fan_reason_read(value, strlen(value)) != FAN_REASON_NONE;
    }
    return known == TAG_RESULT || known == TAG_VARIANT || known == TAG_RULES || known == TAG_FEN;
}

static FanEdit check_value(const char *value) {
    size_t length = strlen(value);
    if (length > FAN_TAG_VALUE_MAX) {
        return FAN_EDIT_FULL;
    }
    return fan_text_good(value, length, false) == length ? FAN_EDIT_OK : FAN_EDIT_TEXT;
}

/* Sets a tag that may be set to a value that may be kept. */
static FanEdit replace_tag(FanRecord *record, size_t index, const char *name, const char *value) {
    size_t name_length = strlen(name), length = strlen(value);
    bool had = index < record->tags_count;
    FanEdit edit =
        tag_room(record, name_length + length + 2, had ? tag_bytes(record, index) : 0, had);
    if (edit != FAN_EDIT_OK) {
        return edit;
    }
    if (had) {
        remove_tag(record, index);
    }
    append_tag(record, name, name_length, value, length);
    move_last_tag(record, index);
    return FAN_EDIT_OK;
}

FanEdit fan_record_set_tag(FanRecord *record, const char *name, const char *value) {
    size_t length = strlen(name);
    KnownTag known = fan_tag_known(name, length);
    if (length > FAN_TAG_NAME_MAX || !is_name(name, length) || is_own(record, known, value)) {
        return FAN_EDIT_NAME;
    }
    size_t index = fan_record_find_tag(record, name, length);
    if (value && !fan_tag_is_unknown(known, value, strlen(value))) {
        FanEdit edit = check_value(value);
        name = known < KNOWN_TAGS ? fan_tag_names[known].name : name;
        return edit == FAN_EDIT_OK ? replace_tag(record, index, name, value) : edit;
    }
    if (index < record->tags_count) {
        remove_tag(record, index);
    }
    return FAN_EDIT_OK;
}

/* --- Items -------------------------------------------------------------------------------------
 */

FanEdit fan_record_new_item(FanRecord *record, FanItemKind kind, FanItem **item) {
    if (record->items_count == FAN_RECORD_ITEMS_MAX) {
        return FAN_EDIT_FULL;
    }
    if (!fan_make_room(&record->memory, &record->items, &record->items_room,
                       record->items_count + 1, FAN_RECORD_ITEMS_MAX, sizeof *record->items)) {
        return FAN_EDIT_MEMORY;
    }
    *item = &record->items[record->items_count++];
    (*item)->kind = (uint8_t)kind;
    (*item)->depth = (uint16_t)record->depth;
    return FAN_EDIT_OK;
}

FanEdit fan_record_add_turn(FanRecord *record, const FanTurn *turn) {
    FanItem *item;
    FanEdit edit = fan_record_new_item(record, FAN_ITEM_TURN, &item);
    if (edit == FAN_EDIT_OK) {
        item->turn = *turn;
        record->turns += record->depth == 0;
    }
    return edit;
}

/* Copies text, every line's end made LF; returns its length. `to` has room for `length`. */
static size_t copy_lines(char *to, const char *text, size_t length) {
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\r') {
            to[kept++] = text[i];
        } else if (i + 1 == length || text[i + 1] != '\n') {
            to[kept++] = '\n';
        }
    }
    return kept;
}

FanEdit fan_record_append_comment(FanRecord *record, const char *text, size_t length) {
    FanItem *item;
    FanEdit edit = text_room(record, record->text_bytes + length + 1);
    if (edit == FAN_EDIT_OK) {
        edit = fan_record_new_item(record, FAN_ITEM_COMMENT, &item);
    }
    if (edit != FAN_EDIT_OK) {
        return edit;
    }
    char *to = record->text + record->text_bytes;
    item->offset = (uint32_t)record->text_bytes;
    item->length = (uint32_t)copy_lines(to, text, length);
    to[item->length] = '\0';
    record->text_bytes += item->length + 1;
    return FAN_EDIT_OK;
}

static bool has_character(const char *text, size_t length, char c) {
    return length > 0 && memchr(text, c, length) != NULL;
}

/* Whether a reader would take the comment for one that was never closed: a tag begins one of its
 * lines, and after it there is a `{`. */
static bool reads_as_open(const FanRecord *record, const FanItem *item) {
    const char *text = fan_record_comment(record, item), *end = text + item->length;
    const char *tag = fan_find_tag_line(text, end);
    return tag && memchr(tag, '{', (size_t)(end - tag));
}

FanEdit fan_record_add_comment(FanRecord *record, const char *text, size_t length) {
    if (length > FAN_COMMENT_MAX) {
        return FAN_EDIT_FULL;
    }
    bool lines = has_character(text, length, '\n') || has_character(text, length, '\r');
    if (fan_text_good(text, length, true) != length ||
        (lines && has_character(text, length, '}'))) {
        return FAN_EDIT_TEXT;
    }
    size_t items = record->items_count, bytes = record->text_bytes;
    FanEdit edit = fan_record_append_comment(record, text, length);
    if (edit == FAN_EDIT_OK && reads_as_open(record, &record->items[items])) {
        record->items_count = items;
        record->text_bytes = bytes;
        return FAN_EDIT_TEXT;
    }
    return edit;
}

FanEdit fan_record_add_nag(FanRecord *record, uint8_t nag) {
    FanItem *item;
    FanEdit edit = fan_record_new_item(record, FAN_ITEM_NAG, &item);
    if (edit == FAN_EDIT_OK) {
        item->nag = nag;
    }
    return edit;
}

/* Whether there is a turn to replace at the end of the items, in the line now open. */
static bool has_turn(const FanRecord *record) {
    for (size_t i = record->items_count; i > 0; i--) {
        const FanItem *item = &record->items[i - 1];
        if (item->depth == record->depth && item->kind == FAN_ITEM_TURN) {
            return true;
        }
        if (item->depth == record->depth && item->kind == FAN_ITEM_OPEN) {
            return false;
        }
    }
    return false;
}

FanEdit fan_record_open_variation(FanRecord *record) {
    FanItem *item;
    if (!has_turn(record)) {
        return FAN_EDIT_PLACE;
    }
    if (record->depth == FAN_RECORD_DEPTH_MAX) {
        return FAN_EDIT_FULL;
    }
    FanEdit edit = fan_record_new_item(record, FAN_ITEM_OPEN, &item);
    if (edit == FAN_EDIT_OK) {
        item->depth = (uint16_t)++record->depth;
    }
    return edit;
}

FanEdit fan_record_close_variation(FanRecord *record) {
    FanItem *item;
    if (record->depth == 0) {
        return FAN_EDIT_PLACE;
    }
    FanEdit edit = fan_record_new_item(record, FAN_ITEM_CLOSE, &item);
    record->depth -= edit == FAN_EDIT_OK;
    return edit;
}

void fan_record_set_outcome(FanRecord *record, FanOutcome outcome) {
    if (outcome.result != FAN_ONGOING && outcome.reason == FAN_REASON_NONE) {
        outcome.clause = FAN_CLAUSE(5, 5);
    }
    record->outcome = outcome;
    if (fan_reason_by_word(outcome.reason)) {
        size_t index = fan_record_find_tag(record, "Termination", strlen("Termination"));
        if (index < record->tags_count) {
            remove_tag(record, index);
        }
    }
}

/* --- Games -------------------------------------------------------------------------------------
 */

FanEdit fan_record_from_game(FanRecord *record, const FanGame *game) {
    if (game->length > FAN_RECORD_ITEMS_MAX) {
        return FAN_EDIT_FULL;
    }
    if (!fan_make_room(&record->memory, &record->items, &record->items_room, game->length,
                       FAN_RECORD_ITEMS_MAX, sizeof *record->items)) {
        return FAN_EDIT_MEMORY;
    }
    FanPosition start = *fan_game_position_at(game, 0);
    fan_record_begin(record, game->board, &game->rules, &start);
    for (size_t i = 0; i < game->length; i++) {
        FanEdit edit = fan_record_add_turn(record, &game->plies[i].turn);
        assert(edit == FAN_EDIT_OK); /* there is room */
        (void)edit;
    }
    fan_record_set_outcome(record, game->outcome);
    return FAN_EDIT_OK;
}

const FanTurn *fan_record_next_turn(const FanRecord *record, size_t *at) {
    while (*at < record->items_count) {
        const FanItem *item = &record->items[(*at)++];
        if (item->kind == FAN_ITEM_TURN && item->depth == 0) {
            return &item->turn;
        }
    }
    return NULL;
}

void fan_record_play(const FanRecord *record, FanGame *game, FanPly *plies, size_t capacity) {
    const FanTurn *turn;
    fan_game_begin(game, &record->board, &record->rules, &record->start, plies, capacity);
    for (size_t at = 0; (turn = fan_record_next_turn(record, &at)) != NULL;) {
        FanGameStatus status = fan_game_play(game, turn, NULL);
        assert(status == FAN_GAME_OK); /* turns of a record are legal */
        (void)status;
    }
    game->outcome = record->outcome;
}

static bool items_equal(const FanRecord *a, const FanRecord *b, size_t index) {
    const FanItem *x = &a->items[index], *y = &b->items[index];
    if (x->kind != y->kind || x->depth != y->depth) {
        return false;
    }
    switch ((FanItemKind)x->kind) {
    case FAN_ITEM_TURN:
        return fan_turn_equal(&x->turn, &y->turn);
    case FAN_ITEM_NAG:
        return x->nag == y->nag;
    case FAN_ITEM_COMMENT:
        return x->length == y->length &&
               memcmp(fan_record_comment(a, x), fan_record_comment(b, y), x->length) == 0;
    default:
        return true;
    }
}

/* The next tag that R9.5 does not know, NULL after the last. */
static const FanTag *next_other(const FanRecord *record, size_t *at) {
    while (*at < record->tags_count) {
        const char *name = fan_record_tag_name(record, (*at)++);
        if (fan_tag_known(name, strlen(name)) == KNOWN_TAGS) {
            return &record->tags[*at - 1];
        }
    }
    return NULL;
}

static bool texts_equal(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool tags_equal(const FanRecord *a, const FanRecord *b) {
    for (KnownTag tag = 0; tag < KNOWN_TAGS; tag++) {
        const char *name = fan_tag_names[tag].name;
        if (!texts_equal(fan_record_tag(a, name), fan_record_tag(b, name))) {
            return false;
        }
    }
    const FanTag *x, *y;
    size_t at = 0, other = 0;
    do {
        x = next_other(a, &at);
        y = next_other(b, &other);
        if (x && y &&
            (!texts_equal(a->text + x->name, b->text + y->name) ||
             !texts_equal(a->text + x->value, b->text + y->value))) {
            return false;
        }
    } while (x && y);
    return !x && !y;
}

bool fan_record_equal(const FanRecord *a, const FanRecord *b) {
    if (a->board.files != b->board.files || a->board.ranks != b->board.ranks ||
        a->rules.telo != b->rules.telo || !fan_rules_equal(&a->rules, &b->rules) ||
        !fan_position_equal(&a->start, &b->start) || a->outcome.result != b->outcome.result ||
        a->outcome.reason != b->outcome.reason || a->items_count != b->items_count ||
        !tags_equal(a, b)) {
        return false;
    }
    for (size_t i = 0; i < a->items_count; i++) {
        if (!items_equal(a, b, i)) {
            return false;
        }
    }
    return true;
}
