#include "cli/data.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool fan_data_folder(char *path, size_t len_bytes) {
    const char *own = getenv("FANORONA_DATA"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME"), *below = "/.local/share/fanorona";
    if (own && *own) {
        home = own;
        below = "";
    } else if (data && *data == '/') { /* a relative one is to be ignored, says its specification */
        home = data;
        below = "/fanorona";
    } else if (!home || !*home) {
        const struct passwd *user = getpwuid(getuid());
        home = user ? user->pw_dir : "";
    }
    int length = snprintf(path, len_bytes, "%s%s", home, below);
    return *home && length >= 0 && (size_t)length < len_bytes;
}
