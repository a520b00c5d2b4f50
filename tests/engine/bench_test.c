/* The gate on node counts: the search visits what it visited before, on every build. A change that
 * means to search differently writes the new number into tests/data/bench.txt. */
#include "engine/bench_positions.h"
#include "scene.h"
#include "shipped.h"
#include "support/test.h"

static const char path[] = "tests/data/bench.txt";

/* Lines are `depth nodes`; # begins a comment. */
static bool read_gate(unsigned *depth, unsigned long long *nodes) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fail_msg("cannot read %s", path);
        return false;
    }
    char line[128];
    bool found = false;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != '#' && sscanf(line, "%u %llu", depth, nodes) == 2) {
            found = true;
        }
    }
    fclose(file);
    return found;
}

static void the_bench_visits_the_number_of_nodes_on_record(void **state) {
    (void)state;
    static Scene scene;
    unsigned depth = 0;
    unsigned long long wanted = 0, nodes = 0;
    assert_true(read_gate(&depth, &wanted));
    FanEngine *engine = fan_engine_new(1 << 20, NULL);
    assert_non_null(engine);
    for (size_t i = 0; i < FAN_BENCH_POSITIONS; i++) {
        scene_read(&scene, fan_bench_positions[i], "");
        fan_engine_clear(engine);
        fan_engine_set_network(engine, shipped_network(&scene.board));
        FanJob job = {.depth = depth};
        FanTurn turn;
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        nodes += fan_engine_report(engine).nodes;
    }
    fan_engine_free(engine);
    if (nodes != wanted) {
        fail_msg("%llu nodes at depth %u, %s says %llu", nodes, depth, path, wanted);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bench_visits_the_number_of_nodes_on_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
