#include "cli/record_json.h"

#include "cli/json.h"

/* Sets a member, owned from now on; without memory there is no object any more but NULL. */
static void set(json_t **object, const char *name, json_t *value) {
    if (json_object_set_new(*object, name, value) != 0) {
        json_decref(*object);
        *object = NULL;
    }
}

static json_t *tags_to_json(const FanRecord *record) {
    json_t *tags = json_object();
    for (size_t i = 0; i < record->tags_count; i++) {
        set(&tags, fan_record_tag_name(record, i), json_string(fan_record_tag_value(record, i)));
    }
    return tags;
}

static json_t *turn_to_json(const FanRecord *record, const FanTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(&record->board, turn, text);
    return json_string(text);
}

static json_t *turns_to_json(const FanRecord *record) {
    json_t *turns = json_array();
    const FanTurn *turn;
    for (size_t at = 0; (turn = fan_record_next_turn(record, &at)) != NULL;) {
        fan_json_append(&turns, turn_to_json(record, turn));
    }
    return turns;
}

/* One line of play with all that stands in it, to its end; *at is stepped past it. */
static json_t *line_to_json(const FanRecord *record, size_t *at) {
    json_t *line = json_array();
    while (*at < record->items_count) {
        const FanItem *item = &record->items[(*at)++];
        switch ((FanItemKind)item->kind) {
        case FAN_ITEM_TURN:
            fan_json_append(&line, turn_to_json(record, &item->turn));
            break;
        case FAN_ITEM_COMMENT:
            fan_json_append(&line, json_pack("{s:s}", "comment", fan_record_comment(record, item)));
            break;
        case FAN_ITEM_NAG:
            fan_json_append(&line, json_pack("{s:i}", "nag", item->nag));
            break;
        case FAN_ITEM_OPEN:
            fan_json_append(&line, json_pack("{s:o}", "variation", line_to_json(record, at)));
            break;
        case FAN_ITEM_CLOSE:
            return line;
        }
    }
    return line;
}

static void set_setup(json_t **game, const FanRecord *record) {
    char variant[FAN_VARIANT_TEXT_MAX], rules[FAN_RULES_TEXT_MAX], start[FAN_POSITION_TEXT_MAX];
    fan_rules_write(&record->rules, rules);
    fan_position_write(&record->board, &record->start, start);
    set(game, "variant", json_string(fan_variant_write(&record->board, &record->rules, variant)));
    set(game, "rules", json_string(rules));
    set(game, "start", json_string(start));
}

json_t *fan_record_to_json(const char *file, uint64_t number, const FanRecord *record) {
    json_t *game = json_pack("{s:s, s:I}", "file", file, "game", (json_int_t)number);
    set(&game, "tags", tags_to_json(record));
    set_setup(&game, record);
    set(&game, "result", json_string(fan_result_word((FanResult)record->outcome.result)));
    if (record->outcome.reason) {
        set(&game, "reason", json_string(fan_reason_word((FanReason)record->outcome.reason)));
    }
    set(&game, "turns", turns_to_json(record));
    if (record->items_count > record->turns) {
        size_t at = 0;
        set(&game, "text", line_to_json(record, &at));
    }
    return game;
}

json_t *fan_record_fault_to_json(const char *file, const FanRecordFault *fault) {
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:s}", "file", file, "game", (json_int_t)fault->game,
                  "line", (json_int_t)fault->line, "column", (json_int_t)fault->column, "offset",
                  (json_int_t)fault->offset, "reason", fault->reason);
    char clause[FAN_CLAUSE_TEXT_MAX];
    if (fault->clause) {
        set(&object, "clause", json_string(fan_clause_write(fault->clause, clause)));
    }
    return object;
}
