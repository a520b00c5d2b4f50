#include "cli/endgames.h"

#include "cli/data.h"

#include <string.h>

enum { STONES_MATTER = 24 };

FanExit fan_endgames_choose(const FanArguments *arguments, bool standard, FanEndgames *endgames) {
    const char *asked = fan_arguments_text(arguments, "tables", NULL);
    char data[FAN_ENDGAMES_PATH_MAX - sizeof "/tables"];
    *endgames = (FanEndgames){.asked = asked && strcmp(asked, "none") != 0};
    if (endgames->asked) {
        if (strlen(asked) >= FAN_ENDGAMES_PATH_MAX) {
            return fan_complain(arguments, FAN_EXIT_USAGE,
                                "--tables: the folder's name is too long");
        }
        strcpy(endgames->folders[endgames->folders_count++], asked);
    } else if (!asked && standard) {
        if (fan_data_folder(data, sizeof data)) {
            snprintf(endgames->folders[endgames->folders_count++], FAN_ENDGAMES_PATH_MAX,
                     "%s/tables", data);
        }
        strcpy(endgames->folders[endgames->folders_count++], FAN_DATA_SHARED "/tables");
    }
    return FAN_EXIT_FINE;
}

void fan_endgames_drop(FanEndgames *endgames) {
    fan_tables_free(endgames->tables);
    *endgames = (FanEndgames){.tables = NULL};
}

/* Whether the last look was for this. */
static bool is_same(const FanEndgames *endgames, const FanBoard *board, const FanRules *rules) {
    return endgames->looked && endgames->board.files == board->files &&
           endgames->board.ranks == board->ranks && endgames->rules.telo == rules->telo &&
           endgames->rules.chain == rules->chain && endgames->rules.blocked == rules->blocked;
}

static bool is_empty(const FanTables *tables) {
    return fan_tables_stones(tables) == 0 && fan_tables_distances(tables, FAN_TABLE_DTC) == 0;
}

/* *none: the folder can be read, but has none. */
static FanTables *open_in(const char *folder, const FanBoard *board, const FanRules *rules,
                          FanTablesError *error, bool *none) {
    FanTables *tables = fan_tables_open(folder, board, rules, error);
    *none = tables && is_empty(tables);
    if (*none) {
        fan_tables_free(tables);
        tables = NULL;
        snprintf(error->text, sizeof error->text,
                 "%.400s has no tables for this board and these rules", folder);
    }
    return tables;
}

FanTables *fan_endgames_open(const char *folder, const FanBoard *board, const FanRules *rules,
                             FanTablesError *error) {
    bool none;
    return open_in(folder, board, rules, error, &none);
}

/* Looks in one folder after the other. */
static bool look(FanEndgames *endgames, FanTablesError *error) {
    const FanRules *rules = &endgames->rules;
    for (size_t i = 0; i < endgames->folders_count && !endgames->tables && !rules->telo; i++) {
        bool none;
        endgames->tables = open_in(endgames->folders[i], &endgames->board, rules, error, &none);
        if (!endgames->tables && (endgames->asked || !none)) {
            return false;
        }
    }
    return true;
}

bool fan_endgames_matter(const FanEndgames *endgames, const FanPosition *position) {
    return endgames->asked ||
           __builtin_popcountll(position->stones[0] | position->stones[1]) <= STONES_MATTER;
}

void fan_endgames_adopt(FanEndgames *endgames, const FanBoard *board, const FanRules *rules,
                        FanTables *tables) {
    fan_tables_free(endgames->tables);
    endgames->tables = tables;
    endgames->looked = true;
    endgames->board = *board;
    endgames->rules = *rules;
}

bool fan_endgames_find(FanEndgames *endgames, const FanBoard *board, const FanRules *rules,
                       const FanTables **tables, FanTablesError *error) {
    bool good = true;
    if (!is_same(endgames, board, rules)) {
        fan_endgames_adopt(endgames, board, rules, NULL);
        good = look(endgames, error);
    }
    *tables = endgames->tables;
    return good;
}

FanExit fan_endgames_tell(FanEndgames *endgames, const FanArguments *arguments, FanEngine *engine,
                          const FanBoard *board, const FanRules *rules) {
    const FanTables *tables;
    FanTablesError error;
    fan_engine_set_tables(engine, NULL); /* those it has may be given up now */
    bool good = fan_endgames_find(endgames, board, rules, &tables, &error);
    fan_engine_set_tables(engine, tables);
    if (good) {
        return FAN_EXIT_FINE;
    }
    FanExit status = endgames->asked ? FAN_EXIT_USAGE : FAN_EXIT_FINE;
    (void)fan_complain(arguments, status, "%s%s",
                       endgames->asked ? "--tables: " : "without tables: ", error.text);
    return status;
}
