/* 9×5 on processors with a fast PEXT; cells of 8 bits. Compiled with BMI1 and BMI2. */
#define LINES_TSIVY
#define LINES_PEXT
#define CELL_BITS        8
#define PAIR_KERNEL      fan_pair_tsivy_8
#define PAIR_KERNEL_NAME "tsivy 8"
#include "tablegen/pair_body.h"
