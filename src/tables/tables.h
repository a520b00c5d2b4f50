/* Tables as they lie in memory: what probing, checking and building share. */
#ifndef FAN_TABLES_TABLES_H
#define FAN_TABLES_TABLES_H

#include "tables/file.h"

/* A file that was added: its head, and where its index and its blocks are. */
typedef struct FanTableFile {
    FanTableHead head;
    const uint8_t *index, *data; /* NULL: no such file */
} FanTableFile;

/* A file of a folder in memory; released by `unmap`. */
typedef struct FanMapping {
    void *bytes;
    size_t len_bytes;
} FanMapping;

struct FanTables {
    FanTableSpace space;
    FanRules rules; /* only `chain` and `blocked` bear on tables */
    unsigned stones;
    /* By own stones, the other's stones, what the file holds. */
    FanTableFile files[FAN_TABLE_SIDE_MAX + 1][FAN_TABLE_SIDE_MAX + 1][FAN_FILE_KINDS];
    FanMapping *mappings;
    size_t mappings_count;
    void (*unmap)(FanMapping *mapping);
};

static inline unsigned packed_value(const uint8_t *packed, uint64_t entry) {
    return packed[entry / FAN_VALUES_A_BYTE] >> entry % FAN_VALUES_A_BYTE * 2 & 3u;
}

/* The name of the folder of a board's tables under these rules ("9x5", "9x5-blocked-draw"), and of
 * a class's file in it ("3v2.dtc"). */
enum { FAN_TABLE_NAME_MAX = 64 };
void fan_tables_folder_name(const FanBoard *board, const FanRules *rules,
                            char name[FAN_TABLE_NAME_MAX]);
void fan_tables_file_name(FanTableClass class, unsigned metric, char name[FAN_TABLE_NAME_MAX]);

/* Tells the value of a position, or why not. */
typedef FanProbeStatus FanValueAsker(void *context, const FanPosition *position,
                                     FanTableValue *value);

/* The value of a position with a capture: the best that its turns lead to. Any other status than
 * FAN_PROBE_OK is the asker's, and *value is left alone. */
FAN_NODISCARD FanProbeStatus fan_value_by_turns(const FanTables *tables,
                                                const FanPosition *position, FanValueAsker *ask,
                                                void *context, FanTableValue *value);

/* Lists the outer sets of all classes that are here, which else is done as they are asked for: for
 * whoever goes through entries, or is to tell beforehand that memory is short. Any thread. Returns
 * false without memory. */
FAN_NODISCARD bool fan_tables_list(const FanTables *tables);

/* The bytes of a cell in memory: two bits take a whole one. */
static inline unsigned cell_bytes(const FanTableHead *head) {
    return head->bits == 16 ? 2 : 1;
}

/* Unpacks a block of a file of cells: one an entry, 0 where the file leaves it out, into room for
 * FAN_FILE_CELLS_BYTES_MAX; `context` is a ZSTD_DCtx. Returns false when it is damaged, or without
 * memory to list the outer sets of its class. */
FAN_NODISCARD bool fan_cells_unpack(void *context, const FanTableSpace *space,
                                    const FanTableFile *file, uint64_t block, uint8_t *cells);

/* The cells of a block, one an entry, until the reader is asked anything else; NULL where it is
 * damaged, or without memory (see fan_tables_list). */
const uint8_t *fan_table_reader_block(FanTableReader *reader, const FanTableFile *file,
                                      uint64_t block);

/* Whether a block of a file of cells is sound; also false without memory (see fan_tables_list). */
bool fan_table_reader_sound(FanTableReader *reader, const FanTableFile *file, uint64_t block);

/* The tables a reader reads. */
const FanTables *fan_table_reader_tables(const FanTableReader *reader);

/* fan_table_reader_limited for tables that were built with any limit, which must be theirs. */
FAN_NODISCARD FanProbeStatus fan_table_reader_under(FanTableReader *reader,
                                                    const FanPosition *position, unsigned limit,
                                                    FanTableProbe *probe);

/* Whether a block of a file of values has its checksum. */
bool fan_values_sound(const FanTableFile *file, uint64_t block);

#endif
