/* A request: what was asked, copied; what came of it. It is made on the caller's thread, carried
 * out on a lane's, answered and freed on the caller's again. */
#ifndef FAN_STORE_REQUEST_H
#define FAN_STORE_REQUEST_H

#include "store/db.h"

typedef struct FanRequest FanRequest;

typedef struct FanRequestKind {
    bool writes;
    /* Appends and their like: within a transaction they come first and ordered by `key`, so that
     * processes take the same locks in the same order. */
    bool sorted;
    /* Within a transaction; may be called again after it was rolled back. Leaves errors in the
     * database; sets `status` where it knows better than `when_none`. */
    void (*carry_out)(FanDb *db, FanRequest *request);
    /* Calls the caller's done; NULL: nobody waits. */
    void (*answer)(FanRequest *request);
} FanRequestKind;

typedef struct FanBlock FanBlock;

struct FanRequest {
    FanRequest *next;
    const FanRequestKind *kind;
    FanBlock *blocks;  /* memory that goes with it */
    const char *fault; /* why it is not even tried: a text too long; NULL: none */
    bool no_memory;
    FanStoreStatus status, when_none;
    uint64_t changed; /* rows, by what was posted; 0: when_none */
    uint64_t wanted;  /* what `changed` must be otherwise; 0: anything */
    const char *key;
    uint32_t told;   /* of an append: the next number, for the news; 0: no news */
    uint32_t events; /* of an append: how many, for the counts */
    const char *error;
};

/* A request of `bytes` that starts with a FanRequest; NULL without memory. */
void *fan_request_new(const FanRequestKind *kind, size_t bytes);
void fan_request_free(FanRequest *request);

/* Memory that lives as long as the request; NULL (and no_memory) without. */
void *fan_request_room(FanRequest *request, size_t bytes);
/* A copy of a text of less than max_bytes; NULL stays NULL. What does not fit or is not UTF-8 is
 * the request's fault, and so is NULL where `fan_request_text` has a text to copy. */
const char *fan_request_text(FanRequest *request, const char *text, size_t max_bytes);
const char *fan_request_maybe(FanRequest *request, const char *text, size_t max_bytes);
static inline const char *fan_request_id(FanRequest *request, const char *id) {
    return fan_request_text(request, id, FAN_STORE_ID_MAX);
}
static inline const char *fan_request_maybe_id(FanRequest *request, const char *id) {
    return fan_request_maybe(request, id, FAN_STORE_ID_MAX);
}
/* A copy of what the database says; NULL stays NULL. */
const char *fan_request_keep(FanRequest *request, const char *text);
/* Room for one more row of `bytes` in a list of *count that is there already; doubles as needed.
 * The place of the new row, or NULL without memory. */
void *fan_request_row(FanRequest *request, void **rows, size_t *count, size_t bytes);

#endif
