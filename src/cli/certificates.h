/* The certificates that the computer of a subcommand plays by with --perfect: those of --proofs,
 * else those of the user, of the system and of the library. */
#ifndef FAN_CLI_CERTIFICATES_H
#define FAN_CLI_CERTIFICATES_H

#include "cli/endgames.h"

#include <fanorona/proof.h>

typedef struct FanCertificates {
    const FanArguments *arguments;
    char folders[2][FAN_ENDGAMES_PATH_MAX];
    size_t folders_count;
    bool asked; /* --proofs named the folder */

    bool looked; /* for what is proved of this board under these rules: */
    FanBoard board;
    FanRules rules;
    FanProof *proof; /* owned; NULL: nothing is proved */

    bool silent; /* how far it is, is not told any more */
    uint64_t told_ms;
} FanCertificates;

/* Reads --proofs; opens nothing. Afterwards fan_certificates_drop, before the endgame tables that
 * were used with it. */
FanExit fan_certificates_choose(const FanArguments *arguments, FanCertificates *certificates);
void fan_certificates_drop(FanCertificates *certificates);

/* What a folder ("": none) has of a board under these rules, and what the library has. Returns
 * NULL, with the reason, if a certificate is refused; says so, too, where a folder has none. Freed
 * by fan_proof_free. */
FanProof *fan_certificates_open(const char *folder, const FanBoard *board, const FanRules *rules,
                                const FanTables *tables, FanProofError *error);

/* Finds the tables of a game and what is proved of it; both stay until the next call or until they
 * are dropped, and are NULL where there is nothing. Certificates are gone through the first time;
 * how far that is, a terminal is told. Returns false, with the reason, if a certificate or tables
 * could not be read; then nothing is proved. */
bool fan_certificates_find(FanCertificates *certificates, FanEndgames *endgames,
                           const FanBoard *board, const FanRules *rules, const FanTables **tables,
                           const FanProof **proof, FanProofError *error);

#endif
