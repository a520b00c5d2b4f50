/* The network with WebAssembly's vectors. */
#define SIMD_WASM
#define NET_WAY      fan_net_wasm
#define NET_WAY_NAME "wasm"
#include "engine/network_body.h"
