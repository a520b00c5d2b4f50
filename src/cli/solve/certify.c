/* A certificate, written to its file. */
#include "cli/solve/solving.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* Written beside and renamed, so that what has the name is whole. */
static FanExit write_file(const FanSolving *solving, const char *path, const FanCertificate *what) {
    char draft[FAN_SOLVE_PATH_MAX];
    if (snprintf(draft, sizeof draft, "%s.draft", path) >= FAN_SOLVE_PATH_MAX) {
        return fan_complain(solving->arguments, FAN_EXIT_USAGE,
                            "--certificate: the name is too long");
    }
    FILE *stream = fopen(draft, "wbe");
    bool good = stream && fwrite(what->bytes, 1, what->len_bytes, stream) == what->len_bytes &&
                fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    int why = errno;
    if (stream && fclose(stream) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(draft, path) != 0) {
        good = false;
        why = errno;
    }
    if (good) {
        return FAN_EXIT_FINE;
    }
    remove(draft);
    return fan_complain(solving->arguments, FAN_EXIT_FAILED, "--certificate: %s: %s", path,
                        strerror(why));
}

FanExit fan_solving_certify(FanSolving *solving, const char *path, FanWorth worth) {
    FanCertificate certificate = {0};
    FanCertifyStatus made = fan_solver_certify(solving->solver, &solving->setup.position, worth,
                                               fan_solving_watch_proof, solving, &certificate);
    fan_ticker_clear(&solving->ticker);
    FanExit status = FAN_EXIT_FAILED;
    if (made == FAN_CERTIFY_DONE) {
        status = write_file(solving, path, &certificate);
        if (status == FAN_EXIT_FINE) {
            fprintf(fan_out(solving->arguments), "certificate: %" PRIu64 " answers, %zu bytes\n",
                    certificate.answers[0] + certificate.answers[1], certificate.len_bytes);
        }
    } else if (made == FAN_CERTIFY_REFUSED) {
        fan_complain(solving->arguments, status, "--certificate: not written: it was ended before");
    } else if (made == FAN_CERTIFY_WRONG) {
        fan_complain(solving->arguments, status,
                     "--certificate: not written: too much was forgotten; more --memory helps");
    } else {
        status = fan_solving_complain_memory(solving);
    }
    fan_certificate_free(&certificate);
    return status;
}
