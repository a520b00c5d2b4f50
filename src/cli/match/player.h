/* A player of a match: a program that speaks the Universal Game Interface. Knows its protocol, and
 * of the game only that turns are words. */
#ifndef FAN_CLI_MATCH_PLAYER_H
#define FAN_CLI_MATCH_PLAYER_H

#include "cli/match/process.h"

#include <fanorona/text.h>

enum {
    FAN_PLAYER_OPTIONS_MAX = 32,
    FAN_PLAYER_NAME_MAX = 80,
    FAN_PLAYER_WHY_MAX = 256,
};

/* What is asked of a program: its command and its options. */
typedef struct FanPlayerSpec {
    const char *command; /* for the shell; not owned */
    struct {
        const char *name, *value; /* zero-ended, in `text` */
    } options[FAN_PLAYER_OPTIONS_MAX];
    size_t options_count;
    char *text; /* owned */
} FanPlayerSpec;

/* Reads options written `NAME=VALUE,NAME=VALUE`, a comma or backslash in a value behind a
 * backslash; a button has no `=`. Returns NULL, or what is wrong in an English phrase (static).
 * Afterwards fan_player_spec_free. */
const char *fan_player_spec_read(FanPlayerSpec *spec, const char *command, const char *options);

/* Adds an option; the texts are not copied. Returns false where there is no room. */
bool fan_player_spec_add(FanPlayerSpec *spec, const char *name, const char *value);
void fan_player_spec_free(FanPlayerSpec *spec);

/* How a player fails; everything but FAN_PLAYER_FINE and FAN_PLAYER_STOPPED ends its program. */
typedef enum FanPlayerStatus {
    FAN_PLAYER_FINE,
    FAN_PLAYER_STOPPED, /* *stop was set */
    FAN_PLAYER_DIED,
    FAN_PLAYER_LATE,    /* no answer in time */
    FAN_PLAYER_FLOOD,   /* no answer, but no end of other things */
    FAN_PLAYER_OPTION,  /* it does not offer an option that it was to be given */
    FAN_PLAYER_NOTHING, /* the system could not start anything */
} FanPlayerStatus;

typedef struct FanPlayer {
    const FanPlayerSpec *spec; /* not owned */
    const atomic_bool *stop;   /* not owned */
    uint64_t patience_ms;      /* for answers that no clock limits */
    FanProcess process;
    bool running;
    bool pondering;                 /* it was told to, and neither hit nor stopped since */
    char name[FAN_PLAYER_NAME_MAX]; /* as it says, printable ASCII; "" before it was asked */
    char why[FAN_PLAYER_WHY_MAX];   /* how it failed last, a phrase that follows its name */
} FanPlayer;

/* A player whose program does not run yet. Afterwards fan_player_end. */
FanPlayer fan_player_make(const FanPlayerSpec *spec, const atomic_bool *stop, uint64_t patience_ms);

/* Starts the program where it does not run, introduces it and sets its options. */
FanPlayerStatus fan_player_start(FanPlayer *player);

/* Tells it that a new game begins, and waits until it is ready. */
FanPlayerStatus fan_player_new_game(FanPlayer *player);

/* What a player thinks of its turn. */
typedef struct FanThought {
    bool scored;
    bool mate;      /* score is in plies then: a win, or negative a loss */
    int32_t score;  /* else in hundredths of a stone for the side to move */
    unsigned depth; /* 0 if not told */
} FanThought;

enum { FAN_ANSWER_MAX = FAN_TURN_INPUT_MAX + 1 };

typedef struct FanAnswer {
    char
        turn[FAN_ANSWER_MAX]; /* the word after `bestmove`, zero-ended, cut; "" if it was missing */
    char reply[FAN_ANSWER_MAX]; /* the word after `ponder` behind it; "" if there is none */
    FanThought thought;         /* the last one told of the best line */
    uint64_t elapsed_ms;        /* from `go` to `bestmove` */
} FanAnswer;

/* Says `lines` – a position and a `go` – and waits at most `time_ms` for the answer. */
FanPlayerStatus fan_player_ask(FanPlayer *player, const char *lines, size_t length,
                               uint64_t time_ms, FanAnswer *answer);

/* Lets it ponder: says `lines` – a position and a `go ponder` – and waits for nothing. */
FanPlayerStatus fan_player_ponder(FanPlayer *player, const char *lines, size_t length);

/* Tells a player that ponders that the turn it ponders on was played, and waits for its answer. */
FanPlayerStatus fan_player_hit(FanPlayer *player, uint64_t time_ms, FanAnswer *answer);

/* Stops a player that ponders and passes over its answer; does nothing with one that does not. */
FanPlayerStatus fan_player_unponder(FanPlayer *player);

/* Ends the program, if it runs; it may be started again. */
void fan_player_end(FanPlayer *player);

#endif
