/* The endgame tables that the engine of a subcommand plays with: those of --tables, else those of
 * the user or of the system. */
#ifndef FAN_CLI_ENDGAMES_H
#define FAN_CLI_ENDGAMES_H

#include "cli/command.h"

#include <fanorona/engine.h>

enum { FAN_ENDGAMES_PATH_MAX = 4096 };

typedef struct FanEndgames {
    char folders[2][FAN_ENDGAMES_PATH_MAX]; /* in which to look, the first that has some counts */
    size_t folders_count;
    bool asked; /* --tables named the folder */

    bool looked; /* for tables of this board and these rules: */
    FanBoard board;
    FanRules rules;
    FanTables *tables; /* owned; NULL: none were found */
} FanEndgames;

/* Reads --tables: a folder, or `none`; where it is not given, `standard` says whether to look in
 * the folders of the user and of the system. Opens nothing. Afterwards fan_endgames_drop. */
FanExit fan_endgames_choose(const FanArguments *arguments, bool standard, FanEndgames *endgames);
void fan_endgames_drop(FanEndgames *endgames);

/* The tables of a board under these rules in a folder. Returns NULL with the reason if there are
 * none or they cannot be read. Freed by fan_tables_free. */
FanTables *fan_endgames_open(const char *folder, const FanBoard *board, const FanRules *rules,
                             FanTablesError *error);

/* Takes what was opened for a board under these rules (NULL: there is nothing) in place of what was
 * found last; from then on the tables are the endgames'. */
void fan_endgames_adopt(FanEndgames *endgames, const FanBoard *board, const FanRules *rules,
                        FanTables *tables);

/* Whether tables may matter to a search from a position: those asked for always do. Others are not
 * opened before stones are few enough, for that takes a second where they are of many stones. */
bool fan_endgames_matter(const FanEndgames *endgames, const FanPosition *position);

/* Finds the tables of a game, *tables, which stay the endgames' until they look for others or are
 * dropped; NULL where there are none. Returns false, with the reason, if some could not be read, or
 * if --tables names a folder without any for this game. */
bool fan_endgames_find(FanEndgames *endgames, const FanBoard *board, const FanRules *rules,
                       const FanTables **tables, FanTablesError *error);

/* Finds the tables of a game and tells an engine, which must be dropped or told of others before
 * they are. A fault is told: of what was asked for it ends the program with FAN_EXIT_USAGE, of what
 * was not, the game goes on without tables. */
FanExit fan_endgames_tell(FanEndgames *endgames, const FanArguments *arguments, FanEngine *engine,
                          const FanBoard *board, const FanRules *rules);

#endif
