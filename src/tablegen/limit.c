/* The file of what a quiet limit changes: cells under it against the distances that were written
 * before. */
#include "tablegen/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

/* What a worker has unpacked. */
typedef struct Bench {
    ZSTD_DCtx *context;
    uint64_t block; /* UINT64_MAX: none */
    uint8_t cells[FAN_FILE_CELLS_BYTES_MAX];
} Bench;

typedef struct Limited {
    const Pair *pair;
    const PairKernel *kernel;
    unsigned table;
    FanStored values, distances; /* without the limit */
    Bench *benches[FAN_POOL_THREADS_MAX];
    int failed; /* the distances are not as they were written; any worker may say so */
} Limited;

static bool fail(FanTablesError *error, const char *path, const char *why) {
    snprintf(error->text, sizeof error->text, "%.300s: %.200s", path, why);
    return false;
}

/* --- what was written ---------------------------------------------------------------------------
 */

static bool open_stored(FanStored *stored, const FanStoreFile *file, unsigned metric,
                        FanTablesError *error) {
    if (!fan_stored_open(stored, file->folder, file->class, metric, error)) {
        return false;
    }
    return stored->file.data || fail(error, file->folder, "a file that was written is damaged");
}

/* The cell that was written for an entry. */
static unsigned written_cell(Limited *limited, Bench *bench, uint64_t entry) {
    const FanTableFile *file = &limited->distances.file;
    uint64_t block = entry / file->head.block_entries;
    unsigned one = cell_bytes(&file->head);
    if (bench->block != block) {
        bench->block = block;
        if (!fan_cells_unpack(bench->context, limited->pair->space, file, block, bench->cells)) {
            memset(bench->cells, 0, sizeof bench->cells);
            __atomic_store_n(&limited->failed, 1, __ATOMIC_RELAXED);
        }
    }
    return (unsigned)load_number(bench->cells + entry % file->head.block_entries * one, one);
}

/* --- the changes --------------------------------------------------------------------------------
 */

/* What the file says of an entry with this cell under the limit. Only positions without a capture,
 * and with a paika, have distances above one. */
static unsigned change_of(Limited *limited, Bench *bench, uint64_t entry, unsigned cell) {
    bool changed = cell_value(cell) == FAN_TABLE_DRAW
                       ? packed_value(limited->values.file.data, entry) != FAN_TABLE_DRAW
                       : cell_distance(cell) > 1 && written_cell(limited, bench, entry) != cell;
    return changed ? 1 + cell : 0;
}

static void write_changes(void *context, unsigned worker, uint64_t first, uint64_t last,
                          uint8_t *cells) {
    Limited *limited = context;
    const Pair *pair = limited->pair;
    unsigned one = limited->kernel->bits / 8;
    uint64_t entry = first;
    limited->kernel->write(pair, limited->table, first, last, cells);
    for (uint64_t orbit = first / pair->block; entry < last; orbit++) {
        uint64_t end = (orbit + 1) * pair->block < last ? (orbit + 1) * pair->block : last;
        if (!pair->changed[limited->table][orbit]) {
            memset(cells + (entry - first) * one, 0, (size_t)(end - entry) * one);
            entry = end;
        }
        for (; entry < end; entry++) {
            uint8_t *cell = cells + (entry - first) * one;
            store_number(cell, one,
                         change_of(limited, limited->benches[worker], entry,
                                   (unsigned)load_number(cell, one)));
        }
    }
}

/* Nothing stays that was made from damaged distances. */
static bool give_up(const FanStoreFile *file, FanTablesError *error) {
    char name[FAN_TABLE_NAME_MAX], path[4096];
    fan_tables_file_name(file->class, FAN_FILE_LIMIT, name);
    int length = snprintf(path, sizeof path, "%s/%s", file->folder, name);
    if (length > 0 && length < (int)sizeof path) {
        unlink(path);
    }
    return fail(error, file->folder, "a file that was written is damaged");
}

static bool open_benches(Limited *limited) {
    for (unsigned i = 0; i < fan_pool_threads(limited->pair->pool); i++) {
        Bench *bench = limited->benches[i] = malloc(sizeof *bench);
        if (!bench || !(bench->context = ZSTD_createDCtx())) {
            return false;
        }
        bench->block = UINT64_MAX;
    }
    return true;
}

static void close_limited(Limited *limited) {
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        if (limited->benches[i]) {
            ZSTD_freeDCtx(limited->benches[i]->context);
        }
        free(limited->benches[i]);
    }
    fan_stored_close(&limited->values);
    fan_stored_close(&limited->distances);
}

bool fan_store_limited(FanStoreFile *file, const Pair *pair, const PairKernel *kernel,
                       unsigned table, FanTablesError *error) {
    Limited limited = {.pair = pair, .kernel = kernel, .table = table};
    const FanCellSource source = {write_changes, &limited};
    file->head.metric = FAN_FILE_LIMIT;
    file->head.bits = (uint8_t)kernel->bits;
    file->head.captures = FAN_CAPTURES_TRUE;
    bool fine = open_stored(&limited.values, file, FAN_TABLE_VALUES, error) &&
                open_stored(&limited.distances, file, FAN_TABLE_DTC, error) &&
                (open_benches(&limited) || fail(error, file->folder, strerror(ENOMEM))) &&
                fan_store_cells(file, pair->space, pair->pool, &source, error);
    if (fine && limited.failed) {
        fine = give_up(file, error);
    }
    close_limited(&limited);
    return fine;
}
