/* Further threads that search the same task as the main one and tell it what they find through the
 * table alone (lazy SMP). Without threads – in WebAssembly – there are none, and helpers_none.c
 * stands in.
 *
 * Helpers search freely, also while the main thread is away between two slices; but if it stays
 * away, each leaves after HELPER_LEASH_NODES, and is called back when it comes again. None of them
 * waits for anything, so that there is nothing to wake. */
#ifndef FAN_ENGINE_HELPERS_H
#define FAN_ENGINE_HELPERS_H

#include "engine/shared.h"

typedef struct FanHelper FanHelper;

typedef struct FanHelpers {
    FanShared *shared;    /* not owned */
    FanHelper **each;     /* owned */
    size_t made, working; /* how many there are; how many of them have this task */
    atomic_bool dismissed, attended;
    atomic_uint beats; /* how often the main thread came */
} FanHelpers;

void fan_helpers_init(FanHelpers *helpers, FanShared *shared);
void fan_helpers_free(FanHelpers *helpers);

/* Sets `count` threads to work on what fan_shared_begin was told. None may be at work. Returns
 * false, and none is, without memory or threads. */
bool fan_helpers_begin(FanHelpers *helpers, size_t count);

/* To be called by the main thread when it comes to search and when it goes away. */
void fan_helpers_attend(FanHelpers *helpers);
void fan_helpers_unattend(FanHelpers *helpers);

/* Ends their threads, within a few hundred nodes; fan_helpers_attend would call them back. */
void fan_helpers_dismiss(FanHelpers *helpers);

#endif
