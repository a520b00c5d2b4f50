/* Values under a quiet limit against the slow rules of src/check: a position with each number that
 * its counter can have, worked out from the turn after. Small limits, so that small boards have
 * much that they change. */
#include "check/check.h"
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

enum { LIMIT_MAX = 8 };

/* Values of positions with White to move, by their number: 2 and more where it is not known. */
typedef struct Scene {
    Folder folder;
    CheckRules rules;
    FanTables *tables;
    FanTableReader *reader;
    unsigned limit, quiet; /* the counter in hand */
    signed char *values[LIMIT_MAX + 1];
    uint64_t checked, limited, late; /* and those that the limit makes draws, or changes else */
} Scene;

/* The number of a position: colours as the side to move sees them. */
static size_t number_of(const CheckPosition *position) {
    size_t number = 0;
    for (int i = 0; i < position->files * position->ranks; i++) {
        char stone = position->stones[i / position->files][i % position->files];
        number = 3 * number + (stone == CHECK_EMPTY ? 0 : stone == position->side ? 1 : 2);
    }
    return number;
}

typedef struct Best {
    Scene *scene;
    int turns, value;
} Best;

/* What a turn leads to: a capture sets the counter to 0, any other moves it on (R5.3). */
static bool look_after(void *context, const CheckTurn *turn) {
    Best *best = context;
    int value = -1; /* R5.1 */
    if (check_count_stones(&turn->after, turn->after.side) > 0) {
        unsigned quiet = turn->taken > 0 ? 0 : best->scene->quiet + 1;
        value = best->scene->values[quiet][number_of(&turn->after)];
        assert_true(value >= -1 && value <= 1);
    }
    best->value = best->turns == 0 || -value > best->value ? -value : best->value;
    best->turns++;
    return true;
}

static bool find_value(void *context, const CheckPosition *position) {
    Scene *scene = context;
    Best best = {scene, 0, 0};
    check_turns_visit(&scene->rules, position, look_after, &best);
    if (best.turns == 0) { /* R5.2 comes before R5.3 (R5.6) */
        best.value = scene->rules.blocked == CHECK_BLOCKED_DRAW ? 0 : -1;
    }
    scene->values[scene->quiet][number_of(position)] = (signed char)best.value;
    return true;
}

static bool stop(void *context, const CheckTurn *turn) {
    (void)context;
    (void)turn;
    return false;
}

/* With the counter at the limit the turn has drawn the game, unless it blocked. */
static bool find_last_value(void *context, const CheckPosition *position) {
    Scene *scene = context;
    bool blocked = check_turns_visit(&scene->rules, position, stop, NULL);
    scene->values[scene->quiet][number_of(position)] =
        blocked && scene->rules.blocked != CHECK_BLOCKED_DRAW ? -1 : 0;
    return true;
}

static FanTableProbe probe(const Scene *scene, const FanPosition *position) {
    FanTableProbe found;
    assert_int_equal(fan_table_reader_under(scene->reader, position, scene->limit, &found),
                     FAN_PROBE_OK);
    return found;
}

static const int values[] = {[FAN_TABLE_DRAW] = 0, [FAN_TABLE_WIN] = 1, [FAN_TABLE_LOSS] = -1};

static FanPosition position_of(const CheckPosition *position) {
    FanPosition found = {.number = 1, .side = position->side == CHECK_BLACK};
    for (int i = 0; i < position->files * position->ranks; i++) {
        char stone = position->stones[i / position->files][i % position->files];
        found.stones[0] |= stone == CHECK_WHITE ? UINT64_C(1) << i : 0;
        found.stones[1] |= stone == CHECK_BLACK ? UINT64_C(1) << i : 0;
    }
    return found;
}

static bool ask(void *context, const CheckPosition *position, CheckTruth *truth) {
    FanPosition asked = position_of(position);
    FanTableProbe found = probe(context, &asked);
    *truth = (CheckTruth){values[found.value], (int)found.distance};
    return true;
}

/* What `tables verify` asks: whether a position follows from those after it. */
static void check_follows(Scene *scene, const CheckPosition *position) {
    CheckTableKind kind = {.limit = (int)scene->limit};
    CheckTruth said, follows;
    assert_true(ask(scene, position, &said));
    assert_true(check_table_truth(&scene->rules, position, kind, ask, scene, &follows));
    assert_int_equal(said.value, follows.value);
    assert_int_equal(said.distance, follows.distance);
}

static bool compare(void *context, const CheckPosition *position) {
    Scene *scene = context;
    FanPosition asked = position_of(position);
    FanTableProbe free;
    size_t number = number_of(position);
    for (unsigned quiet = 0; quiet <= scene->limit; quiet++) {
        asked.quiet = (uint16_t)quiet;
        FanTableProbe found = probe(scene, &asked);
        assert_int_equal(values[found.value], scene->values[quiet][number]);
        /* The distance is the one that tells when it is too late. */
        assert_true(found.value == FAN_TABLE_DRAW || quiet + found.distance <= scene->limit);
    }
    asked.quiet = (uint16_t)(scene->limit + 1); /* a position as it may be set up */
    assert_int_equal(values[probe(scene, &asked).value], scene->values[scene->limit][number]);
    asked.quiet = 0;
    FanTableProbe found = probe(scene, &asked);
    assert_int_equal(fan_table_reader_probe(scene->reader, &asked, FAN_TABLE_DTC, &free),
                     FAN_PROBE_OK);
    assert_true(found.value == free.value || found.value == FAN_TABLE_DRAW);
    check_follows(scene, position);
    scene->checked++;
    scene->limited += found.value != free.value;
    scene->late += found.value == free.value && found.distance > free.distance;
    return true;
}

/* A class from its last counter back to the first. Fewer stones come before. */
static void work_out(Scene *scene, int own, int foe) {
    const FanBoard *board = &scene->folder.board;
    for (scene->quiet = scene->limit + 1; scene->quiet-- > 0;) {
        for (int mirror = 0; mirror < (own == foe ? 1 : 2); mirror++) {
            check_positions_visit(
                board->files, board->ranks, mirror ? foe : own, mirror ? own : foe,
                scene->quiet == scene->limit ? find_last_value : find_value, scene);
        }
    }
}

static void build(Scene *scene, unsigned stones) {
    scene->folder.quiet_limit = scene->limit;
    folder_build(&scene->folder, stones, FAN_TABLE_DTC, 2);
    scene->tables = folder_open(&scene->folder);
    scene->reader = fan_table_reader_new(scene->tables);
    assert_non_null(scene->reader);
}

static void check_counts(const Scene *scene, unsigned stones) {
    uint64_t all = 0, limited = 0;
    for (unsigned own = 1; own < stones; own++) {
        for (unsigned foe = 1; own + foe <= stones; foe++) {
            const FanTableFile *files = scene->tables->files[own][foe];
            const FanTableHead *free = &files[FAN_TABLE_DTC].head;
            if (!files[FAN_TABLE_DTC].data) {
                continue;
            }
            assert_int_equal(free->limit, scene->limit);
            assert_int_equal(free->limited, files[FAN_FILE_LIMIT].data != NULL);
            all += free->win + free->draw + free->loss;
            limited += free->limited ? files[FAN_FILE_LIMIT].head.draw - free->draw : 0;
        }
    }
    assert_int_equal(all, scene->checked);
    assert_int_equal(limited, scene->limited);
}

static void check_board(unsigned files, unsigned ranks, unsigned stones, unsigned limit,
                        const char *options) {
    Scene scene = {.folder = folder_new(files, ranks), .limit = limit};
    const FanBoard *board = &scene.folder.board;
    size_t numbers = 1;
    for (unsigned point = 0; point < files * ranks; point++) {
        numbers *= 3;
    }
    assert_true(check_rules_read(options, &scene.rules));
    assert_true(fan_rules_read(&scene.folder.rules, options, strlen(options), NULL));
    build(&scene, stones);
    for (unsigned quiet = 0; quiet <= limit; quiet++) {
        scene.values[quiet] = malloc(numbers);
        assert_non_null(scene.values[quiet]);
        memset(scene.values[quiet], 2, numbers);
    }
    for (unsigned all = 2; all <= stones; all++) {
        for (unsigned own = (all + 1) / 2; own < all; own++) {
            if (own > (board->points - 1u) / 2) {
                continue;
            }
            work_out(&scene, (int)own, (int)(all - own));
            for (unsigned mirror = 0; mirror < (own == all - own ? 1u : 2u); mirror++) {
                check_positions_visit(board->files, board->ranks, (int)(mirror ? all - own : own),
                                      (int)(mirror ? own : all - own), compare, &scene);
            }
        }
    }
    print_message("%ux%u, limit %u: %u of %u positions drawn by it, %u later\n", files, ranks,
                  limit, (unsigned)scene.limited, (unsigned)scene.checked, (unsigned)scene.late);
    assert_true(scene.limited > 0);
    check_counts(&scene, stones);
    for (unsigned quiet = 0; quiet <= limit; quiet++) {
        free(scene.values[quiet]);
    }
    fan_table_reader_free(scene.reader);
    fan_tables_free(scene.tables);
    folder_remove(&scene.folder);
}

static bool thorough;

static void a_limit_draws_what_comes_too_late(void **state) {
    (void)state;
    check_board(3, 3, 5, 3, "");
    check_board(5, 3, 4, 4, "");
    if (thorough) {
        check_board(3, 3, 8, 3, "");
        check_board(3, 3, 8, 4, "");
        check_board(5, 3, 4, 7, "");
        check_board(3, 5, 6, 6, "");
    }
}

static void a_limit_follows_the_rule_options(void **state) {
    (void)state;
    check_board(3, 3, 5, 3, "blocked=draw");
    if (thorough) {
        check_board(3, 3, 8, 3, "blocked=draw");
        check_board(5, 3, 6, 6, "chain=mandatory");
    }
}

int main(int argc, char **argv) {
    (void)argv;
    thorough = argc > 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_draws_what_comes_too_late),
        cmocka_unit_test(a_limit_follows_the_rule_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
