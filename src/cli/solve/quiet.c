/* What the quiet limit (R5.3) does to a value that was found without it. */
#include "cli/solve/solving.h"

static void tell(const FanSolving *solving, const FanQuiet *quiet) {
    static const char *const words[] = {[FAN_IN_TIME] = "changes nothing",
                                        [FAN_IN_TIME_MAYBE] = "may make it a draw",
                                        [FAN_IN_TIME_NOT] = "makes it a draw",
                                        [FAN_IN_TIME_OPEN] =
                                            "may change it: the tables do not know it"};
    FILE *out = fan_out(solving->arguments);
    fprintf(out, "quiet limit %u: %s", solving->setup.rules.quiet_limit, words[quiet->in_time]);
    if (quiet->in_time == FAN_IN_TIME_NOT) {
        fputc('\n', out);
    } else {
        fprintf(out, " (longest run of quiet turns before the tables: %u)\n", quiet->longest);
    }
}

FanExit fan_solving_look_quiet(FanSolving *solving, FanWorth worth) {
    FanQuiet quiet;
    if ((worth != FAN_WORTH_WIN && worth != FAN_WORTH_LOSS) ||
        solving->setup.rules.quiet_limit == 0) {
        return FAN_EXIT_FINE;
    }
    FanCertifyStatus status = fan_solver_look_quiet(solving->solver, &solving->setup.position,
                                                    worth, solving->setup.rules.quiet_limit,
                                                    fan_solving_watch_proof, solving, &quiet);
    fan_ticker_clear(&solving->ticker);
    if (status == FAN_CERTIFY_MEMORY) {
        return fan_solving_complain_memory(solving);
    }
    if (status == FAN_CERTIFY_DONE) {
        tell(solving, &quiet);
    }
    return FAN_EXIT_FINE;
}
