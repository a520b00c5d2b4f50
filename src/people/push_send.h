/* Web push, the sending: on a thread of its own, by libcurl, several at a time.
 *
 * Only to https, with the certificate checked, never to an address that is not public – checked
 * where the socket is opened, so that no name can resolve around it – and never onwards by a
 * redirect. What waits is bounded; what a service cannot take now is tried again twice. */
#ifndef FAN_PEOPLE_PUSH_SEND_H
#define FAN_PEOPLE_PUSH_SEND_H

#include <uv.h>

#include "people/push_crypt.h"
#include "store/store.h"

typedef struct FanPusher FanPusher;

enum {
    FAN_PUSH_ENDPOINT_MAX = 1001,
    FAN_PUSHES_WAITING_MAX = 1024,
    FAN_PUSHES_AT_ONCE = 16,
};

/* Where a browser takes its notices, and how they are encrypted for it. */
typedef struct FanSubscription {
    char id[FAN_STORE_ID_MAX];
    char endpoint[FAN_PUSH_ENDPOINT_MAX];
    unsigned char point[FAN_P256_POINT];
    unsigned char auth[FAN_PUSH_AUTH];
} FanSubscription;

typedef enum FanPushResult {
    FAN_PUSH_SENT,
    FAN_PUSH_DROPPED, /* the subscription is no more (404, 410) */
    FAN_PUSH_FAILED,
} FanPushResult;

typedef struct FanPusherConfig {
    uv_loop_t *loop;
    FanPushKeys keys;                                                       /* of VAPID */
    const char *subject;                                                    /* of VAPID; copied */
    void (*on_result)(void *context, const char *id, FanPushResult result); /* on the loop */
    void *context;
    /* For tests with a receiver on this machine only: */
    bool allow_private;
    const char *authority; /* file of the certificate to trust; NULL: the system's; copied */
    unsigned retry_ms;     /* before the second try, four times it before the third; 0: 5 s */
} FanPusherConfig;

FanPusher *fan_pusher_new(const FanPusherConfig *config); /* NULL without memory or thread */
/* What waits is given up. The loop must run until the handle is closed. NULL is fine. */
void fan_pusher_free(FanPusher *pusher);

/* Whether an address may be an endpoint by its text: https, a host, nobody's name and password. */
bool fan_push_endpoint_valid(const char *endpoint);

/* Hands a notice over; false when too many wait. `topic` (letters and digits, up to 32) lets a
 * service replace one it could not deliver yet. */
bool fan_pusher_send(FanPusher *pusher, const FanSubscription *to, const char *text,
                     const char *topic);

#endif
