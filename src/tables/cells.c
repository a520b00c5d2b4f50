/* Distances: compressed blocks, and the captures whose value they leave out. */
#include "tables/quiet.h"
#include "tables/tables.h"

#include <fanorona/turn.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct FanTableReader {
    const FanTables *tables;
    ZSTD_DCtx *context;
    const FanTableFile *file; /* whose block is unpacked; NULL at first */
    uint64_t block;
    uint8_t cells[FAN_FILE_CELLS_BYTES_MAX];
};

FanTableReader *fan_table_reader_new(const FanTables *tables) {
    FanTableReader *reader = calloc(1, sizeof *reader);
    ZSTD_DCtx *context = reader ? ZSTD_createDCtx() : NULL;
    if (!context) {
        free(reader);
        return NULL;
    }
    reader->tables = tables;
    reader->context = context;
    return reader;
}

void fan_table_reader_free(FanTableReader *reader) {
    if (reader) {
        ZSTD_freeDCtx(reader->context);
        free(reader);
    }
}

const FanTables *fan_table_reader_tables(const FanTableReader *reader) {
    return reader->tables;
}

/* Where a block begins in the file's data, and how long it is. Returns false where the index leads
 * beyond the data. */
static bool find_block(const FanTableFile *file, uint64_t block, uint64_t *start,
                       uint64_t *len_bytes) {
    const uint8_t *lengths = file->index + cells_lengths_at(&file->head);
    *start = load_number(file->index + block / FAN_FILE_STRIDE * 8, 8);
    for (uint64_t i = block / FAN_FILE_STRIDE * FAN_FILE_STRIDE; i < block; i++) {
        *start += load_number(lengths + 2 * i, 2);
    }
    *len_bytes = load_number(lengths + 2 * block, 2);
    return *start <= file->head.data_bytes && *len_bytes <= file->head.data_bytes - *start;
}

/* Cells as they lie in a block, `count` of them: all equal, as they are, or compressed. Returns
 * false when it is damaged. */
static bool unpack(ZSTD_DCtx *context, const FanTableHead *head, const uint8_t *bytes,
                   size_t len_bytes, size_t count, uint8_t *packed) {
    size_t one = cell_bytes(head), whole = (count * head->bits + 7) / 8;
    if (len_bytes == whole) {
        memcpy(packed, bytes, whole);
    } else if (len_bytes == one && whole > 0) {
        for (size_t i = 0; i < whole; i++) {
            packed[i] = bytes[i % one];
        }
    } else {
        return whole > 0 && ZSTD_decompressDCtx(context, packed, whole, bytes, len_bytes) == whole;
    }
    return true;
}

static void spread_cells(const FanTableHead *head, const uint8_t *packed, const uint16_t *offsets,
                         size_t count, uint8_t *cells) {
    if (head->bits == 16) {
        for (size_t i = 0; i < count; i++) {
            memcpy(cells + 2 * offsets[i], packed + 2 * i, 2);
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            cells[offsets[i]] = head->bits == 8 ? packed[i] : (uint8_t)packed_value(packed, i);
        }
    }
}

/* Which entries of [first, last) a file has cells of, as their distance from the first. */
static size_t list_held(const FanTableSpace *space, const FanTableHead *head, uint64_t first,
                        uint64_t last, uint16_t *offsets) {
    if (head->captures == FAN_CAPTURES_LEFT_OUT) {
        return fan_quiet_entries(space, (FanTableClass){head->own, head->foe}, first, last,
                                 offsets);
    }
    for (uint64_t i = 0; i < last - first; i++) {
        offsets[i] = (uint16_t)i;
    }
    return (size_t)(last - first);
}

bool fan_cells_unpack(void *context, const FanTableSpace *space, const FanTableFile *file,
                      uint64_t block, uint8_t *cells) {
    const FanTableHead *head = &file->head;
    uint8_t packed[FAN_FILE_CELLS_BYTES_MAX];
    uint16_t offsets[FAN_FILE_CELLS_MAX];
    uint64_t first = block * head->block_entries, start, length;
    uint64_t left = head->entries - first;
    uint64_t last = first + (left < head->block_entries ? left : head->block_entries);
    if (!find_block(file, block, &start, &length) ||
        load_number(file->index + cells_sums_at(head) + 4 * block, 4) !=
            fan_file_sum(file->data + start, (size_t)length)) {
        return false;
    }
    if (!fan_space_need(space, head->own > head->foe ? head->own : head->foe)) {
        return false;
    }
    size_t count = list_held(space, head, first, last, offsets);
    if (!unpack(context, head, file->data + start, (size_t)length, count, packed)) {
        return false;
    }
    memset(cells, 0, (size_t)(last - first) * cell_bytes(head));
    spread_cells(head, packed, offsets, count, cells);
    return true;
}

const uint8_t *fan_table_reader_block(FanTableReader *reader, const FanTableFile *file,
                                      uint64_t block) {
    reader->file = NULL;
    return fan_cells_unpack(reader->context, &reader->tables->space, file, block, reader->cells)
               ? reader->cells
               : NULL;
}

bool fan_table_reader_sound(FanTableReader *reader, const FanTableFile *file, uint64_t block) {
    return fan_table_reader_block(reader, file, block) != NULL;
}

static FanProbeStatus read_cell(FanTableReader *reader, const FanTableFile *file, uint64_t entry,
                                unsigned *cell) {
    uint64_t block = entry / file->head.block_entries;
    if (reader->file != file || reader->block != block) {
        reader->file = NULL;
        if (!fan_cells_unpack(reader->context, &reader->tables->space, file, block,
                              reader->cells)) {
            return FAN_PROBE_DAMAGED;
        }
        reader->file = file;
        reader->block = block;
    }
    unsigned bytes = cell_bytes(&file->head);
    *cell = (unsigned)load_number(reader->cells + entry % file->head.block_entries * bytes, bytes);
    return FAN_PROBE_OK;
}

/* --- values -------------------------------------------------------------------------------------
 */

/* The file of a position's class; NULL if there is none. */
static const FanTableFile *find_file(const FanTables *tables, const FanPosition *position,
                                     unsigned kind) {
    unsigned own = count_points(position->stones[position->side]);
    unsigned foe = count_points(position->stones[position->side ^ 1]);
    const FanTableFile *file = own <= FAN_TABLE_SIDE_MAX && foe <= FAN_TABLE_SIDE_MAX
                                   ? &tables->files[own][foe][kind]
                                   : NULL;
    return file && file->data ? file : NULL;
}

static FanProbeStatus read_position(FanTableReader *reader, const FanTableFile *file,
                                    const FanPosition *position, unsigned *cell) {
    const FanTableSpace *space = &reader->tables->space;
    const FanTableHead *head = &file->head;
    if (!fan_space_need(space, head->own > head->foe ? head->own : head->foe)) {
        return FAN_PROBE_ABSENT;
    }
    return read_cell(
        reader, file,
        find_entry(space, position->stones[position->side], position->stones[position->side ^ 1]),
        cell);
}

/* The file that tells the values of a position's class soonest; NULL if there is none. */
static const FanTableFile *find_values(const FanTables *tables, const FanPosition *position) {
    static const unsigned kinds[] = {FAN_FILE_QUIET, FAN_TABLE_DTC, FAN_TABLE_DTW};
    const FanTableFile *file = NULL;
    for (size_t i = 0; !file && i < sizeof kinds / sizeof *kinds; i++) {
        file = find_file(tables, position, kinds[i]);
    }
    return file;
}

/* The value, by whichever file of the class is there. */
static FanProbeStatus find_value(void *context, const FanPosition *position, FanTableValue *value) {
    FanTableReader *reader = context;
    const FanTables *tables = reader->tables;
    unsigned cell;
    if (fan_tables_value(tables, position, value)) {
        return FAN_PROBE_OK;
    }
    const FanTableFile *file = find_values(tables, position);
    if (!file) {
        return FAN_PROBE_ABSENT;
    }
    if (file->head.captures != FAN_CAPTURES_TRUE &&
        fan_position_must_capture(&tables->space.board, position)) {
        return fan_value_by_turns(tables, position, find_value, reader, value);
    }
    bool packed = file->head.metric == FAN_FILE_QUIET;
    FanProbeStatus status = read_position(reader, file, position, &cell);
    if (status == FAN_PROBE_OK && packed && cell > FAN_TABLE_LOSS) {
        status = FAN_PROBE_DAMAGED;
    }
    if (status == FAN_PROBE_OK) {
        *value = packed ? (FanTableValue)cell : cell_value(cell);
    }
    return status;
}

/* --- distances ----------------------------------------------------------------------------------
 */

static bool is_over(const FanPosition *position, FanTableProbe *probe) {
    bool own = position->stones[position->side] != 0,
         foe = position->stones[position->side ^ 1] != 0;
    if (own && foe) {
        return false;
    }
    *probe = (FanTableProbe){own ? FAN_TABLE_WIN : FAN_TABLE_LOSS, 0};
    return true;
}

/* The value, in so many plies if it is no draw. */
static FanProbeStatus probe_value(FanTableReader *reader, const FanPosition *position,
                                  unsigned distance, FanTableProbe *probe) {
    FanTableValue value;
    FanProbeStatus status = find_value(reader, position, &value);
    if (status == FAN_PROBE_OK) {
        *probe = (FanTableProbe){value, value == FAN_TABLE_DRAW ? 0 : distance};
    }
    return status;
}

static FanProbeStatus probe_cell(FanTableReader *reader, const FanTableFile *file,
                                 const FanPosition *position, FanTableProbe *probe) {
    unsigned cell;
    FanProbeStatus status = read_position(reader, file, position, &cell);
    if (status == FAN_PROBE_OK) {
        *probe = (FanTableProbe){cell_value(cell), cell_distance(cell)};
    }
    return status;
}

static FanProbeStatus probe_dtc(FanTableReader *reader, const FanPosition *position,
                                FanTableProbe *probe) {
    const FanTableFile *file = find_file(reader->tables, position, FAN_TABLE_DTC);
    if (is_over(position, probe)) {
        return FAN_PROBE_OK;
    }
    if (!file) {
        return FAN_PROBE_ABSENT;
    }
    /* A capture is the next ply, so that its value is all there is to know. */
    return fan_position_must_capture(&reader->tables->space.board, position)
               ? probe_value(reader, position, 1, probe)
               : probe_cell(reader, file, position, probe);
}

static FanProbeStatus probe_dtw(FanTableReader *reader, const FanPosition *position,
                                FanTableProbe *probe) {
    const FanTableFile *file = find_file(reader->tables, position, FAN_TABLE_DTW);
    return is_over(position, probe) ? FAN_PROBE_OK
           : file                   ? probe_cell(reader, file, position, probe)
                                    : FAN_PROBE_ABSENT;
}

FanProbeStatus fan_table_reader_probe(FanTableReader *reader, const FanPosition *position,
                                      FanTableMetric metric, FanTableProbe *probe) {
    if (position->mode != FAN_MODE_CAPTURE || position->first) {
        return FAN_PROBE_ABSENT;
    }
    switch (metric) {
    case FAN_TABLE_VALUES:
        return probe_value(reader, position, 0, probe);
    case FAN_TABLE_DTC:
        return probe_dtc(reader, position, probe);
    default:
        return probe_dtw(reader, position, probe);
    }
}

/* --- under the quiet limit ----------------------------------------------------------------------
 */

/* At the beginning of a quiet run. */
static FanProbeStatus probe_limited(FanTableReader *reader, const FanPosition *position,
                                    const FanTableFile *file, FanTableProbe *probe) {
    if (file->head.limited) {
        const FanTableFile *limited = find_file(reader->tables, position, FAN_FILE_LIMIT);
        unsigned cell;
        if (!limited || limited->head.limit != file->head.limit) {
            return FAN_PROBE_ABSENT;
        }
        FanProbeStatus status = read_position(reader, limited, position, &cell);
        if (status != FAN_PROBE_OK) {
            return status;
        }
        if (cell > 0) {
            *probe = (FanTableProbe){cell_value(cell - 1), cell_distance(cell - 1)};
            return FAN_PROBE_OK;
        }
    }
    return probe_dtc(reader, position, probe);
}

FanProbeStatus fan_table_reader_under(FanTableReader *reader, const FanPosition *position,
                                      unsigned limit, FanTableProbe *probe) {
    if (position->mode != FAN_MODE_CAPTURE || position->first) {
        return FAN_PROBE_ABSENT;
    }
    const FanTableFile *file = find_file(reader->tables, position, FAN_TABLE_DTC);
    if (is_over(position, probe)) {
        return FAN_PROBE_OK;
    }
    if (!file || file->head.limit != limit) {
        return FAN_PROBE_ABSENT;
    }
    FanTableProbe found;
    FanProbeStatus status = probe_limited(reader, position, file, &found);
    if (status == FAN_PROBE_OK) {
        /* Who is blocked has lost even where the limit is reached (R5.6). */
        bool late = found.distance > 0 && position->quiet + found.distance > limit;
        *probe = late ? (FanTableProbe){FAN_TABLE_DRAW, 0} : found;
    }
    return status;
}

FanProbeStatus fan_table_reader_limited(FanTableReader *reader, const FanPosition *position,
                                        FanTableProbe *probe) {
    return fan_table_reader_under(reader, position, fan_rules_default().quiet_limit, probe);
}
