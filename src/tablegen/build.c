/* A build from class to class: what is there already, what is to be done, in which order. */
#include "tablegen/tablegen.h"

#include "tablegen/pair.h"
#include "tablegen/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { PATH_BYTES = 4096, SIDES = FAN_TABLE_SIDE_MAX + 1 };

/* Where a pair's time goes, roughly: captures, levels, files. */
static const double captures_share = 0.6, levels_share = 0.3;

typedef struct Work {
    const FanBuild *build;
    FanTablesError *error;
    FanTableSpace space;
    char folder[PATH_BYTES]; /* the board's own */
    int lock;
    FanPool *pool;
    Known known[SIDES][SIDES];  /* by own and the other's stones; memory in large pages */
    bool present[SIDES][SIDES]; /* the files of a class and its mirror, by larger and smaller */
    FanTables *found;           /* the files that are there */
    ZSTD_DCtx *unpacker;
    size_t scene_bytes;
    Scene *scenes[FAN_POOL_THREADS_MAX];
    FanPoints *inner;
    /* Progress, in entries. */
    uint64_t total, done, pair_entries;
    Pair *pair; /* the one in hand */
    enum { CAPTURES, LEVELS, FILES } stage;
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

/* The pairs of a build in order, fewest stones first; equal sides last, which are the dearest.
 * Returns false after the last. Begin with {0, 0}. */
static bool next_pair(const FanBuild *build, unsigned *large, unsigned *small) {
    unsigned most = (build->board->points - 1u) / 2, stones = *large + *small;
    if (*large > *small + 1) {
        *large -= 1;
        *small += 1;
    } else {
        stones = stones < 2 ? 2 : stones + 1;
        *large = stones - 1 < most ? stones - 1 : most;
        *small = stones - *large;
    }
    return stones <= build->stones && *small <= most;
}

static FanTableClass class_of(unsigned table, unsigned large, unsigned small) {
    return table == LARGE_MOVES ? (FanTableClass){(uint8_t)large, (uint8_t)small}
                                : (FanTableClass){(uint8_t)small, (uint8_t)large};
}

/* How many tables of a pair are kept: equal sides have one twice. */
static unsigned tables_of(unsigned large, unsigned small) {
    return large == small ? 1 : PAIR_TABLES;
}

static uint64_t packed_bytes(uint64_t entries) {
    return (entries + FAN_VALUES_A_BYTE - 1) / FAN_VALUES_A_BYTE;
}

/* --- what a build takes -------------------------------------------------------------------------
 */

/* About as many orbits as there are sets by symmetries, some more for those that keep themselves.
 */
static double orbits_about(const FanTableSpace *space, unsigned size) {
    return space->choose[size][space->board.points] * 1.02 / space->turns + 64;
}

FanBuildNeeds fan_build_needs(const FanBuild *build) {
    FanTableSpace space;
    double values = 0, most = 0, cells = 0;
    fan_space_init(&space, build->board);
    for (unsigned large = 0, small = 0; next_pair(build, &large, &small);) {
        double entries =
            orbits_about(&space, large) * space.choose[small][space.board.points - large];
        double lists =
            4.0 * space.choose[large][space.board.points] + 4 * orbits_about(&space, large);
        double pair = PAIR_TABLES * entries * 1.01 + lists + values + cells;
        most = pair > most ? pair : most;
        values += tables_of(large, small) * entries / FAN_VALUES_A_BYTE;
        cells += build->metric == FAN_TABLE_DTW ? tables_of(large, small) * entries : 0;
    }
    /* Distances never took more than the values at two bits an entry. */
    return (FanBuildNeeds){
        (uint64_t)(most + values / 8) + (64 << 20),
        (uint64_t)(2 * values + (build->metric == FAN_TABLE_DTW ? cells / 2 : 0))};
}

/* --- progress -----------------------------------------------------------------------------------
 */

static double pair_done(const Work *work, double pass) {
    if (work->stage == CAPTURES && work->pair->level == 0) {
        return captures_share * pass;
    }
    if (work->stage != FILES) {
        double left = 1;
        for (unsigned level = 0; level < work->pair->level; level++) {
            left *= 0.75;
        }
        return captures_share + levels_share * (1 - left);
    }
    return captures_share + levels_share + (1 - captures_share - levels_share) * pass;
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

static void free_pair(Pair *pair, const PairKernel *kernel) {
    uint64_t bytes = (uint64_t)pair->orbits * pair->block * (kernel->bits / 8);
    for (unsigned table = 0; table < PAIR_TABLES; table++) {
        fan_pages_free(pair->cells[table], bytes);
        free(pair->fresh[table][0]);
        free(pair->fresh[table][1]);
        free(pair->doubt[table]);
        free(pair->changed[table]);
        pair->cells[table] = NULL;
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

typedef struct PackPass {
    const Pair *pair;
    const PairKernel *kernel;
    unsigned table;
    uint64_t entries;
    const uint8_t *values; /* without a quiet limit, of cells under one; else NULL */
    uint8_t *packed;
    PairCount counts[FAN_POOL_THREADS_MAX];
} PackPass;

/* Entries that are packed at once: whole bytes. */
enum { PACK_CHUNK = 1 << 16 };

static void pack_chunks(void *context, unsigned worker, size_t first, size_t last) {
    PackPass *pass = context;
    PairCount count = {0}, *sum = &pass->counts[worker];
    uint64_t end = (uint64_t)last * PACK_CHUNK;
    pass->kernel->pack(pass->pair, pass->table, (uint64_t)first * PACK_CHUNK,
                       end < pass->entries ? end : pass->entries, pass->values, pass->packed,
                       &count);
    sum->win += count.win;
    sum->draw += count.draw;
    sum->loss += count.loss;
    sum->longest_win = count.longest_win > sum->longest_win ? count.longest_win : sum->longest_win;
    sum->longest_loss =
        count.longest_loss > sum->longest_loss ? count.longest_loss : sum->longest_loss;
}

/* Packs a table's values (see PairKernel); the result is in large pages. NULL without memory. */
static uint8_t *pack_table(const Pair *pair, const PairKernel *kernel, unsigned table,
                           uint64_t entries, const uint8_t *values, PairCount *count) {
    PackPass *pass = calloc(1, sizeof *pass);
    uint8_t *packed = pass ? fan_pages_new(packed_bytes(entries)) : NULL;
    if (packed) {
        *pass = (PackPass){pair, kernel, table, entries, values, packed, {{0}}};
        fan_pool_run(pair->pool, (size_t)((entries + PACK_CHUNK - 1) / PACK_CHUNK), 1, pack_chunks,
                     pass, NULL, NULL);
        for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
            const PairCount *part = &pass->counts[i];
            count->win += part->win;
            count->draw += part->draw;
            count->loss += part->loss;
            count->longest_win =
                part->longest_win > count->longest_win ? part->longest_win : count->longest_win;
            count->longest_loss =
                part->longest_loss > count->longest_loss ? part->longest_loss : count->longest_loss;
        }
    }
    free(pass);
    return packed;
}

static FanTableHead head_of(const Work *work, FanTableClass class, const PairCount *count) {
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
        .win = count->win,
        .draw = count->draw,
        .loss = count->loss,
        .longest_win = (uint16_t)count->longest_win,
        .longest_loss = (uint16_t)count->longest_loss,
    };
}

/* The cells of a table as larger classes ask for them under FAN_TABLE_DTW. */
static bool keep_cells(Work *work, const Pair *pair, const PairKernel *kernel, unsigned table,
                       FanTableClass class) {
    uint64_t entries = fan_class_entries(&work->space, class);
    uint8_t *cells = fan_pages_new(entries * (kernel->bits / 8));
    if (!cells) {
        return fail_memory(work);
    }
    kernel->write(pair, table, 0, entries, cells);
    work->known[class.own][class.foe].cells = cells;
    work->known[class.own][class.foe].bits = kernel->bits;
    return true;
}

static unsigned quiet_limit(const FanBuild *build) {
    return build->quiet_limit ? build->quiet_limit : fan_rules_default().quiet_limit;
}

/* Whether anything of a pair is otherwise under the limit. */
static bool is_limited(const Work *work, const Pair *pair) {
    return pair->metric == FAN_TABLE_DTC &&
           (pair->voids > 0 || pair->longest > quiet_limit(work->build));
}

static bool finish_table(Work *work, const Pair *pair, const PairKernel *kernel, unsigned table) {
    FanTableClass class = class_of(table, pair->large, pair->small);
    PairCount count = {0};
    uint8_t *packed =
        pack_table(pair, kernel, table, fan_class_entries(&work->space, class), NULL, &count);
    if (!packed) {
        return fail_memory(work);
    }
    work->known[class.own][class.foe].values = packed;
    work->known[class.own][class.foe].limited = packed;
    FanStoreFile file = {work->folder, class, head_of(work, class, &count)};
    FanStoreFile values = file;
    if (pair->metric == FAN_TABLE_DTC) {
        file.head.limit = (uint16_t)quiet_limit(work->build);
        file.head.limited = is_limited(work, pair);
    }
    return fan_store_pair(&file, pair, kernel, table, work->error) &&
           fan_store_values(&values, packed, work->error) &&
           (pair->metric != FAN_TABLE_DTW || keep_cells(work, pair, kernel, table, class));
}

/* What the limit changes, beside what was written without it. */
static bool finish_limited(Work *work, const Pair *pair, const PairKernel *kernel, unsigned table) {
    FanTableClass class = class_of(table, pair->large, pair->small);
    Known *known = &work->known[class.own][class.foe];
    PairCount count = {0};
    uint8_t *packed = pack_table(pair, kernel, table, fan_class_entries(&work->space, class),
                                 known->values, &count);
    if (!packed) {
        return fail_memory(work);
    }
    known->limited = packed;
    FanStoreFile file = {work->folder, class, head_of(work, class, &count)};
    file.head.limit = (uint16_t)quiet_limit(work->build);
    file.head.limited = 1;
    return fan_store_limited(&file, pair, kernel, table, known->values, work->error);
}

static bool limit_tables(Work *work, Pair *pair, const PairKernel *kernel, PairStatus *status) {
    if (!is_limited(work, pair)) {
        return true;
    }
    *status = kernel->limit(pair, quiet_limit(work->build));
    bool fine = *status != PAIR_STOPPED;
    for (unsigned table = 0;
         fine && *status == PAIR_DONE && table < tables_of(pair->large, pair->small); table++) {
        fine = finish_limited(work, pair, kernel, table);
    }
    return fine;
}

static bool solve_with(Work *work, Pair *pair, const PairKernel *kernel, PairStatus *status) {
    if (!alloc_pair(work, pair, kernel)) {
        return false;
    }
    work->stage = CAPTURES;
    pair->level = 0;
    *status = kernel->solve(pair);
    if (*status == PAIR_STOPPED && !work->stopped) {
        free_pair(pair, kernel);
        return fail_memory(work);
    }
    bool fine = *status != PAIR_STOPPED;
    work->stage = FILES;
    for (unsigned table = 0;
         fine && *status == PAIR_DONE && table < tables_of(pair->large, pair->small); table++) {
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
                 .known = work->known,
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

/* The file of what the limit changes, where the one of distances says that there is one. */
static bool has_limited(const Work *work, const FanTableFile *files) {
    const FanTableFile *cells = &files[FAN_TABLE_DTC], *limited = &files[FAN_FILE_LIMIT];
    return work->build->metric != FAN_TABLE_DTC ||
           (cells->head.limit == quiet_limit(work->build) &&
            (!cells->head.limited || (limited->data && limited->head.recipe == FAN_FILE_RECIPE &&
                                      limited->head.limit == cells->head.limit)));
}

static bool has_class(const Work *work, FanTableClass class) {
    const FanTableFile *files = work->found->files[class.own][class.foe];
    const FanTableFile *values = &files[FAN_TABLE_VALUES], *cells = &files[work->build->metric];
    return values->data && cells->data && values->head.captures == FAN_CAPTURES_TRUE &&
           values->head.recipe == FAN_FILE_RECIPE && cells->head.recipe == FAN_FILE_RECIPE &&
           has_limited(work, files);
}

/* A file of values with a damaged block is not there. */
static bool values_are_sound(const FanTableFile *file) {
    bool sound = true;
    for (uint64_t block = 0; sound && block < file->head.blocks; block++) {
        sound = fan_values_sound(file, block);
    }
    return sound;
}

/* Unpacks all cells of a file; into no place where `cells` is NULL. Returns false when it is
 * damaged. */
static bool unpack_cells(Work *work, const FanTableFile *file, uint8_t *cells) {
    uint8_t block_cells[FAN_FILE_CELLS_BYTES_MAX];
    size_t one = cell_bytes(&file->head);
    bool sound = true;
    for (uint64_t block = 0; sound && block < file->head.blocks; block++) {
        uint64_t first = block * file->head.block_entries, left = file->head.entries - first;
        sound = fan_cells_unpack(work->unpacker, &work->space, file, block, block_cells);
        if (sound && cells) {
            size_t count = left < file->head.block_entries ? left : file->head.block_entries;
            memcpy(cells + first * one, block_cells, count * one);
        }
    }
    return sound;
}

static bool is_sound(Work *work, FanTableClass class) {
    const FanTableFile *files = work->found->files[class.own][class.foe];
    return values_are_sound(&files[FAN_TABLE_VALUES]) &&
           unpack_cells(work, &files[work->build->metric], NULL) &&
           (!files[FAN_TABLE_DTC].head.limited || unpack_cells(work, &files[FAN_FILE_LIMIT], NULL));
}

/* The values of a class under the limit: those without it, and what it makes draws. */
static bool load_limited(Work *work, FanTableClass class, const FanTableFile *file) {
    Known *known = &work->known[class.own][class.foe];
    uint64_t bytes = packed_bytes(file->head.entries);
    uint8_t *packed = fan_pages_new(bytes), block_cells[FAN_FILE_CELLS_BYTES_MAX];
    unsigned one = cell_bytes(&file->head);
    if (!packed) {
        return fail_memory(work);
    }
    memcpy(packed, known->values, bytes);
    known->limited = packed;
    for (uint64_t block = 0; block < file->head.blocks; block++) {
        uint64_t first = block * file->head.block_entries, last = first + file->head.block_entries;
        if (!fan_cells_unpack(work->unpacker, &work->space, file, block, block_cells)) {
            return fail(work, "a file changed while it was read");
        }
        for (uint64_t entry = first; entry < last && entry < file->head.entries; entry++) {
            if (load_number(block_cells + (entry - first) * one, one) ==
                1 + cell_of(FAN_TABLE_DRAW, 0)) {
                packed[entry / FAN_VALUES_A_BYTE] |=
                    (uint8_t)(VALUE_VOID << entry % FAN_VALUES_A_BYTE * 2);
            }
        }
    }
    return true;
}

/* Takes over what an earlier build has left, which is sound. Returns false without memory. */
static bool load_class(Work *work, FanTableClass class) {
    const FanTableFile *files = work->found->files[class.own][class.foe];
    const FanTableFile *values = &files[FAN_TABLE_VALUES], *cells = &files[FAN_TABLE_DTW];
    Known *known = &work->known[class.own][class.foe];
    uint8_t *packed = fan_pages_new(values->head.data_bytes);
    if (!packed) {
        return fail_memory(work);
    }
    memcpy(packed, values->data, values->head.data_bytes);
    known->values = known->limited = packed;
    if (work->build->metric == FAN_TABLE_DTC && files[FAN_TABLE_DTC].head.limited) {
        return load_limited(work, class, &files[FAN_FILE_LIMIT]);
    }
    if (work->build->metric == FAN_TABLE_DTW) {
        uint8_t *copy = fan_pages_new(cells->head.entries * (cells->head.bits / 8u));
        if (!copy) {
            return fail_memory(work);
        }
        known->cells = copy;
        known->bits = cells->head.bits;
        return unpack_cells(work, cells, copy) || fail(work, "a file changed while it was read");
    }
    return true;
}

static bool find_pair(Work *work, unsigned large, unsigned small) {
    bool present = true;
    for (unsigned table = 0; present && table < tables_of(large, small); table++) {
        FanTableClass class = class_of(table, large, small);
        present = has_class(work, class) && is_sound(work, class);
    }
    return work->present[large][small] = present;
}

static bool take_over_pair(Work *work, unsigned large, unsigned small) {
    for (unsigned table = 0; table < tables_of(large, small); table++) {
        if (!load_class(work, class_of(table, large, small))) {
            return false;
        }
    }
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

/* What builds that were killed have left half written; this one has the folder to itself. */
static void remove_drafts(const Work *work) {
    DIR *folder = opendir(work->folder);
    for (struct dirent *item; folder && (item = readdir(folder)) != NULL;) {
        if (fan_is_draft(item->d_name)) {
            unlinkat(work->lock, item->d_name, 0);
        }
    }
    if (folder) {
        closedir(folder);
    }
}

/* Two builds in one folder would do everything twice. */
static bool lock_folder(Work *work) {
    work->lock = open(work->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (work->lock < 0) {
        return fail(work, "%.300s: %s", work->folder, strerror(errno));
    }
    if (flock(work->lock, LOCK_EX | LOCK_NB) != 0) {
        return fail(work, "%.300s: another build is at work there", work->folder);
    }
    remove_drafts(work);
    return true;
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
    work->unpacker = ZSTD_createDCtx();
    if (!work->unpacker) {
        return fail_memory(work);
    }
    work->found = fan_tables_open(build->folder, build->board, build->rules, work->error);
    return work->found != NULL;
}

static bool run(Work *work) {
    const FanBuild *build = work->build;
    unsigned last_stones = 0;
    for (unsigned large = 0, small = 0; next_pair(build, &large, &small);) {
        if (!fan_space_need(&work->space, large)) {
            return fail_memory(work);
        }
        if (!find_pair(work, large, small)) {
            last_stones = large + small;
            work->total += 2 * fan_class_entries(&work->space, class_of(LARGE_MOVES, large, small));
        }
    }
    for (unsigned large = 0, small = 0; next_pair(build, &large, &small);) {
        bool needed = large + small < last_stones;
        bool fine = !work->present[large][small] ? build_pair(work, large, small)
                                                 : !needed || take_over_pair(work, large, small);
        if (!fine) {
            return false;
        }
    }
    return true;
}

static void clean_up(Work *work) {
    for (unsigned own = 0; own < SIDES; own++) {
        for (unsigned foe = 0; foe < SIDES; foe++) {
            FanTableClass class = {(uint8_t)own, (uint8_t)foe};
            Known *known = &work->known[own][foe];
            if (known->values || known->cells) {
                uint64_t entries = fan_class_entries(&work->space, class);
                if (known->limited != known->values) {
                    fan_pages_free((void *)known->limited, packed_bytes(entries));
                }
                fan_pages_free((void *)known->values, packed_bytes(entries));
                fan_pages_free((void *)known->cells, entries * (known->bits / 8));
            }
        }
    }
    for (unsigned i = 0; i < FAN_POOL_THREADS_MAX; i++) {
        free(work->scenes[i]);
    }
    fan_pool_free(work->pool);
    fan_tables_free(work->found);
    ZSTD_freeDCtx(work->unpacker);
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
