#include "shipped.h"

#include "support/test.h"

#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 1 << 18, SHIPPED_MAX = 4 };

/* Joined by blanks. */
static const char paths[] = FAN_NETWORKS;

static FanNetwork *networks[SHIPPED_MAX];

static FanNetwork *read_file(const char *path) {
    static uint8_t bytes[BYTES_MAX];
    FanNetwork *network = NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot read %s", path);
        return NULL;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(fan_network_read(bytes, size, &network), FAN_NETWORK_OK);
    char name[16];
    snprintf(name, sizeof name, "-%08x.net", (unsigned)fan_network_name(network));
    assert_non_null(strstr(path, name));
    return network;
}

static void read_all(void) {
    const char *rest = paths;
    for (int i = 0; i < SHIPPED_MAX && *rest != '\0'; i++) {
        char path[256];
        size_t length = strcspn(rest, " ");
        assert_true(length < sizeof path);
        memcpy(path, rest, length);
        path[length] = '\0';
        networks[i] = read_file(path);
        rest += length + (rest[length] == ' ');
    }
}

const FanNetwork *shipped_network(const FanBoard *board) {
    if (networks[0] == NULL) {
        read_all();
    }
    for (int i = 0; i < SHIPPED_MAX && networks[i] != NULL; i++) {
        if (fan_network_fits(networks[i], board)) {
            return networks[i];
        }
    }
    return NULL;
}
