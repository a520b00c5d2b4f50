/* The state of a search, as --resume keeps it. */
#include "cli/solve/solving.h"

#include <unistd.h>

enum {
    SAVE_EVERY_MS = 5 * 60 * 1000,
    SAVE_SHARE = 20, /* of the time at most one in so many parts goes into writing */
};

static const char *path_of(const FanSolving *solving) {
    return fan_arguments_text(solving->arguments, "resume", NULL);
}

static void note_kept(FanSolving *solving, uint64_t nodes) {
    solving->kept = true;
    solving->kept_nodes = nodes;
}

FanExit fan_solving_load(FanSolving *solving) {
    FanSolverError error;
    const char *path = path_of(solving);
    if (!path || access(path, F_OK) != 0) {
        return FAN_EXIT_FINE;
    }
    if (!fan_solver_load(solving->solver, path, &solving->resumed_ms, &error)) {
        return fan_complain(solving->arguments, FAN_EXIT_USAGE, "--resume: %s", error.text);
    }
    note_kept(solving, fan_solver_counts(solving->solver).nodes);
    return FAN_EXIT_FINE;
}

/* What is found while it is written may not be in it: kept is what was known before. */
static FanExit write_state(FanSolving *solving, const char *path) {
    FanSolverError error;
    uint64_t begun_ms = fan_solving_elapsed_ms(solving);
    uint64_t nodes = fan_solver_counts(solving->solver).nodes;
    if (!fan_solver_save(solving->solver, path, solving->resumed_ms + begun_ms, &error)) {
        return fan_complain(solving->arguments, FAN_EXIT_FAILED, "--resume: %s", error.text);
    }
    solving->save_took_ms = fan_solving_elapsed_ms(solving) - begun_ms;
    note_kept(solving, nodes);
    return FAN_EXIT_FINE;
}

FanExit fan_solving_save(FanSolving *solving) {
    const char *path = path_of(solving);
    FanExit status = FAN_EXIT_FINE;
    if (path &&
        (!solving->kept || fan_solver_counts(solving->solver).nodes != solving->kept_nodes)) {
        status = write_state(solving, path);
    }
    solving->saved_ms = fan_solving_elapsed_ms(solving);
    return status;
}

bool fan_solving_save_due(const FanSolving *solving) {
    uint64_t pause_ms = solving->save_took_ms * SAVE_SHARE;
    pause_ms = pause_ms < SAVE_EVERY_MS ? SAVE_EVERY_MS : pause_ms;
    return path_of(solving) && fan_solving_elapsed_ms(solving) >= solving->saved_ms + pause_ms;
}
