#include "tablegen/folder.h"

#include "support/test.h"
#include "tables/tables.h"

#include <dirent.h>
#include <unistd.h>

Folder folder_new(unsigned files, unsigned ranks) {
    Folder folder = {.path = "/tmp/fanorona-tables-XXXXXX", .rules = fan_rules_default()};
    assert_non_null(mkdtemp(folder.path));
    assert_true(fan_board_init(&folder.board, files, ranks));
    return folder;
}

static void remove_all(const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *item; folder && (item = readdir(folder));) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, item->d_name);
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0) {
            remove_all(name);
        }
    }
    if (folder) {
        closedir(folder);
    }
    remove(path);
}

void folder_remove(const Folder *folder) {
    remove_all(folder->path);
}

FanBuild folder_begin(const Folder *folder, unsigned stones, FanTableMetric metric,
                      unsigned threads) {
    return (FanBuild){.board = &folder->board,
                      .rules = &folder->rules,
                      .stones = stones,
                      .metric = metric,
                      .folder = folder->path,
                      .threads = threads,
                      .quiet_limit = folder->quiet_limit};
}

void folder_build(const Folder *folder, unsigned stones, FanTableMetric metric, unsigned threads) {
    FanTablesError error = {""};
    FanBuild build = folder_begin(folder, stones, metric, threads);
    if (fan_tables_build(&build, &error) != FAN_BUILD_DONE) {
        fail_msg("%s", error.text);
    }
}

FanTables *folder_open(const Folder *folder) {
    FanTablesError error = {""};
    FanTables *tables = fan_tables_open(folder->path, &folder->board, &folder->rules, &error);
    if (!tables) {
        fail_msg("%s", error.text);
    }
    assert_true(fan_tables_list(tables));
    return tables;
}

uint8_t *file_read(const char *path, size_t *len_bytes) {
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return NULL;
    }
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    *len_bytes = (size_t)ftell(stream);
    rewind(stream);
    uint8_t *bytes = malloc(*len_bytes);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *len_bytes, stream), *len_bytes);
    fclose(stream);
    return bytes;
}

uint8_t *folder_read(const Folder *folder, const char *name, size_t *len_bytes) {
    char set[FAN_TABLE_NAME_MAX], path[600];
    fan_tables_folder_name(&folder->board, &folder->rules, set);
    snprintf(path, sizeof path, "%s/%s/%s", folder->path, set, name);
    return file_read(path, len_bytes);
}
