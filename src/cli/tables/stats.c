/* `fanorona tables stats` */
#include "cli/json.h"
#include "cli/tables/place.h"
#include "tables/tables.h"

#include <inttypes.h>

/* What the quiet limit makes draws of. */
typedef struct Voids {
    bool known;
    uint64_t win, loss;
} Voids;

static Voids voids_of(const FanTables *tables, const FanTableHead *head) {
    const FanTableFile *limited = &tables->files[head->own][head->foe][FAN_FILE_LIMIT];
    Voids voids = {.known = head->limit > 0 && (!head->limited || limited->data)};
    if (voids.known && head->limited) {
        voids.win = head->win - limited->head.win;
        voids.loss = head->loss - limited->head.loss;
    }
    return voids;
}

static json_t *class_to_json(const FanTableHead *head, uint64_t len_bytes, Voids voids) {
    json_t *class =
        json_pack("{s:i, s:i, s:I, s:I, s:I, s:I, s:i, s:i, s:I}", "own", head->own, "foe",
                  head->foe, "positions", (json_int_t)(head->win + head->draw + head->loss), "win",
                  (json_int_t)head->win, "draw", (json_int_t)head->draw, "loss",
                  (json_int_t)head->loss, "longestWin", head->longest_win, "longestLoss",
                  head->longest_loss, "bytes", (json_int_t)len_bytes);
    if (class && voids.known &&
        (json_object_set_new(class, "quietLimit", json_integer(head->limit)) != 0 ||
         json_object_set_new(class, "winsTooLate", json_integer((json_int_t)voids.win)) != 0 ||
         json_object_set_new(class, "lossesTooLate", json_integer((json_int_t)voids.loss)) != 0)) {
        json_decref(class);
        class = NULL;
    }
    return class;
}

static void print_class(FanArguments *arguments, const FanTableHead *head, Voids voids) {
    FILE *out = fan_out(arguments);
    fprintf(out, "%u %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %u", head->own, head->foe,
            head->win + head->draw + head->loss, head->win, head->draw, head->loss,
            head->longest_win, head->longest_loss);
    if (fan_arguments_given(arguments, "limit") && voids.known) {
        fprintf(out, " %" PRIu64 " %" PRIu64, voids.win, voids.loss);
    } else if (fan_arguments_given(arguments, "limit")) {
        fputs(" - -", out);
    }
    fputc('\n', out);
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
    bool any = false;
    for (unsigned stones = 2, own = 1;
         (file = next_file(tables, fan_tables_metric(arguments), &stones, &own)) != NULL;) {
        const FanTableHead *head = &file->head;
        Voids voids = voids_of(tables, head);
        any = true;
        if (json) {
            fan_json_append(&classes, class_to_json(head, file_bytes(head), voids));
        } else {
            print_class(arguments, head, voids);
        }
    }
    fan_tables_free(tables);
    if (!any) {
        json_decref(classes);
        return fan_complain(arguments, FAN_EXIT_FAILED, "%s: no distances of this kind there",
                            place->folder);
    }
    return json ? fan_json_print(arguments, classes) : FAN_EXIT_FINE;
}
