/* `fanorona tables probe`: what the tables know of a position and of each of its turns. */
#include "cli/tables/place.h"

#include <stdlib.h>

static FanExit complain_status(const FanArguments *arguments, const FanTablesPlace *place,
                               FanProbeStatus status) {
    return status == FAN_PROBE_DAMAGED
               ? fan_complain(arguments, FAN_EXIT_FAILED,
                              "%s: a table is damaged; fanorona tables verify tells which",
                              place->folder)
               : fan_complain(arguments, FAN_EXIT_FAILED,
                              "--fen: the tables in %s do not hold this position", place->folder);
}

/* --- in words -----------------------------------------------------------------------------------
 */

static const char *side_name(FanSide side) {
    return side == FAN_WHITE ? "White" : "Black";
}

static void print_distance(FILE *out, const FanTruth *truth, FanTableMetric metric) {
    const char *to = metric == FAN_TABLE_DTW ? "end of the game" : "next capture";
    if (truth->has_distance) {
        fprintf(out, ": %u %s to the %s", truth->distance, truth->distance == 1 ? "ply" : "plies",
                to);
    }
    bool later = truth->has_limited && truth->limited == truth->value && metric == FAN_TABLE_DTC &&
                 truth->limited_distance != truth->distance;
    if (later) {
        fprintf(out, ", %u to one that keeps within the quiet limit", truth->limited_distance);
    }
}

/* A truth as the end of a sentence about a side or a turn. */
static void print_truth(FILE *out, const FanTruth *truth, FanTableMetric metric) {
    if (truth->value == FAN_TABLE_DRAW) {
        fputs("draws", out);
    } else if (truth->has_limited && truth->limited == FAN_TABLE_DRAW) {
        fprintf(out, "%s, but the quiet limit comes first: a draw (R5.3)",
                truth->value == FAN_TABLE_WIN ? "won" : "lost");
    } else {
        fputs(truth->value == FAN_TABLE_WIN ? "wins" : "loses", out);
        print_distance(out, truth, metric);
    }
}

/* "White wins: 7 plies to the next capture", "White to move: won, but …". */
static void print_position(FILE *out, const FanTruths *truths, FanSide side) {
    const FanTruth *truth = &truths->position;
    bool voided =
        truth->value != FAN_TABLE_DRAW && truth->has_limited && truth->limited == FAN_TABLE_DRAW;
    fprintf(out, "%s%s ", side_name(side), voided ? " to move:" : "");
    print_truth(out, truth, truths->metric);
    fputc('\n', out);
}

static void print_end(FILE *out, const FanOutcome *outcome, FanSide side) {
    char clause[FAN_CLAUSE_TEXT_MAX];
    fan_clause_write(outcome->clause, clause);
    const char *winner =
        outcome->result == FAN_WHITE_WINS ? side_name(FAN_WHITE) : side_name(FAN_BLACK);
    switch (outcome->reason) {
    case FAN_REASON_NO_STONES:
        fprintf(out, "%s has won: the other side has no stones left (%s)\n", winner, clause);
        break;
    case FAN_REASON_BLOCKED:
        fprintf(out, "%s has %s: no turn is left (%s)\n", side_name(side),
                outcome->result == FAN_DRAWN ? "drawn" : "lost", clause);
        break;
    default:
        fprintf(out, "Drawn: the quiet limit is reached (%s)\n", clause);
    }
}

static void print_words(FILE *out, const FanTablesPlace *place, const FanTruths *truths) {
    FanSide side = (FanSide)place->setup.position.side;
    if (truths->outcome.result != FAN_ONGOING) {
        print_end(out, &truths->outcome, side);
        return;
    }
    print_position(out, truths, side);
    if (place->setup.rules.quiet_limit && !truths->position.has_limited) {
        fputs("The quiet limit is not looked at.\n", out);
    }
    for (size_t i = 0; i < truths->count; i++) {
        fprintf(out, "%s ", truths->turns[i].text);
        print_truth(out, &truths->turns[i].truth, truths->metric);
        fputc('\n', out);
    }
}

/* --- the command --------------------------------------------------------------------------------
 */

static FanExit print_json(const FanArguments *arguments, const FanTruths *truths) {
    char *json = fan_truths_json(truths);
    if (!json) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for the answer");
    }
    fprintf(fan_out(arguments), "%s\n", json);
    free(json);
    return FAN_EXIT_FINE;
}

static FanExit probe_with(const FanArguments *arguments, const FanTablesPlace *place,
                          FanTableReader *reader) {
    FanTruths truths;
    FanProbeStatus found = fan_table_reader_truths(
        reader, &place->setup.rules, &place->setup.position, fan_tables_metric(arguments), &truths);
    if (found != FAN_PROBE_OK) {
        return complain_status(arguments, place, found);
    }
    FanExit status = FAN_EXIT_FINE;
    if (fan_arguments_given(arguments, "json")) {
        status = print_json(arguments, &truths);
    } else {
        print_words(fan_out(arguments), place, &truths);
    }
    fan_truths_free(&truths);
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
