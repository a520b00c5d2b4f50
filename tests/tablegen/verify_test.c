/* Tables against the rules that src/check writes a second time: every position of small boards, and
 * that a single wrong one is found. */
#include "check/check.h"
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

typedef struct Scene {
    const Folder *folder;
    const FanTables *tables;
    FanTableReader *reader;
    FanTableMetric metric;
    CheckRules rules;
    uint64_t checked, wrong;
    FanPoints lie[2]; /* of which position the opposite is said; 0 for none */
} Scene;

static FanPosition position_of(const CheckPosition *position) {
    FanPosition found = {.side = position->side == CHECK_BLACK, .number = 1};
    for (int point = 0; point < position->files * position->ranks; point++) {
        char stone = position->stones[point / position->files][point % position->files];
        found.stones[0] |= stone == CHECK_WHITE ? UINT64_C(1) << point : 0;
        found.stones[1] |= stone == CHECK_BLACK ? UINT64_C(1) << point : 0;
    }
    return found;
}

static bool ask(void *context, const CheckPosition *checked, CheckTruth *truth) {
    static const int values[] = {[FAN_TABLE_DRAW] = 0, [FAN_TABLE_WIN] = 1, [FAN_TABLE_LOSS] = -1};
    Scene *scene = context;
    FanPosition position = position_of(checked);
    FanTableProbe probe;
    if (fan_table_reader_probe(scene->reader, &position, scene->metric, &probe) != FAN_PROBE_OK) {
        return false;
    }
    *truth = (CheckTruth){values[probe.value], (int)probe.distance};
    if (scene->lie[0] && position.stones[0] == scene->lie[0] &&
        position.stones[1] == scene->lie[1] && position.side == FAN_WHITE) {
        truth->value = truth->value ? -truth->value : 1;
    }
    return true;
}

static bool check_position(void *context, const CheckPosition *position) {
    Scene *scene = context;
    CheckTruth said, follows;
    bool right = ask(scene, position, &said) &&
                 check_table_truth(&scene->rules, position,
                                   (CheckTableKind){scene->metric == FAN_TABLE_DTW, 0}, ask, scene,
                                   &follows) &&
                 said.value == follows.value && said.distance == follows.distance;
    scene->checked++;
    scene->wrong += !right;
    return true;
}

/* Verifies all classes up to so many stones, as the tables are or with a lie among them. */
static uint64_t verify(Scene *scene, unsigned stones) {
    const FanBoard *board = &scene->folder->board;
    scene->checked = scene->wrong = 0;
    for (unsigned own = 1; own < stones; own++) {
        for (unsigned foe = 1; own + foe <= stones; foe++) {
            FanTableFile file = scene->tables->files[own][foe][scene->metric];
            if (file.data) {
                uint64_t before = scene->checked;
                check_positions_visit(board->files, board->ranks, (int)own, (int)foe,
                                      check_position, scene);
                assert_int_equal(scene->checked - before,
                                 file.head.win + file.head.draw + file.head.loss);
            }
        }
    }
    return scene->wrong;
}

static void check_board(unsigned files, unsigned ranks, unsigned stones, FanTableMetric metric,
                        const char *options) {
    Folder folder = folder_new(files, ranks);
    Scene scene = {.folder = &folder, .metric = metric};
    assert_true(check_rules_read(options, &scene.rules));
    assert_true(fan_rules_read(&folder.rules, options, strlen(options), NULL));
    folder_build(&folder, stones, metric, 2);
    FanTables *tables = folder_open(&folder);
    scene.tables = tables;
    scene.reader = fan_table_reader_new(tables);
    assert_non_null(scene.reader);
    assert_int_equal(verify(&scene, stones), 0);
    scene.lie[0] = 1; /* White on a1, Black in the far corner */
    scene.lie[1] = UINT64_C(1) << (folder.board.points - 1);
    assert_true(verify(&scene, 2) > 0);
    fan_table_reader_free(scene.reader);
    fan_tables_free(tables);
    folder_remove(&folder);
}

static void every_position_of_small_boards_is_right_by_dtc(void **state) {
    (void)state;
    check_board(3, 3, 8, FAN_TABLE_DTC, "");
    check_board(5, 3, 4, FAN_TABLE_DTC, "");
    check_board(3, 5, 4, FAN_TABLE_DTC, "");
    check_board(5, 5, 3, FAN_TABLE_DTC, "");
}

static void every_position_of_small_boards_is_right_by_dtw(void **state) {
    (void)state;
    check_board(3, 3, 8, FAN_TABLE_DTW, "");
    check_board(5, 3, 4, FAN_TABLE_DTW, "");
}

static void rule_options_are_followed(void **state) {
    (void)state;
    check_board(3, 3, 8, FAN_TABLE_DTC, "blocked=draw");
    check_board(5, 3, 4, FAN_TABLE_DTC, "chain=mandatory");
    check_board(3, 3, 8, FAN_TABLE_DTW, "chain=mandatory,blocked=draw");
}

static unsigned stones_asked;

static void every_position_of_tsivy_is_right_by_dtc(void **state) {
    (void)state;
    check_board(9, 5, stones_asked, FAN_TABLE_DTC, "");
}

int main(int argc, char **argv) {
    if (argc > 1) { /* takes minutes */
        stones_asked = (unsigned)atoi(argv[1]);
        const struct CMUnitTest whole[] = {
            cmocka_unit_test(every_position_of_tsivy_is_right_by_dtc),
        };
        return cmocka_run_group_tests(whole, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_small_boards_is_right_by_dtc),
        cmocka_unit_test(every_position_of_small_boards_is_right_by_dtw),
        cmocka_unit_test(rule_options_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
