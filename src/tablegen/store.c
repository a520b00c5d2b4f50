#include "tablegen/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

/* --- memory -------------------------------------------------------------------------------------
 */

enum { LARGE_PAGE = 2 << 20 };

static size_t whole_pages(uint64_t len_bytes) {
    return (size_t)((len_bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE);
}

void *fan_pages_new(uint64_t len_bytes) {
    void *pages = mmap(NULL, whole_pages(len_bytes), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        return NULL;
    }
    madvise(pages, whole_pages(len_bytes), MADV_HUGEPAGE); /* a wish */
    return pages;
}

void fan_pages_free(void *pages, uint64_t len_bytes) {
    if (pages) {
        munmap(pages, whole_pages(len_bytes));
    }
}

/* --- a file beside its final name ---------------------------------------------------------------
 */

enum { PATH_BYTES = 4096, NAME_BYTES = FAN_TABLE_NAME_MAX };

#define DRAFT_BEGINS ".draft-"

bool fan_is_draft(const char *name) {
    return strncmp(name, DRAFT_BEGINS, strlen(DRAFT_BEGINS)) == 0;
}

typedef struct Draft {
    char path[PATH_BYTES], beside[PATH_BYTES];
    FILE *stream;
} Draft;

static bool fail(FanTablesError *error, const char *path, int why) {
    snprintf(error->text, sizeof error->text, "%.300s: %.200s", path, strerror(why));
    return false;
}

static bool open_draft(Draft *draft, const FanStoreFile *file, FanTablesError *error) {
    char name[NAME_BYTES];
    fan_tables_file_name(file->class, (FanTableMetric)file->head.metric, name);
    int length = snprintf(draft->path, sizeof draft->path, "%s/%s", file->folder, name);
    int beside = snprintf(draft->beside, sizeof draft->beside, "%s/" DRAFT_BEGINS "%s.%ld",
                          file->folder, name, (long)getpid());
    if (length < 0 || length >= PATH_BYTES || beside < 0 || beside >= PATH_BYTES) {
        return fail(error, file->folder, ENAMETOOLONG);
    }
    draft->stream = fopen(draft->beside, "wbe");
    return draft->stream || fail(error, draft->beside, errno);
}

static bool put(Draft *draft, const void *bytes, uint64_t len_bytes) {
    return fwrite(bytes, 1, (size_t)len_bytes, draft->stream) == len_bytes;
}

/* Gives the draft its name, or removes it where `fine` is not. */
static bool close_draft(Draft *draft, bool fine, FanTablesError *error) {
    fine = fine && fflush(draft->stream) == 0 && fsync(fileno(draft->stream)) == 0;
    int why = errno;
    fine = fclose(draft->stream) == 0 && fine;
    if (fine && rename(draft->beside, draft->path) == 0) {
        return true;
    }
    why = fine ? errno : why;
    unlink(draft->beside);
    return fail(error, draft->path, why);
}

static bool put_head(Draft *draft, const FanTableHead *head, const uint8_t *index) {
    uint8_t bytes[FAN_FILE_HEAD_BYTES];
    uint64_t index_bytes = fan_file_index_bytes(head);
    fan_head_write(head, fan_file_sum(index, (size_t)index_bytes), bytes);
    return put(draft, bytes, sizeof bytes) && put(draft, index, index_bytes);
}

/* --- values -------------------------------------------------------------------------------------
 */

bool fan_store_values(FanStoreFile *file, const uint8_t *packed, FanTablesError *error) {
    FanTableHead *head = &file->head;
    Draft draft;
    head->metric = FAN_TABLE_VALUES;
    head->bits = 2;
    head->longest_win = head->longest_loss = 0;
    head->data_bytes = (head->entries + FAN_VALUES_A_BYTE - 1) / FAN_VALUES_A_BYTE;
    head->blocks = (uint32_t)((head->data_bytes - 1) / FAN_FILE_VALUES_BYTES + 1);
    uint8_t *index = malloc((size_t)fan_file_index_bytes(head));
    if (!index || !open_draft(&draft, file, error)) {
        bool memory = !index;
        free(index);
        return memory ? fail(error, file->folder, ENOMEM) : false;
    }
    for (uint64_t block = 0, at = 0; block < head->blocks; block++, at += FAN_FILE_VALUES_BYTES) {
        uint64_t left = head->data_bytes - at;
        size_t length = left < FAN_FILE_VALUES_BYTES ? (size_t)left : FAN_FILE_VALUES_BYTES;
        store_number(index + 4 * block, 4, fan_file_sum(packed + at, length));
    }
    bool fine = put_head(&draft, head, index) && put(&draft, packed, head->data_bytes);
    free(index);
    return close_draft(&draft, fine, error);
}

/* --- cells --------------------------------------------------------------------------------------
 */

enum {
    BATCH = FAN_FILE_STRIDE, /* blocks a worker compresses at once */
    CELLS_BYTES_MAX = 2 * FAN_FILE_CELLS,
    ZSTD_LEVEL = 3,
};

/* Blocks of a batch, one behind the other. */
typedef struct Batch {
    uint8_t *bytes;
    uint32_t len_bytes;
    uint16_t lengths[BATCH];
    uint32_t sums[BATCH];
} Batch;

typedef struct Packing {
    const Pair *pair;
    const PairKernel *kernel;
    const FanTableHead *head;
    unsigned table;
    Batch *batches;
    ZSTD_CCtx *contexts[FAN_POOL_THREADS_MAX];
    int failed; /* memory ran out; any worker may say so */
} Packing;

static bool is_constant(const uint8_t *cells, size_t len_bytes, size_t cell_bytes) {
    return memcmp(cells, cells + cell_bytes, len_bytes - cell_bytes) == 0;
}

/* A block of one cell throughout is that cell; one that does not get smaller stays as it is.
 * Returns its length, 0 on failure. */
static size_t pack_block(ZSTD_CCtx *context, const uint8_t *cells, size_t len_bytes,
                         size_t cell_bytes, uint8_t *out, size_t room) {
    if (is_constant(cells, len_bytes, cell_bytes)) {
        memcpy(out, cells, cell_bytes);
        return cell_bytes;
    }
    size_t length = ZSTD_compress2(context, out, room, cells, len_bytes);
    if (ZSTD_isError(length)) {
        return 0;
    }
    if (length >= len_bytes) {
        memcpy(out, cells, len_bytes);
        length = len_bytes;
    }
    return length;
}

static bool pack_batch(Packing *packing, unsigned worker, size_t number) {
    const FanTableHead *head = packing->head;
    Batch *batch = &packing->batches[number];
    size_t cell_bytes = head->bits / 8u;
    uint8_t cells[CELLS_BYTES_MAX], out[BATCH * ZSTD_COMPRESSBOUND(CELLS_BYTES_MAX)];
    size_t used = 0;
    for (uint64_t i = 0, block = (uint64_t)number * BATCH; i < BATCH && block < head->blocks;
         i++, block++) {
        uint64_t first = block * FAN_FILE_CELLS, last = first + FAN_FILE_CELLS;
        last = last < head->entries ? last : head->entries;
        packing->kernel->write(packing->pair, worker, packing->table, first, last, cells);
        size_t length =
            pack_block(packing->contexts[worker], cells, (size_t)(last - first) * cell_bytes,
                       cell_bytes, out + used, sizeof out - used);
        batch->lengths[i] = (uint16_t)length;
        batch->sums[i] = fan_file_sum(out + used, length);
        used += length;
        if (length == 0) {
            return false;
        }
    }
    batch->bytes = malloc(used);
    batch->len_bytes = (uint32_t)used;
    if (batch->bytes) {
        memcpy(batch->bytes, out, used);
    }
    return batch->bytes != NULL;
}

static void pack_batches(void *context, unsigned worker, size_t first, size_t last) {
    Packing *packing = context;
    for (size_t number = first; number < last; number++) {
        if (!pack_batch(packing, worker, number)) {
            __atomic_store_n(&packing->failed, 1, __ATOMIC_RELAXED);
        }
    }
}

static bool open_contexts(Packing *packing) {
    for (unsigned i = 0; i < fan_pool_threads(packing->pair->pool); i++) {
        ZSTD_CCtx *context = packing->contexts[i] = ZSTD_createCCtx();
        if (!context ||
            ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, ZSTD_LEVEL)) ||
            ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)) ||
            ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0))) {
            return false;
        }
    }
    return true;
}

static void fill_index(const Packing *packing, uint8_t *index) {
    const FanTableHead *head = packing->head;
    uint8_t *sums = index + cells_sums_at(head), *lengths = index + cells_lengths_at(head);
    uint64_t start = 0;
    for (uint64_t block = 0; block < head->blocks; block++) {
        const Batch *batch = &packing->batches[block / BATCH];
        if (block % BATCH == 0) {
            store_number(index + block / BATCH * 8, 8, start);
            start += batch->len_bytes;
        }
        store_number(sums + 4 * block, 4, batch->sums[block % BATCH]);
        store_number(lengths + 2 * block, 2, batch->lengths[block % BATCH]);
    }
}

static bool write_cells(FanStoreFile *file, Packing *packing, size_t batches,
                        FanTablesError *error) {
    FanTableHead *head = &file->head;
    Draft draft;
    head->data_bytes = 0;
    for (size_t i = 0; i < batches; i++) {
        head->data_bytes += packing->batches[i].len_bytes;
    }
    uint8_t *index = malloc((size_t)fan_file_index_bytes(head));
    if (!index) {
        return fail(error, file->folder, ENOMEM);
    }
    fill_index(packing, index);
    bool fine = open_draft(&draft, file, error);
    if (fine) {
        bool written = put_head(&draft, head, index);
        for (size_t i = 0; i < batches && written; i++) {
            written = put(&draft, packing->batches[i].bytes, packing->batches[i].len_bytes);
        }
        fine = close_draft(&draft, written, error);
    }
    free(index);
    return fine;
}

bool fan_store_cells(FanStoreFile *file, const Pair *pair, const PairKernel *kernel, unsigned table,
                     FanTablesError *error) {
    FanTableHead *head = &file->head;
    head->metric = (uint8_t)pair->metric;
    head->bits = (uint8_t)kernel->bits;
    head->blocks = (uint32_t)((head->entries - 1) / FAN_FILE_CELLS + 1);
    size_t batches = (head->blocks + (size_t)BATCH - 1) / BATCH;
    Packing packing = {.pair = pair, .kernel = kernel, .head = head, .table = table};
    packing.batches = calloc(batches, sizeof *packing.batches);
    bool fine = packing.batches && open_contexts(&packing);
    if (fine) {
        fan_pool_run(pair->pool, batches, 1, pack_batches, &packing, NULL, NULL);
        fine = !packing.failed;
    }
    fine = fine ? write_cells(file, &packing, batches, error) : fail(error, file->folder, ENOMEM);
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        ZSTD_freeCCtx(packing.contexts[i]);
    }
    for (size_t i = 0; packing.batches && i < batches; i++) {
        free(packing.batches[i].bytes);
    }
    free(packing.batches);
    return fine;
}
