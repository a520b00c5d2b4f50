/* Certificates, judged twice: by the checker with its slow rules, and by the reader that play uses.
 * What neither knows of the other must come out the same, with the checksum as it is and with the
 * right one. There are no tables, so that everything is played to the end of the game. */
#include "check/check.h"
#include "fuzz/require.h"
#include "fuzz/resum.h"
#include "proof/reading.h"

#include <fanorona/proof.h>

enum { ANSWERS_MAX = 2000, LARGE_BYTES = 4 };

static bool watch_check(void *context, uint64_t answers) {
    (void)context;
    return answers < ANSWERS_MAX;
}

static bool watch_proof(void *context, uint64_t answers, uint64_t of) {
    (void)context;
    (void)of;
    return answers < ANSWERS_MAX;
}

static bool know_nothing(void *context, const CheckPosition *position, int *value) {
    (void)context, (void)position, (void)value;
    return false;
}

/* A hole has a line of play that leads to its position. */
static void require_line(const CheckCertificate *certificate, const CheckHoleFound *hole) {
    CheckPosition position = certificate->position;
    REQUIRE(hole->line != NULL && hole->reason[0] != '\0');
    for (char *turn = strtok(hole->line, " "); turn; turn = strtok(NULL, " ")) {
        REQUIRE(check_turn_apply(&certificate->rules, &position, turn, &position));
    }
    REQUIRE(check_position_same(&position, &hole->position));
}

static CheckVerdict check(const CheckCertificate *certificate) {
    CheckVerdict verdict = CHECK_HOLDS;
    for (int i = 0; verdict == CHECK_HOLDS && i < certificate->claims; i++) {
        CheckHoleFound hole;
        verdict = check_certificate_walk(certificate, i, know_nothing, watch_check, NULL, &hole);
        if (verdict == CHECK_HOLE) {
            require_line(certificate, &hole);
        }
        free(hole.line);
    }
    REQUIRE(verdict != CHECK_NO_MEMORY);
    return verdict;
}

/* Play takes distances of 30 bits, the checker of 32: numbers of five bytes are left aside. */
static bool has_large_numbers(const uint8_t *data, size_t size) {
    size_t run = 0;
    for (size_t i = 0; i < size; i++) {
        run = data[i] & 128 ? run + 1 : 0;
        if (run == LARGE_BYTES) {
            return true;
        }
    }
    return false;
}

static void judge(const uint8_t *data, size_t size) {
    CheckCertificate certificate;
    FanReading reading;
    char reason[CHECK_REASON_MAX] = "";
    bool read = check_certificate_read(data, size, &certificate, reason);
    REQUIRE(read == (fan_reading_begin(&reading, data, size) == NULL));
    REQUIRE(read || reason[0] != '\0');
    if (!read || certificate.tables > 0 || has_large_numbers(data, size)) {
        return;
    }
    CheckVerdict verdict = check(&certificate);
    if (verdict == CHECK_STOPPED) {
        return;
    }
    FanProofError error;
    FanProof *proof = fan_proof_new(&reading.board, &reading.rules, NULL);
    REQUIRE(proof != NULL);
    fan_proof_watch(proof, watch_proof, NULL);
    REQUIRE(fan_proof_add(proof, data, size, &error) == (verdict == CHECK_HOLDS));
    fan_proof_free(proof);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    take_with_sums(data, size, judge);
    return 0;
}
