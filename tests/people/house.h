/* A house to try people in: a store – on SQLite in a folder that goes away with the test, or on the
 * PostgreSQL that runs round it – the loop, and asks that wait for their answers. */
#ifndef FAN_TESTS_PEOPLE_HOUSE_H
#define FAN_TESTS_PEOPLE_HOUSE_H

#include "people/people.h"
#include "support/test.h"

/* What the last answer was; it lives until the next one. */
typedef struct Said {
    unsigned status;
    json_t *body;
    char *text;
    char cookie[FAN_SESSION_MAX];
    bool cookie_set;
} Said;

typedef struct Change {
    FanIdentity who;
    bool expelled;
} Change;

/* A reseat that was asked for. */
typedef struct Reseat {
    char from[24];
    FanIdentity to;
} Reseat;

typedef struct House {
    uv_loop_t loop;
    uv_async_t woken;
    FanStore *store;
    FanPeople *people;
    int64_t now_ms; /* added to the clock's, so that time can be made to pass */
    bool ready, fine, answered, silent;
    Said said;
    FanIdentity who; /* as identified last */
    bool known;      /* it could be told who */
    char renewed[FAN_SESSION_MAX];
    Change changes[64];
    unsigned change_count;
    Reseat reseats[64];
    unsigned reseat_count;
    bool reseat_fails;
    unsigned scrubbed;   /* games whose texts have changed, as it was published */
    json_t *logged;      /* names of events */
    struct House *other; /* hears what is published here, too */
} House;

/* A fresh place for a database. */
const char *house_place(void);
House *house_open(const char *where, bool push);
House *house_open_at(const char *where, int64_t later_ms); /* when some time has passed */
void house_close(House *house);
/* Turns the loop until `done`, or fails the test after 20 s. */
void house_until(House *house, bool (*done)(House *house));
bool house_has_reseated(House *house);
bool house_has_changed(House *house);
/* Turns it for a while. */
void house_turn(House *house, int ms);

/* An ask and its answer; values and body are JSON texts or NULL. Returns the status. `reason` of a
 * refusal is house_reason. */
unsigned house_ask(House *house, const FanIdentity *who, const char *peer, const char *ask,
                   const char *values, const char *body);
const char *house_reason(const House *house);
/* A text in the answer's body, by a path as "player.name"; "" if it is not there. */
const char *house_text(const House *house, const char *path);
/* Who a session or token is. */
const FanIdentity *house_identify(House *house, const char *session, const char *token);

/* A guest, or an account with a name and the password "correct horse"; `session` gets theirs. */
FanIdentity house_guest(House *house, char session[FAN_SESSION_MAX]);
FanIdentity house_account(House *house, const char *name, char session[FAN_SESSION_MAX]);

extern const FanIdentity house_nobody;

#endif
