/* Certificates in play: what has been proved of a board, ready to be asked.
 *
 * A certificate (`fanorona solve --certificate`, docs/solved.md) has an answer to everything that
 * can come up against its answers. Whoever plays by it cannot lose, or wins. Only values are kept:
 * the quiet limit (R5.3) and repetition (R5.4) end games earlier, as draws, so what does not lose
 * without them does not lose with them; a proved win may come too late for them.
 *
 * Once its certificates are in, any number of threads may ask. */
#ifndef FANORONA_PROOF_H
#define FANORONA_PROOF_H

#include <fanorona/tables.h>

FAN_BEGIN_DECLS

typedef struct FanProof FanProof;

/* Why a certificate was refused, one line in English. */
typedef struct FanProofError {
    char text[512];
} FanProofError;

/* For a board under these rules, of which `chain` and `blocked` count; empty at first. The tables
 * (NULL: none) end what certificates lead to; they must outlive the proof. NULL without memory, or
 * when the rules are those of telo, or tables do not fit. Freed by fan_proof_free (NULL is fine).
 */
FAN_API FAN_NODISCARD FanProof *fan_proof_new(const FanBoard *board, const FanRules *rules,
                                              const FanTables *tables);
FAN_API void fan_proof_free(FanProof *proof);

/* Called now and then while a certificate is added, with how many of its answers have been gone
 * through; false ends that. */
typedef bool FanProofWatch(void *context, uint64_t answers, uint64_t of);
FAN_API void fan_proof_watch(FanProof *proof, FanProofWatch *watch, void *context);

/* Adds a certificate, which is gone through once from its position to its end: whatever it says is
 * found to hold by the rules and the tables at hand, or it is refused. Returns false, with the
 * reason, for what is no certificate, of another board or rules, damaged, wrong, in need of tables
 * that are not here, or when the watch said so; the proof is then as it was. Not while other
 * threads ask. Each answer takes 16 bytes, and some 60 more for as long as it is read. */
FAN_API FAN_NODISCARD bool fan_proof_add(FanProof *proof, const void *bytes, size_t len_bytes,
                                         FanProofError *error);

/* The same for a folder: every file *.proof in it that is of this board and these rules, in the
 * order of their names. A folder without such files, or none of that name, adds nothing; one that
 * cannot be read, or a file that is refused, is an error. Not part of the WebAssembly build. */
FAN_API FAN_NODISCARD bool fan_proof_add_folder(FanProof *proof, const char *folder,
                                                FanProofError *error);

/* The same for those that come with the library, if they are of this board and these rules: that of
 * the start of 5×5, which leans on tables of up to 6 stones. Not part of the WebAssembly build. */
FAN_API FAN_NODISCARD bool fan_proof_add_builtin(FanProof *proof, FanProofError *error);

/* How many positions have an answer; those that are each other's image or in exchanged colours
 * count once. */
FAN_API uint64_t fan_proof_answers(const FanProof *proof);

/* Whether what is proved holds for this board under these rules. NULL fits nothing. */
FAN_API bool fan_proof_fit(const FanProof *proof, const FanBoard *board, const FanRules *rules);

/* What is known that a side can hold, whatever the other does. */
typedef enum FanPromise {
    FAN_PROMISE_NONE, /* nothing is proved here */
    FAN_PROMISE_HOLD, /* it does not lose */
    FAN_PROMISE_WIN,  /* it wins, under no quiet limit */
} FanPromise;

/* "none", "hold", "win". Static memory. */
FAN_API const char *fan_promise_word(FanPromise promise);

/* What the side to move can hold, by certificates and tables. FAN_PROMISE_NONE in telo, in vela's
 * first phase and for a first turn under first-turn=single. Counters are not looked at. */
FAN_API FanPromise fan_proof_promise(const FanProof *proof, const FanPosition *position);

/* What the other side can hold, the one that is not to move: the least over all turns, and so what
 * whoever moved here has kept. FAN_PROMISE_NONE as above, and without memory. */
FAN_API FanPromise fan_proof_kept(const FanProof *proof, const FanPosition *position);

FAN_END_DECLS
#endif
