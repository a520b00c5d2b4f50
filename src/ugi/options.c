#include "ugi/options.h"

#include "ugi/ugi.h"

const FanUgiOptionRow fan_ugi_options[FAN_UGI_OPTIONS] = {
    [FAN_UGI_HASH] = {"Hash", "spin", NULL, FAN_UGI_HASH_MB, 1, FAN_UGI_HASH_MB_MAX},
    [FAN_UGI_THREADS] = {"Threads", "spin", NULL, 1, 1, FAN_THREADS_MAX},
    [FAN_UGI_MULTI_PV] = {"MultiPV", "spin", NULL, 1, 1, FAN_LINES_MAX},
    [FAN_UGI_LEVEL] = {"Level", "spin", NULL, FAN_LEVEL_FULL, FAN_LEVEL_FULL, FAN_LEVELS},
    [FAN_UGI_SEED] = {"Seed", "spin", NULL, 0, 0, UINT32_MAX},
    [FAN_UGI_OWN_BOOK] = {"OwnBook", "check", "false", 0, 0, 1},
    [FAN_UGI_VARIANT] = {"Variant", "string", "tsivy", 0, 0, 0},
    [FAN_UGI_RULES] = {"Rules", "string", "<empty>", 0, 0, 0},
    [FAN_UGI_MARGIN] = {"Move Overhead", "spin", NULL, 10, 0, 5000},
    [FAN_UGI_PONDER] = {"Ponder", "check", "false", 0, 0, 1},
    [FAN_UGI_TABLES] = {"TablesPath", "string", "<empty>", 0, 0, 0},
    [FAN_UGI_PERFECT] = {"Perfect", "check", "false", 0, 0, 1},
    [FAN_UGI_PROOFS] = {"ProofPath", "string", "<empty>", 0, 0, 0},
    [FAN_UGI_CLEAR] = {"Clear Hash", "button", NULL, 0, 0, 0},
};

FanUgiOption fan_ugi_find_option(FanWord name) {
    int option = 0;
    while (option < FAN_UGI_OPTIONS && !fan_word_is(name, fan_ugi_options[option].name)) {
        option++;
    }
    return (FanUgiOption)option;
}
