/* Certificates. The input is read as it is, and once more with the right checksum, for no chance
 * finds that. Without tables whatever is taken has been played to the end of the game: the position
 * it is about has the promise, and each further one is asked for without a fault. */
#include "fuzz/require.h"
#include "fuzz/resum.h"
#include "proof/reading.h"

#include <fanorona/proof.h>

enum {
    ANSWERS_MAX = 2000, /* more take the fuzzer's time, and show nothing new */
    VALUE_AT = 15,
};

static bool watch(void *context, uint64_t answers, uint64_t of) {
    (void)context;
    (void)of;
    return answers < ANSWERS_MAX;
}

/* By byte 15 of the head: what the side to move has, and the other. */
static void require_promise(const FanProof *proof, const FanReading *reading, uint8_t value) {
    static const FanPromise mover[] = {FAN_PROMISE_HOLD, FAN_PROMISE_WIN, FAN_PROMISE_NONE,
                                       FAN_PROMISE_HOLD, FAN_PROMISE_NONE};
    static const FanPromise other[] = {FAN_PROMISE_HOLD, FAN_PROMISE_NONE, FAN_PROMISE_WIN,
                                       FAN_PROMISE_NONE, FAN_PROMISE_HOLD};
    const FanPosition *position = &reading->position;
    bool over = position->stones[0] == 0 || position->stones[1] == 0;
    if (!over) {
        REQUIRE(fan_proof_promise(proof, position) >= mover[value]);
        REQUIRE(fan_proof_kept(proof, position) >= other[value]);
    }
}

static void read_proof(const uint8_t *data, size_t size) {
    FanReading reading;
    FanProofError error = {""};
    const char *why = fan_reading_begin(&reading, data, size);
    if (why != NULL) {
        REQUIRE(why[0] != '\0');
        return;
    }
    FanProof *proof = fan_proof_new(&reading.board, &reading.rules, NULL);
    REQUIRE(proof != NULL);
    fan_proof_watch(proof, watch, NULL);
    if (fan_proof_add(proof, data, size, &error)) {
        require_promise(proof, &reading, data[VALUE_AT]);
    } else {
        require_sentence(error.text, strlen(error.text), sizeof error.text);
        REQUIRE(fan_proof_answers(proof) == 0);
        REQUIRE(error.text[0] != '\0');
    }
    fan_proof_free(proof);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    take_with_sums(data, size, read_proof);
    return 0;
}
