/* Stands between a store and PostgreSQL, and cuts connections at the worst moments. One at a time.
 */
#ifndef FAN_TESTS_STORE_PROXY_H
#define FAN_TESTS_STORE_PROXY_H

#include <stddef.h>

typedef enum ProxyMode {
    PROXY_PASS,
    PROXY_CUT_BEFORE, /* the next COMMIT does not arrive; then passes */
    PROXY_CUT_AFTER,  /* the next COMMIT arrives, its answer does not; then passes */
    PROXY_LATE,       /* the next COMMIT arrives 700 ms after its sender was cut off; then passes */
    PROXY_REFUSE,     /* all are cut off, nobody is let in */
    PROXY_SILENT,     /* nothing passes, nobody is told */
} ProxyMode;

/* Listens in `folder` in the place of the server that `address` names. */
void proxy_start(const char *folder, const char *address);
/* The address that leads through it. */
void proxy_address(const char *folder, const char *address, char *through, size_t size);
void proxy_set(ProxyMode mode);
ProxyMode proxy_mode(void);

#endif
