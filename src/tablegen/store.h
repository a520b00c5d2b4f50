/* Memory in large pages, and files of tables as they are written. */
#ifndef FAN_TABLEGEN_STORE_H
#define FAN_TABLEGEN_STORE_H

#include "tablegen/pair.h"

/* Zeroed memory in large pages where the system has them; NULL without memory. */
void *fan_pages_new(uint64_t len_bytes);
void fan_pages_free(void *pages, uint64_t len_bytes);

/* Where files go: written beside, then renamed. */
typedef struct FanStoreFile {
    const char *folder; /* the board's own */
    FanTableClass class;
    FanTableHead head; /* with its counts; blocks and sizes are filled in here */
} FanStoreFile;

/* Whether a name is one of a file that is being written. */
bool fan_is_draft(const char *name);

/* Where the cells of a file come from: `write` gives those of entries [first, last), in 8 or 16
 * bits each – values of FAN_FILE_QUIET in 8 –, to any worker of the pool. */
typedef struct FanCellSource {
    void (*write)(void *context, unsigned worker, uint64_t first, uint64_t last, uint8_t *cells);
    void *context;
} FanCellSource;

/* Writes a class's packed values; a file of cells, whose head has its metric, bits and captures;
 * one out of a table of a pair. Returns false with the reason; then nothing stands under the final
 * name that was not there before. */
FAN_NODISCARD bool fan_store_values(FanStoreFile *file, const uint8_t *packed,
                                    FanTablesError *error);
FAN_NODISCARD bool fan_store_cells(FanStoreFile *file, const FanTableSpace *space, FanPool *pool,
                                   const FanCellSource *source, FanTablesError *error);
FAN_NODISCARD bool fan_store_pair(FanStoreFile *file, const Pair *pair, const PairKernel *kernel,
                                  unsigned table, FanTablesError *error);

/* One file of several classes' values, one behind the other. */
typedef struct FanBundle FanBundle;

/* Opens it beside its final name; NULL with the reason. */
FAN_NODISCARD FanBundle *fan_bundle_open(const char *path, FanTablesError *error);

/* Adds a class; that it failed is told when the bundle is closed. */
void fan_bundle_add(FanBundle *bundle, FanTableHead *head, const uint8_t *packed);

/* Gives it its name. Returns false with the reason: then there is no file. */
FAN_NODISCARD bool fan_bundle_close(FanBundle *bundle, FanTablesError *error);

/* Gives it up. */
void fan_bundle_drop(FanBundle *bundle);

/* Writes what a quiet limit changes, out of a table of a pair under it, once the class's distances
 * have been written; `values` are its values without the limit. */
FAN_NODISCARD bool fan_store_limited(FanStoreFile *file, const Pair *pair, const PairKernel *kernel,
                                     unsigned table, const uint8_t *values, FanTablesError *error);

#endif
