/* A game: start, rules, turns and how it ended (R5). The server, the page and the program all keep
 * a game this way. The history lives in memory of the caller. */
#ifndef FANORONA_GAME_H
#define FANORONA_GAME_H

#include <fanorona/text.h>

FAN_BEGIN_DECLS

/* One turn of the history. */
typedef struct FanPly {
    FanPosition before; /* the position the turn was made in */
    FanTurn turn;
} FanPly;

typedef struct FanGame {
    const FanBoard *board; /* not owned; outlives the game */
    FanRules rules;
    FanPosition position; /* now */
    FanOutcome outcome;   /* now */
    FanPly *plies;        /* not owned: turns made, then turns undone that can be redone */
    size_t capacity;      /* room in plies */
    size_t length;        /* turns made */
    size_t undone;        /* turns that can be redone */
} FanGame;

typedef enum FanGameStatus {
    FAN_GAME_OK,
    FAN_GAME_ILLEGAL, /* see the refusal */
    FAN_GAME_OVER,    /* the game has ended */
    FAN_GAME_FULL,    /* no room in plies: give more with fan_game_move_history */
    FAN_GAME_NOTHING, /* nothing to undo or redo */
} FanGameStatus;

/* Begins a game at a position; it may be one that has ended. */
FAN_API void fan_game_begin(FanGame *game, const FanBoard *board, const FanRules *rules,
                            const FanPosition *start, FanPly *plies, size_t capacity);

/* Moves the history to other memory with room for `capacity` ≥ length + undone plies; the caller
 * then owns the old memory alone. */
FAN_API void fan_game_move_history(FanGame *game, FanPly *plies, size_t capacity);

/* Plays a turn; turns undone are forgotten. On anything but FAN_GAME_OK the game is unchanged;
 * *refusal (may be NULL) tells why an illegal turn is. */
FAN_API FAN_NODISCARD FanGameStatus fan_game_play(FanGame *game, const FanTurn *turn,
                                                  FanRefusal *refusal);

/* Whether the game refuses every turn: FAN_REFUSED_ENDED with the clause once it is over, FAN_LEGAL
 * before. */
FAN_API FanRefusal fan_game_refusal(const FanGame *game);

/* Reads a turn as fan_turn_read does, against the whole game: one that ended by repetition or by
 * word refuses every turn too. */
FAN_API FAN_NODISCARD FanTurnReading fan_game_read(const FanGame *game, const char *text,
                                                   size_t length, FanTurn *turn,
                                                   FanTurnError *error);

/* Takes the last turn back (also a resignation or agreement after it, together with it), or plays
 * it again. A game that was ended by word is not played on: FAN_GAME_OVER. */
FAN_API FAN_NODISCARD FanGameStatus fan_game_undo(FanGame *game);
FAN_API FAN_NODISCARD FanGameStatus fan_game_redo(FanGame *game);

/* Ends by word (R5.5). `loser` resigns or ran out of time. */
FAN_API FAN_NODISCARD FanGameStatus fan_game_resign(FanGame *game, FanSide loser);
FAN_API FAN_NODISCARD FanGameStatus fan_game_agree_draw(FanGame *game);
FAN_API FAN_NODISCARD FanGameStatus fan_game_lose_on_time(FanGame *game, FanSide loser);
FAN_API FAN_NODISCARD FanGameStatus fan_game_abandon(FanGame *game, FanSide loser);

/* How many turns at the end of the game, made and known here, took nothing: no position before them
 * can come again, for a capture cannot be undone. At most length. */
FAN_API size_t fan_game_quiet_run(const FanGame *game);

/* How often the position now has occurred, this time included (R5.4); and, in `at`, before which
 * plies (the last may be `length`, now), at most `capacity`, oldest first. */
FAN_API unsigned fan_game_occurrences(const FanGame *game, size_t *at, size_t capacity);

/* The position before ply `index`, 0 … length; at length it is the position now. */
FAN_API const FanPosition *fan_game_position_at(const FanGame *game, size_t index);

FAN_END_DECLS
#endif
