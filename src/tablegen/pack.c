#include "tablegen/pack.h"

#include "tablegen/store.h"
#include "tables/quiet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static bool refuse_stones(const FanPack *pack, FanTablesError *error) {
    snprintf(error->text, sizeof error->text, "the values of %u stones are not there",
             pack->stones);
    return false;
}

static bool has_values(const FanPack *pack, FanTablesError *error) {
    for (unsigned own = 1; own < pack->stones; own++) {
        for (unsigned foe = 1; own + foe <= pack->stones && foe <= FAN_TABLE_SIDE_MAX; foe++) {
            const FanTableFile *file =
                own <= FAN_TABLE_SIDE_MAX ? &pack->tables->files[own][foe][FAN_TABLE_VALUES] : NULL;
            if (file && file->data && file->head.captures != FAN_CAPTURES_TRUE) {
                return refuse_stones(pack, error);
            }
        }
    }
    return fan_tables_stones(pack->tables) >= pack->stones || refuse_stones(pack, error);
}

/* The next class of a pack, the fewest stones first; NULL past the last. Begin with 2 stones, 1 of
 * them of the side to move. */
static const FanTableFile *next_class(const FanPack *pack, unsigned *stones, unsigned *own) {
    for (; *stones <= pack->stones; ++*stones, *own = 1) {
        for (; *own < *stones; ++*own) {
            unsigned foe = *stones - *own;
            if (*own <= FAN_TABLE_SIDE_MAX && foe <= FAN_TABLE_SIDE_MAX &&
                pack->tables->files[*own][foe][FAN_TABLE_VALUES].data) {
                return &pack->tables->files[(*own)++][foe][FAN_TABLE_VALUES];
            }
        }
    }
    return NULL;
}

static FanTableClass class_of(const FanTableHead *head) {
    return (FanTableClass){head->own, head->foe};
}

static bool is_sound(const FanTableFile *file, FanTablesError *error) {
    for (uint64_t block = 0; block < file->head.blocks; block++) {
        if (!fan_values_sound(file, block)) {
            snprintf(error->text, sizeof error->text, "%u against %u: block %llu is damaged",
                     file->head.own, file->head.foe, (unsigned long long)block);
            return false;
        }
    }
    return true;
}

/* --- a file a class -----------------------------------------------------------------------------
 */

static void write_values(void *context, unsigned worker, uint64_t first, uint64_t last,
                         uint8_t *cells) {
    const FanTableFile *file = context;
    (void)worker;
    for (uint64_t entry = first; entry < last; entry++) {
        cells[entry - first] = (uint8_t)packed_value(file->data, entry);
    }
}

static bool pack_file(const FanPack *pack, FanPool *pool, const FanTableFile *values,
                      const char *folder, FanTablesError *error) {
    const FanCellSource source = {write_values, (void *)(uintptr_t)values};
    FanStoreFile file = {folder, class_of(&values->head), values->head};
    file.head.metric = FAN_FILE_QUIET;
    file.head.captures = FAN_CAPTURES_LEFT_OUT;
    return is_sound(values, error) &&
           fan_store_cells(&file, &pack->tables->space, pool, &source, error);
}

/* Whether all is there that a pack is made of. */
static bool is_ready(const FanPack *pack, FanTablesError *error) {
    return has_values(pack, error) &&
           (fan_tables_list(pack->tables) || fan_tables_refuse(error, "not enough memory"));
}

/* The board's own folder, made if it is not there. */
static bool make_folder(const FanPack *pack, const char *folder, char own[PATH_BYTES],
                        FanTablesError *error) {
    char name[FAN_TABLE_NAME_MAX];
    fan_tables_folder_name(&pack->tables->space.board, &pack->tables->rules, name);
    int length = snprintf(own, PATH_BYTES, "%s/%s", folder, name);
    bool fine = length > 0 && length < PATH_BYTES;
    if (fine && ((mkdir(folder, 0777) != 0 && errno != EEXIST) ||
                 (mkdir(own, 0777) != 0 && errno != EEXIST))) {
        fine = false;
    } else if (!fine) {
        errno = ENAMETOOLONG;
    }
    if (!fine) {
        snprintf(error->text, sizeof error->text, "%.300s: %s", folder, strerror(errno));
    }
    return fine;
}

bool fan_pack_files(const FanPack *pack, const char *folder, FanTablesError *error) {
    char own_folder[PATH_BYTES];
    const FanTableFile *values;
    if (!is_ready(pack, error) || !make_folder(pack, folder, own_folder, error)) {
        return false;
    }
    int lock = fan_store_lock(own_folder, error);
    FanPool *pool = lock >= 0 ? fan_pool_new(pack->threads) : NULL;
    bool fine = pool != NULL;
    if (lock >= 0 && !fine) {
        snprintf(error->text, sizeof error->text, "cannot start %u threads", pack->threads);
    }
    for (unsigned stones = 2, own = 1;
         fine && (values = next_class(pack, &stones, &own)) != NULL;) {
        fine = pack_file(pack, pool, values, own_folder, error);
    }
    fan_pool_free(pool);
    if (lock >= 0) {
        close(lock);
    }
    return fine;
}

/* --- one file of all ----------------------------------------------------------------------------
 */

enum { CHUNK = FAN_QUIET_MAX };

/* Calls `see` with every entry of a class whose position has no capture. */
static void visit_quiet(const FanTableSpace *space, const FanTableFile *file,
                        void (*see)(void *context, uint64_t entry, unsigned value), void *context) {
    uint16_t offsets[CHUNK];
    for (uint64_t first = 0; first < file->head.entries; first += CHUNK) {
        uint64_t left = file->head.entries - first;
        size_t count = fan_quiet_entries(space, class_of(&file->head), first,
                                         first + (left < CHUNK ? left : CHUNK), offsets);
        for (size_t i = 0; i < count; i++) {
            see(context, first + offsets[i], packed_value(file->data, first + offsets[i]));
        }
    }
}

static void count_value(void *context, uint64_t entry, unsigned value) {
    uint64_t *counts = context;
    (void)entry;
    counts[value]++;
}

static void put_value(void *context, uint64_t entry, unsigned value) {
    uint8_t *packed = context, *byte = &packed[entry / FAN_VALUES_A_BYTE];
    unsigned shift = entry % FAN_VALUES_A_BYTE * 2;
    *byte = (uint8_t)((*byte & ~(3u << shift)) | value << shift);
}

/* The class's values, with the most frequent one where there is a capture; NULL without memory. */
static uint8_t *fill_values(const FanTableSpace *space, const FanTableFile *file) {
    uint64_t counts[1 << 2] = {0};
    uint8_t *packed = malloc((size_t)file->head.data_bytes);
    if (packed) {
        visit_quiet(space, file, count_value, counts);
        unsigned most = counts[FAN_TABLE_WIN] > counts[FAN_TABLE_DRAW];
        most = counts[FAN_TABLE_LOSS] > counts[most] ? FAN_TABLE_LOSS : most;
        memset(packed, (int)(most * 0x55), (size_t)file->head.data_bytes);
        visit_quiet(space, file, put_value, packed);
    }
    return packed;
}

static bool add_class(const FanPack *pack, FanBundle *bundle, const FanTableFile *file,
                      FanTablesError *error) {
    if (!is_sound(file, error)) {
        return false;
    }
    uint8_t *packed = fill_values(&pack->tables->space, file);
    if (!packed) {
        return fan_tables_refuse(error, "not enough memory");
    }
    FanTableHead head = file->head;
    head.captures = FAN_CAPTURES_FILLED;
    fan_bundle_add(bundle, &head, packed);
    free(packed);
    return true;
}

bool fan_pack_bundle(const FanPack *pack, const char *path, FanTablesError *error) {
    const FanTableFile *file;
    FanBundle *bundle = is_ready(pack, error) ? fan_bundle_open(path, error) : NULL;
    if (!bundle) {
        return false;
    }
    for (unsigned stones = 2, own = 1; (file = next_class(pack, &stones, &own)) != NULL;) {
        if (!add_class(pack, bundle, file, error)) {
            fan_bundle_drop(bundle);
            return false;
        }
    }
    return fan_bundle_close(bundle, error);
}
