/* No helpers: where there are no threads, a job for more than one was refused (FAN_THREADS_MAX). */
#include "engine/helpers.h"

#include <assert.h>

void fan_helpers_init(FanHelpers *helpers, FanShared *shared) {
    *helpers = (FanHelpers){.shared = shared};
}

void fan_helpers_free(FanHelpers *helpers) {
    (void)helpers;
}

bool fan_helpers_begin(FanHelpers *helpers, size_t count) {
    (void)helpers;
    assert(count == 0);
    return count == 0;
}

void fan_helpers_attend(FanHelpers *helpers) {
    (void)helpers;
}

void fan_helpers_unattend(FanHelpers *helpers) {
    (void)helpers;
}

void fan_helpers_dismiss(FanHelpers *helpers) {
    (void)helpers;
}
