#include "tables/file.h"

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
    AT_CAPTURES,
    AT_RECIPE = 20,
    AT_ENTRIES = 24,
    AT_WIN = 32,
    AT_DRAW = 40,
    AT_LOSS = 48,
    AT_LONGEST_WIN = 56,
    AT_LONGEST_LOSS = 58,
    AT_BLOCKS = 60,
    AT_DATA_BYTES = 64,
    AT_BLOCK_ENTRIES = 72,
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

uint32_t fan_file_block_entries(unsigned metric, unsigned small) {
    switch (metric) {
    case FAN_TABLE_VALUES:
        return FAN_FILE_VALUES_BYTES * FAN_VALUES_A_BYTE;
    case FAN_TABLE_DTW:
    case FAN_FILE_LIMIT:
        return 4096;
    default: /* the fewer inner sets, the more outer ones there are to look at */
        return small == 1 ? 2048 : metric == FAN_FILE_QUIET ? FAN_FILE_CELLS_MAX : 8192;
    }
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
    bytes[AT_CAPTURES] = head->captures;
    store_number(bytes + AT_RECIPE, 4, head->recipe);
    store_number(bytes + AT_ENTRIES, 8, head->entries);
    store_number(bytes + AT_WIN, 8, head->win);
    store_number(bytes + AT_DRAW, 8, head->draw);
    store_number(bytes + AT_LOSS, 8, head->loss);
    store_number(bytes + AT_LONGEST_WIN, 2, head->longest_win);
    store_number(bytes + AT_LONGEST_LOSS, 2, head->longest_loss);
    store_number(bytes + AT_BLOCKS, 4, head->blocks);
    store_number(bytes + AT_DATA_BYTES, 8, head->data_bytes);
    store_number(bytes + AT_BLOCK_ENTRIES, 4, head->block_entries);
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
        .captures = bytes[AT_CAPTURES],
        .recipe = (uint32_t)load_number(bytes + AT_RECIPE, 4),
        .entries = load_number(bytes + AT_ENTRIES, 8),
        .win = load_number(bytes + AT_WIN, 8),
        .draw = load_number(bytes + AT_DRAW, 8),
        .loss = load_number(bytes + AT_LOSS, 8),
        .longest_win = (uint16_t)load_number(bytes + AT_LONGEST_WIN, 2),
        .longest_loss = (uint16_t)load_number(bytes + AT_LONGEST_LOSS, 2),
        .blocks = (uint32_t)load_number(bytes + AT_BLOCKS, 4),
        .data_bytes = load_number(bytes + AT_DATA_BYTES, 8),
        .block_entries = (uint32_t)load_number(bytes + AT_BLOCK_ENTRIES, 4),
        .limit = (uint16_t)load_number(bytes + AT_LIMIT, 2),
        .limited = bytes[AT_LIMITED],
    };
}

/* Values lie there as they are; their blocks are of one length. */
static bool values_are_consistent(const FanTableHead *head) {
    return head->bits == 2 && head->captures <= FAN_CAPTURES_FILLED &&
           head->block_entries == FAN_FILE_VALUES_BYTES * FAN_VALUES_A_BYTE &&
           head->data_bytes == (head->entries - 1) / FAN_VALUES_A_BYTE + 1;
}

static bool cells_are_consistent(const FanTableHead *head) {
    bool bits =
        head->metric == FAN_FILE_QUIET ? head->bits == 2 : head->bits == 8 || head->bits == 16;
    return bits && head->captures <= FAN_CAPTURES_LEFT_OUT && head->block_entries >= 1 &&
           head->block_entries <= FAN_FILE_CELLS_MAX;
}

/* Whether the numbers of a head with the right checksum agree with each other; only a file that was
 * made to deceive fails here. */
static bool is_consistent(const FanTableHead *head) {
    return head->metric < FAN_FILE_KINDS && fan_board_size_valid(head->files, head->ranks) &&
           head->own >= 1 && head->own <= FAN_TABLE_SIDE_MAX && head->foe >= 1 &&
           head->foe <= FAN_TABLE_SIDE_MAX && head->chain <= FAN_CHAIN_MANDATORY &&
           head->blocked <= FAN_BLOCKED_DRAW && head->entries > 0 &&
           (head->metric == FAN_TABLE_VALUES ? values_are_consistent(head)
                                             : cells_are_consistent(head)) &&
           head->blocks == (head->entries - 1) / head->block_entries + 1 &&
           head->data_bytes < UINT64_C(1) << 48;
}

bool fan_tables_refuse(FanTablesError *error, const char *why) {
    size_t length = strlen(why);
    length = length < sizeof error->text ? length : sizeof error->text - 1;
    memcpy(error->text, why, length);
    error->text[length] = '\0';
    return false;
}

bool fan_head_read(const uint8_t *bytes, uint64_t len_bytes, FanTableHead *head,
                   FanTablesError *error) {
    if (len_bytes < FAN_FILE_HEAD_BYTES || memcmp(bytes, magic, sizeof magic) != 0) {
        return fan_tables_refuse(error, "not a file of tables");
    }
    if (load_number(bytes + AT_HEAD_SUM, 4) != fan_file_sum(bytes, AT_HEAD_SUM)) {
        return fan_tables_refuse(error, "damaged: its head does not have the checksum it names");
    }
    if (load_number(bytes + AT_VERSION, 2) != FAN_FILE_VERSION) {
        return fan_tables_refuse(error, "of another version of the format than this program's");
    }
    FanTableHead read = load_head(bytes);
    if (!is_consistent(&read)) {
        return fan_tables_refuse(error, "damaged: its numbers contradict each other");
    }
    if (file_bytes(&read) > len_bytes) {
        return fan_tables_refuse(error, "damaged: cut short");
    }
    uint64_t index_bytes = fan_file_index_bytes(&read);
    if (load_number(bytes + AT_INDEX_SUM, 4) !=
        fan_file_sum(bytes + FAN_FILE_HEAD_BYTES, (size_t)index_bytes)) {
        return fan_tables_refuse(error, "damaged: its index does not have the checksum it names");
    }
    *head = read;
    return true;
}
