/* `fanorona tables stats` */
#include "cli/json.h"
#include "cli/tables/place.h"
#include "tables/tables.h"

#include <inttypes.h>

static json_t *class_to_json(const FanTableHead *head, uint64_t len_bytes) {
    return json_pack("{s:i, s:i, s:I, s:I, s:I, s:I, s:i, s:i, s:I}", "own", head->own, "foe",
                     head->foe, "positions", (json_int_t)(head->win + head->draw + head->loss),
                     "win", (json_int_t)head->win, "draw", (json_int_t)head->draw, "loss",
                     (json_int_t)head->loss, "longestWin", head->longest_win, "longestLoss",
                     head->longest_loss, "bytes", (json_int_t)len_bytes);
}

/* The file of a class by its stones; NULL past the last. Fewest stones first, the side to move from
 * one stone on. */
static const FanTableFile *next_file(const FanTables *tables, FanTableMetric metric,
                                     unsigned *stones, unsigned *own) {
    for (; *stones <= 2 * FAN_TABLE_SIDE_MAX; ++*stones, *own = 1) {
        for (; *own < *stones; ++*own) {
            unsigned foe = *stones - *own;
            if (*own <= FAN_TABLE_SIDE_MAX && foe <= FAN_TABLE_SIDE_MAX &&
                tables->files[*own][foe][metric].data) {
                return &tables->files[(*own)++][foe][metric];
            }
        }
    }
    return NULL;
}

FanExit fan_tables_run_stats(FanArguments *arguments, const FanTablesPlace *place) {
    FanTables *tables;
    FanExit status = fan_tables_at(arguments, place, &tables);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    bool json = fan_arguments_given(arguments, "json");
    json_t *classes = json ? json_array() : NULL;
    const FanTableFile *file;
    for (unsigned stones = 2, own = 1;
         (file = next_file(tables, fan_tables_metric(arguments), &stones, &own)) != NULL;) {
        const FanTableHead *head = &file->head;
        if (json) {
            fan_json_append(&classes, class_to_json(head, file_bytes(head)));
            continue;
        }
        fprintf(fan_out(arguments), "%u %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %u\n",
                head->own, head->foe, head->win + head->draw + head->loss, head->win, head->draw,
                head->loss, head->longest_win, head->longest_loss);
    }
    fan_tables_free(tables);
    return json ? fan_json_print(arguments, classes) : FAN_EXIT_FINE;
}
