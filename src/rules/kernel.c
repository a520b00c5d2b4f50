#include "rules/kernel.h"

#if defined(__x86_64__)
/* Zen 1 and 2 have PEXT in microcode, many times slower than the plain way. */
static bool has_fast_pext(void) {
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
#endif

const Kernel *fan_kernel_for(const FanBoard *board) {
    if (board->files != 9 || board->ranks != 5) {
        return &fan_kernel_tables;
    }
#if defined(__x86_64__)
    if (has_fast_pext()) {
        return &fan_kernel_tsivy_pext;
    }
#endif
    return &fan_kernel_tsivy;
}
