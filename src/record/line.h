/* The line of play that is being read: its positions from the start on, for repetition (R5.4), and
 * the variations open on it. What is legal and how it ends are FanGame's answers; a test holds the
 * two together. */
#ifndef FAN_RECORD_LINE_H
#define FAN_RECORD_LINE_H

#include <fanorona/record.h>

/* What a variation hides of the line it stands on. */
typedef struct Branch {
    size_t length;     /* of the line it stands on */
    FanPosition after; /* its last position, which the variation overwrites */
    FanOutcome outcome;
} Branch;

typedef struct Line {
    FanMemory memory;
    const FanBoard *board;
    const FanRules *rules;
    FanPosition *path; /* path[0] is the start, path[length] the position now */
    size_t length, room;
    FanOutcome outcome; /* now */
    unsigned depth;
    Branch branches[FAN_RECORD_DEPTH_MAX];
} Line;

/* Begins a line; false without memory. */
bool fan_line_begin(Line *line, const FanBoard *board, const FanRules *rules,
                    const FanPosition *start);
void fan_line_free(Line *line);

static inline const FanPosition *fan_line_position(const Line *line) {
    return &line->path[line->length];
}

/* Reads the turn at the beginning of a text as R9.1 writes it, with or without `-`, and plays it,
 * where that can be done quickly. Returns how many bytes it has, 0 if it is to be read the slow way
 * – it need not be wrong –, and then changes nothing. The text goes on with a character that is
 * neither a letter nor a digit, `-` or `+`. The game is not over and there is room. */
size_t fan_line_read(Line *line, const char *text, FanTurn *turn);

/* Plays a legal turn. */
void fan_line_play(Line *line, const FanTurn *turn);

/* Room for one more turn; false without memory. */
bool fan_line_room(Line *line);

/* Whether the line now open has a turn that a variation may replace. */
bool fan_line_has_turn(const Line *line);

/* Goes to before the last turn; fan_line_close comes back. depth < FAN_RECORD_DEPTH_MAX. */
void fan_line_open(Line *line);
void fan_line_close(Line *line);

#endif
