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

/* Has a folder to itself, for two builds in one would do everything twice, until the file returned
 * is closed, and removes what others that were killed have left half written. -1 with the reason.
 */
FAN_NODISCARD int fan_store_lock(const char *folder, FanTablesError *error);

/* Where the cells of a file come from: `write` gives those of entries [first, last), in 8 or 16
 * bits each – values of FAN_FILE_QUIET in 8 –, to any worker of the pool. */
typedef struct FanCellSource {
    void (*write)(void *context, unsigned worker, uint64_t first, uint64_t last, uint8_t *cells);
    void *context;
} FanCellSource;

/* Where values come from: `pack` packs those of entries [first, last), two bits each, into bytes
 * that are zero; once all are packed `count` puts how many there are of each into the head. */
typedef struct FanValueSource {
    void (*pack)(void *context, unsigned worker, uint64_t first, uint64_t last, uint8_t *packed);
    void (*count)(void *context, FanTableHead *head);
    void *context;
} FanValueSource;

/* Writes a class's values; a file of cells, whose head has its metric, bits and captures; one out
 * of a table of a pair. Returns false with the reason; then nothing stands under the final name
 * that was not there before. */
FAN_NODISCARD bool fan_store_values(FanStoreFile *file, FanPool *pool, const FanValueSource *source,
                                    FanTablesError *error);
FAN_NODISCARD bool fan_store_cells(FanStoreFile *file, const FanTableSpace *space, FanPool *pool,
                                   const FanCellSource *source, FanTablesError *error);
FAN_NODISCARD bool fan_store_pair(FanStoreFile *file, const Pair *pair, const PairKernel *kernel,
                                  unsigned table, FanTablesError *error);

/* Writes what a quiet limit changes, out of a table of a pair under it, once the class's values and
 * distances have been written without it. */
FAN_NODISCARD bool fan_store_limited(FanStoreFile *file, const Pair *pair, const PairKernel *kernel,
                                     unsigned table, FanTablesError *error);

/* A file of a class, mapped. */
typedef struct FanStored {
    FanMapping mapping;
    FanTableFile file; /* its data NULL: there is none, or none that can be read */
} FanStored;

/* Maps a file of a folder; closing an empty one is fine. Returns false, with the reason, only where
 * the system fails. */
FAN_NODISCARD bool fan_stored_open(FanStored *stored, const char *folder, FanTableClass class,
                                   unsigned metric, FanTablesError *error);
void fan_stored_close(FanStored *stored);

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

#endif
