/* The kernel for 9×5 on any processor. */
#define LINES_TSIVY
#define KERNEL      fan_kernel_tsivy
#define KERNEL_NAME "tsivy"
#include "rules/kernel_body.h"
