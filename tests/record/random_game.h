/* Random games and records of every variant, for properties. */
#ifndef FAN_TESTS_RECORD_RANDOM_GAME_H
#define FAN_TESTS_RECORD_RANDOM_GAME_H

#include "record/transcript.h"
#include "rules/sample.h"

enum { RANDOM_PLIES_MAX = 80 };

/* What kinds of games there are. */
typedef enum GameKind {
    GAME_TSIVY,
    GAME_DIMY,
    GAME_TELO,
    GAME_VELA_WHITE,
    GAME_VELA_BLACK,
    GAME_ODD, /* the capture game on any board */
    GAME_KINDS,
} GameKind;

typedef struct RandomGame {
    Sample sample; /* board, rules, start */
    FanGame game;
    FanPly plies[RANDOM_PLIES_MAX];
} RandomGame;

/* Board, rules and start, which is the start of the game or any position. */
Sample random_setup(Random *random, GameKind kind);

/* A game of random turns, made in place; its end by word too, sometimes. */
void random_game(Random *random, GameKind kind, RandomGame *made);

/* A record of such a game with tags, comments, marks and variations. */
void random_record(Random *random, GameKind kind, FanRecord *record);

/* Adds random turns to a game, at most `count`; returns how many. */
size_t random_turns(Random *random, FanGame *game, size_t count);

#endif
