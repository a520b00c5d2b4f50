/* Endgame tables in the page: their values, asked for the position at hand and by the engine. */
#include "wasm/tables.h"

#include "tables/file.h"
#include "wasm/core.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLES_MAX_BYTES = 1 << 26,
    SETS_MAX = 4,
};

typedef struct Set {
    uint8_t *bytes;
    FanTables *tables;
} Set;

static Set sets[SETS_MAX];
static size_t sets_count;

/* What is being brought; it goes over to a set once it is read. */
static uint8_t *coming;
static size_t coming_bytes;

/* Where the page writes the bytes of tables; NULL if those are too many or there is no memory. */
EXPORT(tables_room) uint8_t *core_tables_room(size_t length) {
    free(coming);
    coming = length > 0 && length <= TABLES_MAX_BYTES ? malloc(length) : NULL;
    coming_bytes = coming ? length : 0;
    return coming;
}

/* Empty tables for the board and rules of the first file. NULL for what is none of ours. */
static FanTables *tables_for(const uint8_t *bytes, size_t length) {
    FanTableHead head;
    FanTablesError error;
    FanBoard board;
    FanRules rules = fan_rules_default();
    if (!fan_head_read(bytes, length, &head, &error) ||
        !fan_board_init(&board, head.files, head.ranks)) {
        return NULL;
    }
    rules.chain = head.chain;
    rules.blocked = head.blocked;
    return fan_tables_new(&board, &rules);
}

/* Takes the bytes that were written for what they are: files of values, one behind the other. */
EXPORT(tables_add) CoreStatus core_tables_add(void) {
    FanTablesError error;
    FanTables *tables = coming ? tables_for(coming, coming_bytes) : NULL;
    if (tables == NULL || sets_count == SETS_MAX ||
        !fan_tables_add(tables, coming, coming_bytes, &error) || !fan_tables_sound(tables)) {
        fan_tables_free(tables);
        return core_refuse("the tables did not come whole, or are for another version of the page");
    }
    sets[sets_count++] = (Set){coming, tables};
    coming = NULL;
    return CORE_DONE;
}

const FanTables *core_tables_find(const FanBoard *board, const FanRules *rules) {
    for (size_t i = 0; i < sets_count; i++) {
        if (fan_tables_fit(sets[i].tables, board, rules)) {
            return sets[i].tables;
        }
    }
    return NULL;
}

/* The truth about a position, given by the lines of a set-up, and about its turns, as JSON; "null"
 * where the tables do not know it. The game on the page's table stays as it is. */
EXPORT(truths) CoreStatus core_truths(size_t length) {
    CoreText rest = {core_in, length};
    CoreTable asked;
    FanTruths truths;
    CoreStatus status = core_table_open(&asked, rest);
    if (status != CORE_DONE) {
        return status;
    }
    const FanGame *game = &asked.game;
    const FanTables *tables = core_tables_find(&asked.board, &game->rules);
    bool known =
        tables && fan_tables_truths(tables, &game->rules, &game->position, &truths) == FAN_PROBE_OK;
    char *json = known ? fan_truths_json(&truths) : NULL;
    fan_json_clear(&core_out);
    fan_json_raw(&core_out, json ? json : "null");
    free(json);
    if (known) {
        fan_truths_free(&truths);
    }
    free(asked.plies);
    return known && json == NULL ? CORE_NO_MEMORY : core_done();
}
