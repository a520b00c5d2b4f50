/* Certificates in the page: what they promise, asked for the position at hand and by the engine. */
#include "wasm/proofs.h"

#include "proof/reading.h"
#include "wasm/core.h"
#include "wasm/tables.h"

#include <stdlib.h>

enum { PROOFS_MAX = 4 };

static FanProof *proofs[PROOFS_MAX];
static size_t proofs_count;

const FanProof *core_proofs_find(const FanBoard *board, const FanRules *rules) {
    for (size_t i = 0; i < proofs_count; i++) {
        if (fan_proof_fit(proofs[i], board, rules)) {
            return proofs[i];
        }
    }
    return NULL;
}

/* Takes the bytes of a certificate from the input. The tables that it leans on must be here. */
EXPORT(proof_add) CoreStatus core_proof_add(size_t length) {
    FanReading reading;
    FanProofError error;
    const char *why = fan_reading_begin(&reading, (const uint8_t *)core_in, length);
    if (why != NULL) {
        return core_refuse(why);
    }
    if (proofs_count == PROOFS_MAX || core_proofs_find(&reading.board, &reading.rules) != NULL) {
        return core_refuse("there is a certificate for this board, or for too many others");
    }
    FanProof *proof = fan_proof_new(&reading.board, &reading.rules,
                                    core_tables_find(&reading.board, &reading.rules));
    if (proof == NULL) {
        return CORE_NO_MEMORY;
    }
    if (!fan_proof_add(proof, core_in, length, &error)) {
        fan_proof_free(proof);
        return core_refuse(error.text);
    }
    proofs[proofs_count++] = proof;
    return CORE_DONE;
}

static void member(const char *key, FanPromise promise) {
    fan_json_key(&core_out, key);
    fan_json_string(&core_out, fan_promise_word(promise));
}

/* What is promised to each side in a position, given by the lines of a set-up; "null" where nothing
 * is proved of its board. The game on the page's table stays as it is. */
EXPORT(promise) CoreStatus core_promise(size_t length) {
    CoreText rest = {core_in, length};
    CoreTable asked;
    CoreStatus status = core_table_open(&asked, rest);
    if (status != CORE_DONE) {
        return status;
    }
    const FanProof *proof = core_proofs_find(&asked.board, &asked.game.rules);
    fan_json_clear(&core_out);
    if (proof == NULL) {
        fan_json_null(&core_out);
    } else {
        const FanPosition *position = &asked.game.position;
        FanPromise mover = fan_proof_promise(proof, position);
        FanPromise other = fan_proof_kept(proof, position);
        fan_json_open(&core_out, '{');
        member("white", position->side == FAN_WHITE ? mover : other);
        member("black", position->side == FAN_WHITE ? other : mover);
        fan_json_close(&core_out, '}');
    }
    free(asked.plies);
    return core_done();
}
