#include "cli/certificates.h"

#include "cli/clock.h"
#include "cli/data.h"

#include <inttypes.h>
#include <string.h>

enum { TICK_MS = 250 };

FanExit fan_certificates_choose(const FanArguments *arguments, FanCertificates *certificates) {
    const char *asked = fan_arguments_text(arguments, "proofs", NULL);
    char data[FAN_ENDGAMES_PATH_MAX - sizeof "/proofs"];
    *certificates = (FanCertificates){.arguments = arguments, .asked = asked != NULL};
    if (asked) {
        if (strlen(asked) >= FAN_ENDGAMES_PATH_MAX) {
            return fan_complain(arguments, FAN_EXIT_USAGE,
                                "--proofs: the folder's name is too long");
        }
        strcpy(certificates->folders[certificates->folders_count++], asked);
        return FAN_EXIT_FINE;
    }
    if (fan_data_folder(data, sizeof data)) {
        snprintf(certificates->folders[certificates->folders_count++], FAN_ENDGAMES_PATH_MAX,
                 "%s/proofs", data);
    }
    strcpy(certificates->folders[certificates->folders_count++], FAN_DATA_SHARED "/proofs");
    return FAN_EXIT_FINE;
}

static void forget(FanCertificates *certificates) {
    fan_proof_free(certificates->proof);
    certificates->proof = NULL;
    certificates->looked = false;
}

void fan_certificates_drop(FanCertificates *certificates) {
    forget(certificates);
    *certificates = (FanCertificates){.arguments = NULL};
}

/* Whether the last look was for this. */
static bool is_same(const FanCertificates *certificates, const FanBoard *board,
                    const FanRules *rules) {
    return certificates->looked && certificates->board.files == board->files &&
           certificates->board.ranks == board->ranks && certificates->rules.telo == rules->telo &&
           certificates->rules.chain == rules->chain &&
           certificates->rules.blocked == rules->blocked;
}

static bool watch(void *context, uint64_t answers, uint64_t of) {
    FanCertificates *certificates = context;
    uint64_t now_ms = fan_now_ms();
    if (fan_err_is_terminal(certificates->arguments) && now_ms >= certificates->told_ms + TICK_MS) {
        FILE *err = fan_err(certificates->arguments);
        certificates->told_ms = now_ms;
        fprintf(err, "\rcertificate: %" PRIu64 " of %" PRIu64 " answers \033[K", answers, of);
        fflush(err);
    }
    return true;
}

static void end_progress(const FanCertificates *certificates) {
    if (!certificates->silent && certificates->told_ms &&
        fan_err_is_terminal(certificates->arguments)) {
        fputs("\r\033[K", fan_err(certificates->arguments));
    }
}

/* Without memory there is nothing to add to. */
static FanProof *make(const FanBoard *board, const FanRules *rules, const FanTables *tables,
                      FanProofError *error) {
    FanProof *proof = fan_proof_new(board, rules, tables);
    if (!proof) {
        snprintf(error->text, sizeof error->text, "not enough memory");
    }
    return proof;
}

static void complain_none(const char *folder, FanProofError *error) {
    snprintf(error->text, sizeof error->text,
             "%.400s has no certificate of this board and these rules", folder);
}

FanProof *fan_certificates_open(const char *folder, const FanBoard *board, const FanRules *rules,
                                const FanTables *tables, FanProofError *error) {
    FanProof *proof = make(board, rules, tables, error);
    bool good = proof && (!*folder || fan_proof_add_folder(proof, folder, error));
    if (good && *folder && fan_proof_answers(proof) == 0) {
        complain_none(folder, error);
    }
    if (!good || !fan_proof_add_builtin(proof, error)) {
        fan_proof_free(proof);
        proof = NULL;
    }
    return proof;
}

/* A folder that was asked for has to be there. */
static bool add_folders(FanCertificates *certificates, FanProof *proof, FanProofError *error) {
    for (size_t i = 0; i < certificates->folders_count; i++) {
        if (!fan_proof_add_folder(proof, certificates->folders[i], error)) {
            return false;
        }
    }
    if (certificates->asked && fan_proof_answers(proof) == 0) {
        complain_none(certificates->folders[0], error);
        return false;
    }
    return certificates->asked || fan_proof_add_builtin(proof, error);
}

static bool look(FanCertificates *certificates, const FanTables *tables, FanProofError *error) {
    FanProof *proof = make(&certificates->board, &certificates->rules, tables, error);
    bool good = proof != NULL;
    if (good) {
        if (!certificates->silent) {
            fan_proof_watch(proof, watch, certificates);
        }
        good = add_folders(certificates, proof, error);
        end_progress(certificates);
        fan_proof_watch(proof, NULL, NULL);
    }
    if (!good) {
        fan_proof_free(proof);
        proof = NULL;
    }
    certificates->proof = proof;
    return good;
}

bool fan_certificates_find(FanCertificates *certificates, FanEndgames *endgames,
                           const FanBoard *board, const FanRules *rules, const FanTables **tables,
                           const FanProof **proof, FanProofError *error) {
    FanTablesError why;
    bool same = is_same(certificates, board, rules);
    if (!same) {
        forget(certificates); /* before its tables */
    }
    *proof = NULL;
    if (!fan_endgames_find(endgames, board, rules, tables, &why)) {
        snprintf(error->text, sizeof error->text, "%.500s", why.text);
        return false;
    }
    bool good = true;
    if (!same) {
        certificates->looked = true;
        certificates->board = *board;
        certificates->rules = *rules;
        good = rules->telo || look(certificates, *tables, error); /* of telo there is none */
    }
    *proof = certificates->proof;
    return good;
}
