/* The network with AVX2; compiled for it and chosen at run time. */
#define SIMD_AVX2
#define NET_WAY      fan_net_avx2
#define NET_WAY_NAME "avx2"
#include "engine/network_body.h"
