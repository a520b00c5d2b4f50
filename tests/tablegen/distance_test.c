/* Distances as they are read back: each follows from those of what comes after. */
#include "support/test.h"
#include "tablegen/folder.h"
#include "tablegen/pack.h"
#include "tables/tables.h"

#include <unistd.h>

typedef struct Scene {
    Folder folder;
    FanTables *tables;
    FanTableReader *reader;
} Scene;

static void begin(Scene *scene, unsigned files, unsigned ranks, unsigned stones,
                  FanTableMetric metric) {
    scene->folder = folder_new(files, ranks);
    folder_build(&scene->folder, stones, metric, 2);
    scene->tables = folder_open(&scene->folder);
    scene->reader = fan_table_reader_new(scene->tables);
    assert_non_null(scene->reader);
}

static void end(Scene *scene) {
    fan_table_reader_free(scene->reader);
    fan_tables_free(scene->tables);
    folder_remove(&scene->folder);
}

static FanTableProbe probe(const Scene *scene, const FanPosition *position, FanTableMetric metric) {
    FanTableProbe found;
    assert_int_equal(fan_table_reader_probe(scene->reader, position, metric, &found), FAN_PROBE_OK);
    return found;
}

/* What the distance must be by what follows: the winner takes the nearest loss of the other, the
 * loser the farthest win; by DTC a capture ends the count. */
static FanTableProbe expected(const Scene *scene, const FanPosition *position,
                              FanTableMetric metric) {
    FanMove moves[512];
    const FanBoard *board = &scene->folder.board;
    size_t count = fan_moves(board, &scene->folder.rules, position, moves, 512);
    FanTableProbe best = {FAN_TABLE_LOSS, 0};
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(position, moves[i]);
        FanTableProbe next = probe(scene, &after, metric);
        unsigned distance =
            metric == FAN_TABLE_DTC && fan_move_captured(moves[i]) ? 1 : next.distance + 1;
        if (next.value == FAN_TABLE_LOSS &&
            (best.value != FAN_TABLE_WIN || distance < best.distance)) {
            best = (FanTableProbe){FAN_TABLE_WIN, distance};
        } else if (next.value == FAN_TABLE_DRAW && best.value != FAN_TABLE_WIN) {
            best = (FanTableProbe){FAN_TABLE_DRAW, 0};
        } else if (next.value == FAN_TABLE_WIN && best.value == FAN_TABLE_LOSS &&
                   distance > best.distance) {
            best.distance = distance;
        }
    }
    return best;
}

static void check_class(const Scene *scene, FanTableClass class, FanTableMetric metric) {
    uint64_t entries = fan_class_entries(&scene->tables->space, class), step = 1 + entries / 500;
    for (uint64_t entry = 0; entry < entries; entry += step) {
        FanPosition position = {.number = 1};
        fan_entry_position(&scene->tables->space, class, entry, &position.stones[0],
                           &position.stones[1]);
        FanTableProbe found = probe(scene, &position, metric);
        FanTableProbe wanted = expected(scene, &position, metric);
        assert_int_equal(found.value, wanted.value);
        assert_int_equal(found.distance, wanted.distance);
    }
}

static const FanTableClass classes[] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 1}, {1, 3}};

static void check_metric(FanTableMetric metric) {
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}, {7, 3}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        Scene scene;
        begin(&scene, sizes[s][0], sizes[s][1], 4, metric);
        for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
            check_class(&scene, classes[i], metric);
        }
        end(&scene);
    }
}

static void dtc_counts_to_the_next_capture(void **state) {
    (void)state;
    check_metric(FAN_TABLE_DTC);
}

static void dtw_counts_to_the_end(void **state) {
    (void)state;
    check_metric(FAN_TABLE_DTW);
}

/* Whoever has only the small files works captures out. */
static void distances_are_enough_without_values(void **state) {
    (void)state;
    Scene scene;
    begin(&scene, 7, 3, 4, FAN_TABLE_DTC);
    uint64_t differ = 0;
    FanTables *alone = fan_tables_new(&scene.folder.board, &scene.folder.rules);
    assert_non_null(alone);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        alone->files[classes[i].own][classes[i].foe][FAN_TABLE_DTC] =
            scene.tables->files[classes[i].own][classes[i].foe][FAN_TABLE_DTC];
        assert_true(fan_space_need(&alone->space, class_larger(classes[i])));
    }
    FanTableReader *reader = fan_table_reader_new(alone);
    assert_non_null(reader);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        uint64_t entries = fan_class_entries(&alone->space, classes[i]);
        for (uint64_t entry = 0; entry < entries; entry += 1 + entries / 1000) {
            FanPosition position = {.number = 1};
            FanTableProbe found, wanted = {FAN_TABLE_DRAW, 0};
            fan_entry_position(&alone->space, classes[i], entry, &position.stones[0],
                               &position.stones[1]);
            wanted = probe(&scene, &position, FAN_TABLE_DTC);
            assert_int_equal(fan_table_reader_probe(reader, &position, FAN_TABLE_DTC, &found),
                             FAN_PROBE_OK);
            differ += found.value != wanted.value || found.distance != wanted.distance;
        }
    }
    assert_int_equal(differ, 0);
    fan_table_reader_free(reader);
    fan_tables_free(alone);
    end(&scene);
}

static void what_the_tables_do_not_hold_is_absent(void **state) {
    (void)state;
    Scene scene;
    FanTableProbe found;
    FanTableValue value;
    begin(&scene, 9, 5, 3, FAN_TABLE_DTC);
    FanPosition position = {.stones = {0x7, 0x700000}, .number = 1};
    assert_int_equal(fan_table_reader_probe(scene.reader, &position, FAN_TABLE_DTC, &found),
                     FAN_PROBE_ABSENT);
    assert_false(fan_tables_value(scene.tables, &position, &value));
    position.stones[0] = 1;
    position.stones[1] = UINT64_C(1) << 44;
    assert_true(fan_tables_value(scene.tables, &position, &value));
    assert_int_equal(fan_table_reader_probe(scene.reader, &position, FAN_TABLE_DTW, &found),
                     FAN_PROBE_ABSENT);
    position.first = 1;
    assert_false(fan_tables_value(scene.tables, &position, &value));
    position.first = 0;
    position.mode = FAN_MODE_VELA_WHITE;
    assert_false(fan_tables_value(scene.tables, &position, &value));
    end(&scene);
}

static void tables_fit_their_board_and_rules_alone(void **state) {
    (void)state;
    FanBoard tsivy, dimy;
    FanRules rules = fan_rules_default(), other = rules;
    assert_true(fan_board_init(&tsivy, 9, 5) && fan_board_init(&dimy, 5, 5));
    FanTables *tables = fan_tables_new(&tsivy, &rules);
    assert_true(fan_tables_fit(tables, &tsivy, &rules));
    assert_int_equal(fan_tables_stones(tables), 0);
    assert_false(fan_tables_fit(tables, &dimy, &rules));
    assert_false(fan_tables_fit(NULL, &tsivy, &rules));
    other.blocked = FAN_BLOCKED_DRAW;
    assert_false(fan_tables_fit(tables, &tsivy, &other));
    other = rules;
    other.chain = FAN_CHAIN_MANDATORY;
    assert_false(fan_tables_fit(tables, &tsivy, &other));
    other = rules;
    other.quiet_limit = 0;
    other.repetition = 0;
    assert_true(fan_tables_fit(tables, &tsivy, &other));
    fan_tables_free(tables);
    other.telo = 1;
    assert_null(fan_tables_new(&dimy, &other));
}

/* --- damage -------------------------------------------------------------------------------------
 */

/* Whether reading all of a file tells that something is wrong with it. */
static bool is_noticed(const Scene *scene, uint8_t *bytes, size_t len_bytes, unsigned kind) {
    FanTables *tables = fan_tables_new(&scene->folder.board, &scene->folder.rules);
    FanTableReader *reader = fan_table_reader_new(tables);
    FanTablesError error;
    bool noticed = !fan_tables_add(tables, bytes, len_bytes, &error);
    for (size_t i = 0; i < sizeof classes / sizeof *classes && !noticed; i++) {
        const FanTableFile *file = &tables->files[classes[i].own][classes[i].foe][kind];
        for (uint64_t block = 0; file->data && block < file->head.blocks && !noticed; block++) {
            noticed = !(kind == FAN_TABLE_VALUES ? fan_values_sound(file, block)
                                                 : fan_table_reader_sound(reader, file, block));
        }
    }
    fan_table_reader_free(reader);
    fan_tables_free(tables);
    return noticed;
}

static unsigned corruptions; /* of each file */

static void check_damage(const Scene *scene, const char *name, unsigned kind) {
    size_t length;
    uint8_t *bytes = folder_read(&scene->folder, name, &length);
    uint64_t seed = 12345;
    assert_non_null(bytes);
    assert_false(is_noticed(scene, bytes, length, kind));
    for (unsigned i = 0; i < corruptions; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t at = (size_t)((seed >> 20) % length);
        uint8_t change = (uint8_t)(1 + (seed >> 8) % 255);
        bytes[at] ^= change;
        if (!is_noticed(scene, bytes, length, kind)) {
            fail_msg("%s: byte %zu changed by %02x goes unnoticed", name, at, change);
        }
        bytes[at] ^= change;
    }
    for (size_t cut = 0; cut < length; cut += 1 + length / 50) {
        assert_true(is_noticed(scene, bytes, cut, kind));
    }
    free(bytes);
}

/* The last position of two against one that has no capture. */
static FanPosition last_quiet(const FanTables *tables) {
    static const FanTableClass class = {2, 1};
    FanPosition position = {.number = 1};
    uint64_t entry = fan_class_entries(&tables->space, class);
    assert_true(fan_tables_list(tables));
    do {
        fan_entry_position(&tables->space, class, --entry, &position.stones[0],
                           &position.stones[1]);
    } while (fan_position_must_capture(&tables->space.board, &position));
    return position;
}

/* Damage of the last block is told by a probe of what stands there. */
static void check_probes(const Scene *scene, const char *name, FanTableMetric metric) {
    size_t length;
    uint8_t *bytes = folder_read(&scene->folder, name, &length);
    FanTables *tables = fan_tables_new(&scene->folder.board, &scene->folder.rules);
    FanTableReader *reader = fan_table_reader_new(tables);
    FanTablesError error;
    FanTableProbe found = {FAN_TABLE_DRAW, 12345};
    bytes[length - 1] ^= 1;
    assert_true(fan_tables_add(tables, bytes, length, &error));
    FanPosition position = last_quiet(tables);
    assert_int_equal(fan_table_reader_probe(reader, &position, metric, &found), FAN_PROBE_DAMAGED);
    assert_int_equal(found.distance, 12345);
    fan_table_reader_free(reader);
    fan_tables_free(tables);
    free(bytes);
}

static void any_changed_byte_is_noticed(void **state) {
    (void)state;
    Scene scene;
    FanTablesError error;
    begin(&scene, 9, 5, 3, FAN_TABLE_DTW); /* several blocks a file */
    const FanBuild build = {.board = &scene.folder.board,
                            .rules = &scene.folder.rules,
                            .stones = 3,
                            .metric = FAN_TABLE_DTC,
                            .folder = scene.folder.path,
                            .threads = 1,
                            .quiet_limit = 8};
    assert_int_equal(fan_tables_build(&build, &error), FAN_BUILD_DONE);
    FanPack pack = {scene.tables, 3, 1};
    assert_true(fan_pack_files(&pack, scene.folder.path, &error));
    check_damage(&scene, "2v1.dtw", FAN_TABLE_DTW);
    check_damage(&scene, "1v2.values", FAN_TABLE_VALUES);
    check_damage(&scene, "2v1.dtc", FAN_TABLE_DTC);
    check_damage(&scene, "2v1.limit", FAN_FILE_LIMIT);
    check_damage(&scene, "1v2.quiet", FAN_FILE_QUIET);
    check_probes(&scene, "2v1.dtw", FAN_TABLE_DTW);
    check_probes(&scene, "2v1.dtc", FAN_TABLE_DTC);
    check_probes(&scene, "2v1.dtc", FAN_TABLE_VALUES);
    check_probes(&scene, "2v1.quiet", FAN_TABLE_VALUES);
    end(&scene);
}

/* --- beginning again ----------------------------------------------------------------------------
 */

typedef struct Stop {
    unsigned larger, smaller; /* before this class */
} Stop;

static bool stop_before(void *context, const FanBuildProgress *progress) {
    const Stop *stop = context;
    return progress->larger != stop->larger || progress->smaller != stop->smaller;
}

/* A build that was ended in a class, one of whose files is there, damaged or not, gives in the end
 * what one gives that was not. */
static void check_resume(FanTableMetric metric) {
    static const char *const names[][3] = {
        [FAN_TABLE_DTC] = {"3v1.dtc", "2v2.dtc", "2v1.dtc"},
        [FAN_TABLE_DTW] = {"3v1.dtw", "2v2.dtw", "2v1.dtw"},
    };
    Folder whole = folder_new(7, 3), parts = folder_new(7, 3);
    FanTablesError error;
    Stop stop = {3, 1};
    FanBuild build = {.board = &parts.board,
                      .rules = &parts.rules,
                      .stones = 4,
                      .metric = metric,
                      .folder = parts.path,
                      .threads = 1,
                      .watch = stop_before,
                      .context = &stop};
    folder_build(&whole, 4, metric, 1);
    assert_int_equal(fan_tables_build(&build, &error), FAN_BUILD_STOPPED);
    size_t length;
    uint8_t *bytes = folder_read(&parts, names[metric][2], &length);
    assert_non_null(bytes);
    free(bytes);
    assert_null(folder_read(&parts, names[metric][0], &length));
    char path[600];
    snprintf(path, sizeof path, "%s/7x3/%s", parts.path, names[metric][2]);
    FILE *stream = fopen(path, "r+b"); /* the last byte */
    assert_non_null(stream);
    assert_int_equal(fseek(stream, -1, SEEK_END), 0);
    int last = fgetc(stream);
    assert_int_equal(fseek(stream, -1, SEEK_END), 0);
    fputc(last ^ 1, stream);
    fclose(stream);
    folder_build(&parts, 4, metric, 1);
    for (size_t i = 0; i < 3; i++) {
        size_t lengths[2];
        uint8_t *a = folder_read(&whole, names[metric][i], &lengths[0]);
        uint8_t *b = folder_read(&parts, names[metric][i], &lengths[1]);
        assert_true(a && b);
        assert_int_equal(lengths[0], lengths[1]);
        assert_memory_equal(a, b, lengths[0]);
        free(a);
        free(b);
    }
    folder_remove(&whole);
    folder_remove(&parts);
}

static void an_ended_build_goes_on_where_it_was(void **state) {
    (void)state;
    check_resume(FAN_TABLE_DTC);
    check_resume(FAN_TABLE_DTW);
}

int main(int argc, char **argv) {
    corruptions = argc > 1 ? (unsigned)atoi(argv[1]) : 500;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dtc_counts_to_the_next_capture),
        cmocka_unit_test(dtw_counts_to_the_end),
        cmocka_unit_test(distances_are_enough_without_values),
        cmocka_unit_test(what_the_tables_do_not_hold_is_absent),
        cmocka_unit_test(tables_fit_their_board_and_rules_alone),
        cmocka_unit_test(any_changed_byte_is_noticed),
        cmocka_unit_test(an_ended_build_goes_on_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
