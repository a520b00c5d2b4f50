/* A build from class to class: what is there already, what is to be done, in which order. */
#include "tablegen/tablegen.h"

#include "tablegen/stock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { PATH_BYTES = 4096 };

/* Where a pair's time goes, roughly; what is left is what a quiet limit changes. */
static const double captures_share = 0.5, levels_share = 0.35, files_share = 0.1;

typedef struct Work {
    const FanBuild *build;
    FanTablesError *error;
    FanTableSpace space;
    char folder[PATH_BYTES]; /* the board's own */
    int lock;
    FanPool *pool;
    FanStock stock;
    /* By larger and smaller side: the files of a class and its mirror are there. */
    bool present[FAN_STOCK_SIDES][FAN_STOCK_SIDES];
    size_t scene_bytes;
    Scene *scenes[FAN_POOL_THREADS_MAX];
    FanPoints *inner;
    /* Progress, in entries. */
    uint64_t total, done, pair_entries;
    Pair *pair; /* the one in hand */
    bool stopped;
} Work;

__attribute__((format(printf, 2, 3))) static bool fail(Work *work, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(work->error->text, sizeof work->error->text, format, args);
    va_end(args);
    return false;
}

static bool fail_memory(Work *work) {
    return fail(work, "not enough memory");
}

/* --- classes ------------------------------------------------------------------------------------
 */

static FanTableClass class_of(unsigned table, unsigned large, unsigned small) {
    return table == LARGE_MOVES ? (FanTableClass){(uint8_t)large, (uint8_t)small}
                                : (FanTableClass){(uint8_t)small, (uint8_t)large};
}

/* --- progress -----------------------------------------------------------------------------------
 */

/* `pass`: of what is being passed through, which is all captures or one level of many. */
static double pair_done(const Work *work, double pass) {
    double left = 1;
    switch (work->pair->stage) {
    case PAIR_CAPTURES:
        return captures_share * pass;
    case PAIR_LEVELS:
        for (unsigned level = 0; level < work->pair->level; level++) {
            left *= 0.75;
        }
        return captures_share + levels_share * (1 - left);
    default:
        return captures_share + levels_share + files_share;
    }
}

static bool watch_pass(void *context, size_t done, size_t total) {
    Work *work = context;
    double pass = total ? (double)done / (double)total : 1;
    double entries = (double)work->done + (double)work->pair_entries * pair_done(work, pass);
    FanBuildProgress progress = {work->pair->large, work->pair->small,
                                 work->total ? entries / (double)work->total : 1};
    if (work->build->watch && !work->build->watch(work->build->context, &progress)) {
        work->stopped = true;
    }
    return !work->stopped;
}

/* --- one pair -----------------------------------------------------------------------------------
 */

static void free_cells(Pair *pair, const PairKernel *kernel, unsigned table) {
    fan_pages_free(pair->cells[table], (uint64_t)pair->orbits * pair->block * (kernel->bits / 8));
    pair->cells[table] = NULL;
}

static void free_pair(Pair *pair, const PairKernel *kernel) {
    for (unsigned table = 0; table < PAIR_TABLES; table++) {
        free_cells(pair, kernel, table);
        free(pair->fresh[table][0]);
        free(pair->fresh[table][1]);
        free(pair->doubt[table]);
        free(pair->changed[table]);
        pair->changed[table] = NULL;
        pair->fresh[table][0] = pair->fresh[table][1] = pair->doubt[table] = NULL;
    }
    free((void *)pair->inner);
    pair->inner = NULL;
}

static FanPoints *list_inner(const FanTableSpace *space, unsigned points, unsigned size) {
    uint32_t count = space->choose[size][points];
    FanPoints *inner = malloc(count * sizeof *inner);
    for (uint32_t rank = 0; inner && rank < count; rank++) {
        inner[rank] = fan_unrank_set(space, size, rank);
    }
    return inner;
}

static bool alloc_pair(Work *work, Pair *pair, const PairKernel *kernel) {
    const FanTableSpace *space = &work->space;
    unsigned points = space->board.points - pair->large;
    pair->orbits = space->outer[pair->large].orbits;
    pair->block = space->choose[pair->small][points];
    pair->inner = list_inner(space, points, pair->small);
    uint64_t bytes = (uint64_t)pair->orbits * pair->block * (kernel->bits / 8);
    bool fine = pair->inner != NULL;
    for (unsigned table = 0; table < PAIR_TABLES; table++) {
        pair->cells[table] = fan_pages_new(bytes);
        pair->fresh[table][0] = calloc(pair->orbits, 1);
        pair->fresh[table][1] = calloc(pair->orbits, 1);
        pair->doubt[table] = calloc(pair->orbits, 1);
        pair->changed[table] = calloc(pair->orbits, 1);
        fine = fine && pair->cells[table] && pair->fresh[table][0] && pair->fresh[table][1] &&
               pair->doubt[table] && pair->changed[table];
    }
    if (!fine) {
        free_pair(pair, kernel);
    }
    return fine || fail_memory(work);
}

/* Values of a table on their way into a file. */
typedef struct PackPass {
    const Pair *pair;
    const PairKernel *kernel;
    unsigned table;
    PairCount counts[FAN_POOL_THREADS_MAX]; /* by worker */
} PackPass;

static void add_count(PairCount *sum, const PairCount *count) {
    sum->win += count->win;
    sum->draw += count->draw;
    sum->loss += count->loss;
    sum->longest_win =
        count->longest_win > sum->longest_win ? count->longest_win : sum->longest_win;
    sum->longest_loss =
        count->longest_loss > sum->longest_loss ? count->longest_loss : sum->longest_loss;
}

static void pack_values(void *context, unsigned worker, uint64_t first, uint64_t last,
                        uint8_t *packed) {
    PackPass *pass = context;
    PairCount count = {0};
    pass->kernel->pack(pass->pair, pass->table, first, last, packed, &count);
    add_count(&pass->counts[worker], &count);
}

static void put_counts(void *context, FanTableHead *head) {
    const PackPass *pass = context;
    PairCount sum = {0};
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        add_count(&sum, &pass->counts[i]);
    }
    head->win = sum.win;
    head->draw = sum.draw;
    head->loss = sum.loss;
    head->longest_win = (uint16_t)sum.longest_win;
    head->longest_loss = (uint16_t)sum.longest_loss;
}

static FanTableHead head_of(const Work *work, FanTableClass class) {
    const FanBuild *build = work->build;
    return (FanTableHead){
        .files = build->board->files,
        .ranks = build->board->ranks,
        .own = class.own,
        .foe = class.foe,
        .chain = build->rules->chain,
        .blocked = build->rules->blocked,
        .turns = (uint8_t)work->space.turns,
        .recipe = FAN_FILE_RECIPE,
        .entries = fan_class_entries(&work->space, class),
    };
}

/* Whether anything of a pair is otherwise under the limit. */
static bool is_limited(const Work *work, const Pair *pair) {
    return pair->metric == FAN_TABLE_DTC &&
           (pair->voids > 0 || pair->longest > fan_build_limit(work->build));
}

/* Writes values and distances without a limit. The counts of the one are those of the other. */
static bool finish_table(Work *work, const Pair *pair, const PairKernel *kernel, unsigned table) {
    FanTableClass class = class_of(table, pair->large, pair->small);
    PackPass *pass = calloc(1, sizeof *pass);
    if (!pass) {
        return fail_memory(work);
    }
    *pass = (PackPass){.pair = pair, .kernel = kernel, .table = table};
    const FanValueSource source = {pack_values, put_counts, pass};
    FanStoreFile values = {work->folder, class, head_of(work, class)}, cells = values;
    bool fine = fan_store_values(&values, work->pool, &source, work->error);
    put_counts(pass, &cells.head);
    free(pass);
    if (pair->metric == FAN_TABLE_DTC) {
        cells.head.limit = (uint16_t)fan_build_limit(work->build);
        cells.head.limited = is_limited(work, pair);
    }
    return fine && fan_store_pair(&cells, pair, kernel, table, work->error);
}

/* Counts what a table holds. */
typedef struct CountPass {
    PackPass pack;
    uint64_t entries;
} CountPass;

enum { COUNT_CHUNK = 1 << 16 };

static void count_chunks(void *context, unsigned worker, size_t first, size_t last) {
    CountPass *pass = context;
    uint8_t packed[COUNT_CHUNK / FAN_VALUES_A_BYTE];
    for (uint64_t i = first; i < last; i++) {
        uint64_t end = (i + 1) * COUNT_CHUNK;
        memset(packed, 0, sizeof packed);
        pack_values(&pass->pack, worker, i * COUNT_CHUNK, end < pass->entries ? end : pass->entries,
                    packed);
    }
}

/* What the limit changes, beside what was written without it. */
static bool finish_limited(Work *work, const Pair *pair, const PairKernel *kernel, unsigned table) {
    FanTableClass class = class_of(table, pair->large, pair->small);
    FanStoreFile file = {work->folder, class, head_of(work, class)};
    CountPass *pass = calloc(1, sizeof *pass);
    if (!pass) {
        return fail_memory(work);
    }
    pass->pack = (PackPass){.pair = pair, .kernel = kernel, .table = table};
    pass->entries = file.head.entries;
    fan_pool_run(work->pool, (size_t)((pass->entries + COUNT_CHUNK - 1) / COUNT_CHUNK), 1,
                 count_chunks, pass, NULL, NULL);
    put_counts(&pass->pack, &file.head);
    free(pass);
    file.head.limit = (uint16_t)fan_build_limit(work->build);
    file.head.limited = 1;
    return fan_store_limited(&file, pair, kernel, table, work->error);
}

static bool limit_tables(Work *work, Pair *pair, const PairKernel *kernel, PairStatus *status) {
    if (!is_limited(work, pair)) {
        return true;
    }
    *status = kernel->limit(pair, fan_build_limit(work->build));
    bool fine = *status != PAIR_STOPPED;
    if (pair_tables(pair->large, pair->small) == 1) {
        free_cells(pair, kernel, SMALL_MOVES); /* the files to be compared with take room, too */
    }
    for (unsigned table = 0;
         fine && *status == PAIR_DONE && table < pair_tables(pair->large, pair->small); table++) {
        fine = finish_limited(work, pair, kernel, table);
    }
    return fine;
}

static bool solve_with(Work *work, Pair *pair, const PairKernel *kernel, PairStatus *status) {
    if (!alloc_pair(work, pair, kernel)) {
        return false;
    }
    pair->stage = PAIR_CAPTURES;
    pair->level = 0;
    *status = kernel->solve(pair);
    if (*status == PAIR_STOPPED && !work->stopped) {
        free_pair(pair, kernel);
        return fail_memory(work);
    }
    bool fine = *status != PAIR_STOPPED;
    for (unsigned table = 0;
         fine && *status == PAIR_DONE && table < pair_tables(pair->large, pair->small); table++) {
        fine = finish_table(work, pair, kernel, table);
    }
    fine = fine && (*status != PAIR_DONE || limit_tables(work, pair, kernel, status));
    free_pair(pair, kernel);
    return fine;
}

static bool build_pair(Work *work, unsigned large, unsigned small) {
    Pair pair = {.space = &work->space,
                 .rules = work->build->rules,
                 .metric = work->build->metric,
                 .known = work->stock.known,
                 .pool = work->pool,
                 .watch = watch_pass,
                 .watch_context = work,
                 .large = large,
                 .small = small,
                 .scenes = work->scenes};
    PairStatus status = PAIR_TOO_FAR;
    work->pair = &pair;
    work->pair_entries = 2 * fan_class_entries(&work->space, class_of(LARGE_MOVES, large, small));
    /* Few classes have distances that a byte does not hold. */
    for (unsigned bits = 8; bits <= 16 && status == PAIR_TOO_FAR; bits *= 2) {
        if (!solve_with(work, &pair, fan_pair_kernel(work->build->board, bits, work->build->plain),
                        &status)) {
            return false;
        }
    }
    work->done += work->pair_entries;
    return status == PAIR_DONE ||
           fail(work, "a distance in the class %u against %u is too large", large, small);
}

/* --- what is there ------------------------------------------------------------------------------
 */

static bool find_pair(Work *work, unsigned large, unsigned small) {
    bool present = true;
    for (unsigned table = 0; present && table < pair_tables(large, small); table++) {
        if (!fan_stock_find(&work->stock, class_of(table, large, small), &present, work->error)) {
            return false;
        }
    }
    work->present[large][small] = present;
    return true;
}

/* --- the build ----------------------------------------------------------------------------------
 */

static bool make_folders(Work *work) {
    char name[FAN_TABLE_NAME_MAX];
    fan_tables_folder_name(work->build->board, work->build->rules, name);
    int length = snprintf(work->folder, sizeof work->folder, "%s/%s", work->build->folder, name);
    if (length < 0 || length >= PATH_BYTES) {
        return fail(work, "the name of the folder is too long");
    }
    for (char *slash = work->folder; slash; slash = strchr(slash + 1, '/')) {
        if (slash == work->folder) {
            continue;
        }
        *slash = '\0';
        bool made = mkdir(work->folder, 0777) == 0 || errno == EEXIST;
        int why = errno;
        if (!made) {
            return fail(work, "%.300s: %s", work->folder, strerror(why));
        }
        *slash = '/';
    }
    if (mkdir(work->folder, 0777) != 0 && errno != EEXIST) {
        return fail(work, "%.300s: %s", work->folder, strerror(errno));
    }
    return true;
}

static bool lock_folder(Work *work) {
    work->lock = fan_store_lock(work->folder, work->error);
    return work->lock >= 0;
}

static bool prepare(Work *work) {
    const FanBuild *build = work->build;
    work->scene_bytes = fan_pair_kernel(build->board, 8, build->plain)->scene_bytes;
    work->pool = fan_pool_new(build->threads);
    if (!work->pool) {
        return fail(work, "cannot start %u threads", build->threads);
    }
    for (unsigned i = 0; i < build->threads; i++) {
        work->scenes[i] = calloc(1, work->scene_bytes);
        if (!work->scenes[i]) {
            return fail_memory(work);
        }
    }
    work->stock = (FanStock){.build = build,
                             .space = &work->space,
                             .folder = work->folder,
                             .unpacker = ZSTD_createDCtx()};
    return work->stock.unpacker || fail_memory(work);
}

/* Lists what the pairs yet to be built are numbered by, and nothing else. */
static bool need_spaces(Work *work, unsigned large) {
    for (unsigned size = 1; size <= large; size++) {
        if (!fan_space_need(&work->space, size)) {
            return fail_memory(work);
        }
    }
    return true;
}

static bool find_pairs(Work *work) {
    for (unsigned large = 0, small = 0; fan_next_pair(work->build, &large, &small);) {
        if (!need_spaces(work, large) || !find_pair(work, large, small)) {
            return false;
        }
        if (!work->present[large][small]) {
            work->total += 2 * fan_class_entries(&work->space, class_of(LARGE_MOVES, large, small));
        }
    }
    return true;
}

/* The lists of larger outer sets are large: they go when no pair that is to be built asks for them.
 */
static void drop_spaces(Work *work, unsigned large, unsigned small) {
    unsigned most = large;
    while (fan_next_pair(work->build, &large, &small)) {
        most = !work->present[large][small] && large > most ? large : most;
    }
    fan_space_drop(&work->space, most + 1);
}

static bool run(Work *work) {
    if (!find_pairs(work)) {
        return false;
    }
    for (unsigned large = 0, small = 0; fan_next_pair(work->build, &large, &small);) {
        if (work->present[large][small]) {
            continue;
        }
        drop_spaces(work, large, small);
        if (!fan_stock_load(&work->stock, large, small, work->error) ||
            !build_pair(work, large, small)) {
            return false;
        }
    }
    return true;
}

static void clean_up(Work *work) {
    fan_stock_empty(&work->stock);
    ZSTD_freeDCtx(work->stock.unpacker);
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        free(work->scenes[i]);
    }
    fan_pool_free(work->pool);
    fan_space_free(&work->space);
    if (work->lock >= 0) {
        close(work->lock);
    }
    free(work);
}

FanBuildStatus fan_tables_build(const FanBuild *build, FanTablesError *error) {
    Work *work = calloc(1, sizeof *work);
    if (!work) {
        snprintf(error->text, sizeof error->text, "not enough memory");
        return FAN_BUILD_FAILED;
    }
    work->build = build;
    work->error = error;
    work->lock = -1;
    fan_space_init(&work->space, build->board);
    bool fine = make_folders(work) && lock_folder(work) && prepare(work) && run(work);
    FanBuildStatus status = fine            ? FAN_BUILD_DONE
                            : work->stopped ? FAN_BUILD_STOPPED
                                            : FAN_BUILD_FAILED;
    clean_up(work);
    return status;
}
