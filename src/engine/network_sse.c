/* The network with SSE4.1, which every processor of x86-64-v2 has. */
#define SIMD_SSE
#define NET_WAY      fan_net_sse
#define NET_WAY_NAME "sse"
#include "engine/network_body.h"
