/* The certificates that the page has brought. */
#ifndef FAN_WASM_PROOFS_H
#define FAN_WASM_PROOFS_H

#include <fanorona/proof.h>

/* What is proved of this board under these rules, or NULL. */
const FanProof *core_proofs_find(const FanBoard *board, const FanRules *rules);

#endif
