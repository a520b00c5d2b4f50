/* `fanorona solve check FILE`: a certificate judged by the slow rules (src/check) and the reader of
 * tables alone. */
#include "check/check.h"
#include "cli/interrupt.h"
#include "cli/solve/solve.h"
#include "cli/ticker.h"
#include "tables/tables.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SUMS_AT = 120, FILE_MAX_BYTES = 1 << 30, CLAIM_MAX = 32 };

typedef struct Checking {
    const FanArguments *arguments;
    const char *path;
    CheckCertificate certificate;
    FanSolveTables found;
    bool named[FAN_TABLE_SIDE_MAX + 1][FAN_TABLE_SIDE_MAX + 1]; /* tables that it leans on */
    FanTicker ticker;
    int claim;
} Checking;

/* --- the file ------------------------------------------------------------------------------------
 */

static FanExit complain_file(const Checking *checking, const char *why) {
    return fan_complain(checking->arguments, FAN_EXIT_USAGE, "%s: %s", checking->path, why);
}

/* The whole file, to be freed. */
static FanExit read_file(const Checking *checking, uint8_t **bytes, size_t *len_bytes) {
    FILE *stream = fopen(checking->path, "rbe");
    long length = -1;
    if (stream && fseek(stream, 0, SEEK_END) == 0) {
        length = ftell(stream);
    }
    if (length < 0 || length > FILE_MAX_BYTES) {
        FanExit status = complain_file(checking, length < 0 ? strerror(errno) : "is too long");
        if (stream) {
            fclose(stream);
        }
        return status;
    }
    rewind(stream);
    *len_bytes = (size_t)length;
    *bytes = malloc(*len_bytes + 1);
    bool good = *bytes && fread(*bytes, 1, *len_bytes, stream) == *len_bytes;
    fclose(stream);
    return good ? FAN_EXIT_FINE : complain_file(checking, "cannot be read");
}

/* --- the tables it names -------------------------------------------------------------------------
 */

static FanExit complain_table(const Checking *checking, int own, int foe, const char *what) {
    return fan_complain(checking->arguments, FAN_EXIT_FAILED,
                        "%s: the table of %d against %d stones %s", checking->found.folder, own,
                        foe, what);
}

/* Shows what is being read; false after Ctrl-C. */
static bool watch_table(Checking *checking, int own, int foe, uint64_t block, uint64_t blocks) {
    FanTicker *ticker = &checking->ticker;
    if (fan_ticker_due(ticker)) {
        fan_ticker_begin(ticker);
        fan_ticker_cell(ticker, "check: table of %d against %d stones, %.0f %%", own, foe,
                        100 * (double)block / (double)blocks);
        fan_ticker_end(ticker);
    }
    return !fan_interrupted();
}

/* Every block has its checksum. */
static FanExit check_blocks(Checking *checking, int own, int foe, const FanTableFile *file) {
    for (uint64_t block = 0; block < file->head.blocks; block++) {
        if (!watch_table(checking, own, foe, block, file->head.blocks)) {
            return fan_complain(checking->arguments, FAN_EXIT_INTERRUPTED,
                                "interrupted while tables were read");
        }
        if (!fan_values_sound(file, block)) {
            return complain_table(checking, own, foe, "is damaged");
        }
    }
    return FAN_EXIT_FINE;
}

static FanExit check_table(Checking *checking, int index) {
    int own, foe;
    uint8_t sums[8];
    check_certificate_table(&checking->certificate, index, &own, &foe, sums);
    if (own < 1 || foe < 1 || own > FAN_TABLE_SIDE_MAX || foe > FAN_TABLE_SIDE_MAX) {
        return complain_file(checking, "names a table that no board has");
    }
    const FanTableFile *file = &checking->found.tables->files[own][foe][FAN_TABLE_VALUES];
    if (!file->data) {
        return fan_complain(checking->arguments, FAN_EXIT_FAILED,
                            "%s: it leans on a table of %d against %d stones, which is not here",
                            checking->found.folder, own, foe);
    }
    if (memcmp(file->index - FAN_FILE_HEAD_BYTES + SUMS_AT, sums, sizeof sums) != 0) {
        return complain_table(checking, own, foe, "is not the one it leans on");
    }
    checking->named[own][foe] = true;
    return check_blocks(checking, own, foe, file);
}

/* The board and rules are the certificate's. */
static FanExit open_tables(Checking *checking) {
    const CheckCertificate *certificate = &checking->certificate;
    FanSetup setup = {.rules = fan_rules_default()};
    if (!fan_board_init(&setup.board, (unsigned)certificate->position.files,
                        (unsigned)certificate->position.ranks)) {
        return complain_file(checking, "no such board");
    }
    setup.rules.chain = certificate->rules.chain == CHECK_CHAIN_MANDATORY ? FAN_CHAIN_MANDATORY
                                                                          : FAN_CHAIN_OPTIONAL;
    setup.rules.blocked =
        certificate->rules.blocked == CHECK_BLOCKED_DRAW ? FAN_BLOCKED_DRAW : FAN_BLOCKED_LOSS;
    FanExit status = certificate->tables > 0
                         ? fan_solve_tables(checking->arguments, &setup, 0, &checking->found)
                         : FAN_EXIT_FINE;
    for (int i = 0; status == FAN_EXIT_FINE && i < certificate->tables; i++) {
        status = check_table(checking, i);
    }
    return status;
}

/* --- the walk ------------------------------------------------------------------------------------
 */

static bool ask(void *context, const CheckPosition *checked, int *value) {
    static const int values[] = {[FAN_TABLE_DRAW] = 0, [FAN_TABLE_WIN] = 1, [FAN_TABLE_LOSS] = -1};
    const Checking *checking = context;
    FanPosition position = {.side = checked->side == CHECK_BLACK, .number = 1};
    for (int rank = 0; rank < checked->ranks; rank++) {
        for (int file = 0; file < checked->files; file++) {
            FanPoints bit = UINT64_C(1) << (rank * checked->files + file);
            position.stones[FAN_WHITE] |= checked->stones[rank][file] == CHECK_WHITE ? bit : 0;
            position.stones[FAN_BLACK] |= checked->stones[rank][file] == CHECK_BLACK ? bit : 0;
        }
    }
    char other = check_other_side(checked->side);
    FanTableValue found;
    if (!checking->named[check_count_stones(checked, checked->side)]
                        [check_count_stones(checked, other)] ||
        !fan_tables_value(checking->found.tables, &position, &found)) {
        return false;
    }
    *value = values[found];
    return true;
}

/* "White can force a win" */
static void write_claim(const struct CheckClaim *claim, char text[CLAIM_MAX]) {
    snprintf(text, CLAIM_MAX, "%s %s force a win", claim->side == CHECK_WHITE ? "White" : "Black",
             claim->win ? "can" : "cannot");
}

static bool watch(void *context, uint64_t answers) {
    Checking *checking = context;
    const struct CheckClaim *claim = &checking->certificate.claim[checking->claim];
    FanTicker *ticker = &checking->ticker;
    if (fan_ticker_due(ticker)) {
        char text[CLAIM_MAX];
        write_claim(claim, text);
        fan_ticker_begin(ticker);
        fan_ticker_cell(ticker, "check: %s: %" PRIu64 " of %" PRIu64 " answers", text, answers,
                        claim->answers);
        fan_ticker_end(ticker);
    }
    return !fan_interrupted();
}

static void tell_hole(const Checking *checking, const CheckHoleFound *hole) {
    char text[CHECK_POSITION_TEXT_MAX];
    check_position_write(&hole->position, text);
    fprintf(fan_out(checking->arguments), "hole: %s\nline: %s\nposition: %s\n", hole->reason,
            hole->line ? hole->line : "", text);
}

static FanExit check_claim(Checking *checking, int index) {
    const struct CheckClaim *claim = &checking->certificate.claim[index];
    CheckHoleFound hole;
    checking->claim = index;
    CheckVerdict verdict =
        check_certificate_walk(&checking->certificate, index, ask, watch, checking, &hole);
    fan_ticker_clear(&checking->ticker);
    FILE *out = fan_out(checking->arguments);
    char text[CLAIM_MAX];
    write_claim(claim, text);
    fprintf(out, "%s: ", text);
    switch (verdict) {
    case CHECK_HOLDS:
        fprintf(out, "proved by %" PRIu64 " answers\n", claim->answers);
        return FAN_EXIT_FINE;
    case CHECK_HOLE:
        fprintf(out, "not proved\n");
        tell_hole(checking, &hole);
        free(hole.line);
        return FAN_EXIT_FAILED;
    case CHECK_STOPPED:
        fprintf(out, "not gone through\n");
        return FAN_EXIT_INTERRUPTED;
    default:
        fprintf(out, "not gone through\n");
        return fan_complain(checking->arguments, FAN_EXIT_FAILED, "not enough memory");
    }
}

/* What the claims say of the position: the value, or between which two it lies. */
static const char *worth_word(const CheckCertificate *certificate) {
    static const char *const words[3][3] = {[0] = {"loss", "draw or loss", NULL},
                                            [1] = {NULL, "draw", "draw or win"},
                                            [2] = {NULL, NULL, "win"}};
    return words[certificate->least + 1][certificate->most + 1];
}

static FanExit check_claims(Checking *checking) {
    char text[CHECK_POSITION_TEXT_MAX];
    const CheckCertificate *certificate = &checking->certificate;
    check_position_write(&certificate->position, text);
    fprintf(fan_out(checking->arguments), "position %s\n", text);
    FanExit status = FAN_EXIT_FINE;
    for (int i = 0; status == FAN_EXIT_FINE && i < certificate->claims; i++) {
        status = check_claim(checking, i);
    }
    if (status == FAN_EXIT_FINE) {
        fprintf(fan_out(checking->arguments), "value %s\n", worth_word(certificate));
    }
    return status;
}

FanExit fan_solve_check(const FanArguments *arguments, const char *path) {
    Checking checking = {.arguments = arguments, .path = path, .ticker = {.arguments = arguments}};
    uint8_t *bytes = NULL;
    size_t len_bytes = 0;
    char reason[CHECK_REASON_MAX];
    FanExit status = read_file(&checking, &bytes, &len_bytes);
    if (status == FAN_EXIT_FINE &&
        !check_certificate_read(bytes, len_bytes, &checking.certificate, reason)) {
        status = complain_file(&checking, reason);
    }
    fan_interrupt_watch();
    if (status == FAN_EXIT_FINE) {
        status = open_tables(&checking);
        fan_ticker_clear(&checking.ticker);
    }
    if (status == FAN_EXIT_FINE) {
        status = check_claims(&checking);
    }
    fan_interrupt_unwatch();
    fan_tables_free(checking.found.tables);
    free(bytes);
    return status;
}
