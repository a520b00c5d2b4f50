#include "tablegen/stock.h"

#include <stdio.h>
#include <string.h>

static bool fail(FanTablesError *error, const char *why) {
    snprintf(error->text, sizeof error->text, "%s", why);
    return false;
}

unsigned fan_build_limit(const FanBuild *build) {
    return build->quiet_limit ? build->quiet_limit : fan_rules_default().quiet_limit;
}

bool fan_next_pair(const FanBuild *build, unsigned *large, unsigned *small) {
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

/* Whoever took is then to wait, with all its stones. */
bool fan_pair_needs(unsigned large, unsigned small, FanTableClass class) {
    return (class.foe == large && class.own < small) || (class.foe == small && class.own < large);
}

/* --- files --------------------------------------------------------------------------------------
 */

/* The files of a class: its values, its distances and what the quiet limit changes. */
typedef struct Files {
    FanStored values, cells, limited;
} Files;

static void close_files(Files *files) {
    fan_stored_close(&files->values);
    fan_stored_close(&files->cells);
    fan_stored_close(&files->limited);
}

static bool open_files(const FanStock *stock, FanTableClass class, Files *files,
                       FanTablesError *error) {
    *files = (Files){0};
    bool fine = fan_stored_open(&files->values, stock->folder, class, FAN_TABLE_VALUES, error) &&
                fan_stored_open(&files->cells, stock->folder, class, stock->build->metric, error) &&
                (!files->cells.file.head.limited ||
                 fan_stored_open(&files->limited, stock->folder, class, FAN_FILE_LIMIT, error));
    if (!fine) {
        close_files(files);
    }
    return fine;
}

/* Whether this build would have written the file. */
static bool is_ours(const FanStock *stock, FanTableClass class, const FanTableFile *file,
                    unsigned metric) {
    const FanTableHead *head = &file->head;
    const FanBuild *build = stock->build;
    bool under_limit = metric == FAN_TABLE_DTC || metric == FAN_FILE_LIMIT;
    return file->data && head->metric == metric && head->recipe == FAN_FILE_RECIPE &&
           head->files == build->board->files && head->ranks == build->board->ranks &&
           head->own == class.own && head->foe == class.foe && head->chain == build->rules->chain &&
           head->blocked == build->rules->blocked && head->turns == stock->space->turns &&
           head->entries == fan_class_entries(stock->space, class) &&
           head->limit == (under_limit ? fan_build_limit(build) : 0);
}

static bool values_are_sound(const FanTableFile *file) {
    bool sound = true;
    for (uint64_t block = 0; sound && block < file->head.blocks; block++) {
        sound = fan_values_sound(file, block);
    }
    return sound;
}

/* Called with the cells of each block; NULL for nothing. */
typedef void CellVisitor(void *context, uint64_t first, uint64_t last, const uint8_t *cells);

/* Unpacks all cells of a file. Returns false when it is damaged. */
static bool visit_cells(const FanStock *stock, const FanTableFile *file, CellVisitor *visit,
                        void *context) {
    uint8_t cells[FAN_FILE_CELLS_BYTES_MAX];
    for (uint64_t block = 0; block < file->head.blocks; block++) {
        uint64_t first = block * file->head.block_entries, last = first + file->head.block_entries;
        if (!fan_cells_unpack(stock->unpacker, stock->space, file, block, cells)) {
            return false;
        }
        if (visit) {
            visit(context, first, last < file->head.entries ? last : file->head.entries, cells);
        }
    }
    return true;
}

static bool files_are_sound(const FanStock *stock, FanTableClass class, const Files *files) {
    const FanTableFile *values = &files->values.file, *cells = &files->cells.file,
                       *limited = &files->limited.file;
    return is_ours(stock, class, values, FAN_TABLE_VALUES) &&
           values->head.captures == FAN_CAPTURES_TRUE &&
           is_ours(stock, class, cells, stock->build->metric) && values_are_sound(values) &&
           visit_cells(stock, cells, NULL, NULL) &&
           (!cells->head.limited || (is_ours(stock, class, limited, FAN_FILE_LIMIT) &&
                                     visit_cells(stock, limited, NULL, NULL)));
}

bool fan_stock_find(const FanStock *stock, FanTableClass class, bool *found,
                    FanTablesError *error) {
    Files files;
    if (!open_files(stock, class, &files, error)) {
        return false;
    }
    *found = files_are_sound(stock, class, &files);
    close_files(&files);
    return true;
}

/* --- memory -------------------------------------------------------------------------------------
 */

static uint64_t packed_bytes(uint64_t entries) {
    return (entries + FAN_VALUES_A_BYTE - 1) / FAN_VALUES_A_BYTE;
}

static void drop_class(Known *known) {
    if (known->limited != known->values) {
        fan_pages_free((void *)known->limited, packed_bytes(known->entries));
    }
    fan_pages_free((void *)known->values, packed_bytes(known->entries));
    fan_pages_free((void *)known->cells, known->entries * (known->bits / 8));
    *known = (Known){0};
}

static void mark_void(void *context, uint64_t first, uint64_t last, const uint8_t *cells) {
    uint8_t *packed = context;
    for (uint64_t entry = first; entry < last; entry++) {
        if (cells[entry - first] == 1 + cell_of(FAN_TABLE_DRAW, 0)) {
            packed[entry / FAN_VALUES_A_BYTE] |=
                (uint8_t)(VALUE_VOID << entry % FAN_VALUES_A_BYTE * 2);
        }
    }
}

static void mark_void_wide(void *context, uint64_t first, uint64_t last, const uint8_t *cells) {
    uint8_t *packed = context;
    for (uint64_t entry = first; entry < last; entry++) {
        if (load_number(cells + 2 * (entry - first), 2) == 1 + cell_of(FAN_TABLE_DRAW, 0)) {
            packed[entry / FAN_VALUES_A_BYTE] |=
                (uint8_t)(VALUE_VOID << entry % FAN_VALUES_A_BYTE * 2);
        }
    }
}

typedef struct Copy {
    uint8_t *cells;
    unsigned one; /* bytes */
} Copy;

static void copy_cells(void *context, uint64_t first, uint64_t last, const uint8_t *cells) {
    const Copy *copy = context;
    memcpy(copy->cells + first * copy->one, cells, (size_t)(last - first) * copy->one);
}

static bool load_values(Known *known, const Files *files, FanTablesError *error) {
    const FanTableFile *values = &files->values.file;
    uint8_t *packed = fan_pages_new(values->head.data_bytes);
    if (!packed) {
        return fail(error, "not enough memory");
    }
    memcpy(packed, values->data, values->head.data_bytes);
    known->entries = values->head.entries;
    known->values = known->limited = packed;
    return true;
}

/* Those without a limit, and what it makes draws. */
static bool load_limited(const FanStock *stock, Known *known, const Files *files,
                         FanTablesError *error) {
    const FanTableFile *limited = &files->limited.file;
    uint8_t *packed = fan_pages_new(packed_bytes(known->entries));
    if (!packed) {
        return fail(error, "not enough memory");
    }
    memcpy(packed, known->values, packed_bytes(known->entries));
    known->limited = packed;
    return visit_cells(stock, limited, limited->head.bits == 8 ? mark_void : mark_void_wide,
                       packed) ||
           fail(error, "a file changed while it was read");
}

static bool load_cells(const FanStock *stock, Known *known, const Files *files,
                       FanTablesError *error) {
    const FanTableFile *cells = &files->cells.file;
    Copy copy = {.one = cell_bytes(&cells->head)};
    copy.cells = fan_pages_new(known->entries * copy.one);
    if (!copy.cells) {
        return fail(error, "not enough memory");
    }
    known->cells = copy.cells;
    known->bits = cells->head.bits;
    return visit_cells(stock, cells, copy_cells, &copy) ||
           fail(error, "a file changed while it was read");
}

static bool load_class(FanStock *stock, FanTableClass class, FanTablesError *error) {
    Known *known = &stock->known[class.own][class.foe];
    Files files;
    if (!open_files(stock, class, &files, error)) {
        return false;
    }
    bool there = files.values.file.data && files.cells.file.data &&
                 (!files.cells.file.head.limited || files.limited.file.data);
    bool fine = there ? load_values(known, &files, error)
                      : fail(error, "a file of a smaller class has gone");
    if (fine && stock->build->metric == FAN_TABLE_DTW) {
        fine = load_cells(stock, known, &files, error);
    } else if (fine && files.cells.file.head.limited) {
        fine = load_limited(stock, known, &files, error);
    }
    close_files(&files);
    return fine;
}

bool fan_stock_load(FanStock *stock, unsigned large, unsigned small, FanTablesError *error) {
    bool fine = true;
    for (unsigned own = 1; own < FAN_STOCK_SIDES; own++) {
        for (unsigned foe = 1; foe < FAN_STOCK_SIDES; foe++) {
            FanTableClass class = {(uint8_t)own, (uint8_t)foe};
            Known *known = &stock->known[own][foe];
            if (!fan_pair_needs(large, small, class)) {
                drop_class(known);
            } else if (!known->values) {
                fine = fine && load_class(stock, class, error);
            }
        }
    }
    return fine;
}

void fan_stock_empty(FanStock *stock) {
    for (unsigned own = 1; own < FAN_STOCK_SIDES; own++) {
        for (unsigned foe = 1; foe < FAN_STOCK_SIDES; foe++) {
            drop_class(&stock->known[own][foe]);
        }
    }
}
