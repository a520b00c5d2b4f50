/* A command in a game, however it came. */
#ifndef FAN_HUB_SAYS_H
#define FAN_HUB_SAYS_H

#include "hub/internal.h"

/* `message` is a checked $defs.Command; the sender is somebody's. Takes the sender over. */
void fan_say_command(FanHub *hub, FanSender sender, const json_t *message);

#endif
