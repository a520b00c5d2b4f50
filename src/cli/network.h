/* What the engine of a subcommand that takes --network evaluates with. */
#ifndef FAN_CLI_NETWORK_H
#define FAN_CLI_NETWORK_H

#include "cli/command.h"

#include <fanorona/engine.h>

typedef struct FanNetworkChoice {
    bool given;          /* --network was: the engine's own networks are not used */
    FanNetwork *network; /* owned; NULL: none */
} FanNetworkChoice;

/* Reads the file that --network names. On anything but FAN_EXIT_FINE a line was written and there
 * is nothing to free. */
FanExit fan_network_choose(const FanArguments *arguments, FanNetworkChoice *choice);

/* Tells an engine. The choice must outlive it. */
void fan_network_tell(const FanNetworkChoice *choice, FanEngine *engine);

void fan_network_drop(FanNetworkChoice *choice);

#endif
