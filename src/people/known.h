/* Players that were read from the store lately, so that a request need not ask for them again. A
 * bounded table; the one not asked for longest goes. What is in it is trusted for a minute, within
 * which every change is told by the processes that make them (fan_people_hear). */
#ifndef FAN_PEOPLE_KNOWN_H
#define FAN_PEOPLE_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/ask.h"
#include "store/store.h"

enum {
    FAN_KNOWN_MAX = 16384,
    FAN_KNOWN_MS = 60000,
};

/* A player without what only the store needs to know. */
typedef struct FanKnown {
    char id[FAN_STORE_ID_MAX];
    char name[64];
    char kind[12];
    char owner[FAN_STORE_ID_MAX];
    uint32_t epoch;
    bool blocked;
    int64_t made_ms;
} FanKnown;

typedef struct FanKnownTable FanKnownTable;

FanKnownTable *fan_known_new(void); /* NULL without memory */
void fan_known_free(FanKnownTable *table);

/* Under a key: a player's id, or the id of a token, whose player it is. */
void fan_known_put(FanKnownTable *table, const char *key, const FanKnown *known, int64_t now_ms);
/* NULL: not here, or here for too long. Valid until the next put or drop. */
const FanKnown *fan_known_get(FanKnownTable *table, const char *key, int64_t now_ms);
void fan_known_drop(FanKnownTable *table, const char *key);
unsigned fan_known_count(const FanKnownTable *table);

#endif
