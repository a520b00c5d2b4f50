#include "server/shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tables/tables.h"

enum { SIDE_MIN = 3, PATH_BYTES = 4096 };

static FanTableSet measure(const FanBoard *board, const FanRules *rules, FanTables *tables) {
    static const FanTableMetric metrics[] = {FAN_TABLE_DTW, FAN_TABLE_DTC};
    unsigned stones = fan_tables_distances(tables, FAN_TABLE_VALUES);
    FanTableSet set = {*board, *rules, tables, stones, FAN_TABLE_VALUES};
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        set.metric = fan_tables_distances(tables, metrics[i]) ? metrics[i] : set.metric;
    }
    return set;
}

static bool add_set(FanShelf *shelf, const FanTableSet *set, FanTablesError *error) {
    FanTableSet *sets = realloc(shelf->sets, (shelf->count + 1) * sizeof *sets);
    if (!sets) {
        snprintf(error->text, sizeof error->text, "not enough memory");
        return false;
    }
    shelf->sets = sets;
    sets[shelf->count++] = *set;
    return true;
}

/* Whether the folder has a place for this board and rules: most have none, and looking for their
 * files one by one takes long. */
static bool has_set(const char *folder, const FanBoard *board, const FanRules *rules) {
    char name[FAN_TABLE_NAME_MAX], path[PATH_BYTES];
    fan_tables_folder_name(board, rules, name);
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < PATH_BYTES && access(path, F_OK) == 0;
}

static bool add_found(FanShelf *shelf, const char *folder, const FanBoard *board,
                      const FanRules *rules, FanTablesError *error) {
    if (!has_set(folder, board, rules)) {
        return true;
    }
    FanTables *tables = fan_tables_open(folder, board, rules, error);
    FanTableSet set = tables ? measure(board, rules, tables) : (FanTableSet){0};
    if (tables && (set.stones == 0 || !add_set(shelf, &set, error))) {
        fan_tables_free(tables);
        return set.stones == 0;
    }
    return tables != NULL;
}

static bool add_board(FanShelf *shelf, const char *folder, unsigned files, unsigned ranks,
                      FanTablesError *error) {
    FanBoard board;
    FanRules rules = fan_rules_default();
    if (!fan_board_init(&board, files, ranks)) {
        return true;
    }
    for (unsigned choice = 0; choice < 4; choice++) {
        rules.chain = choice & 1 ? FAN_CHAIN_MANDATORY : FAN_CHAIN_OPTIONAL;
        rules.blocked = choice & 2 ? FAN_BLOCKED_DRAW : FAN_BLOCKED_LOSS;
        if (!add_found(shelf, folder, &board, &rules, error)) {
            return false;
        }
    }
    return true;
}

static int compare_sets(const void *a, const void *b) {
    const FanTableSet *x = a, *y = b;
    return (int)y->board.points - (int)x->board.points;
}

bool fan_shelf_open(FanShelf *shelf, const char *folder, FanTablesError *error) {
    FanShelf opened = {0};
    for (unsigned files = SIDE_MIN; files * SIDE_MIN <= FAN_POINTS_MAX; files += 2) {
        for (unsigned ranks = SIDE_MIN; files * ranks <= FAN_POINTS_MAX; ranks += 2) {
            if (!add_board(&opened, folder, files, ranks, error)) {
                fan_shelf_close(&opened);
                return false;
            }
        }
    }
    if (opened.count) {
        qsort(opened.sets, opened.count, sizeof *opened.sets, compare_sets);
    }
    *shelf = opened;
    return true;
}

void fan_shelf_close(FanShelf *shelf) {
    for (size_t i = 0; i < shelf->count; i++) {
        fan_tables_free(shelf->sets[i].tables);
    }
    free(shelf->sets);
    *shelf = (FanShelf){0};
}

const FanTableSet *fan_shelf_find(const FanShelf *shelf, const FanBoard *board,
                                  const FanRules *rules) {
    for (size_t i = 0; shelf && i < shelf->count; i++) {
        if (fan_tables_fit(shelf->sets[i].tables, board, rules)) {
            return &shelf->sets[i];
        }
    }
    return NULL;
}
