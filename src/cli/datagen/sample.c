#include "cli/datagen/sample.h"

#include "engine/mix.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    /* where the fields of the header are */
    AT_VERSION = 8,
    AT_FILES = 16,
    AT_RANKS = 17,
    AT_TABLES = 18,
    AT_NODES = 24,
    AT_SEED = 32,
    AT_ENGINE = 40,
    AT_PLIES = 48,
    AT_BALANCE = 56,
    AT_NOISE = 60,
    AT_RULES = 64,
    AT_START = 224,
    AT_CHECK = FAN_PLAN_BYTES - 8,
};

static const char magic[8] = "FANDATA";

_Static_assert(AT_START - AT_RULES >= FAN_RULES_TEXT_MAX, "room for the rules");
_Static_assert(AT_CHECK - AT_START >= FAN_POSITION_TEXT_MAX, "room for the start");

static void put(uint8_t *bytes, uint64_t value, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

static uint64_t get(const uint8_t *bytes, size_t count) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return value;
}

/* --- samples -------------------------------------------------------------------------------------
 */

void fan_sample_write(const FanSample *sample, uint8_t bytes[FAN_SAMPLE_BYTES]) {
    put(bytes, sample->stones[FAN_WHITE], 8);
    put(bytes + 8, sample->stones[FAN_BLACK], 8);
    put(bytes + 16, (uint16_t)sample->score, 2);
    put(bytes + 18, sample->ply, 2);
    bytes[20] = sample->side;
    bytes[21] = (uint8_t)sample->result;
    bytes[22] = sample->flags;
    bytes[23] = sample->quiet;
}

FanSample fan_sample_read(const uint8_t bytes[FAN_SAMPLE_BYTES]) {
    return (FanSample){
        .stones = {get(bytes, 8), get(bytes + 8, 8)},
        .score = (int16_t)get(bytes + 16, 2),
        .ply = (uint16_t)get(bytes + 18, 2),
        .side = bytes[20],
        .result = (int8_t)bytes[21],
        .flags = bytes[22],
        .quiet = bytes[23],
    };
}

/* What the rules call the first phase of vela follows from the giver's stones (R7.3). */
static FanMode mode_of(const FanPlan *plan, const FanSample *sample) {
    FanSide giver = plan->rules.vela == FAN_VELA_WHITE ? FAN_WHITE : FAN_BLACK;
    if (plan->rules.vela == FAN_VELA_NONE ||
        __builtin_popcountll(sample->stones[giver]) <= FAN_VELA_STONES_LEFT) {
        return FAN_MODE_CAPTURE;
    }
    return giver == FAN_WHITE ? FAN_MODE_VELA_WHITE : FAN_MODE_VELA_BLACK;
}

FanPosition fan_sample_position(const FanPlan *plan, const FanSample *sample) {
    return (FanPosition){
        .stones = {sample->stones[FAN_WHITE], sample->stones[FAN_BLACK]},
        .side = sample->side,
        .quiet = sample->quiet,
        .number = 1,
        .mode = (uint8_t)mode_of(plan, sample),
    };
}

static const char *position_fault(const FanPlan *plan, const FanSample *sample) {
    FanPoints points = (UINT64_C(1) << plan->board.points) - 1;
    const FanPoints *stones = sample->stones;
    if (((stones[FAN_WHITE] | stones[FAN_BLACK]) & ~points) != 0) {
        return "a stone is beside the board";
    }
    if ((stones[FAN_WHITE] & stones[FAN_BLACK]) != 0) {
        return "two stones are on one point";
    }
    if (stones[FAN_WHITE] == 0 || stones[FAN_BLACK] == 0) {
        return "a side has no stones";
    }
    return sample->side > FAN_BLACK ? "nobody is to move" : NULL;
}

static const char *label_fault(const FanPlan *plan, const FanSample *sample) {
    FanPosition position = fan_sample_position(plan, sample);
    bool must = (sample->flags & FAN_SAMPLE_MUST_CAPTURE) != 0;
    int white = sample->side == FAN_WHITE ? sample->score : -sample->score;
    if (sample->result < -1 || sample->result > 1) {
        return "the result is none";
    }
    if (abs(sample->score) > FAN_SCORE_WIN) {
        return "the score is out of its range";
    }
    if (sample->flags > (FAN_SAMPLE_MUST_CAPTURE | FAN_SAMPLE_EXACT | FAN_SAMPLE_LAST)) {
        return "an unknown flag is set";
    }
    if (must != fan_position_must_capture(&plan->board, &position)) {
        return "the flag of captures contradicts the position";
    }
    if ((sample->flags & FAN_SAMPLE_EXACT) && (white > 0) - (white < 0) != sample->result) {
        return "a score that is exact contradicts the result";
    }
    return NULL;
}

static const char *order_fault(const FanPlan *plan, const FanSample *before,
                               const FanSample *sample) {
    unsigned first = plan->start.side;
    if (sample->side != (first ^ (sample->ply & 1))) {
        return "the other side is to move after so many turns";
    }
    if (!before) {
        return NULL;
    }
    if (sample->ply <= before->ply) {
        return "it comes earlier in its game than the one before";
    }
    for (int side = 0; side < 2; side++) {
        if (__builtin_popcountll(sample->stones[side]) >
            __builtin_popcountll(before->stones[side])) {
            return "a side has more stones than before";
        }
    }
    return sample->result != before->result ? "its game has two results" : NULL;
}

const char *fan_sample_fault(const FanPlan *plan, const FanSample *before,
                             const FanSample *sample) {
    const char *fault = position_fault(plan, sample);
    fault = fault ? fault : label_fault(plan, sample);
    return fault ? fault : order_fault(plan, before, sample);
}

/* --- the header ----------------------------------------------------------------------------------
 */

/* Of the bytes before it. */
static uint64_t check_of(const uint8_t bytes[FAN_PLAN_BYTES]) {
    uint64_t check = 0;
    for (size_t i = 0; i < AT_CHECK; i += 8) {
        check = mix(check ^ get(bytes + i, 8)) + 1;
    }
    return check;
}

void fan_plan_write(const FanPlan *plan, uint8_t bytes[FAN_PLAN_BYTES]) {
    char rules[FAN_RULES_TEXT_MAX], start[FAN_POSITION_TEXT_MAX];
    memset(bytes, 0, FAN_PLAN_BYTES);
    memcpy(bytes, magic, sizeof magic);
    put(bytes + AT_VERSION, VERSION, 4);
    put(bytes + AT_VERSION + 4, FAN_PLAN_BYTES, 4);
    bytes[AT_FILES] = plan->board.files;
    bytes[AT_RANKS] = plan->board.ranks;
    bytes[AT_TABLES] = plan->tables_stones;
    put(bytes + AT_NODES, plan->nodes, 8);
    put(bytes + AT_SEED, plan->seed, 8);
    put(bytes + AT_ENGINE, plan->engine, 8);
    put(bytes + AT_PLIES, plan->plies_least, 4);
    put(bytes + AT_PLIES + 4, plan->plies_most, 4);
    put(bytes + AT_BALANCE, plan->balance, 4);
    put(bytes + AT_NOISE, plan->noise, 4);
    memcpy(bytes + AT_RULES, rules, fan_rules_write(&plan->rules, rules));
    memcpy(bytes + AT_START, start, fan_position_write(&plan->board, &plan->start, start));
    put(bytes + AT_CHECK, check_of(bytes), 8);
}

const char *fan_plan_read(FanPlan *plan, const uint8_t bytes[FAN_PLAN_BYTES]) {
    const char *rules = (const char *)bytes + AT_RULES, *start = (const char *)bytes + AT_START;
    FanPlan read = {
        .nodes = get(bytes + AT_NODES, 8),
        .seed = get(bytes + AT_SEED, 8),
        .engine = get(bytes + AT_ENGINE, 8),
        .plies_least = (uint32_t)get(bytes + AT_PLIES, 4),
        .plies_most = (uint32_t)get(bytes + AT_PLIES + 4, 4),
        .balance = (uint32_t)get(bytes + AT_BALANCE, 4),
        .noise = (uint32_t)get(bytes + AT_NOISE, 4),
        .tables_stones = bytes[AT_TABLES],
    };
    if (memcmp(bytes, magic, sizeof magic) != 0) {
        return "it is no training data";
    }
    if (get(bytes + AT_VERSION, 4) != VERSION || get(bytes + AT_VERSION + 4, 4) != FAN_PLAN_BYTES) {
        return "its format is of another version";
    }
    if (get(bytes + AT_CHECK, 8) != check_of(bytes)) {
        return "its header is damaged";
    }
    if (!fan_board_init(&read.board, bytes[AT_FILES], bytes[AT_RANKS]) ||
        !fan_rules_read(&read.rules, rules, strnlen(rules, AT_START - AT_RULES), NULL) ||
        fan_position_read(&read.board, &read.start, &read.rules, &read.board, start,
                          strnlen(start, AT_CHECK - AT_START), NULL, 0) != 0 ||
        !fan_rules_fit(&read.rules, &read.board)) {
        return "its header tells of no game that there is";
    }
    *plan = read;
    return NULL;
}
