#include "rules/kernel.h"
#include "tablegen/pair.h"

const PairKernel *fan_pair_kernel(const FanBoard *board, unsigned bits, bool plain) {
#if defined(__x86_64__)
    /* The rules know which processors are quick at PEXT. */
    if (!plain && fan_kernel_for(board) == &fan_kernel_tsivy_pext) {
        return bits == 8 ? &fan_pair_tsivy_8 : &fan_pair_tsivy_16;
    }
#else
    (void)board;
    (void)plain;
#endif
    return bits == 8 ? &fan_pair_plain_8 : &fan_pair_plain_16;
}
