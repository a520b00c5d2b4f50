/* A file of tables: a head, an index of blocks with their checksums, the blocks (docs/tables.md).
 *
 * All numbers are little-endian. A file of values holds two bits an entry, as they are, to be
 * mapped. A file of distances holds a cell an entry – value and distance of the positions without a
 * capture – in blocks of FAN_FILE_CELLS, each compressed by itself: as long as one cell, it is that
 * cell throughout; as long as all its cells, it is not compressed; else it is a frame of zstd. */
#ifndef FAN_TABLES_FILE_H
#define FAN_TABLES_FILE_H

#include "tables/index.h"

#include <fanorona/tables.h>

enum {
    FAN_FILE_VERSION = 1,
    FAN_FILE_RECIPE = 2, /* of the builder: goes up when the same class would get other bytes */
    FAN_FILE_HEAD_BYTES = 128,
    FAN_FILE_VALUES_BYTES = 65536, /* of a block of values */
    FAN_FILE_CELLS = 4096,         /* in a block of cells */
    FAN_FILE_STRIDE = 64,          /* blocks of cells between two starts in the index */
};

/* What a value is in two bits: its FanTableValue. */
enum { FAN_VALUES_A_BYTE = 4 };

/* The most bytes a block of cells has when it is unpacked. */
enum { FAN_FILE_CELLS_BYTES_MAX = 2 * FAN_FILE_CELLS };

/* A cell: 0 for a draw, else twice the distance, one more for a win, plus 1: 1 is a loss in none
 * (blocked), 2 a win in none (never), 3 a loss in one, 4 a win in one. The cell of a position with
 * a capture says nothing, whatever it is. */
static inline unsigned cell_of(FanTableValue value, unsigned distance) {
    return value == FAN_TABLE_DRAW ? 0 : 2 * distance + 1 + (value == FAN_TABLE_WIN);
}
static inline FanTableValue cell_value(unsigned cell) {
    return cell == 0 ? FAN_TABLE_DRAW : cell % 2 == 0 ? FAN_TABLE_WIN : FAN_TABLE_LOSS;
}
static inline unsigned cell_distance(unsigned cell) {
    return cell == 0 ? 0 : (cell - 1) / 2;
}

/* A kind of file beside those of FanTableMetric: what is otherwise under a quiet limit. Its cells
 * are 0 where all is as in the file of FAN_TABLE_DTC, which has to be there too, else 1 more than
 * value and distance under the limit, of positions with a capture too. */
enum { FAN_FILE_LIMIT = FAN_TABLE_DTW + 1, FAN_FILE_METRICS };

typedef struct FanTableHead {
    uint8_t metric; /* FanTableMetric: FAN_TABLE_VALUES, or what the cells' distances count; or
                     * FAN_FILE_LIMIT */
    uint8_t files, ranks, own, foe;
    uint8_t chain, blocked; /* the rules (R8) */
    uint8_t turns;          /* symmetries that were folded */
    uint8_t bits;           /* an entry: 2, 8 or 16 */
    uint32_t recipe;        /* FAN_FILE_RECIPE of the builder */
    uint64_t entries;
    uint64_t win, draw, loss;           /* positions, none folded */
    uint16_t longest_win, longest_loss; /* 0 in a file of values */
    uint32_t blocks;
    uint64_t data_bytes; /* of all blocks together */
    /* Of FAN_TABLE_DTC and FAN_FILE_LIMIT: the quiet limit that was looked at, 0 for none, and
     * whether anything is otherwise under it, so that there is a file of FAN_FILE_LIMIT. */
    uint16_t limit;
    uint8_t limited;
} FanTableHead;

/* How long the index of a file is. */
uint64_t fan_file_index_bytes(const FanTableHead *head);

void fan_head_write(const FanTableHead *head, uint32_t index_sum,
                    uint8_t bytes[FAN_FILE_HEAD_BYTES]);

/* Reads and checks the head and the index of a whole file; nothing beyond. Returns false with a
 * reason when it is damaged, cut short or of another version. */
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

/* Where the parts of the index of a file of cells begin: starts of every 64th block, checksums,
 * lengths. */
static inline uint64_t cells_sums_at(const FanTableHead *head) {
    return ((uint64_t)head->blocks + FAN_FILE_STRIDE - 1) / FAN_FILE_STRIDE * 8;
}
static inline uint64_t cells_lengths_at(const FanTableHead *head) {
    return cells_sums_at(head) + 4 * (uint64_t)head->blocks;
}

#endif
