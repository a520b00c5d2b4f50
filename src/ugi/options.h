/* The options of a session, one row each: their names, ranges and what they change. */
#ifndef FAN_UGI_OPTIONS_H
#define FAN_UGI_OPTIONS_H

#include "ugi/words.h"

#include <fanorona/text.h>

typedef enum FanUgiOption {
    FAN_UGI_HASH,
    FAN_UGI_THREADS,
    FAN_UGI_MULTI_PV,
    FAN_UGI_LEVEL,
    FAN_UGI_SEED,
    FAN_UGI_OWN_BOOK,
    FAN_UGI_VARIANT,
    FAN_UGI_RULES,
    FAN_UGI_MARGIN,
    FAN_UGI_PONDER,
    FAN_UGI_TABLES,
    FAN_UGI_PERFECT,
    FAN_UGI_PROOFS,
    FAN_UGI_CLEAR,
    FAN_UGI_OPTIONS
} FanUgiOption;

/* Where the numbers of an option lie; those in text have none. */
typedef struct FanUgiOptionRow {
    const char *name, *type, *standard;
    uint64_t value, min, max; /* of type spin; of type check 0 is false */
} FanUgiOptionRow;

extern const FanUgiOptionRow fan_ugi_options[FAN_UGI_OPTIONS];

/* Finds an option by its name, case ignored; FAN_UGI_OPTIONS if there is none. */
FanUgiOption fan_ugi_find_option(FanWord name);

#endif
