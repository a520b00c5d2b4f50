/* The kernel for any board: geometry is read from its tables. */
#define KERNEL      fan_kernel_tables
#define KERNEL_NAME "tables"
#include "rules/kernel_body.h"
