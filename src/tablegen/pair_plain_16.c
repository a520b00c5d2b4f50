/* Any board, any processor; cells of 16 bits. */
#define CELL_BITS        16
#define PAIR_KERNEL      fan_pair_plain_16
#define PAIR_KERNEL_NAME "plain 16"
#include "tablegen/pair_body.h"
