/* The kernel for 9×5 on processors with a fast PEXT; compiled with BMI1 and BMI2. */
#define LINES_TSIVY
#define LINES_PEXT
#define KERNEL      fan_kernel_tsivy_pext
#define KERNEL_NAME "tsivy pext"
#include "rules/kernel_body.h"
