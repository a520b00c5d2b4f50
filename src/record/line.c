#include "record/line.h"

#include "record/build.h"
#include "rules/bits.h"
#include "rules/position_rules.h"
#include "rules/text_in.h"

/* Equal positions are an even number of plies apart, for the same side moves; no capture lies
 * between them. */
static bool is_repeated(const Line *line) {
    const FanPosition *now = fan_line_position(line);
    size_t back = now->quiet;
    unsigned count = 1;
    if (back > line->length || back == FAN_COUNTER_MAX) {
        back = line->length;
    }
    for (size_t i = 2; i <= back; i += 2) {
        if (fan_position_same(now - i, now) && ++count == line->rules->repetition) {
            return true;
        }
    }
    return false;
}

/* In the order of R5.6. */
static void judge(Line *line) {
    FanOutcome outcome = fan_position_outcome(line->board, line->rules, fan_line_position(line));
    bool lasts = outcome.reason == FAN_REASON_NONE || outcome.reason == FAN_REASON_QUIET;
    if (lasts && line->rules->repetition && is_repeated(line)) {
        outcome = (FanOutcome){
            .result = FAN_DRAWN, .reason = FAN_REASON_REPETITION, .clause = FAN_CLAUSE(5, 4)};
    }
    line->outcome = outcome;
}

/* The positions of the longest line and the one after it. */
enum { PATH_MAX = FAN_RECORD_ITEMS_MAX + 2 };

bool fan_line_room(Line *line) {
    return fan_make_room(&line->memory, &line->path, &line->room, line->length + 2, PATH_MAX,
                         sizeof *line->path);
}

bool fan_line_begin(Line *line, const FanBoard *board, const FanRules *rules,
                    const FanPosition *start) {
    line->board = board;
    line->rules = rules;
    line->length = 0;
    line->depth = 0;
    if (!fan_line_room(line)) {
        return false;
    }
    line->path[0] = *start;
    judge(line);
    return true;
}

void fan_line_free(Line *line) {
    line->memory.resize(line->memory.context, line->path, 0);
    line->path = NULL;
    line->room = 0;
}

static void go_on(Line *line, const FanPosition *after) {
    line->path[++line->length] = *after;
    judge(line);
}

void fan_line_play(Line *line, const FanTurn *turn) {
    const FanPosition *now = fan_line_position(line);
    FanPosition after = fan_position_after(now, fan_turn_move(line->board, now, turn));
    go_on(line, &after);
}

bool fan_line_has_turn(const Line *line) {
    size_t base = line->depth ? line->branches[line->depth - 1].length - 1 : 0;
    return line->length > base;
}

void fan_line_open(Line *line) {
    line->branches[line->depth++] = (Branch){
        .length = line->length, .after = line->path[line->length], .outcome = line->outcome};
    line->length--;
    line->outcome = (FanOutcome){.result = FAN_ONGOING};
}

void fan_line_close(Line *line) {
    const Branch *branch = &line->branches[--line->depth];
    line->length = branch->length;
    line->path[line->length] = branch->after;
    line->outcome = branch->outcome;
}

/* --- The quick way -----------------------------------------------------------------------------
 */

/* A point of two or three characters; returns how many it has, 0 for none. */
static size_t quick_point(const FanBoard *board, const char *text, FanPoint *point) {
    unsigned file = (unsigned)(lower(text[0]) - 'a');
    size_t length = 2;
    if (file >= board->files || !is_digit(text[1]) || text[1] == '0') {
        return 0;
    }
    unsigned rank = (unsigned)(text[1] - '0');
    if (is_digit(text[2])) {
        rank = rank * 10 + (unsigned)(text[2] - '0');
        length = 3;
    }
    if (rank > board->ranks) {
        return 0;
    }
    *point = (FanPoint)((rank - 1) * board->files + file);
    return length;
}

/* A turn on its way, as far as it is read. */
typedef struct Walk {
    const FanBoard *board;
    FanPoints own, enemy, visited;
    unsigned last; /* direction of the last step */
    FanPoint at;
} Walk;

/* The direction of a step that may be made but for what it takes (R3.1, R4.2, R4.3);
 * FAN_NO_DIRECTION if it may not. */
static unsigned open_direction(const Walk *walk, FanPoint to) {
    FanPoints closed = walk->own | walk->enemy | walk->visited;
    if (has_point(closed, to)) {
        return FAN_NO_DIRECTION;
    }
    unsigned direction = fan_board_direction(walk->board, walk->at, to);
    return direction == walk->last ? FAN_NO_DIRECTION : direction;
}

/* Makes a capturing step; false if it takes nothing. */
static bool take(Walk *walk, FanPoint to, unsigned direction, FanKind kind) {
    FanPoints run = kind == FAN_APPROACH
                        ? taken_ahead(walk->board, walk->enemy, to, direction)
                        : taken_behind(walk->board, walk->enemy, walk->at, direction);
    walk->own ^= point_bit(walk->at) | point_bit(to);
    walk->enemy &= ~run;
    walk->visited |= point_bit(walk->at) | point_bit(to);
    walk->last = direction;
    walk->at = to;
    return run != 0;
}

static FanKind quick_kind(const char *text) {
    char c = lower(*text);
    if ((c != 'a' && c != 'w') || is_digit(text[1])) {
        return FAN_PAIKA;
    }
    return c == 'a' ? FAN_APPROACH : FAN_WITHDRAWAL;
}

static bool goes_on(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '+';
}

/* The steps after the first point. Returns the end of the turn, NULL for the slow way: anything but
 * one paika or captures that all have their kinds. */
static const char *walk_steps(Walk *walk, const char *text, FanTurn *turn) {
    unsigned count = 0;
    while (goes_on(*text)) {
        FanPoint to;
        text += *text == '-';
        size_t length = quick_point(walk->board, text, &to);
        if (length == 0 || count == FAN_CHAIN_MAX) {
            return NULL;
        }
        text += length;
        FanKind kind = quick_kind(text);
        unsigned direction = open_direction(walk, to);
        if (direction == FAN_NO_DIRECTION ||
            (kind == FAN_PAIKA ? goes_on(*text) || count > 0 : !take(walk, to, direction, kind))) {
            return NULL;
        }
        text += kind != FAN_PAIKA;
        turn->steps[count++] = (FanStep){.to = to, .kind = (uint8_t)kind};
    }
    turn->count = (uint8_t)count;
    return count ? text : NULL;
}

/* Whether the rules leave it to the steps alone what is legal. */
static bool is_plain(const Line *line, const FanPosition *now) {
    return now->mode == FAN_MODE_CAPTURE && line->rules->chain == FAN_CHAIN_OPTIONAL && !now->first;
}

size_t fan_line_read(Line *line, const char *text, FanTurn *turn) {
    const FanPosition *now = fan_line_position(line);
    Walk walk = {.board = line->board,
                 .own = now->stones[now->side],
                 .enemy = now->stones[now->side ^ 1],
                 .last = FAN_DIRECTIONS + 1};
    size_t length = is_plain(line, now) ? quick_point(walk.board, text, &walk.at) : 0;
    if (length == 0 || !has_point(walk.own, walk.at)) {
        return 0;
    }
    turn->from = walk.at;
    const char *end = walk_steps(&walk, text + length, turn);
    if (!end) {
        return 0;
    }
    bool captures = turn->steps[0].kind != FAN_PAIKA;
    if (!captures) {
        if (fan_position_must_capture(line->board, now)) {
            return 0;
        }
        walk.own ^= point_bit(turn->from) | point_bit(turn->steps[0].to);
    }
    FanPosition after = pass_turn(now, walk.own, walk.enemy, captures);
    go_on(line, &after);
    return (size_t)(end - text);
}
