/* What endgame tables know of a position:  tables FOLDER POSITION */
#include <fanorona/fanorona.h>
#include <stdio.h>
#include <string.h>

static void print_truth(const char *what, const FanTruth *truth) {
    printf("%s: %s", what, fan_table_value_word(truth->value));
    if (truth->has_distance) {
        printf(", %u to the next capture or the end", truth->distance);
    }
    if (truth->has_limited && truth->limited != truth->value) {
        printf(", but the quiet limit comes first");
    }
    printf("\n");
}

int main(int argc, char **argv) {
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanPosition position;
    FanTablesError error;
    if (argc != 3 || fan_position_read(&board, &position, &rules, NULL, argv[2], strlen(argv[2]),
                                       NULL, 0) != 0) {
        fprintf(stderr, "usage: tables FOLDER POSITION\n");
        return 2;
    }
    FanTables *tables = fan_tables_open(argv[1], &board, &rules, &error);
    if (!tables) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    /* The value alone: one call, from any thread, a look into mapped memory. */
    FanTableValue value;
    if (fan_tables_fit(tables, &board, &rules) && fan_tables_value(tables, &position, &value)) {
        printf("a %s for the side to move\n", fan_table_value_word(value));
    }
    /* Distances lie in compressed blocks; every thread has a reader of its own. */
    FanTableReader *reader = fan_table_reader_new(tables);
    FanTruths truths;
    bool known = reader && fan_table_reader_truths(reader, &rules, &position, FAN_TABLE_DTC,
                                                   &truths) == FAN_PROBE_OK;
    if (known) {
        print_truth("position", &truths.position);
        for (size_t i = 0; i < truths.count; i++) { /* best first */
            print_truth(truths.turns[i].text, &truths.turns[i].truth);
        }
        fan_truths_free(&truths);
    }
    fan_table_reader_free(reader);
    fan_tables_free(tables);
    return !known;
}
