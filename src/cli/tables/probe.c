/* `fanorona tables probe`: what the tables know of a position and of each of its turns. */
#include "cli/json.h"
#include "cli/tables/place.h"
#include "cli/turns.h"

#include <stdlib.h>
#include <string.h>

typedef struct Turn {
    const char *text;
    FanTableProbe probe; /* for the side that makes it */
} Turn;

static const char *value_word(FanTableValue value) {
    static const char *const words[] = {"draw", "win", "loss"};
    return words[value];
}

/* Wins first, the nearest before; losses last, the farthest before. */
static int compare_turns(const void *a, const void *b) {
    const Turn *x = a, *y = b;
    static const int order[] = {[FAN_TABLE_WIN] = 0, [FAN_TABLE_DRAW] = 1, [FAN_TABLE_LOSS] = 2};
    int difference = order[x->probe.value] - order[y->probe.value];
    if (difference == 0) {
        difference = (int)x->probe.distance - (int)y->probe.distance;
        difference = x->probe.value == FAN_TABLE_LOSS ? -difference : difference;
    }
    return difference ? difference : strcmp(x->text, y->text);
}

/* What a turn is worth to the side that makes it. */
static FanTableProbe turned(FanTableProbe after, bool captured, FanTableMetric metric) {
    static const FanTableValue other[] = {
        [FAN_TABLE_DRAW] = FAN_TABLE_DRAW,
        [FAN_TABLE_WIN] = FAN_TABLE_LOSS,
        [FAN_TABLE_LOSS] = FAN_TABLE_WIN,
    };
    FanTableProbe probe = {other[after.value], 0};
    if (probe.value != FAN_TABLE_DRAW) {
        probe.distance = captured && metric == FAN_TABLE_DTC ? 1 : after.distance + 1;
    }
    return probe;
}

static FanExit complain_status(const FanArguments *arguments, const FanTablesPlace *place,
                               FanProbeStatus status) {
    return status == FAN_PROBE_DAMAGED
               ? fan_complain(arguments, FAN_EXIT_FAILED,
                              "%s: a table is damaged; fanorona tables verify tells which",
                              place->folder)
               : fan_complain(arguments, FAN_EXIT_FAILED,
                              "--fen: the tables in %s do not hold this position", place->folder);
}

static FanProbeStatus probe_turns(FanTableReader *reader, const FanTablesPlace *place,
                                  FanTableMetric metric, const FanTurnList *list, Turn *turns) {
    const FanPosition *position = &place->setup.position;
    for (size_t i = 0; i < list->count; i++) {
        const FanPosition *after = &list->turns[i].after;
        FanTableProbe probe;
        FanProbeStatus status = fan_table_reader_probe(reader, after, metric, &probe);
        if (status != FAN_PROBE_OK) {
            return status;
        }
        bool captured = after->stones[after->side] != position->stones[after->side];
        turns[i] = (Turn){list->turns[i].text, turned(probe, captured, metric)};
    }
    qsort(turns, list->count, sizeof *turns, compare_turns);
    return FAN_PROBE_OK;
}

static json_t *probe_to_json(const FanTableProbe *probe) {
    return probe->value == FAN_TABLE_DRAW
               ? json_pack("{s:s}", "value", "draw")
               : json_pack("{s:s, s:i}", "value", value_word(probe->value), "distance",
                           (int)probe->distance);
}

static FanExit print_json(FanArguments *arguments, FanTableMetric metric,
                          const FanTableProbe *probe, const Turn *turns, size_t count) {
    json_t *list = json_array(), *answer = probe_to_json(probe);
    for (size_t i = 0; i < count; i++) {
        json_t *turn = probe_to_json(&turns[i].probe);
        if (json_object_set_new(turn, "turn", json_string(turns[i].text)) != 0) {
            json_decref(turn);
            turn = NULL;
        }
        fan_json_append(&list, turn);
    }
    if (json_object_set_new(answer, "metric",
                            json_string(metric == FAN_TABLE_DTC ? "dtc" : "dtw")) != 0 ||
        json_object_set_new(answer, "turns", list) != 0) {
        json_decref(answer);
        answer = NULL;
    }
    return fan_json_print(arguments, answer);
}

static void print_probe(FILE *out, const char *turn, const FanTableProbe *probe) {
    fprintf(out, "%s%s%s", turn, *turn ? " " : "", value_word(probe->value));
    if (probe->value != FAN_TABLE_DRAW) {
        fprintf(out, " %u", probe->distance);
    }
    fputc('\n', out);
}

static FanExit print_all(FanArguments *arguments, FanTableMetric metric, const FanTableProbe *probe,
                         const Turn *turns, size_t count) {
    if (fan_arguments_given(arguments, "json")) {
        return print_json(arguments, metric, probe, turns, count);
    }
    print_probe(fan_out(arguments), "", probe);
    for (size_t i = 0; i < count; i++) {
        print_probe(fan_out(arguments), turns[i].text, &turns[i].probe);
    }
    return FAN_EXIT_FINE;
}

static FanExit probe_with(FanArguments *arguments, const FanTablesPlace *place,
                          FanTableReader *reader) {
    FanTableMetric metric = fan_tables_metric(arguments);
    FanTableProbe probe;
    FanProbeStatus found = fan_table_reader_probe(reader, &place->setup.position, metric, &probe);
    if (found != FAN_PROBE_OK) {
        return complain_status(arguments, place, found);
    }
    FanTurnList list = {0};
    Turn *turns = NULL;
    FanExit status = FAN_EXIT_FINE;
    if (!fan_turn_list_perft(&list, &place->setup.board, &place->setup.rules,
                             &place->setup.position) ||
        !(turns = calloc(list.count + 1, sizeof *turns))) {
        status = fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for the turns");
    } else if ((found = probe_turns(reader, place, metric, &list, turns)) != FAN_PROBE_OK) {
        status = complain_status(arguments, place, found);
    } else {
        status = print_all(arguments, metric, &probe, turns, list.count);
    }
    free(turns);
    fan_turn_list_free(&list);
    return status;
}

FanExit fan_tables_run_probe(FanArguments *arguments, const FanTablesPlace *place) {
    FanTables *tables;
    FanExit status = fan_arguments_given(arguments, "fen")
                         ? fan_tables_at(arguments, place, &tables)
                         : fan_complain(arguments, FAN_EXIT_USAGE, "probe: --fen is missing");
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    FanTableReader *reader = fan_table_reader_new(tables);
    status = reader ? probe_with(arguments, place, reader)
                    : fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    fan_table_reader_free(reader);
    fan_tables_free(tables);
    return status;
}
