/* `fanorona tables verify`: every block has its checksum, and every position agrees with those that
 * follow it by rules that were written a second time (src/check). Of the tables only their reader
 * is used. */
#include "check/check.h"
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/tables/place.h"
#include "tables/tables.h"

#include <inttypes.h>
#include <string.h>

enum { TICK_MS = 250, LOOK_EVERY = 256, SAMPLE = 100000 };

typedef struct Verifying {
    const FanArguments *arguments;
    const FanTablesPlace *place;
    const FanTables *tables;
    FanTableReader *reader;
    FanTableMetric metric;
    CheckRules rules;
    /* Whether a quiet limit has changed anything in this class or one before it: only then is there
     * something to check beyond distances. */
    bool limited;
    bool terminal, damaged;
    bool positions; /* there were distances to check positions by */
    uint64_t told_ms;
    const FanTableHead *head;       /* of the class in hand */
    uint64_t checked, total, wrong; /* of it */
    json_t *classes;
} Verifying;

static FanPosition position_of(const CheckPosition *position) {
    FanPosition found = {.side = position->side == CHECK_BLACK, .number = 1};
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            FanPoints bit = UINT64_C(1) << (rank * position->files + file);
            char stone = position->stones[rank][file];
            found.stones[FAN_WHITE] |= stone == CHECK_WHITE ? bit : 0;
            found.stones[FAN_BLACK] |= stone == CHECK_BLACK ? bit : 0;
        }
    }
    return found;
}

/* What the tables say; where values have a file of their own it must say the same. */
static bool ask(void *context, const CheckPosition *checked, CheckTruth *truth) {
    static const int values[] = {[FAN_TABLE_DRAW] = 0, [FAN_TABLE_WIN] = 1, [FAN_TABLE_LOSS] = -1};
    Verifying *verifying = context;
    FanPosition position = position_of(checked);
    FanTableProbe probe;
    FanTableValue value;
    if (fan_table_reader_probe(verifying->reader, &position, verifying->metric, &probe) !=
        FAN_PROBE_OK) {
        return false;
    }
    *truth = (CheckTruth){values[probe.value], (int)probe.distance};
    return !fan_tables_value(verifying->tables, &position, &value) || value == probe.value;
}

/* What they say under their quiet limit. */
static bool ask_limited(void *context, const CheckPosition *checked, CheckTruth *truth) {
    static const int values[] = {[FAN_TABLE_DRAW] = 0, [FAN_TABLE_WIN] = 1, [FAN_TABLE_LOSS] = -1};
    Verifying *verifying = context;
    FanPosition position = position_of(checked);
    FanTableProbe probe;
    if (fan_table_reader_under(verifying->reader, &position, verifying->head->limit, &probe) !=
        FAN_PROBE_OK) {
        return false;
    }
    *truth = (CheckTruth){values[probe.value], (int)probe.distance};
    return true;
}

static bool look_up_now(Verifying *verifying) {
    uint64_t now_ms = fan_now_ms();
    if (verifying->terminal && now_ms >= verifying->told_ms + TICK_MS) {
        verifying->told_ms = now_ms;
        fprintf(fan_err(verifying->arguments), "\rverify: %u against %u, %.0f %% \033[K",
                verifying->head->own, verifying->head->foe,
                100 * (double)verifying->checked / (double)verifying->total);
        fflush(fan_err(verifying->arguments));
    }
    return !fan_interrupted();
}

static void tell_wrong(Verifying *verifying, const CheckPosition *position) {
    char text[CHECK_POSITION_TEXT_MAX];
    check_position_write(position, text);
    if (verifying->wrong == 0 && !verifying->classes) {
        fprintf(fan_out(verifying->arguments), "wrong: %s\n", text);
    }
    verifying->wrong++;
}

static bool agrees(Verifying *verifying, const CheckPosition *position, CheckTableKind kind,
                   CheckTableProbe *probe) {
    CheckTruth said, follows;
    return probe(verifying, position, &said) &&
           check_table_truth(&verifying->rules, position, kind, probe, verifying, &follows) &&
           said.value == follows.value && said.distance == follows.distance;
}

static bool check_position(void *context, const CheckPosition *position) {
    Verifying *verifying = context;
    CheckTableKind free = {verifying->metric == FAN_TABLE_DTW, 0};
    CheckTableKind limited = {false, verifying->head->limit};
    if (!agrees(verifying, position, free, ask) ||
        (verifying->limited && !agrees(verifying, position, limited, ask_limited))) {
        tell_wrong(verifying, position);
    }
    verifying->checked++;
    return verifying->checked % LOOK_EVERY != 0 || look_up_now(verifying);
}

static const char *kind_word(unsigned metric) {
    return metric == FAN_TABLE_VALUES ? "values"
           : metric == FAN_FILE_QUIET ? "packed values"
           : metric == FAN_FILE_LIMIT ? "limited distances"
                                      : "distances";
}

static void check_blocks(Verifying *verifying, const FanTableFile *file) {
    for (uint64_t block = 0; file->data && block < file->head.blocks; block++) {
        FanTableReader *reader = verifying->reader;
        bool sound = file->head.metric == FAN_TABLE_VALUES
                         ? fan_values_sound(file, block)
                         : fan_table_reader_sound(reader, file, block);
        if (!sound) {
            verifying->damaged = true;
            fprintf(fan_err(verifying->arguments),
                    "%u against %u, %s: block %" PRIu64 " is damaged\n", file->head.own,
                    file->head.foe, kind_word(file->head.metric), block);
        }
    }
}

/* A position with White to move, as the slow rules see it. */
static CheckPosition checked_of(const FanTableHead *head, FanPoints white, FanPoints black) {
    CheckPosition position = {
        .files = head->files, .ranks = head->ranks, .side = CHECK_WHITE, .number = 1};
    memset(position.stones, CHECK_EMPTY, sizeof position.stones);
    for (int point = 0; point < head->files * head->ranks; point++) {
        char *stone = &position.stones[point / head->files][point % head->files];
        *stone = white >> point & 1 ? CHECK_WHITE : black >> point & 1 ? CHECK_BLACK : CHECK_EMPTY;
    }
    return position;
}

/* Which entries of a block a limit changes; the reader is free again then. */
static size_t list_changed(Verifying *verifying, const FanTableFile *file, uint64_t block,
                           uint16_t offsets[FAN_FILE_CELLS_MAX]) {
    const uint8_t *cells = fan_table_reader_block(verifying->reader, file, block);
    uint64_t first = block * file->head.block_entries, left = file->head.entries - first;
    unsigned one = cell_bytes(&file->head);
    size_t count = 0;
    for (uint64_t i = 0; cells && i < file->head.block_entries && i < left; i++) {
        if (load_number(cells + i * one, one) > 0) {
            offsets[count++] = (uint16_t)i;
        }
    }
    return count;
}

/* Checks every `step`th of the entries that a limit changes, all at 1; counts them alone at 0. */
static uint64_t check_changed(Verifying *verifying, const FanTableFile *file, uint64_t step) {
    uint16_t offsets[FAN_FILE_CELLS_MAX];
    FanTableClass class = {file->head.own, file->head.foe};
    uint64_t seen = 0;
    bool on = true;
    for (uint64_t block = 0; on && block < file->head.blocks; block++) {
        size_t count = list_changed(verifying, file, block, offsets);
        for (size_t i = 0; on && i < count; i++, seen++) {
            if (step > 0 && seen % step == 0) {
                FanPoints own, foe;
                fan_entry_position(&verifying->tables->space, class,
                                   block * file->head.block_entries + offsets[i], &own, &foe);
                CheckPosition position = checked_of(&file->head, own, foe);
                on = check_position(verifying, &position);
            }
        }
    }
    return seen;
}

/* What a limit changes is rare: a sample of all positions would not meet it. */
static void check_limited(Verifying *verifying, uint64_t sample) {
    const FanTableHead *head = verifying->head;
    const FanTableFile *file = &verifying->tables->files[head->own][head->foe][FAN_FILE_LIMIT];
    if (file->data && head->limited && sample > 0) {
        uint64_t changed = check_changed(verifying, file, 0);
        verifying->total += changed < sample ? changed : sample;
        check_changed(verifying, file, changed / sample + 1);
    }
}

static void check_positions(Verifying *verifying) {
    const FanTableHead *head = verifying->head;
    uint64_t sample = fan_arguments_number(verifying->arguments, "sample", SAMPLE);
    uint64_t all = head->win + head->draw + head->loss;
    verifying->checked = verifying->wrong = 0;
    verifying->total = sample == 0 || all <= sample ? all : sample;
    if (verifying->total == all) {
        check_positions_visit(head->files, head->ranks, head->own, head->foe, check_position,
                              verifying);
        verifying->wrong += verifying->checked != all && !fan_interrupted();
        return;
    }
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15) + head->own * 64u + head->foe;
    for (bool on = true; on && verifying->checked < verifying->total;) {
        CheckPosition position;
        check_position_random(head->files, head->ranks, head->own, head->foe, &state, &position);
        on = check_position(verifying, &position);
    }
    check_limited(verifying, sample);
}

static void tell_class(Verifying *verifying) {
    const FanTableHead *head = verifying->head;
    uint64_t all = head->win + head->draw + head->loss;
    if (verifying->terminal) {
        fputs("\r\033[K", fan_err(verifying->arguments));
    }
    if (verifying->classes) {
        fan_json_append(&verifying->classes,
                        json_pack("{s:i, s:i, s:I, s:I, s:I}", "own", head->own, "foe", head->foe,
                                  "positions", (json_int_t)all, "checked",
                                  (json_int_t)verifying->checked, "wrong",
                                  (json_int_t)verifying->wrong));
        return;
    }
    fprintf(fan_out(verifying->arguments),
            "%u %u: %" PRIu64 " of %" PRIu64 " positions checked, %" PRIu64 " wrong\n", head->own,
            head->foe, verifying->checked, all, verifying->wrong);
    fflush(fan_out(verifying->arguments));
}

static bool is_limited(const FanTableHead *head) {
    return head->limited || (head->limit > 0 &&
                             (head->longest_win > head->limit || head->longest_loss > head->limit));
}

/* Returns how many positions were wrong. */
static uint64_t verify_classes(Verifying *verifying) {
    uint64_t wrong = 0;
    for (unsigned stones = 2; stones <= 2 * FAN_TABLE_SIDE_MAX; stones++) {
        for (unsigned own = 1; own < stones && !fan_interrupted(); own++) {
            unsigned foe = stones - own;
            if (own > FAN_TABLE_SIDE_MAX || foe > FAN_TABLE_SIDE_MAX) {
                continue;
            }
            const FanTableFile *files = verifying->tables->files[own][foe];
            check_blocks(verifying, &files[FAN_TABLE_VALUES]);
            check_blocks(verifying, &files[verifying->metric]);
            check_blocks(verifying, &files[FAN_FILE_LIMIT]);
            check_blocks(verifying, &files[FAN_FILE_QUIET]);
            if (files[verifying->metric].data) {
                verifying->head = &files[verifying->metric].head;
                verifying->limited = verifying->limited || is_limited(verifying->head);
                verifying->positions = true;
                check_positions(verifying);
                tell_class(verifying);
                wrong += verifying->wrong;
            }
        }
    }
    return wrong;
}

static FanExit verify_with(FanArguments *arguments, Verifying *verifying) {
    bool json = fan_arguments_given(arguments, "json");
    verifying->classes = json ? json_array() : NULL;
    fan_interrupt_watch();
    uint64_t wrong = verify_classes(verifying);
    fan_interrupt_unwatch();
    if (fan_interrupted()) {
        json_decref(verifying->classes);
        return fan_complain(arguments, FAN_EXIT_INTERRUPTED, "interrupted");
    }
    if (!verifying->positions) {
        fprintf(fan_err(arguments),
                "%s: no distances of this kind there; only blocks were checked\n",
                verifying->place->folder);
    }
    FanExit status = json ? fan_json_print(arguments, verifying->classes) : FAN_EXIT_FINE;
    return status == FAN_EXIT_FINE && (wrong > 0 || verifying->damaged) ? FAN_EXIT_FAILED : status;
}

FanExit fan_tables_run_verify(FanArguments *arguments, const FanTablesPlace *place) {
    FanTables *tables;
    FanExit status = fan_tables_at(arguments, place, &tables);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    Verifying verifying = {.arguments = arguments,
                           .place = place,
                           .tables = tables,
                           .reader = fan_table_reader_new(tables),
                           .metric = fan_tables_metric(arguments),
                           .rules = check_rules_default(),
                           .terminal = fan_err_is_terminal(arguments)};
    verifying.rules.chain = place->setup.rules.chain == FAN_CHAIN_MANDATORY ? CHECK_CHAIN_MANDATORY
                                                                            : CHECK_CHAIN_OPTIONAL;
    verifying.rules.blocked =
        place->setup.rules.blocked == FAN_BLOCKED_DRAW ? CHECK_BLOCKED_DRAW : CHECK_BLOCKED_LOSS;
    status = verifying.reader && fan_tables_list(tables)
                 ? verify_with(arguments, &verifying)
                 : fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    fan_table_reader_free(verifying.reader);
    fan_tables_free(tables);
    return status;
}
