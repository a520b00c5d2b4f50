/* 9×5 on processors with a fast PEXT; cells of 16 bits. Compiled with BMI1 and BMI2. */
#define LINES_TSIVY
#define LINES_PEXT
#define CELL_BITS        16
#define PAIR_KERNEL      fan_pair_tsivy_16
#define PAIR_KERNEL_NAME "tsivy 16"
#include "tablegen/pair_body.h"
