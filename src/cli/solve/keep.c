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

FanExit fan_solving_load(FanSolving *solving) {
    FanSolverError error;
    const char *path = path_of(solving);
    return !path || access(path, F_OK) != 0 ||
                   fan_solver_load(solving->solver, path, &solving->resumed_ms, &error)
               ? FAN_EXIT_FINE
               : fan_complain(solving->arguments, FAN_EXIT_USAGE, "--resume: %s", error.text);
}

FanExit fan_solving_save(FanSolving *solving) {
    FanSolverError error;
    const char *path = path_of(solving);
    uint64_t begun_ms = fan_solving_elapsed_ms(solving);
    bool good =
        !path || fan_solver_save(solving->solver, path, solving->resumed_ms + begun_ms, &error);
    solving->saved_ms = fan_solving_elapsed_ms(solving);
    solving->save_took_ms = solving->saved_ms - begun_ms;
    return good ? FAN_EXIT_FINE
                : fan_complain(solving->arguments, FAN_EXIT_FAILED, "--resume: %s", error.text);
}

bool fan_solving_save_due(const FanSolving *solving) {
    uint64_t pause_ms = solving->save_took_ms * SAVE_SHARE;
    pause_ms = pause_ms < SAVE_EVERY_MS ? SAVE_EVERY_MS : pause_ms;
    return path_of(solving) && fan_solving_elapsed_ms(solving) >= solving->saved_ms + pause_ms;
}
