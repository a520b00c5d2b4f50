#include "proof/reading.h"

#include <string.h>

enum {
    VERSION = 1,
    HEAD_BYTES = 72,
    TABLE_BYTES = 10,
    SUM_BYTES = 8,
    VALUES = 5,
};

static uint64_t number_at(const uint8_t *bytes, unsigned count) {
    uint64_t number = 0;
    while (count-- > 0) {
        number = number << 8 | bytes[count];
    }
    return number;
}

/* FNV-1a, 64 bits. */
static uint64_t sum_of(const uint8_t *bytes, size_t count) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

static const char *read_position(FanReading *reading, const uint8_t *head) {
    FanPosition *position = &reading->position;
    if (!fan_board_init(&reading->board, head[10], head[11])) {
        return "no such board";
    }
    if (head[12] > FAN_CHAIN_MANDATORY || head[13] > FAN_BLOCKED_DRAW || head[14] > FAN_BLACK) {
        return "no such rules or side to move";
    }
    reading->rules = fan_rules_default();
    reading->rules.chain = head[12];
    reading->rules.blocked = head[13];
    *position = (FanPosition){.side = head[14], .number = 1};
    FanPoints own = number_at(head + 24, 8), foe = number_at(head + 32, 8);
    position->stones[position->side] = own;
    position->stones[position->side ^ 1] = foe;
    int most = (reading->board.points - 1) / 2; /* R9.4 */
    bool good = ((own | foe) & ~reading->board.all) == 0 && (own & foe) == 0 &&
                __builtin_popcountll(own) <= most && __builtin_popcountll(foe) <= most;
    return good ? NULL : "no such position";
}

/* What is claimed where the head tells this value: a draw, a win, a loss, no loss, no win. */
static const char *read_claims(FanReading *reading, const uint8_t *head) {
    static const struct {
        unsigned count;
        bool win, by_mover; /* of a draw the second claim is the mover's */
    } claims[VALUES] = {
        {2, false, false}, {1, true, true}, {1, true, false}, {1, false, true}, {1, false, false}};
    if (head[15] >= VALUES) {
        return "no such value";
    }
    reading->claims_count = claims[head[15]].count;
    for (unsigned i = 0; i < 2; i++) {
        reading->claims[i] = (FanClaim){.win = claims[head[15]].win,
                                        .by_mover = i == 1 || claims[head[15]].by_mover,
                                        .answers = number_at(head + 40 + 16 * i, 8)};
    }
    return NULL;
}

/* The parts fill the file; of a claim that is not made there is nothing. */
static const char *find_parts(FanReading *reading, const uint8_t *bytes, size_t len_bytes) {
    size_t left = len_bytes - HEAD_BYTES - SUM_BYTES;
    reading->stones = bytes[16];
    reading->tables_count = bytes[17];
    reading->tables = bytes + HEAD_BYTES;
    size_t tables = (size_t)reading->tables_count * TABLE_BYTES;
    uint64_t first = number_at(bytes + 48, 8), second = number_at(bytes + 64, 8);
    bool alone = reading->claims_count == 2 || (second == 0 && reading->claims[1].answers == 0);
    if (!alone || number_at(bytes + 18, 6) != 0 || tables > left || first > left - tables ||
        second != left - tables - first) {
        return "the lengths of its parts do not fit";
    }
    reading->claims[0].next = bytes + HEAD_BYTES + tables;
    reading->claims[0].end = reading->claims[1].next = reading->claims[0].next + first;
    reading->claims[1].end = reading->claims[1].next + second;
    return NULL;
}

const char *fan_reading_begin(FanReading *reading, const uint8_t *bytes, size_t len_bytes) {
    if (len_bytes < HEAD_BYTES + SUM_BYTES || memcmp(bytes, "FANPROOF", 8) != 0) {
        return "no certificate";
    }
    if (number_at(bytes + 8, 2) != VERSION) {
        return "of another version of the format";
    }
    if (sum_of(bytes, len_bytes - SUM_BYTES) != number_at(bytes + len_bytes - SUM_BYTES, 8)) {
        return "damaged: its checksum is wrong";
    }
    const char *why = read_position(reading, bytes);
    why = why ? why : read_claims(reading, bytes);
    return why ? why : find_parts(reading, bytes, len_bytes);
}

void fan_reading_table(const FanReading *reading, unsigned index, unsigned *own, unsigned *foe) {
    *own = reading->tables[index * TABLE_BYTES];
    *foe = reading->tables[index * TABLE_BYTES + 1];
}

bool fan_claim_take(FanClaim *claim, unsigned *number) {
    uint64_t taken = 0;
    for (unsigned shift = 0; shift < 35 && claim->next < claim->end; shift += 7) {
        uint8_t byte = *claim->next++;
        taken |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            *number = (unsigned)taken;
            return taken <= UINT32_MAX;
        }
    }
    return false;
}
