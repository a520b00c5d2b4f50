/* A file of tables: a head, an index of blocks with their checksums, the blocks (docs/tables.md).
 *
 * All numbers are little-endian. A file of values holds two bits an entry, as they are, to be
 * mapped. All other files hold cells, as a rule those of the positions without a capture alone, in
 * blocks that are compressed one by one. */
#ifndef FAN_TABLES_FILE_H
#define FAN_TABLES_FILE_H

#include "tables/index.h"

#include <fanorona/tables.h>

enum {
    FAN_FILE_VERSION = 2,
    FAN_FILE_RECIPE = 2, /* of the builder: goes up when the same class would get other bytes */
    FAN_FILE_HEAD_BYTES = 128,
    FAN_FILE_VALUES_BYTES = 65536, /* of a block of values */
    FAN_FILE_STRIDE = 64,          /* blocks of cells between two starts in the index */
};

/* What a file holds: a FanTableMetric, or one of these. */
enum {
    /* What is otherwise under a quiet limit. Its cells are 0 where all is as in the file of
     * FAN_TABLE_DTC, which has to be there too, else 1 more than value and distance under the
     * limit, of positions with a capture too. */
    FAN_FILE_LIMIT = FAN_TABLE_DTW + 1,
    FAN_FILE_QUIET, /* values, compressed: to be kept and sent */
    FAN_FILE_KINDS,
};

/* What a file says of positions with a capture (R3.1), whose value follows from one turn. */
enum {
    FAN_CAPTURES_TRUE,     /* the truth, as of all others */
    FAN_CAPTURES_FILLED,   /* anything */
    FAN_CAPTURES_LEFT_OUT, /* nothing: cells of the other positions follow each other */
};

/* What a value is in two bits: its FanTableValue. */
enum { FAN_VALUES_A_BYTE = 4 };

/* The most entries that a block of cells covers, and the most bytes of all their cells. */
enum { FAN_FILE_CELLS_MAX = 1 << 14, FAN_FILE_CELLS_BYTES_MAX = 2 * FAN_FILE_CELLS_MAX };

/* A cell: 0 for a draw, else twice the distance, one more for a win, plus 1: 1 is a loss in none
 * (blocked), 2 a win in none (never), 3 a loss in one, 4 a win in one. */
static inline unsigned cell_of(FanTableValue value, unsigned distance) {
    return value == FAN_TABLE_DRAW ? 0 : 2 * distance + 1 + (value == FAN_TABLE_WIN);
}
static inline FanTableValue cell_value(unsigned cell) {
    return cell == 0 ? FAN_TABLE_DRAW : cell % 2 == 0 ? FAN_TABLE_WIN : FAN_TABLE_LOSS;
}
static inline unsigned cell_distance(unsigned cell) {
    return cell == 0 ? 0 : (cell - 1) / 2;
}

typedef struct FanTableHead {
    uint8_t metric; /* FanTableMetric, FAN_FILE_LIMIT or FAN_FILE_QUIET */
    uint8_t files, ranks, own, foe;
    uint8_t chain, blocked; /* the rules (R8) */
    uint8_t turns;          /* symmetries that were folded */
    uint8_t bits;           /* an entry: 2, 8 or 16 */
    uint8_t captures;       /* FAN_CAPTURES_… */
    uint32_t recipe;        /* FAN_FILE_RECIPE of the builder */
    uint64_t entries;
    uint64_t win, draw, loss;           /* positions, none folded */
    uint16_t longest_win, longest_loss; /* 0 in a file of values */
    uint32_t blocks;
    uint64_t data_bytes;    /* of all blocks together */
    uint32_t block_entries; /* that a block covers; the last one may cover less */
    /* Of FAN_TABLE_DTC and FAN_FILE_LIMIT: the quiet limit that was looked at, 0 for none, and
     * whether anything is otherwise under it, so that there is a file of FAN_FILE_LIMIT. */
    uint16_t limit;
    uint8_t limited;
} FanTableHead;

/* How many entries a block covers where files are written: so many that it is unpacked in some ten
 * microseconds. `small` is the smaller number of stones. */
uint32_t fan_file_block_entries(unsigned metric, unsigned small);

/* How long the index of a file is, and all of it. */
uint64_t fan_file_index_bytes(const FanTableHead *head);
static inline uint64_t file_bytes(const FanTableHead *head) {
    return FAN_FILE_HEAD_BYTES + fan_file_index_bytes(head) + head->data_bytes;
}

void fan_head_write(const FanTableHead *head, uint32_t index_sum,
                    uint8_t bytes[FAN_FILE_HEAD_BYTES]);

/* Reads and checks the head and the index of the file that these bytes begin with; nothing beyond.
 * Returns false with a reason when it is damaged, cut short or of another version. */
FAN_NODISCARD bool fan_head_read(const uint8_t *bytes, uint64_t len_bytes, FanTableHead *head,
                                 FanTablesError *error);

/* The checksum of blocks, index and head: FNV-1a over little-endian words of 64 bits, the last one
 * filled up with zeros, the length mixed in first; both halves joined. A change within one word
 * cannot get lost before the halves are joined. */
uint32_t fan_file_sum(const uint8_t *bytes, size_t len_bytes);

/* Numbers in a file. */
static inline uint64_t load_number(const uint8_t *bytes, unsigned len_bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < len_bytes; i++) {
        number |= (uint64_t)bytes[i] << 8 * i;
    }
    return number;
}
static inline void store_number(uint8_t *bytes, unsigned len_bytes, uint64_t number) {
    for (unsigned i = 0; i < len_bytes; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
}

/* The reason for a refusal. No printf here: this is also part of the page. */
bool fan_tables_refuse(FanTablesError *error, const char *why);

/* Where the parts of the index of a file of cells begin: starts of every 64th block, checksums,
 * lengths. */
static inline uint64_t cells_sums_at(const FanTableHead *head) {
    return ((uint64_t)head->blocks + FAN_FILE_STRIDE - 1) / FAN_FILE_STRIDE * 8;
}
static inline uint64_t cells_lengths_at(const FanTableHead *head) {
    return cells_sums_at(head) + 4 * (uint64_t)head->blocks;
}

#endif
