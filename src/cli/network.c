#include "cli/network.h"

#include <errno.h>
#include <string.h>

enum { BYTES_MAX = 1 << 20 }; /* no network is near it */

static const char *fault_of(FanNetworkStatus status) {
    switch (status) {
    case FAN_NETWORK_NONE:
        return "is not the file of a network";
    case FAN_NETWORK_OTHER:
        return "is a network of another version of this program";
    case FAN_NETWORK_MEMORY:
        return "cannot be read: not enough memory";
    default:
        return "is damaged";
    }
}

FanExit fan_network_choose(const FanArguments *arguments, FanNetworkChoice *choice) {
    const char *path = fan_arguments_text(arguments, "network", NULL);
    *choice = (FanNetworkChoice){.given = path != NULL};
    if (path == NULL || strcmp(path, "none") == 0) {
        return FAN_EXIT_FINE;
    }
    static uint8_t bytes[BYTES_MAX];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--network: cannot open %s: %s", path,
                            strerror(errno));
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--network: cannot read %s", path);
    }
    FanNetworkStatus status = fan_network_read(bytes, size, &choice->network);
    return status == FAN_NETWORK_OK ? FAN_EXIT_FINE
                                    : fan_complain(arguments, FAN_EXIT_USAGE, "--network: %s %s",
                                                   path, fault_of(status));
}

void fan_network_tell(const FanNetworkChoice *choice, FanEngine *engine) {
    if (choice->given) {
        fan_engine_set_network(engine, choice->network);
    }
}

void fan_network_drop(FanNetworkChoice *choice) {
    fan_network_free(choice->network);
    choice->network = NULL;
}
