/* The truth about all turns of a position: each turn is there once, told as what follows it says,
 * and the best of them is what the position is worth. */
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"
#include "tables/truth.h"

#include <stdlib.h>
#include <string.h>

typedef struct Scene {
    Folder folder;
    FanTables *tables;
    FanTableReader *reader;
} Scene;

static Scene begin(unsigned files, unsigned ranks, unsigned stones, FanTableMetric metric) {
    Scene scene = {.folder = folder_new(files, ranks)};
    folder_build(&scene.folder, stones, metric, 2);
    scene.tables = folder_open(&scene.folder);
    scene.reader = fan_table_reader_new(scene.tables);
    assert_non_null(scene.reader);
    return scene;
}

static void end(const Scene *scene) {
    fan_table_reader_free(scene->reader);
    fan_tables_free(scene->tables);
    folder_remove(&scene->folder);
}

static FanPosition read(const Scene *scene, const char *text) {
    FanBoard board;
    FanPosition position;
    FanRules rules = scene->folder.rules;
    assert_int_equal(
        fan_position_read(&board, &position, &rules, NULL, text, strlen(text), NULL, 0), 0);
    return position;
}

static FanTruths truths_of(const Scene *scene, const FanPosition *position, FanTableMetric metric) {
    FanTruths truths = {0};
    assert_int_equal(
        fan_table_reader_truths(scene->reader, &scene->folder.rules, position, metric, &truths),
        FAN_PROBE_OK);
    return truths;
}

static int worth(FanTableValue value) {
    return value == FAN_TABLE_WIN ? 1 : value == FAN_TABLE_LOSS ? -1 : 0;
}

/* Larger is better for who makes the turn. */
static int worth_of(const FanTruth *truth) {
    int free = 1000 * worth(truth->value) - worth(truth->value) * (int)truth->distance;
    int limited =
        1000 * worth(truth->limited) - worth(truth->limited) * (int)truth->limited_distance;
    return truth->has_limited ? 10000 * limited + free : 10000 * free;
}

static void check_turn(const Scene *scene, const FanPosition *position, FanTableMetric metric,
                       const FanTruthTurn *turn) {
    const FanBoard *board = &scene->folder.board;
    FanTurn again;
    assert_int_equal(fan_turn_read(board, &scene->folder.rules, position, turn->text,
                                   strlen(turn->text), &again, NULL),
                     FAN_TURN_READ);
    assert_true(fan_turn_equal(&again, &turn->turn));
    FanPosition after;
    assert_int_equal(
        fan_position_play(board, &scene->folder.rules, position, &turn->turn, &after).code,
        FAN_LEGAL);
    FanTableProbe probe;
    assert_int_equal(fan_table_reader_probe(scene->reader, &after, metric, &probe), FAN_PROBE_OK);
    assert_int_equal(worth(turn->truth.value), -worth(probe.value));
    bool captured = turn->turn.steps[0].kind != FAN_PAIKA;
    assert_int_equal(turn->truth.distance, probe.value == FAN_TABLE_DRAW ? 0
                                           : captured && metric == FAN_TABLE_DTC
                                               ? 1
                                               : probe.distance + 1);
    assert_int_equal(turn->truth.has_distance, probe.value != FAN_TABLE_DRAW);
    assert_int_equal(turn->truth.has_limited, metric == FAN_TABLE_DTC);
    if (turn->truth.has_limited) {
        assert_int_equal(fan_table_reader_limited(scene->reader, &after, &probe), FAN_PROBE_OK);
        assert_int_equal(worth(turn->truth.limited), -worth(probe.value));
        assert_int_equal(turn->truth.limited_distance, probe.value == FAN_TABLE_DRAW ? 0
                                                       : captured                    ? 1
                                                                  : probe.distance + 1);
    }
}

static void check_position(const Scene *scene, const FanPosition *position, FanTableMetric metric) {
    FanTruths truths = truths_of(scene, position, metric);
    assert_int_equal(truths.count,
                     truths.outcome.result == FAN_ONGOING
                         ? fan_turns_count(&scene->folder.board, &scene->folder.rules, position)
                         : 0);
    for (size_t i = 0; i < truths.count; i++) {
        check_turn(scene, position, metric, &truths.turns[i]);
        int better = i ? worth_of(&truths.turns[i - 1].truth) : worth_of(&truths.position);
        assert_true(worth_of(&truths.turns[i].truth) <= better);
        assert_true(i == 0 || strcmp(truths.turns[i].text, truths.turns[i - 1].text) != 0);
    }
    if (truths.count) {
        assert_int_equal(worth_of(&truths.turns[0].truth), worth_of(&truths.position));
    }
    fan_truths_free(&truths);
    assert_null(truths.turns);
}

static void check_classes(FanTableMetric metric) {
    Scene scene = begin(5, 3, 5, metric);
    for (unsigned own = 1; own <= 4; own++) {
        for (unsigned foe = 1; foe <= 5 - own; foe++) {
            FanTableClass class = {(uint8_t)own, (uint8_t)foe};
            uint64_t entries = fan_class_entries(&scene.tables->space, class);
            for (uint64_t entry = 0; entry < entries; entry += 1 + entries / 150) {
                FanPosition position = {.number = 1};
                fan_entry_position(&scene.tables->space, class, entry, &position.stones[0],
                                   &position.stones[1]);
                check_position(&scene, &position, metric);
                position.quiet = (uint16_t)(50 - entry % 10);
                check_position(&scene, &position, metric);
            }
        }
    }
    end(&scene);
}

static void the_best_turn_is_what_a_position_is_worth(void **state) {
    (void)state;
    check_classes(FAN_TABLE_DTC);
    check_classes(FAN_TABLE_DTW);
}

/* Some turns of a position: what the limit leaves of them is not told of each. */
static FanProbeStatus ask_made_up(void *context, const FanPosition *position, FanTruth *truth) {
    static const FanTruth answers[] = {
        {.value = FAN_TABLE_WIN, .has_limited = true}, /* of the position itself */
        {FAN_TABLE_LOSS, true, 4, true, FAN_TABLE_DRAW, 0},
        {FAN_TABLE_LOSS, true, 9, false, FAN_TABLE_DRAW, 0},
        {FAN_TABLE_LOSS, true, 19, true, FAN_TABLE_LOSS, 19},
    };
    unsigned *asked = context;
    (void)position;
    *truth = *asked < 4 ? answers[*asked] : (FanTruth){.has_limited = true};
    ++*asked;
    return FAN_PROBE_OK;
}

static void turns_of_which_less_is_told_have_a_place_among_the_others(void **state) {
    (void)state;
    FanBoard board;
    FanPosition position;
    FanRules rules = fan_rules_default();
    FanTruths truths;
    unsigned asked = 0;
    const char *text = "9/4B4/9/9/3WW4 w 0 1";
    assert_int_equal(
        fan_position_read(&board, &position, &rules, NULL, text, strlen(text), NULL, 0), 0);
    const FanTruthSource source = {ask_made_up, &asked, FAN_TABLE_DTC};
    assert_int_equal(fan_truths_find(&board, &rules, &position, &source, &truths), FAN_PROBE_OK);
    assert_int_equal(truths.count, 6);
    static const unsigned distances[] = {10, 20, 5, 0, 0, 0};
    for (size_t i = 0; i < truths.count; i++) {
        assert_int_equal(truths.turns[i].truth.distance, distances[i]);
    }
    fan_truths_free(&truths);
}

static void distances_to_the_end_tell_values_too(void **state) {
    (void)state;
    Scene scene = begin(5, 3, 4, FAN_TABLE_DTW);
    FanTables *tables = fan_tables_new(&scene.folder.board, &scene.folder.rules);
    static const char *const names[] = {"1v1.dtw", "1v2.dtw", "2v1.dtw"};
    uint8_t *files[3];
    FanTablesError error;
    for (size_t i = 0; i < 3; i++) {
        size_t length;
        files[i] = folder_read(&scene.folder, names[i], &length);
        assert_non_null(files[i]);
        assert_true(fan_tables_add(tables, files[i], length, &error));
    }
    FanTableReader *reader = fan_table_reader_new(tables);
    assert_non_null(reader);
    assert_int_equal(fan_tables_distances(tables, FAN_TABLE_VALUES), 3);
    FanTableClass class = {2, 1};
    uint64_t entries = fan_class_entries(&scene.tables->space, class);
    for (uint64_t entry = 0; entry < entries; entry++) {
        FanPosition position = {.number = 1};
        FanTableValue value;
        FanTableProbe probe;
        fan_entry_position(&scene.tables->space, class, entry, &position.stones[0],
                           &position.stones[1]);
        assert_true(fan_tables_value(scene.tables, &position, &value));
        assert_int_equal(fan_table_reader_probe(reader, &position, FAN_TABLE_VALUES, &probe),
                         FAN_PROBE_OK);
        assert_int_equal(probe.value, value);
        assert_int_equal(probe.distance, 0);
    }
    fan_table_reader_free(reader);
    fan_tables_free(tables);
    for (size_t i = 0; i < 3; i++) {
        free(files[i]);
    }
    end(&scene);
}

/* Where the limit changes something: a small one takes the place of the default. */
static void damage_in_what_the_limit_changes_is_told(void **state) {
    (void)state;
    static const uint8_t zeros[1 << 16];
    Scene scene = {.folder = folder_new(5, 3)};
    scene.folder.quiet_limit = 4;
    folder_build(&scene.folder, 3, FAN_TABLE_DTC, 1);
    scene.tables = folder_open(&scene.folder);
    scene.reader = fan_table_reader_new(scene.tables);
    assert_non_null(scene.reader);
    FanTableFile *distances = &scene.tables->files[2][1][FAN_TABLE_DTC];
    FanTableFile *limited = &scene.tables->files[2][1][FAN_FILE_LIMIT];
    assert_true(distances->head.limited && limited->data);
    distances->head.limit = limited->head.limit = fan_rules_default().quiet_limit;
    FanPosition position = {.number = 1};
    FanTruths truths;
    fan_entry_position(&scene.tables->space, (FanTableClass){2, 1}, 0, &position.stones[0],
                       &position.stones[1]);
    truths = truths_of(&scene, &position, FAN_TABLE_DTC);
    assert_true(truths.position.has_limited);
    fan_truths_free(&truths);
    fan_table_reader_free(scene.reader); /* it has the block */
    scene.reader = fan_table_reader_new(scene.tables);
    assert_true(limited->head.data_bytes <= sizeof zeros);
    limited->data = zeros;
    assert_int_equal(fan_table_reader_truths(scene.reader, &scene.folder.rules, &position,
                                             FAN_TABLE_DTC, &truths),
                     FAN_PROBE_DAMAGED);
    end(&scene);
}

static void stop_points_of_a_chain_are_turns_of_their_own(void **state) {
    (void)state;
    Scene scene = begin(9, 5, 4, FAN_TABLE_DTC);
    FanPosition position = read(&scene, "8B/9/4B4/9/4B1W2 w 0 1");
    FanTruths truths = truths_of(&scene, &position, FAN_TABLE_DTC);
    bool stop = false, whole = false;
    for (size_t i = 0; i < truths.count; i++) {
        stop |= strcmp(truths.turns[i].text, "g1-f2A") == 0;
        whole |= strcmp(truths.turns[i].text, "g1-f2A-g3W") == 0;
    }
    assert_true(stop && whole);
    fan_truths_free(&truths);
    end(&scene);
}

static void values_alone_agree_with_those_with_distances(void **state) {
    (void)state;
    Scene scene = begin(9, 5, 3, FAN_TABLE_DTC);
    FanPosition position = read(&scene, "9/4B4/9/9/3WW4 w 0 1");
    FanTruths full = truths_of(&scene, &position, FAN_TABLE_DTC), values = {0};
    assert_int_equal(fan_tables_truths(scene.tables, &scene.folder.rules, &position, &values),
                     FAN_PROBE_OK);
    assert_int_equal(values.count, full.count);
    assert_int_equal(values.position.value, FAN_TABLE_WIN);
    for (size_t i = 0; i < values.count; i++) {
        assert_false(values.turns[i].truth.has_distance);
        assert_int_equal(values.turns[i].truth.value, full.turns[i].truth.value);
    }
    fan_truths_free(&values);
    fan_truths_free(&full);
    end(&scene);
}

static void what_has_ended_has_no_turns(void **state) {
    static const struct {
        const char *position;
        FanReason reason;
        FanTableValue value;
    } ended[] = {
        {"9/9/9/BB7/WB7 w 0 1", FAN_REASON_BLOCKED, FAN_TABLE_LOSS},
        {"9/9/9/9/WB7 w 50 1", FAN_REASON_QUIET, FAN_TABLE_WIN},
        {"9/9/9/9/W8 b 0 1", FAN_REASON_NO_STONES, FAN_TABLE_LOSS},
    };
    (void)state;
    Scene scene = begin(9, 5, 4, FAN_TABLE_DTC);
    for (size_t i = 0; i < sizeof ended / sizeof *ended; i++) {
        FanPosition position = read(&scene, ended[i].position);
        FanTruths truths = truths_of(&scene, &position, FAN_TABLE_DTC);
        assert_int_equal(truths.outcome.reason, ended[i].reason);
        assert_int_equal(truths.position.value, ended[i].value);
        assert_int_equal(truths.count, 0);
        fan_truths_free(&truths);
    }
    end(&scene);
}

static void what_the_tables_lack_is_absent(void **state) {
    (void)state;
    Scene scene = begin(9, 5, 2, FAN_TABLE_DTC);
    FanPosition position = read(&scene, "9/4B4/9/9/3WW4 w 0 1");
    FanTruths truths = {0};
    assert_int_equal(fan_table_reader_truths(scene.reader, &scene.folder.rules, &position,
                                             FAN_TABLE_DTC, &truths),
                     FAN_PROBE_ABSENT);
    assert_int_equal(fan_tables_truths(scene.tables, &scene.folder.rules, &position, &truths),
                     FAN_PROBE_ABSENT);
    assert_null(truths.turns);
    end(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_turn_is_what_a_position_is_worth),
        cmocka_unit_test(turns_of_which_less_is_told_have_a_place_among_the_others),
        cmocka_unit_test(distances_to_the_end_tell_values_too),
        cmocka_unit_test(damage_in_what_the_limit_changes_is_told),
        cmocka_unit_test(stop_points_of_a_chain_are_turns_of_their_own),
        cmocka_unit_test(values_alone_agree_with_those_with_distances),
        cmocka_unit_test(what_has_ended_has_no_turns),
        cmocka_unit_test(what_the_tables_lack_is_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
