/* Tables in a folder, mapped. */
#include "tables/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static void unmap(FanMapping *mapping) {
    munmap(mapping->bytes, mapping->len_bytes);
}

static bool fail(FanTablesError *error, const char *path, const char *why) {
    snprintf(error->text, sizeof error->text, "%.300s: %.200s", path, why);
    return false;
}

/* Maps an open file. Returns NULL, or why it cannot be. */
static const char *map_file(int file, FanMapping *mapping) {
    struct stat found;
    if (fstat(file, &found) != 0) {
        return strerror(errno);
    }
    if (!S_ISREG(found.st_mode)) {
        return "not a file of tables";
    }
    if (found.st_size == 0) {
        return "damaged: cut short";
    }
    mapping->len_bytes = (size_t)found.st_size;
    mapping->bytes = mmap(NULL, mapping->len_bytes, PROT_READ, MAP_SHARED, file, 0);
    return mapping->bytes != MAP_FAILED ? NULL : strerror(errno);
}

/* Adds a file if there is one of this name; a pipe of this name is not waited for. */
static bool add_file(FanTables *tables, const char *path, FanTablesError *error) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return errno == ENOENT || errno == ENOTDIR || fail(error, path, strerror(errno));
    }
    FanMapping *mapping = &tables->mappings[tables->mappings_count];
    const char *why = map_file(file, mapping);
    close(file);
    if (why) {
        return fail(error, path, why);
    }
    tables->mappings_count++;
    FanTablesError reason;
    return fan_tables_add(tables, mapping->bytes, mapping->len_bytes, &reason) ||
           fail(error, path, reason.text);
}

static bool add_files(FanTables *tables, const char *folder, FanTablesError *error) {
    char set[FAN_TABLE_NAME_MAX], name[FAN_TABLE_NAME_MAX], path[PATH_BYTES];
    fan_tables_folder_name(&tables->space.board, &tables->rules, set);
    unsigned most = (tables->space.board.points - 1u) / 2;
    for (unsigned own = 1; own <= most; own++) {
        for (unsigned foe = 1; foe <= most; foe++) {
            for (unsigned metric = 0; metric < FAN_FILE_KINDS; metric++) {
                FanTableClass class = {(uint8_t)own, (uint8_t)foe};
                fan_tables_file_name(class, metric, name);
                int length = snprintf(path, sizeof path, "%s/%s/%s", folder, set, name);
                if (length < 0 || length >= PATH_BYTES) {
                    return fail(error, folder, "the name of the folder is too long");
                }
                if (!add_file(tables, path, error)) {
                    return false;
                }
            }
        }
    }
    return true;
}

FanTables *fan_tables_open(const char *folder, const FanBoard *board, const FanRules *rules,
                           FanTablesError *error) {
    FanTables *tables = fan_tables_new(board, rules);
    if (!tables) {
        fail(error, folder, rules->telo ? "telo has no tables" : "not enough memory");
        return NULL;
    }
    tables->unmap = unmap;
    tables->mappings = calloc((size_t)FAN_TABLE_SIDE_MAX * FAN_TABLE_SIDE_MAX * FAN_FILE_KINDS,
                              sizeof *tables->mappings);
    if (!tables->mappings) {
        fail(error, folder, "not enough memory");
    } else if (add_files(tables, folder, error)) {
        return tables;
    }
    fan_tables_free(tables);
    return NULL;
}
