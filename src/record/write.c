/* Canonical text of a record, without memory: what follows an item is looked up where a line may
 * have to end before it. */
#include "record/build.h"
#include "record/utf8.h"
#include "rules/text_out.h"

#include <string.h>

enum { WIDTH = 79, CHUNK = 4096 };

typedef struct Writer {
    const FanRecord *record;
    FanSink *sink;
    void *context;
    bool failed;
    size_t column;
    bool space; /* a blank or the end of a line comes before the next word */
    size_t held;
    char bytes[CHUNK]; /* not yet given to the sink */
} Writer;

static void flush(Writer *writer) {
    if (writer->held && !writer->failed) {
        writer->failed = !writer->sink(writer->context, writer->bytes, writer->held);
    }
    writer->held = 0;
}

static void put(Writer *writer, const char *text, size_t length) {
    while (length > 0) {
        size_t room = CHUNK - writer->held, part = length < room ? length : room;
        memcpy(writer->bytes + writer->held, text, part);
        writer->held += part;
        text += part;
        length -= part;
        if (writer->held == CHUNK) {
            flush(writer);
        }
    }
}

static void put_text(Writer *writer, const char *text) {
    put(writer, text, strlen(text));
}

/* --- Tags --------------------------------------------------------------------------------------
 */

static void put_tag(Writer *writer, const char *name, const char *value) {
    put_text(writer, "[");
    put_text(writer, name);
    put_text(writer, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            put_text(writer, "\\");
        }
        put(writer, value, 1);
    }
    put_text(writer, "\"]\n");
}

static const char *terminator(const FanRecord *record) {
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[record->outcome.result];
}

static bool is_start(const FanRecord *record) {
    FanPosition start = fan_position_start(&record->board, &record->rules);
    return fan_position_equal(&start, &record->start);
}

enum { VALUE_MAX = 160 }; /* the longest that a record writes by itself */
_Static_assert((int)VALUE_MAX >= (int)FAN_RULES_TEXT_MAX &&
                   (int)VALUE_MAX >= (int)FAN_POSITION_TEXT_MAX &&
                   (int)VALUE_MAX >= (int)FAN_VARIANT_TEXT_MAX,
               "");

/* The value of a tag that R9.5 knows, NULL if it is left out. */
static const char *known_value(const FanRecord *record, KnownTag tag, char *room) {
    const char *value = fan_record_tag(record, fan_tag_names[tag].name);
    switch (tag) {
    case TAG_RESULT:
        return terminator(record);
    case TAG_VARIANT:
        return fan_variant_write(&record->board, &record->rules, room);
    case TAG_RULES:
        return fan_rules_write(&record->rules, room) ? room : NULL;
    case TAG_FEN:
        fan_position_write(&record->board, &record->start, room);
        return is_start(record) ? NULL : room;
    case TAG_TERMINATION:
        return value || !record->outcome.reason
                   ? value
                   : fan_reason_word((FanReason)record->outcome.reason);
    default:
        return value ? value : fan_tag_names[tag].unknown;
    }
}

static void put_tags(Writer *writer) {
    const FanRecord *record = writer->record;
    char room[VALUE_MAX];
    for (KnownTag tag = 0; tag < KNOWN_TAGS; tag++) {
        const char *value = known_value(record, tag, room);
        if (value) {
            put_tag(writer, fan_tag_names[tag].name, value);
        }
    }
    for (size_t i = 0; i < record->tags_count; i++) {
        const char *name = fan_record_tag_name(record, i);
        if (fan_tag_known(name, strlen(name)) == KNOWN_TAGS) {
            put_tag(writer, name, fan_record_tag_value(record, i));
        }
    }
    put_text(writer, "\n");
}

/* --- Turns -------------------------------------------------------------------------------------
 */

static void end_line(Writer *writer) {
    put_text(writer, "\n");
    writer->column = 0;
    writer->space = false;
}

/* Begins a word of so many characters: on this line if it fits. */
static void begin_word(Writer *writer, size_t width) {
    if (writer->space && writer->column + 1 + width > WIDTH) {
        end_line(writer);
    }
    if (writer->space) {
        put_text(writer, " ");
        writer->column++;
    }
    writer->space = false;
}

static void put_word(Writer *writer, const char *text, size_t length) {
    put(writer, text, length);
    writer->column += length;
    writer->space = true;
}

/* How many variations close directly after item `index`: their brackets belong to its word. Those
 * still open close after the last item. */
static size_t closes_after(const FanRecord *record, size_t index) {
    size_t count = 0;
    while (index + 1 + count < record->items_count &&
           record->items[index + 1 + count].kind == FAN_ITEM_CLOSE) {
        count++;
    }
    return count + (index + 1 + count == record->items_count ? record->depth : 0);
}

static const char *mark_of(unsigned nag) {
    static const char *const marks[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    return nag < sizeof marks / sizeof *marks ? marks[nag] : "";
}

/* The mark that stands directly after item `index`, "" for none. */
static const char *mark_after(const FanRecord *record, size_t index) {
    if (record->items[index].kind != FAN_ITEM_TURN || index + 1 == record->items_count ||
        record->items[index + 1].kind != FAN_ITEM_NAG) {
        return "";
    }
    return mark_of(record->items[index + 1].nag);
}

/* Which turn comes next in each line that is open. */
typedef struct Numbers {
    size_t ply[FAN_RECORD_DEPTH_MAX + 2]; /* by depth: turns made since the start */
    bool numbered;                        /* the next turn needs its number, also Black's */
} Numbers;

enum { WORD_MAX = 24 + FAN_TURN_TEXT_MAX };

/* The word of a turn: the number where there is to be one, the turn, its mark. Returns its length;
 * `text` has room for WORD_MAX. */
static size_t write_turn(const FanRecord *record, const Numbers *numbers, size_t index,
                         char *text) {
    const FanItem *item = &record->items[index];
    size_t ply = numbers->ply[item->depth] + record->start.side;
    size_t number = record->start.number + ply / 2;
    bool black = ply % 2;
    Out out = out_begin(text, WORD_MAX);
    if (!black || numbers->numbered) {
        out_number(&out, number < FAN_COUNTER_MAX ? number : FAN_COUNTER_MAX);
        out_text(&out, black ? "... " : ". ");
    }
    out.length += fan_turn_write(&record->board, &item->turn, text + out.length);
    out_text(&out, mark_after(record, index));
    return out_end(&out);
}

/* The characters a turn's word takes, with the brackets that close directly after it. */
static size_t turn_width(const FanRecord *record, const Numbers *numbers, size_t index) {
    char text[WORD_MAX];
    size_t last = index + (*mark_after(record, index) != '\0');
    return write_turn(record, numbers, index, text) + closes_after(record, last);
}

static void put_turn(Writer *writer, Numbers *numbers, size_t index) {
    char text[WORD_MAX];
    begin_word(writer, turn_width(writer->record, numbers, index));
    put_word(writer, text, write_turn(writer->record, numbers, index, text));
    numbers->ply[writer->record->items[index].depth]++;
    numbers->numbered = false;
}

/* How a comment lies on its lines: in braces, or from `;` to the end of the line if it holds `}`.
 */
typedef struct Layout {
    const char *text;
    size_t length, last; /* `last`: bytes behind its last end of a line; all of them without one */
    size_t width; /* characters up to its first end of a line, what opens and closes it too */
    bool of_line, broken; /* `broken`: it has an end of a line */
} Layout;

static Layout lay_out(const FanRecord *record, size_t index) {
    const FanItem *item = &record->items[index];
    Layout layout = {.text = fan_record_comment(record, item), .length = item->length};
    layout.of_line = layout.length > 0 && memchr(layout.text, '}', layout.length);
    const char *end = layout.length > 0 ? memchr(layout.text, '\n', layout.length) : NULL;
    layout.broken = end != NULL;
    while (layout.last < layout.length && layout.text[layout.length - 1 - layout.last] != '\n') {
        layout.last++;
    }
    size_t first = end ? (size_t)(end - layout.text) : layout.length;
    layout.width =
        1 + fan_utf8_count(layout.text, first) + (layout.broken || layout.of_line ? 0 : 1);
    return layout;
}

static size_t comment_width(const FanRecord *record, size_t index) {
    Layout layout = lay_out(record, index);
    bool closed_here = !layout.broken && !layout.of_line;
    return layout.width + (closed_here ? closes_after(record, index) : 0);
}

static void put_comment(Writer *writer, size_t index) {
    Layout layout = lay_out(writer->record, index);
    begin_word(writer, comment_width(writer->record, index));
    put_text(writer, layout.of_line ? ";" : "{");
    put(writer, layout.text, layout.length);
    if (layout.of_line) {
        end_line(writer);
        return;
    }
    put_text(writer, "}");
    writer->column =
        layout.broken ? fan_utf8_count(layout.text + layout.length - layout.last, layout.last) + 1
                      : writer->column + layout.width;
    writer->space = true;
}

static size_t nag_width(const FanRecord *record, size_t index) {
    unsigned nag = record->items[index].nag;
    return 2u + (nag > 9) + (nag > 99) + closes_after(record, index);
}

static void put_nag(Writer *writer, size_t index) {
    char text[8];
    Out out = out_begin(text, sizeof text);
    if (index > 0 && *mark_after(writer->record, index - 1)) {
        return; /* it stands at the turn */
    }
    out_char(&out, '$');
    out_number(&out, writer->record->items[index].nag);
    begin_word(writer, nag_width(writer->record, index));
    put_word(writer, text, out_end(&out));
}

/* Characters of the word that its opening bracket keeps to. */
static size_t width_behind_bracket(const FanRecord *record, const Numbers *numbers, size_t index) {
    if (index + 1 == record->items_count) {
        return closes_after(record, index);
    }
    switch ((FanItemKind)record->items[index + 1].kind) {
    case FAN_ITEM_TURN:
        return turn_width(record, numbers, index + 1);
    case FAN_ITEM_NAG:
        return nag_width(record, index + 1);
    case FAN_ITEM_COMMENT:
        return comment_width(record, index + 1);
    default:
        return closes_after(record, index);
    }
}

static void open_variation(Writer *writer, Numbers *numbers, size_t index) {
    unsigned depth = writer->record->items[index].depth;
    numbers->ply[depth] = numbers->ply[depth - 1] - 1;
    numbers->numbered = true;
    begin_word(writer, 1 + width_behind_bracket(writer->record, numbers, index));
    put_word(writer, "(", 1);
    writer->space = false;
}

static void close_variation(Writer *writer) {
    put_word(writer, ")", 1);
}

static void put_item(Writer *writer, Numbers *numbers, size_t index) {
    switch ((FanItemKind)writer->record->items[index].kind) {
    case FAN_ITEM_TURN:
        put_turn(writer, numbers, index);
        return;
    case FAN_ITEM_NAG:
        put_nag(writer, index);
        return;
    case FAN_ITEM_COMMENT:
        put_comment(writer, index);
        break;
    case FAN_ITEM_OPEN:
        open_variation(writer, numbers, index);
        break;
    case FAN_ITEM_CLOSE:
        close_variation(writer);
        break;
    }
    numbers->numbered = true;
}

static void put_turns(Writer *writer) {
    const FanRecord *record = writer->record;
    Numbers numbers = {.numbered = true};
    for (size_t i = 0; i < record->items_count; i++) {
        put_item(writer, &numbers, i);
    }
    for (unsigned depth = record->depth; depth > 0; depth--) {
        close_variation(writer);
    }
    begin_word(writer, strlen(terminator(record)));
    put_text(writer, terminator(record));
    put_text(writer, "\n\n");
}

bool fan_record_write(const FanRecord *record, FanSink *sink, void *context) {
    Writer writer = {.record = record, .sink = sink, .context = context};
    put_tags(&writer);
    put_turns(&writer);
    flush(&writer);
    return !writer.failed;
}
