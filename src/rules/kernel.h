/* The inner loops of the rules – counting turns and generating moves – compiled once for each kind
 * of geometry (lines.h) and chosen when they run. */
#ifndef FAN_RULES_KERNEL_H
#define FAN_RULES_KERNEL_H

#include <fanorona/move.h>

typedef struct Kernel {
    const char *name;
    bool (*must_capture)(const FanBoard *board, const FanPosition *position);
    size_t (*moves)(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                    FanMove *moves, size_t capacity);
    uint64_t (*perft)(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                      unsigned depth);
} Kernel;

extern const Kernel fan_kernel_tables, fan_kernel_tsivy;
#if defined(__x86_64__)
extern const Kernel fan_kernel_tsivy_pext;
#endif

/* The kernel for a board on this processor. */
const Kernel *fan_kernel_for(const FanBoard *board);

#endif
