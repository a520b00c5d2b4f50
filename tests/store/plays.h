/* Games that go on while the database is troubled. Each asks to append its next number when it was
 * answered: OK means that it is there, AWAY that it is not. So nothing may be answered CONFLICT,
 * and at the end exactly what was answered OK is there. */
#ifndef FAN_TESTS_STORE_PLAYS_H
#define FAN_TESTS_STORE_PLAYS_H

#include "desk.h"

enum { PLAYS = 6 };

typedef struct Play {
    Desk *desk;
    unsigned number; /* the next */
    bool asked;
} Play;

typedef struct Plays {
    Desk *desk;
    Play play[PLAYS];
} Plays;

void plays_begin(Plays *plays, Desk *desk);
/* Lets every game ask that does not wait for an answer. */
void plays_ask(Plays *plays);
/* The trouble is over: waits for every answer. */
void plays_end(Plays *plays);
/* After the store was closed: opens the place again and looks. */
void plays_check(const Plays *plays, const char *place);

#endif
