#include "tablegen/store.h"

#include "tables/quiet.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

typedef struct Draft {
    char path[PATH_BYTES], beside[PATH_BYTES];
    FILE *stream;
} Draft;

static bool fail(FanTablesError *error, const char *path, int why) {
    snprintf(error->text, sizeof error->text, "%.300s: %.200s", path, strerror(why));
    return false;
}

static void remove_drafts(const char *folder, int lock) {
    DIR *items = opendir(folder);
    for (struct dirent *item; items && (item = readdir(items)) != NULL;) {
        if (strncmp(item->d_name, DRAFT_BEGINS, strlen(DRAFT_BEGINS)) == 0) {
            unlinkat(lock, item->d_name, 0);
        }
    }
    if (items) {
        closedir(items);
    }
}

int fan_store_lock(const char *folder, FanTablesError *error) {
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0) {
        fail(error, folder, errno);
    } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        snprintf(error->text, sizeof error->text, "%.300s: another build is at work there", folder);
        close(lock);
        lock = -1;
    } else {
        remove_drafts(folder, lock);
    }
    return lock;
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

/* Blocks are packed and written some at a time. */
enum { ROUND_BLOCKS = 64, BLOCK_VALUES = FAN_FILE_VALUES_BYTES * FAN_VALUES_A_BYTE };

typedef struct ValueRound {
    const FanTableHead *head;
    const FanValueSource *source;
    uint64_t first; /* block */
    uint8_t *packed, *index;
} ValueRound;

static uint64_t values_block_bytes(const FanTableHead *head, uint64_t block) {
    uint64_t left = head->data_bytes - block * FAN_FILE_VALUES_BYTES;
    return left < FAN_FILE_VALUES_BYTES ? left : FAN_FILE_VALUES_BYTES;
}

static void pack_value_blocks(void *context, unsigned worker, size_t first, size_t last) {
    const ValueRound *round = context;
    for (size_t i = first; i < last; i++) {
        uint64_t block = round->first + i, begin = block * BLOCK_VALUES, end = begin + BLOCK_VALUES;
        uint8_t *packed = round->packed + i * FAN_FILE_VALUES_BYTES;
        memset(packed, 0, FAN_FILE_VALUES_BYTES);
        round->source->pack(round->source->context, worker, begin,
                            end < round->head->entries ? end : round->head->entries, packed);
        store_number(round->index + 4 * block, 4,
                     fan_file_sum(packed, (size_t)values_block_bytes(round->head, block)));
    }
}

static bool put_value_rounds(Draft *draft, ValueRound *round, FanPool *pool) {
    const FanTableHead *head = round->head;
    bool fine = true;
    for (; fine && round->first < head->blocks; round->first += ROUND_BLOCKS) {
        uint64_t left = head->blocks - round->first,
                 count = left < ROUND_BLOCKS ? left : ROUND_BLOCKS;
        fan_pool_run(pool, (size_t)count, 1, pack_value_blocks, round, NULL, NULL);
        fine = put(draft, round->packed,
                   (count - 1) * FAN_FILE_VALUES_BYTES +
                       values_block_bytes(head, round->first + count - 1));
    }
    return fine;
}

/* Leaves room for head and index, which are put there in the end. */
static bool skip_head(Draft *draft, const FanTableHead *head) {
    return fseeko(draft->stream, (off_t)(FAN_FILE_HEAD_BYTES + fan_file_index_bytes(head)),
                  SEEK_SET) == 0;
}

static bool put_head_before(Draft *draft, const FanTableHead *head, const uint8_t *index) {
    return fseeko(draft->stream, 0, SEEK_SET) == 0 && put_head(draft, head, index);
}

bool fan_store_values(FanStoreFile *file, FanPool *pool, const FanValueSource *source,
                      FanTablesError *error) {
    Draft draft;
    FanTableHead *head = &file->head;
    set_values_head(head);
    ValueRound round = {.head = head, .source = source};
    uint64_t blocks = head->blocks < ROUND_BLOCKS ? head->blocks : ROUND_BLOCKS;
    round.packed = malloc((size_t)blocks * FAN_FILE_VALUES_BYTES);
    round.index = malloc((size_t)fan_file_index_bytes(head));
    bool fine = round.packed && round.index ? open_draft(&draft, file, error)
                                            : fail(error, file->folder, ENOMEM);
    if (fine) {
        bool written = skip_head(&draft, head) && put_value_rounds(&draft, &round, pool);
        source->count(source->context, head);
        head->longest_win = head->longest_loss = 0;
        fine = close_draft(&draft, written && put_head_before(&draft, head, round.index), error);
    }
    free(round.packed);
    free(round.index);
    return fine;
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

/* Batches are packed and written some at a time. */
enum { ROUND_BATCHES = 64 };

typedef struct Packing {
    const FanTableSpace *space;
    const FanCellSource *source;
    FanTableHead *head;
    uint64_t first; /* batch of this round */
    Batch batches[ROUND_BATCHES];
    uint8_t *index;
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
    uint64_t begin = (packing->first + number) * BATCH;
    Bench *bench = packing->benches[worker];
    size_t used = 0, length;
    for (uint64_t i = 0, block = begin; i < BATCH && block < head->blocks; i++, block++) {
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

static void close_packing(Packing *packing) {
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        if (packing->benches[i]) {
            ZSTD_freeCCtx(packing->benches[i]->context);
        }
        free(packing->benches[i]);
    }
    free(packing->index);
    free(packing);
}

/* What the index says of a batch that begins at `start`. */
static void enter_batch(const Packing *packing, uint64_t number, const Batch *batch,
                        uint64_t start) {
    const FanTableHead *head = packing->head;
    uint8_t *sums = packing->index + cells_sums_at(head);
    uint8_t *lengths = packing->index + cells_lengths_at(head);
    store_number(packing->index + number * 8, 8, start);
    for (uint64_t i = 0, block = number * BATCH; i < BATCH && block < head->blocks; i++, block++) {
        store_number(sums + 4 * block, 4, batch->sums[i]);
        store_number(lengths + 2 * block, 2, batch->lengths[i]);
    }
}

static bool put_round(Draft *draft, Packing *packing, uint64_t count) {
    FanTableHead *head = packing->head;
    bool fine = !packing->failed;
    if (!fine) {
        errno = ENOMEM;
    }
    for (uint64_t i = 0; i < count; i++) {
        Batch *batch = &packing->batches[i];
        fine = fine && put(draft, batch->bytes, batch->len_bytes);
        if (fine) {
            enter_batch(packing, packing->first + i, batch, head->data_bytes);
            head->data_bytes += batch->len_bytes;
        }
        int why = errno;
        free(batch->bytes);
        batch->bytes = NULL;
        errno = why;
    }
    return fine;
}

static bool put_rounds(Draft *draft, Packing *packing, FanPool *pool) {
    uint64_t batches = (packing->head->blocks + (uint64_t)BATCH - 1) / BATCH;
    bool fine = skip_head(draft, packing->head);
    for (packing->first = 0; fine && packing->first < batches; packing->first += ROUND_BATCHES) {
        uint64_t left = batches - packing->first;
        uint64_t count = left < ROUND_BATCHES ? left : ROUND_BATCHES;
        fan_pool_run(pool, (size_t)count, 1, pack_batches, packing, NULL, NULL);
        fine = put_round(draft, packing, count);
    }
    return fine && put_head_before(draft, packing->head, packing->index);
}

bool fan_store_cells(FanStoreFile *file, const FanTableSpace *space, FanPool *pool,
                     const FanCellSource *source, FanTablesError *error) {
    FanTableHead *head = &file->head;
    Draft draft;
    Packing *packing = calloc(1, sizeof *packing);
    if (!packing) {
        return fail(error, file->folder, ENOMEM);
    }
    head->block_entries = fan_file_block_entries(head->metric, class_smaller(file->class));
    head->blocks = (uint32_t)((head->entries - 1) / head->block_entries + 1);
    head->data_bytes = 0;
    packing->space = space;
    packing->source = source;
    packing->head = head;
    packing->index = malloc((size_t)fan_file_index_bytes(head));
    bool fine = packing->index && open_benches(packing, fan_pool_threads(pool))
                    ? open_draft(&draft, file, error)
                    : fail(error, file->folder, ENOMEM);
    fine = fine && close_draft(&draft, put_rounds(&draft, packing, pool), error);
    close_packing(packing);
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

/* --- files that are there -----------------------------------------------------------------------
 */

/* Maps what can be mapped. */
static bool map_file(int file, FanMapping *mapping) {
    struct stat found;
    if (fstat(file, &found) != 0) {
        return false;
    }
    mapping->len_bytes = (size_t)found.st_size;
    mapping->bytes =
        found.st_size > 0 ? mmap(NULL, mapping->len_bytes, PROT_READ, MAP_SHARED, file, 0) : NULL;
    return mapping->bytes != MAP_FAILED;
}

bool fan_stored_open(FanStored *stored, const char *folder, FanTableClass class, unsigned metric,
                     FanTablesError *error) {
    char name[NAME_BYTES], path[PATH_BYTES];
    FanTablesError reason;
    FanTableFile *file = &stored->file;
    *stored = (FanStored){0};
    fan_tables_file_name(class, metric, name);
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || length >= PATH_BYTES) {
        return fail(error, folder, ENAMETOOLONG);
    }
    int found = open(path, O_RDONLY | O_CLOEXEC);
    if (found < 0) {
        return errno == ENOENT || fail(error, path, errno);
    }
    bool mapped = map_file(found, &stored->mapping);
    int why = errno;
    close(found);
    if (!mapped) {
        stored->mapping.bytes = NULL;
        return fail(error, path, why);
    }
    const uint8_t *bytes = stored->mapping.bytes;
    if (bytes && fan_head_read(bytes, stored->mapping.len_bytes, &file->head, &reason) &&
        file_bytes(&file->head) == stored->mapping.len_bytes) {
        file->index = bytes + FAN_FILE_HEAD_BYTES;
        file->data = file->index + fan_file_index_bytes(&file->head);
    }
    return true;
}

void fan_stored_close(FanStored *stored) {
    if (stored->mapping.bytes) {
        munmap(stored->mapping.bytes, stored->mapping.len_bytes);
    }
    *stored = (FanStored){0};
}
