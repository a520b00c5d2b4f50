/* The network in plain C: what every processor has, and what the other ways are held to. */
#define NET_WAY      fan_net_plain
#define NET_WAY_NAME "plain"
#include "engine/network_body.h"
