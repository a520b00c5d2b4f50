/* The networks that come with the library, read when first asked for. */
#include "engine/network.h"

#include <stdatomic.h>

/* A file within the library (cmake/embed.cmake). */
typedef struct Builtin {
    const unsigned char *bytes;
    const size_t *size;
    FanNetwork *_Atomic network;
} Builtin;

#define FILE_OF(name)                                                                              \
    extern const unsigned char name[];                                                             \
    extern const size_t name##_size;

#ifdef FAN_NETWORK_TSIVY
FILE_OF(fan_network_tsivy)
#endif
#ifdef FAN_NETWORK_DIMY
FILE_OF(fan_network_dimy)
#endif

static Builtin builtins[] = {
#ifdef FAN_NETWORK_TSIVY
    {fan_network_tsivy, &fan_network_tsivy_size, NULL},
#endif
#ifdef FAN_NETWORK_DIMY
    {fan_network_dimy, &fan_network_dimy_size, NULL},
#endif
    {NULL, NULL, NULL},
};

/* Two threads may read it at once; the first one's stays. */
static const FanNetwork *network_of(Builtin *builtin) {
    FanNetwork *known = atomic_load(&builtin->network), *read;
    if (known != NULL ||
        fan_network_read(builtin->bytes, *builtin->size, &read) != FAN_NETWORK_OK) {
        return known;
    }
    if (!atomic_compare_exchange_strong(&builtin->network, &known, read)) {
        fan_network_free(read);
        return known;
    }
    return read;
}

const FanNetwork *fan_network_builtin(const FanBoard *board) {
    for (Builtin *builtin = builtins; builtin->bytes != NULL; builtin++) {
        const FanNetwork *network = network_of(builtin);
        if (network != NULL && fan_network_fits(network, board)) {
            return network;
        }
    }
    return NULL;
}
