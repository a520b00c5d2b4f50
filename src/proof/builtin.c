/* The certificates that lie in the library. Their bytes are made by the build from proofs/. */
#include "proof/proof.h"
#include "proof/reading.h"

extern const unsigned char fan_proof_5x5[];
extern const size_t fan_proof_5x5_size;

bool fan_proof_add_builtin(FanProof *proof, FanProofError *error) {
    FanReading reading;
    if (fan_reading_begin(&reading, fan_proof_5x5, fan_proof_5x5_size) != NULL ||
        !fan_proof_fit(proof, &reading.board, &reading.rules)) {
        return true;
    }
    return fan_proof_add(proof, fan_proof_5x5, fan_proof_5x5_size, error);
}
