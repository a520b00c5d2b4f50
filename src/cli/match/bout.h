/* One game of a match: two players at a board, a clock and a referee. The rules alone say what is
 * legal and how a game stands; what players think of it counts only where adjudication is wanted.
 */
#ifndef FAN_CLI_MATCH_BOUT_H
#define FAN_CLI_MATCH_BOUT_H

#include "cli/match/player.h"
#include "cli/setup.h"
#include "engine/endgame.h"

#include <fanorona/game.h>

/* What a player may spend on a turn; zeros are no limits. Either a clock, or movetime, or none. */
typedef struct FanLimits {
    uint64_t clock_ms, increment_ms;
    uint64_t movetime_ms;
    uint64_t nodes, depth;
    uint64_t margin_ms; /* by which time may be overstepped */
    bool ponder;        /* players think in each other's time */
} FanLimits;

/* Ends before the rules' by what both players say; zero turns are never. Scores in hundredths. */
typedef struct FanAdjudication {
    int32_t resign_score;
    unsigned resign_turns; /* so many in a row of each player: one so far behind, the other so far
                              ahead */
    int32_t draw_score;
    unsigned draw_turns; /* so many in a row of each player: no further from 0 */
    unsigned draw_from;  /* and not before so many pairs of turns */
} FanAdjudication;

typedef enum FanVerdictKind {
    FAN_VERDICT_RULES,       /* the game has ended by its rules */
    FAN_VERDICT_ADJUDICATED, /* by what the players said of it */
    FAN_VERDICT_TABLES,      /* endgame tables know how it ends */
    FAN_VERDICT_TIME,        /* the loser overstepped its time */
    FAN_VERDICT_ILLEGAL,     /* the loser's answer is no legal turn */
    FAN_VERDICT_ABANDONED,   /* the loser died, hangs or floods */
    FAN_VERDICT_STOPPED,     /* none: the match ends */
    FAN_VERDICT_UNFIT,       /* none: a player cannot be started or set as it was asked to be */
    FAN_VERDICT_MEMORY,      /* none: memory ran out */
} FanVerdictKind;

enum { FAN_VERDICT_DETAIL_MAX = 512 };

typedef struct FanVerdict {
    FanVerdictKind kind;
    FanResult result;                    /* FAN_ONGOING where there is none */
    FanSide side;                        /* whose fault it was */
    char detail[FAN_VERDICT_DETAIL_MAX]; /* of a fault: a phrase that follows the player's name */
} FanVerdict;

/* The word for the way a game ended: R5.6's, or `adjudication`, `tables` or `illegal`. Static
 * memory. */
const char *fan_verdict_word(const FanVerdict *verdict, const FanGame *game);

/* A game with its memory, which it keeps for the next one. */
typedef struct FanBout {
    const FanSetup *setup; /* not owned: board, rules, and what `startpos` is compared with */
    FanEndgame endgame;    /* owned: what ends games; without tables until it is begun with some */
    FanGame game;
    FanTurn expected[2];  /* by side: what its player ponders on, if it does */
    FanPly *plies;        /* owned */
    FanThought *thoughts; /* owned: by ply, what the player thought that made it */
    size_t capacity;      /* of both */
    size_t opening;       /* plies that the players did not make */
    char *line;           /* owned: the position as players are told it */
    size_t line_length, line_room;
} FanBout;

/* Afterwards, always, fan_bout_free. */
FanBout fan_bout_make(const FanSetup *setup);
void fan_bout_free(FanBout *bout);

/* Begins a game at a position. The functions return false without memory. */
bool fan_bout_begin(FanBout *bout, const FanPosition *start);

/* Plays a legal turn of the opening. */
bool fan_bout_open(FanBout *bout, const FanTurn *turn);

/* Lets the players, White first, play the game to its end. Programs that do not run are started;
 * that of a player at fault is ended. */
FanVerdict fan_bout_play(FanBout *bout, FanPlayer *players[2], const FanLimits *limits,
                         const FanAdjudication *adjudication);

#endif
