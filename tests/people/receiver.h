/* A push service on this machine, for tests: TLS with a certificate of its own, one request a
 * connection, each kept and answered as the test says. It decrypts what it gets as a browser would
 * (RFC 8291), by OpenSSL's HKDF, not by the code under test. */
#ifndef FAN_TESTS_PEOPLE_RECEIVER_H
#define FAN_TESTS_PEOPLE_RECEIVER_H

#include <pthread.h>

#include "people/push_send.h"

enum { REQUESTS_MAX = 64, HEAD_MAX = 4096 };

typedef struct Request {
    char head[HEAD_MAX];
    unsigned char body[FAN_PUSH_BODY_MAX + 1];
    size_t body_bytes;
} Request;

typedef struct Receiver {
    unsigned port;
    char certificate[64]; /* file */
    FanPushKeys keys;     /* of the browser */
    unsigned char auth[FAN_PUSH_AUTH];
    /* What is answered to the requests in turn; the last one for all that follow. */
    const char *const *answers;
    pthread_mutex_t lock;
    Request requests[REQUESTS_MAX];
    unsigned count;
    unsigned connections; /* even those that said nothing */
    int socket;
    bool ending;
    pthread_t thread;
    void *context;
} Receiver;

void receiver_start(Receiver *receiver, const char *const *answers);
void receiver_stop(Receiver *receiver);
unsigned receiver_count(Receiver *receiver);
/* The value of a header of the request, or "". */
const char *receiver_header(const Request *request, const char *name, char value[HEAD_MAX]);
/* What the browser reads; false if it cannot. */
bool receiver_decrypt(const Receiver *receiver, const Request *request, char text[2100]);
/* The subscription a browser here would hand in. */
FanSubscription receiver_subscription(const Receiver *receiver, const char *host, const char *path);

#endif
