/* Where games, tables and certificates lie on this machine. */
#ifndef FAN_CLI_DATA_H
#define FAN_CLI_DATA_H

#include <stdbool.h>
#include <stddef.h>

/* The user's folder of data: $FANORONA_DATA, else $XDG_DATA_HOME/fanorona, else
 * ~/.local/share/fanorona. Returns false where there is none or its name is too long. */
bool fan_data_folder(char *path, size_t len_bytes);

/* What the system has for everyone. */
#define FAN_DATA_SHARED "/usr/share/fanorona"

#endif
