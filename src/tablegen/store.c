#include "tablegen/store.h"

#include "tables/quiet.h"

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
    fan_tables_file_name(file->class, file->head.metric, name);
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

/* Fills in what a file of values has in its head. */
static void set_values_head(FanTableHead *head) {
    head->metric = FAN_TABLE_VALUES;
    head->bits = 2;
    head->block_entries = fan_file_block_entries(FAN_TABLE_VALUES, 0);
    head->longest_win = head->longest_loss = 0;
    head->data_bytes = (head->entries + FAN_VALUES_A_BYTE - 1) / FAN_VALUES_A_BYTE;
    head->blocks = (uint32_t)((head->data_bytes - 1) / FAN_FILE_VALUES_BYTES + 1);
}

static bool put_values(Draft *draft, const FanTableHead *head, const uint8_t *packed) {
    uint8_t *index = malloc((size_t)fan_file_index_bytes(head));
    if (!index) {
        errno = ENOMEM;
        return false;
    }
    for (uint64_t block = 0, at = 0; block < head->blocks; block++, at += FAN_FILE_VALUES_BYTES) {
        uint64_t left = head->data_bytes - at;
        size_t length = left < FAN_FILE_VALUES_BYTES ? (size_t)left : FAN_FILE_VALUES_BYTES;
        store_number(index + 4 * block, 4, fan_file_sum(packed + at, length));
    }
    bool fine = put_head(draft, head, index) && put(draft, packed, head->data_bytes);
    free(index);
    return fine;
}

bool fan_store_values(FanStoreFile *file, const uint8_t *packed, FanTablesError *error) {
    Draft draft;
    set_values_head(&file->head);
    return open_draft(&draft, file, error) &&
           close_draft(&draft, put_values(&draft, &file->head, packed), error);
}

struct FanBundle {
    Draft draft;
    bool fine;
};

FanBundle *fan_bundle_open(const char *path, FanTablesError *error) {
    FanBundle *bundle = calloc(1, sizeof *bundle);
    if (!bundle) {
        fail(error, path, ENOMEM);
        return NULL;
    }
    Draft *draft = &bundle->draft;
    int length = snprintf(draft->path, sizeof draft->path, "%s", path);
    int beside = snprintf(draft->beside, sizeof draft->beside, "%s" DRAFT_BEGINS "%ld", path,
                          (long)getpid());
    bool fits = length > 0 && length < PATH_BYTES && beside < PATH_BYTES;
    draft->stream = fits ? fopen(draft->beside, "wbe") : NULL;
    if (!draft->stream) {
        fail(error, path, fits ? errno : ENAMETOOLONG);
        free(bundle);
        return NULL;
    }
    bundle->fine = true;
    return bundle;
}

void fan_bundle_add(FanBundle *bundle, FanTableHead *head, const uint8_t *packed) {
    set_values_head(head);
    bundle->fine = bundle->fine && put_values(&bundle->draft, head, packed);
}

bool fan_bundle_close(FanBundle *bundle, FanTablesError *error) {
    bool fine = close_draft(&bundle->draft, bundle->fine, error);
    free(bundle);
    return fine;
}

void fan_bundle_drop(FanBundle *bundle) {
    fclose(bundle->draft.stream);
    unlink(bundle->draft.beside);
    free(bundle);
}

/* --- cells --------------------------------------------------------------------------------------
 */

enum {
    BATCH = FAN_FILE_STRIDE, /* blocks a worker compresses at once */
    BATCH_BYTES_MAX = BATCH * ZSTD_COMPRESSBOUND(FAN_FILE_CELLS_BYTES_MAX),
    ZSTD_LEVEL = 6,       /* three tenths smaller than at 3, and no slower than all the rest */
    ZSTD_LEVEL_KEPT = 19, /* of what is made to be kept and sent */
};

/* Blocks of a batch, one behind the other. */
typedef struct Batch {
    uint8_t *bytes;
    uint32_t len_bytes;
    uint16_t lengths[BATCH];
    uint32_t sums[BATCH];
} Batch;

/* What a worker works with. */
typedef struct Bench {
    ZSTD_CCtx *context;
    uint16_t offsets[FAN_FILE_CELLS_MAX];
    uint8_t cells[FAN_FILE_CELLS_BYTES_MAX];
    uint8_t out[BATCH_BYTES_MAX];
} Bench;

typedef struct Packing {
    const FanTableSpace *space;
    const FanCellSource *source;
    const FanTableHead *head;
    Batch *batches;
    Bench *benches[FAN_POOL_THREADS_MAX];
    int failed; /* memory ran out; any worker may say so */
} Packing;

static bool is_constant(const uint8_t *cells, size_t len_bytes, size_t one) {
    return len_bytes > 0 && memcmp(cells, cells + one, len_bytes - one) == 0;
}

/* Leaves the cells of positions without a capture alone, where the file is like that. Returns how
 * many there are. */
static size_t leave_out(const Packing *packing, Bench *bench, uint64_t first, uint64_t last) {
    const FanTableHead *head = packing->head;
    size_t one = cell_bytes(head);
    if (head->captures != FAN_CAPTURES_LEFT_OUT) {
        return (size_t)(last - first);
    }
    size_t count = fan_quiet_entries(packing->space, (FanTableClass){head->own, head->foe}, first,
                                     last, bench->offsets);
    for (size_t i = 0; i < count; i++) {
        memmove(bench->cells + i * one, bench->cells + bench->offsets[i] * one, one);
    }
    return count;
}

/* Values of a byte each, at two bits; what is left of the last byte repeats the last one. */
static size_t pack_values(uint8_t *cells, size_t count) {
    size_t bytes = (count + FAN_VALUES_A_BYTE - 1) / FAN_VALUES_A_BYTE;
    for (size_t i = 0; i < bytes; i++) {
        unsigned packed = 0;
        for (size_t j = 0; j < FAN_VALUES_A_BYTE; j++) {
            size_t from = i * FAN_VALUES_A_BYTE + j;
            packed |= (unsigned)cells[from < count ? from : count - 1] << 2 * j;
        }
        cells[i] = (uint8_t)packed;
    }
    return bytes;
}

/* A block of one cell throughout is that cell; one that does not get smaller stays as it is. */
static bool pack_block(const Packing *packing, Bench *bench, size_t count, uint8_t *out,
                       size_t room, size_t *len_bytes) {
    const FanTableHead *head = packing->head;
    size_t one = cell_bytes(head);
    size_t whole = head->bits == 2 ? pack_values(bench->cells, count) : count * one;
    if (is_constant(bench->cells, whole, one)) {
        memcpy(out, bench->cells, one);
        *len_bytes = one;
        return true;
    }
    size_t length = whole > 0 ? ZSTD_compress2(bench->context, out, room, bench->cells, whole) : 0;
    if (!ZSTD_isError(length) && length >= whole) {
        memcpy(out, bench->cells, whole);
        length = whole;
    }
    *len_bytes = length;
    return !ZSTD_isError(length);
}

static bool pack_batch(Packing *packing, unsigned worker, size_t number) {
    const FanTableHead *head = packing->head;
    Batch *batch = &packing->batches[number];
    Bench *bench = packing->benches[worker];
    size_t used = 0, length;
    for (uint64_t i = 0, block = (uint64_t)number * BATCH; i < BATCH && block < head->blocks;
         i++, block++) {
        uint64_t first = block * head->block_entries, left = head->entries - first;
        uint64_t last = first + (left < head->block_entries ? left : head->block_entries);
        packing->source->write(packing->source->context, worker, first, last, bench->cells);
        size_t count = leave_out(packing, bench, first, last);
        if (!pack_block(packing, bench, count, bench->out + used, BATCH_BYTES_MAX - used,
                        &length)) {
            return false;
        }
        batch->lengths[i] = (uint16_t)length;
        batch->sums[i] = fan_file_sum(bench->out + used, length);
        used += length;
    }
    batch->bytes = malloc(used + 1); /* a batch may be empty */
    batch->len_bytes = (uint32_t)used;
    if (batch->bytes) {
        memcpy(batch->bytes, bench->out, used);
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

static bool open_bench(Bench *bench, int level) {
    ZSTD_CCtx *context = bench->context = ZSTD_createCCtx();
    return context &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0));
}

static bool open_benches(Packing *packing, unsigned workers) {
    int level = packing->head->metric == FAN_FILE_QUIET ? ZSTD_LEVEL_KEPT : ZSTD_LEVEL;
    for (unsigned i = 0; i < workers; i++) {
        packing->benches[i] = calloc(1, sizeof *packing->benches[i]);
        if (!packing->benches[i] || !open_bench(packing->benches[i], level)) {
            return false;
        }
    }
    return true;
}

static void close_packing(Packing *packing, size_t batches) {
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        if (packing->benches[i]) {
            ZSTD_freeCCtx(packing->benches[i]->context);
        }
        free(packing->benches[i]);
    }
    for (size_t i = 0; packing->batches && i < batches; i++) {
        free(packing->batches[i].bytes);
    }
    free(packing->batches);
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

bool fan_store_cells(FanStoreFile *file, const FanTableSpace *space, FanPool *pool,
                     const FanCellSource *source, FanTablesError *error) {
    FanTableHead *head = &file->head;
    head->block_entries = fan_file_block_entries(head->metric, class_smaller(file->class));
    head->blocks = (uint32_t)((head->entries - 1) / head->block_entries + 1);
    size_t batches = (head->blocks + (size_t)BATCH - 1) / BATCH;
    Packing packing = {.space = space, .source = source, .head = head};
    packing.batches = calloc(batches, sizeof *packing.batches);
    bool fine = packing.batches && open_benches(&packing, fan_pool_threads(pool));
    if (fine) {
        fan_pool_run(pool, batches, 1, pack_batches, &packing, NULL, NULL);
        fine = !packing.failed;
    }
    fine = fine ? write_cells(file, &packing, batches, error) : fail(error, file->folder, ENOMEM);
    close_packing(&packing, batches);
    return fine;
}

typedef struct PairSource {
    const Pair *pair;
    const PairKernel *kernel;
    unsigned table;
} PairSource;

static void write_pair(void *context, unsigned worker, uint64_t first, uint64_t last,
                       uint8_t *cells) {
    const PairSource *source = context;
    (void)worker;
    source->kernel->write(source->pair, source->table, first, last, cells);
}

bool fan_store_pair(FanStoreFile *file, const Pair *pair, const PairKernel *kernel, unsigned table,
                    FanTablesError *error) {
    PairSource from = {pair, kernel, table};
    const FanCellSource source = {write_pair, &from};
    file->head.metric = (uint8_t)pair->metric;
    file->head.bits = (uint8_t)kernel->bits;
    file->head.captures = pair->metric == FAN_TABLE_DTC ? FAN_CAPTURES_LEFT_OUT : FAN_CAPTURES_TRUE;
    return fan_store_cells(file, pair->space, pair->pool, &source, error);
}
