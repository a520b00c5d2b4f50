/* Any board, any processor; cells of 8 bits. */
#define CELL_BITS        8
#define PAIR_KERNEL      fan_pair_plain_8
#define PAIR_KERNEL_NAME "plain 8"
#include "tablegen/pair_body.h"
