/* Helpers as POSIX threads. */
#include "engine/helpers.h"

#include "engine/search.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum {
    HELPER_SLICE_NODES = 256, /* between looks at what is wanted of it: a tenth of a millisecond */
    HELPER_LEASH_NODES = 1 << 18, /* about a tenth of a second */
};

struct FanHelper {
    FanHelpers *crew; /* not owned */
    FanSearch search;
    pthread_t thread;
    bool running;     /* `thread` is to be joined */
    atomic_bool left; /* it does nothing more */
};

/* --- on a thread of its own ----------------------------------------------------------------------
 */

static void *help(void *context) {
    FanHelper *helper = context;
    FanHelpers *crew = helper->crew;
    unsigned beat = atomic_load_explicit(&crew->beats, memory_order_relaxed);
    uint64_t leash = helper->search.nodes + HELPER_LEASH_NODES;
    while (!atomic_load_explicit(&crew->dismissed, memory_order_relaxed) &&
           fan_search_run(&helper->search, HELPER_SLICE_NODES)) {
        unsigned now = atomic_load_explicit(&crew->beats, memory_order_relaxed);
        if (now != beat || atomic_load_explicit(&crew->attended, memory_order_relaxed)) {
            beat = now;
            leash = helper->search.nodes + HELPER_LEASH_NODES;
        } else if (helper->search.nodes >= leash) {
            break;
        }
    }
    fan_search_tell(&helper->search);
    atomic_store_explicit(&helper->left, true, memory_order_release);
    return NULL;
}

/* --- on the main thread --------------------------------------------------------------------------
 */

/* Signals are the main thread's business. */
static bool start(FanHelper *helper) {
    sigset_t all, before;
    sigfillset(&all);
    atomic_store_explicit(&helper->left, false, memory_order_relaxed);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    helper->running = pthread_create(&helper->thread, NULL, help, helper) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return helper->running;
}

static void join(FanHelper *helper) {
    if (helper->running) {
        pthread_join(helper->thread, NULL);
        helper->running = false;
    }
}

static FanHelper *make_helper(FanHelpers *helpers) {
    FanHelper *helper = malloc(sizeof *helper);
    if (helper == NULL) {
        return NULL;
    }
    helper->crew = helpers;
    helper->running = false;
    atomic_init(&helper->left, true);
    if (!fan_search_init(&helper->search, helpers->shared)) {
        free(helper);
        return NULL;
    }
    return helper;
}

/* Sees that there are at least `count`. */
static bool make_helpers(FanHelpers *helpers, size_t count) {
    if (count <= helpers->made) {
        return true;
    }
    FanHelper **each = realloc(helpers->each, count * sizeof(FanHelper *));
    if (each == NULL) {
        return false;
    }
    helpers->each = each;
    while (helpers->made < count && (each[helpers->made] = make_helper(helpers)) != NULL) {
        helpers->made++;
    }
    return helpers->made == count;
}

void fan_helpers_init(FanHelpers *helpers, FanShared *shared) {
    *helpers = (FanHelpers){.shared = shared};
}

void fan_helpers_free(FanHelpers *helpers) {
    fan_helpers_dismiss(helpers);
    for (size_t i = 0; i < helpers->made; i++) {
        fan_search_free(&helpers->each[i]->search);
        free(helpers->each[i]);
    }
    free(helpers->each);
    fan_helpers_init(helpers, helpers->shared);
}

bool fan_helpers_begin(FanHelpers *helpers, size_t count) {
    helpers->working = 0;
    if (!make_helpers(helpers, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!fan_search_begin(&helpers->each[i]->search, (unsigned)i + 1)) {
            return false;
        }
    }
    atomic_store_explicit(&helpers->dismissed, false, memory_order_relaxed);
    for (; helpers->working < count; helpers->working++) {
        if (!start(helpers->each[helpers->working])) {
            fan_helpers_dismiss(helpers);
            helpers->working = 0;
            return false;
        }
    }
    return true;
}

/* One that cannot be started again stays away: the others do its work. */
static void call_back(FanHelper *helper) {
    if (atomic_load_explicit(&helper->left, memory_order_acquire)) {
        join(helper);
        if (helper->search.phase != FAN_PHASE_DONE) {
            (void)start(helper);
        }
    }
}

void fan_helpers_attend(FanHelpers *helpers) {
    if (helpers->working == 0) {
        return;
    }
    atomic_store_explicit(&helpers->attended, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&helpers->beats, 1, memory_order_relaxed);
    atomic_store_explicit(&helpers->dismissed, false, memory_order_relaxed);
    for (size_t i = 0; i < helpers->working; i++) {
        call_back(helpers->each[i]);
    }
}

void fan_helpers_unattend(FanHelpers *helpers) {
    atomic_store_explicit(&helpers->attended, false, memory_order_relaxed);
}

void fan_helpers_dismiss(FanHelpers *helpers) {
    atomic_store_explicit(&helpers->dismissed, true, memory_order_relaxed);
    for (size_t i = 0; i < helpers->working; i++) {
        join(helpers->each[i]);
    }
}
