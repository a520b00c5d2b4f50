/* The tables of one board and their values; distances are in cells.c. */
#include "tables/tables.h"

#include <fanorona/turn.h>
#include <stdio.h>
#include <stdlib.h>

FanTables *fan_tables_new(const FanBoard *board, const FanRules *rules) {
    FanTables *tables = rules->telo ? NULL : calloc(1, sizeof *tables);
    if (tables) {
        fan_space_init(&tables->space, board);
        tables->rules = *rules;
    }
    return tables;
}

void fan_tables_free(FanTables *tables) {
    if (!tables) {
        return;
    }
    for (size_t i = 0; i < tables->mappings_count; i++) {
        tables->unmap(&tables->mappings[i]);
    }
    free(tables->mappings);
    fan_space_free(&tables->space);
    free(tables);
}

/* Most stones a side can have (R9.4). */
static unsigned side_max(const FanTables *tables) {
    return (tables->space.board.points - 1u) / 2;
}

/* Whether all classes of so many stones have their values. */
static bool has_stones(const FanTables *tables, unsigned stones) {
    for (unsigned own = 1; own < stones; own++) {
        unsigned foe = stones - own;
        bool exists = own <= side_max(tables) && foe <= side_max(tables);
        if (exists && !tables->files[own][foe][FAN_TABLE_VALUES].data) {
            return false;
        }
    }
    return stones <= 2 * side_max(tables);
}

/* Whether a file that is sound in itself belongs to these tables. */
static bool belongs(const FanTables *tables, const FanTableHead *head, FanTablesError *error) {
    const FanBoard *board = &tables->space.board;
    if (head->files != board->files || head->ranks != board->ranks) {
        return fan_tables_refuse(error, "of another board");
    }
    if (head->chain != tables->rules.chain || head->blocked != tables->rules.blocked) {
        return fan_tables_refuse(error, "made under other rules");
    }
    if (head->own > side_max(tables) || head->foe > side_max(tables) ||
        head->turns != tables->space.turns) {
        return fan_tables_refuse(error, "of a class that this board does not have");
    }
    return true;
}

/* Reads one file; what is behind it is not looked at. */
static bool read_file(const FanTables *tables, const uint8_t *bytes, size_t len_bytes,
                      FanTableFile *file, FanTablesError *error) {
    if (!fan_head_read(bytes, len_bytes, &file->head, error) ||
        !belongs(tables, &file->head, error)) {
        return false;
    }
    FanTableClass class = {file->head.own, file->head.foe};
    uint64_t entries = fan_class_entries(&tables->space, class);
    if (entries == 0) {
        return fan_tables_refuse(error, "of a class with too many positions to number");
    }
    if (file->head.entries != entries) {
        return fan_tables_refuse(error, "damaged: it does not have as many entries as its class");
    }
    file->index = bytes + FAN_FILE_HEAD_BYTES;
    file->data = file->index + fan_file_index_bytes(&file->head);
    return true;
}

bool fan_tables_add(FanTables *tables, const void *bytes, size_t len_bytes, FanTablesError *error) {
    const uint8_t *all = bytes;
    FanTableFile file;
    /* Everything is read once before anything is taken. */
    for (size_t at = 0; at < len_bytes || at == 0; at += (size_t)file_bytes(&file.head)) {
        if (!read_file(tables, all + at, len_bytes - at, &file, error)) {
            return false;
        }
    }
    for (size_t at = 0; at < len_bytes; at += (size_t)file_bytes(&file.head)) {
        if (!read_file(tables, all + at, len_bytes - at, &file, error)) {
            return false;
        }
        tables->files[file.head.own][file.head.foe][file.head.metric] = file;
    }
    while (has_stones(tables, tables->stones + 1)) {
        tables->stones++;
    }
    return true;
}

bool fan_tables_fit(const FanTables *tables, const FanBoard *board, const FanRules *rules) {
    return tables && !rules->telo && board->files == tables->space.board.files &&
           board->ranks == tables->space.board.ranks && rules->chain == tables->rules.chain &&
           rules->blocked == tables->rules.blocked;
}

unsigned fan_tables_stones(const FanTables *tables) {
    return tables->stones >= 2 ? tables->stones : 0;
}

bool fan_tables_hold(const FanTables *tables, unsigned own, unsigned foe) {
    if (own == 0 || foe == 0 || own > side_max(tables) || foe > side_max(tables)) {
        return false;
    }
    const FanTableFile *file = &tables->files[own][foe][FAN_TABLE_VALUES];
    bool held = file->data != NULL;
    /* What captures lead to, where the file leaves them to it. */
    for (unsigned left = 1; held && file->head.captures == FAN_CAPTURES_FILLED && left < foe;
         left++) {
        held = fan_tables_hold(tables, left, own);
    }
    return held;
}

bool fan_tables_list(const FanTables *tables) {
    bool listed = true;
    for (unsigned own = 1; own <= side_max(tables); own++) {
        for (unsigned foe = 1; foe <= side_max(tables); foe++) {
            for (unsigned kind = 0; listed && kind < FAN_FILE_KINDS; kind++) {
                listed = !tables->files[own][foe][kind].data ||
                         fan_space_need(&tables->space, own > foe ? own : foe);
            }
        }
    }
    return listed;
}

/* The best that turns lead to. */
typedef struct Best {
    FanValueAsker *ask;
    void *context;
    FanProbeStatus status;
    FanTableValue value;
} Best;

static bool look_after(void *context, const FanTurn *turn, const FanPosition *after) {
    Best *best = context;
    FanTableValue value;
    (void)turn;
    best->status = best->ask(best->context, after, &value);
    if (best->status == FAN_PROBE_OK && value == FAN_TABLE_LOSS) {
        best->value = FAN_TABLE_WIN;
    } else if (best->status == FAN_PROBE_OK && value == FAN_TABLE_DRAW) {
        best->value = FAN_TABLE_DRAW;
    }
    return best->status == FAN_PROBE_OK && best->value != FAN_TABLE_WIN;
}

FanProbeStatus fan_value_by_turns(const FanTables *tables, const FanPosition *position,
                                  FanValueAsker *ask, void *context, FanTableValue *value) {
    Best best = {ask, context, FAN_PROBE_OK, FAN_TABLE_LOSS};
    fan_turns_visit(&tables->space.board, &tables->rules, position, look_after, &best);
    if (best.status == FAN_PROBE_OK) {
        *value = best.value;
    }
    return best.status;
}

static FanProbeStatus ask_tables(void *context, const FanPosition *position, FanTableValue *value) {
    return fan_tables_value(context, position, value) ? FAN_PROBE_OK : FAN_PROBE_ABSENT;
}

bool fan_tables_value(const FanTables *tables, const FanPosition *position, FanTableValue *value) {
    FanPoints own = position->stones[position->side], foe = position->stones[position->side ^ 1];
    unsigned own_count = count_points(own), foe_count = count_points(foe);
    if (position->mode != FAN_MODE_CAPTURE || position->first || own_count > FAN_TABLE_SIDE_MAX ||
        foe_count > FAN_TABLE_SIDE_MAX) {
        return false;
    }
    if (!own || !foe) {
        *value = own ? FAN_TABLE_WIN : FAN_TABLE_LOSS;
        return true;
    }
    const FanTableFile *file = &tables->files[own_count][foe_count][FAN_TABLE_VALUES];
    if (!file->data) {
        return false;
    }
    if (file->head.captures == FAN_CAPTURES_FILLED &&
        fan_position_must_capture(&tables->space.board, position)) {
        /* Asking changes nothing. */
        return fan_value_by_turns(tables, position, ask_tables, (void *)(uintptr_t)tables, value) ==
               FAN_PROBE_OK;
    }
    if (!fan_space_need(&tables->space, own_count > foe_count ? own_count : foe_count)) {
        return false;
    }
    unsigned found = packed_value(file->data, find_entry(&tables->space, own, foe));
    if (found > FAN_TABLE_LOSS) {
        return false; /* damage */
    }
    *value = (FanTableValue)found;
    return true;
}

bool fan_values_sound(const FanTableFile *file, uint64_t block) {
    uint64_t at = block * FAN_FILE_VALUES_BYTES, left = file->head.data_bytes - at;
    size_t length = left < FAN_FILE_VALUES_BYTES ? (size_t)left : FAN_FILE_VALUES_BYTES;
    return load_number(file->index + 4 * block, 4) == fan_file_sum(file->data + at, length);
}

static bool file_is_sound(const FanTableFile *file) {
    bool sound = true;
    for (uint64_t block = 0; file->data && sound && block < file->head.blocks; block++) {
        sound = fan_values_sound(file, block);
    }
    return sound;
}

bool fan_tables_sound(const FanTables *tables) {
    bool sound = true;
    for (unsigned own = 1; own <= FAN_TABLE_SIDE_MAX; own++) {
        for (unsigned foe = 1; sound && foe <= FAN_TABLE_SIDE_MAX; foe++) {
            sound = file_is_sound(&tables->files[own][foe][FAN_TABLE_VALUES]);
        }
    }
    return sound;
}

void fan_tables_folder_name(const FanBoard *board, const FanRules *rules,
                            char name[FAN_TABLE_NAME_MAX]) {
    snprintf(name, FAN_TABLE_NAME_MAX, "%ux%u%s%s", board->files, board->ranks,
             rules->chain == FAN_CHAIN_MANDATORY ? "-chain-mandatory" : "",
             rules->blocked == FAN_BLOCKED_DRAW ? "-blocked-draw" : "");
}

void fan_tables_file_name(FanTableClass class, unsigned metric, char name[FAN_TABLE_NAME_MAX]) {
    static const char *const endings[FAN_FILE_KINDS] = {"values", "dtc", "dtw", "limit", "quiet"};
    snprintf(name, FAN_TABLE_NAME_MAX, "%uv%u.%s", class.own, class.foe, endings[metric]);
}
