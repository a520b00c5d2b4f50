/* Reading certificates (docs/solved.md), without anything of src/proof. */
#include "check/check.h"

#include <string.h>

enum { HEAD = 72, TABLE = 10, SUM = 8, VERSION = 1 };

static uint64_t number_at(const uint8_t *bytes, int count) {
    uint64_t number = 0;
    while (count-- > 0) {
        number = number * 256 + bytes[count];
    }
    return number;
}

static bool refuse(char reason[CHECK_REASON_MAX], const char *why) {
    strcpy(reason, why);
    return false;
}

/* FNV-1a, 64 bits. */
static bool sum_is_right(const uint8_t *bytes, size_t len_bytes) {
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i + SUM < len_bytes; i++) {
        sum ^= bytes[i];
        sum *= 1099511628211u;
    }
    return sum == number_at(bytes + len_bytes - SUM, SUM);
}

/* The stones of a side, bit by bit; false where one has no point or stands on another. */
static bool place_stones(CheckPosition *position, uint64_t set, char side) {
    for (int point = 0; point < 64; point++) {
        if ((set >> point & 1) == 0) {
            continue;
        }
        CheckPoint at = {point % position->files, point / position->files};
        if (at.rank >= position->ranks || position->stones[at.rank][at.file] != CHECK_EMPTY) {
            return false;
        }
        position->stones[at.rank][at.file] = side;
    }
    return true;
}

static bool read_position(const uint8_t *head, CheckCertificate *certificate,
                          char reason[CHECK_REASON_MAX]) {
    CheckPosition *position = &certificate->position;
    if (!check_size_valid(head[10], head[11])) {
        return refuse(reason, "no such board");
    }
    *position = (CheckPosition){.files = head[10], .ranks = head[11], .number = 1};
    memset(position->stones, CHECK_EMPTY, sizeof position->stones);
    if (head[12] > 1 || head[13] > 1) {
        return refuse(reason, "no such rules");
    }
    certificate->rules = check_rules_default();
    certificate->rules.chain = head[12] ? CHECK_CHAIN_MANDATORY : CHECK_CHAIN_OPTIONAL;
    certificate->rules.blocked = head[13] ? CHECK_BLOCKED_DRAW : CHECK_BLOCKED_LOSS;
    if (head[14] > 1) {
        return refuse(reason, "no such side to move");
    }
    position->side = head[14] ? CHECK_BLACK : CHECK_WHITE;
    int most = (position->files * position->ranks - 1) / 2; /* R9.4 */
    if (!place_stones(position, number_at(head + 24, 8), position->side) ||
        !place_stones(position, number_at(head + 32, 8), check_other_side(position->side)) ||
        check_count_stones(position, CHECK_WHITE) > most ||
        check_count_stones(position, CHECK_BLACK) > most) {
        return refuse(reason, "no such position");
    }
    return true;
}

/* The value and what is claimed of it: of a draw two things, else one. */
static bool read_claims(const uint8_t *head, CheckCertificate *certificate,
                        char reason[CHECK_REASON_MAX]) {
    static const struct { int least, most; } values[] = {{0, 0}, {1, 1}, {-1, -1}, {0, 1}, {-1, 0}};
    char mover = certificate->position.side, other = check_other_side(mover);
    if (head[15] > 4) {
        return refuse(reason, "no such value");
    }
    int least = certificate->least = values[head[15]].least;
    int most = certificate->most = values[head[15]].most;
    certificate->claims = least == 0 && most == 0 ? 2 : 1;
    for (int i = 0; i < 2; i++) {
        struct CheckClaim *claim = &certificate->claim[i];
        claim->win = least == most && least != 0;
        /* A win is that of the winner; a win that cannot be forced, that of the side that has none:
         * of a draw first the side to move. */
        bool movers = claim->win ? least > 0 : most == 0 && i == 0;
        claim->side = movers ? mover : other;
        claim->answers = number_at(head + 40 + 16 * i, 8);
        claim->len_bytes = number_at(head + 48 + 16 * i, 8);
    }
    struct CheckClaim *second = &certificate->claim[1];
    if (certificate->claims == 1 && (second->answers != 0 || second->len_bytes != 0)) {
        return refuse(reason, "one claim too many");
    }
    return true;
}

/* Where the parts begin; they must fill the file. */
static bool find_parts(const uint8_t *bytes, size_t len_bytes, CheckCertificate *certificate,
                       char reason[CHECK_REASON_MAX]) {
    certificate->stones = bytes[16];
    certificate->tables = bytes[17];
    certificate->table_bytes = bytes + HEAD;
    for (int i = 18; i < 24; i++) {
        if (bytes[i] != 0) {
            return refuse(reason, "a byte that is to be 0 is not");
        }
    }
    size_t left = len_bytes - HEAD - SUM, tables = (size_t)certificate->tables * TABLE;
    struct CheckClaim *claim = certificate->claim;
    if (tables > left || claim[0].len_bytes > left - tables ||
        claim[1].len_bytes != left - tables - claim[0].len_bytes) {
        return refuse(reason, "the lengths of its parts do not fit");
    }
    claim[0].bytes = bytes + HEAD + tables;
    claim[1].bytes = claim[0].bytes + claim[0].len_bytes;
    return true;
}

bool check_certificate_read(const uint8_t *bytes, size_t len_bytes, CheckCertificate *certificate,
                            char reason[CHECK_REASON_MAX]) {
    if (len_bytes < HEAD + SUM || memcmp(bytes, "FANPROOF", 8) != 0) {
        return refuse(reason, "no certificate");
    }
    if (number_at(bytes + 8, 2) != VERSION) {
        return refuse(reason, "of another version of the format");
    }
    if (!sum_is_right(bytes, len_bytes)) {
        return refuse(reason, "damaged: its checksum is wrong");
    }
    return read_position(bytes, certificate, reason) && read_claims(bytes, certificate, reason) &&
           find_parts(bytes, len_bytes, certificate, reason);
}

void check_certificate_table(const CheckCertificate *certificate, int index, int *own, int *foe,
                             uint8_t sums[8]) {
    const uint8_t *bytes = certificate->table_bytes + index * TABLE;
    *own = bytes[0];
    *foe = bytes[1];
    memcpy(sums, bytes + 2, 8);
}
