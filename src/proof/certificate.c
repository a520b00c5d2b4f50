#include "proof/certificate.h"

#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    HEAD_BYTES = 72,
    TABLE_BYTES = 10,
    SUM_BYTES = 8,
    FILE_SUMS_AT = 120, /* of the head of a table file: two checksums, which tell it from others */
};
static const char magic[8] = "FANPROOF";

void fan_certificate_free(FanCertificate *certificate) {
    free(certificate->bytes);
    *certificate = (FanCertificate){0};
}

static bool append(FanCertificate *certificate, const void *bytes, size_t count) {
    if (!certificate->bytes || certificate->len_bytes + count > certificate->capacity) {
        size_t capacity = (certificate->capacity ? certificate->capacity * 2 : 4096) + count;
        uint8_t *grown = realloc(certificate->bytes, capacity);
        if (!grown) {
            return false;
        }
        certificate->bytes = grown;
        certificate->capacity = capacity;
    }
    memcpy(certificate->bytes + certificate->len_bytes, bytes, count);
    certificate->len_bytes += count;
    return true;
}

/* Little-endian. */
static void put(uint8_t *bytes, uint64_t number, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
}

/* Seven bits a byte, lowest first, all but the last with the eighth set. */
static bool append_number(FanCertificate *certificate, unsigned number) {
    uint8_t bytes[5];
    size_t count = 0;
    for (; number > 127; number >>= 7) {
        bytes[count++] = (uint8_t)(number | 128);
    }
    bytes[count++] = (uint8_t)number;
    return append(certificate, bytes, count);
}

/* What a walk is told by the prover is written down as it is told. */
typedef struct Recording {
    const FanCertify *what;
    FanCertificate *certificate;
} Recording;

static FanWalkStatus record(void *context, FanStand stand, bool win, size_t choices,
                            unsigned *answer, unsigned *distance) {
    Recording *recording = context;
    const FanCertify *what = recording->what;
    if (!what->prover(what->context, stand, win, answer, distance)) {
        return FAN_WALK_REFUSED;
    }
    bool good = (choices == 1 || append_number(recording->certificate, *answer)) &&
                (!win || append_number(recording->certificate, *distance));
    return good ? FAN_WALK_DONE : FAN_WALK_MEMORY;
}

typedef struct Claims {
    size_t count;
    bool win[2];
    bool by_mover[2]; /* whose win it is about: that of the side to move */
} Claims;

static Claims claims_of(FanWorth worth) {
    static const Claims claims[] = {
        [FAN_WORTH_DRAW] = {2, {false, false}, {true, false}},
        [FAN_WORTH_WIN] = {1, {true}, {true}},
        [FAN_WORTH_LOSS] = {1, {true}, {false}},
        [FAN_WORTH_NO_LOSS] = {1, {false}, {false}},
        [FAN_WORTH_NO_WIN] = {1, {false}, {true}},
    };
    return claims[worth];
}

/* The tables that positions were looked up in, behind the head; *count: how many. */
static bool append_tables(const FanCertify *what, const FanWalk *walk, FanCertificate *certificate,
                          unsigned *count) {
    *count = 0;
    for (unsigned own = 1; own <= FAN_TABLE_SIDE_MAX; own++) {
        for (unsigned foe = 1; foe <= FAN_TABLE_SIDE_MAX; foe++) {
            if (walk->asked[own][foe]) {
                const uint8_t *head =
                    what->tables->files[own][foe][FAN_TABLE_VALUES].index - FAN_FILE_HEAD_BYTES;
                uint8_t bytes[TABLE_BYTES] = {(uint8_t)own, (uint8_t)foe};
                memcpy(bytes + 2, head + FILE_SUMS_AT, TABLE_BYTES - 2);
                if (!append(certificate, bytes, sizeof bytes)) {
                    return false;
                }
                (*count)++;
            }
        }
    }
    return true;
}

static void fill_head(const FanCertify *what, const FanCertificate *answers, unsigned tables,
                      const size_t lengths[2], uint8_t *head) {
    const FanPosition *position = what->position;
    memset(head, 0, HEAD_BYTES);
    memcpy(head, magic, sizeof magic);
    put(head + 8, VERSION, 2);
    head[10] = what->scene->board.files;
    head[11] = what->scene->board.ranks;
    head[12] = what->scene->rules.chain;
    head[13] = what->scene->rules.blocked;
    head[14] = position->side;
    head[15] = (uint8_t)what->worth;
    head[16] = (uint8_t)what->stones;
    head[17] = (uint8_t)tables;
    put(head + 24, position->stones[position->side], 8);
    put(head + 32, position->stones[position->side ^ 1], 8);
    for (unsigned i = 0; i < 2; i++) {
        put(head + 40 + 16 * i, answers->answers[i], 8);
        put(head + 48 + 16 * i, lengths[i], 8);
    }
}

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static uint64_t sum_of(const uint8_t *bytes, size_t count) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

/* Head, tables, answers, checksum. */
static bool assemble(const FanCertify *what, const FanWalk *walk, const size_t lengths[2],
                     const FanCertificate *answers, FanCertificate *certificate) {
    uint8_t head[HEAD_BYTES] = {0}, sum[SUM_BYTES];
    unsigned tables;
    if (!append(certificate, head, sizeof head) ||
        !append_tables(what, walk, certificate, &tables) ||
        !append(certificate, answers->bytes, answers->len_bytes)) {
        return false;
    }
    fill_head(what, answers, tables, lengths, certificate->bytes);
    put(sum, sum_of(certificate->bytes, certificate->len_bytes), sizeof sum);
    memcpy(certificate->answers, answers->answers, sizeof answers->answers);
    return append(certificate, sum, sizeof sum);
}

FanCertifyStatus fan_certify_status(FanWalkStatus status) {
    static const FanCertifyStatus statuses[] = {[FAN_WALK_DONE] = FAN_CERTIFY_DONE,
                                                [FAN_WALK_REFUSED] = FAN_CERTIFY_REFUSED,
                                                [FAN_WALK_HOLE] = FAN_CERTIFY_WRONG,
                                                [FAN_WALK_MEMORY] = FAN_CERTIFY_MEMORY};
    return statuses[status];
}

FanCertifyStatus fan_certify(const FanCertify *what, FanCertificate *certificate) {
    FanCertificate answers = {0};
    Recording recording = {what, &answers};
    FanWalk walk = {.scene = what->scene,
                    .tables = what->tables,
                    .stones = what->stones,
                    .answer = record,
                    .context = &recording};
    Claims claims = claims_of(what->worth);
    size_t lengths[2] = {0, 0};
    FanWalkStatus status = append(&answers, "", 0) ? FAN_WALK_DONE : FAN_WALK_MEMORY;
    for (size_t i = 0; status == FAN_WALK_DONE && i < claims.count; i++) {
        size_t before = answers.len_bytes;
        FanStand root = fan_stand_of(what->scene, what->position);
        status = fan_walk(&walk, root, claims.win[i], claims.by_mover[i] == claims.win[i]);
        lengths[i] = answers.len_bytes - before;
        answers.answers[i] = walk.answers;
    }
    if (status == FAN_WALK_DONE && !assemble(what, &walk, lengths, &answers, certificate)) {
        status = FAN_WALK_MEMORY;
    }
    fan_walk_free(&walk);
    fan_certificate_free(&answers);
    return fan_certify_status(status);
}
