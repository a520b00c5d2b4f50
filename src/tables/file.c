#include "tables/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const uint8_t magic[8] = {'F', 'A', 'N', 'T', 'A', 'B', 'L', 'E'};

/* Where the fields of the head are. */
enum {
    AT_VERSION = 8,
    AT_METRIC = 10,
    AT_FILES,
    AT_RANKS,
    AT_OWN,
    AT_FOE,
    AT_CHAIN,
    AT_BLOCKED,
    AT_TURNS,
    AT_BITS,
    AT_RECIPE = 20,
    AT_ENTRIES = 24,
    AT_WIN = 32,
    AT_DRAW = 40,
    AT_LOSS = 48,
    AT_LONGEST_WIN = 56,
    AT_LONGEST_LOSS = 58,
    AT_BLOCKS = 60,
    AT_DATA_BYTES = 64,
    AT_LIMIT = 76,
    AT_LIMITED = 78,
    AT_INDEX_SUM = 120,
    AT_HEAD_SUM = 124,
};

uint32_t fan_file_sum(const uint8_t *bytes, size_t len_bytes) {
    const uint64_t prime = UINT64_C(0x100000001B3);
    uint64_t sum = (UINT64_C(0xCBF29CE484222325) ^ len_bytes) * prime;
    for (; len_bytes >= 8; bytes += 8, len_bytes -= 8) {
        sum = (sum ^ load_number(bytes, 8)) * prime;
    }
    if (len_bytes > 0) {
        sum = (sum ^ load_number(bytes, (unsigned)len_bytes)) * prime;
    }
    return (uint32_t)(sum ^ sum >> 32);
}

uint64_t fan_file_index_bytes(const FanTableHead *head) {
    return head->metric == FAN_TABLE_VALUES ? 4 * (uint64_t)head->blocks
                                            : cells_lengths_at(head) + 2 * (uint64_t)head->blocks;
}

void fan_head_write(const FanTableHead *head, uint32_t index_sum,
                    uint8_t bytes[FAN_FILE_HEAD_BYTES]) {
    memset(bytes, 0, FAN_FILE_HEAD_BYTES);
    memcpy(bytes, magic, sizeof magic);
    store_number(bytes + AT_VERSION, 2, FAN_FILE_VERSION);
    bytes[AT_METRIC] = head->metric;
    bytes[AT_FILES] = head->files;
    bytes[AT_RANKS] = head->ranks;
    bytes[AT_OWN] = head->own;
    bytes[AT_FOE] = head->foe;
    bytes[AT_CHAIN] = head->chain;
    bytes[AT_BLOCKED] = head->blocked;
    bytes[AT_TURNS] = head->turns;
    bytes[AT_BITS] = head->bits;
    store_number(bytes + AT_RECIPE, 4, head->recipe);
    store_number(bytes + AT_ENTRIES, 8, head->entries);
    store_number(bytes + AT_WIN, 8, head->win);
    store_number(bytes + AT_DRAW, 8, head->draw);
    store_number(bytes + AT_LOSS, 8, head->loss);
    store_number(bytes + AT_LONGEST_WIN, 2, head->longest_win);
    store_number(bytes + AT_LONGEST_LOSS, 2, head->longest_loss);
    store_number(bytes + AT_BLOCKS, 4, head->blocks);
    store_number(bytes + AT_DATA_BYTES, 8, head->data_bytes);
    store_number(bytes + AT_LIMIT, 2, head->limit);
    bytes[AT_LIMITED] = head->limited;
    store_number(bytes + AT_INDEX_SUM, 4, index_sum);
    store_number(bytes + AT_HEAD_SUM, 4, fan_file_sum(bytes, AT_HEAD_SUM));
}

static FanTableHead load_head(const uint8_t *bytes) {
    return (FanTableHead){
        .metric = bytes[AT_METRIC],
        .files = bytes[AT_FILES],
        .ranks = bytes[AT_RANKS],
        .own = bytes[AT_OWN],
        .foe = bytes[AT_FOE],
        .chain = bytes[AT_CHAIN],
        .blocked = bytes[AT_BLOCKED],
        .turns = bytes[AT_TURNS],
        .bits = bytes[AT_BITS],
        .recipe = (uint32_t)load_number(bytes + AT_RECIPE, 4),
        .entries = load_number(bytes + AT_ENTRIES, 8),
        .win = load_number(bytes + AT_WIN, 8),
        .draw = load_number(bytes + AT_DRAW, 8),
        .loss = load_number(bytes + AT_LOSS, 8),
        .longest_win = (uint16_t)load_number(bytes + AT_LONGEST_WIN, 2),
        .longest_loss = (uint16_t)load_number(bytes + AT_LONGEST_LOSS, 2),
        .blocks = (uint32_t)load_number(bytes + AT_BLOCKS, 4),
        .data_bytes = load_number(bytes + AT_DATA_BYTES, 8),
        .limit = (uint16_t)load_number(bytes + AT_LIMIT, 2),
        .limited = bytes[AT_LIMITED],
    };
}

/* Whether the numbers of a head with the right checksum agree with each other; only a file that was
 * made to deceive fails here. */
static bool is_consistent(const FanTableHead *head, uint64_t len_bytes) {
    bool values = head->metric == FAN_TABLE_VALUES;
    uint64_t per_block =
        values ? (uint64_t)FAN_FILE_VALUES_BYTES * FAN_VALUES_A_BYTE : FAN_FILE_CELLS;
    return head->metric < FAN_FILE_METRICS && fan_board_size_valid(head->files, head->ranks) &&
           head->own >= 1 && head->own <= FAN_TABLE_SIDE_MAX && head->foe >= 1 &&
           head->foe <= FAN_TABLE_SIDE_MAX && head->chain <= FAN_CHAIN_MANDATORY &&
           head->blocked <= FAN_BLOCKED_DRAW &&
           (values ? head->bits == 2 : head->bits == 8 || head->bits == 16) && head->entries > 0 &&
           head->blocks == (head->entries - 1) / per_block + 1 &&
           (!values ||
            head->data_bytes == (head->entries + FAN_VALUES_A_BYTE - 1) / FAN_VALUES_A_BYTE) &&
           head->data_bytes < UINT64_C(1) << 48 &&
           len_bytes == FAN_FILE_HEAD_BYTES + fan_file_index_bytes(head) + head->data_bytes;
}

__attribute__((format(printf, 2, 3))) static bool refuse(FanTablesError *error, const char *format,
                                                         ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

bool fan_head_read(const uint8_t *bytes, uint64_t len_bytes, FanTableHead *head,
                   FanTablesError *error) {
    if (len_bytes < FAN_FILE_HEAD_BYTES || memcmp(bytes, magic, sizeof magic) != 0) {
        return refuse(error, "not a file of tables");
    }
    if (load_number(bytes + AT_HEAD_SUM, 4) != fan_file_sum(bytes, AT_HEAD_SUM)) {
        return refuse(error, "damaged: its head does not have the checksum it names");
    }
    unsigned version = (unsigned)load_number(bytes + AT_VERSION, 2);
    if (version != FAN_FILE_VERSION) {
        return refuse(error, "of version %u of the format, where this program knows version %d",
                      version, FAN_FILE_VERSION);
    }
    FanTableHead read = load_head(bytes);
    if (!is_consistent(&read, len_bytes)) {
        return refuse(error, "damaged: cut short, or its numbers contradict each other");
    }
    uint64_t index_bytes = fan_file_index_bytes(&read);
    if (load_number(bytes + AT_INDEX_SUM, 4) !=
        fan_file_sum(bytes + FAN_FILE_HEAD_BYTES, (size_t)index_bytes)) {
        return refuse(error, "damaged: its index does not have the checksum it names");
    }
    *head = read;
    return true;
}
