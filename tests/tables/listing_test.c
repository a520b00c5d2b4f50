/* What positions are numbered by is listed when one is first looked up: not by opening tables, by
 * one of all threads that ask at once, and not without memory. */
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

#include <pthread.h>
#include <stdlib.h>

enum { STONES = 4, THREADS = 4, ROUNDS = 25 };

static Folder folder;

/* Tables of which nothing has been asked. */
static FanTables *open_fresh(void) {
    FanTablesError error = {""};
    FanTables *tables = fan_tables_open(folder.path, &folder.board, &folder.rules, &error);
    if (!tables) {
        fail_msg("%s", error.text);
    }
    return tables;
}

static bool is_listed(const FanTables *tables, unsigned stones) {
    return tables->space.outer[stones].entries != NULL;
}

static unsigned count_listed(const FanTables *tables) {
    unsigned listed = 0;
    for (unsigned size = 0; size <= FAN_TABLE_SIDE_MAX; size++) {
        listed += is_listed(tables, size);
    }
    return listed;
}

/* --- not before it is needed --------------------------------------------------------------------
 */

static void what_is_held_is_told_without_listing(void **state) {
    (void)state;
    FanTables *tables = open_fresh();
    for (unsigned own = 0; own <= FAN_TABLE_SIDE_MAX + 1; own++) {
        for (unsigned foe = 0; foe <= FAN_TABLE_SIDE_MAX + 1; foe++) {
            assert_int_equal(fan_tables_hold(tables, own, foe),
                             own > 0 && foe > 0 && own + foe <= STONES);
        }
    }
    assert_int_equal(fan_tables_stones(tables), STONES);
    assert_int_equal(fan_tables_distances(tables, FAN_TABLE_DTC), STONES);
    assert_true(fan_tables_sound(tables));
    assert_int_equal(count_listed(tables), 0);
    fan_tables_free(tables);
}

static void a_position_lists_its_own_size_alone(void **state) {
    (void)state;
    static const FanPosition position = {.stones = {1, 6 << 8}, .number = 1};
    FanTables *tables = open_fresh();
    FanTableReader *reader = fan_table_reader_new(tables);
    FanTableValue value;
    FanTableProbe probe;
    assert_true(fan_tables_value(tables, &position, &value));
    assert_int_equal(count_listed(tables), 1);
    assert_true(is_listed(tables, 2));
    assert_int_equal(fan_table_reader_probe(reader, &position, FAN_TABLE_DTC, &probe),
                     FAN_PROBE_OK);
    assert_int_equal(count_listed(tables), 1);
    fan_table_reader_free(reader);
    fan_tables_free(tables);
}

static void classes_that_captures_lead_to_are_missed(void **state) {
    (void)state;
    FanTables *tables = open_fresh();
    tables->files[1][3][FAN_TABLE_VALUES].head.captures = FAN_CAPTURES_FILLED;
    assert_true(fan_tables_hold(tables, 1, 3));
    tables->files[2][1][FAN_TABLE_VALUES].data = NULL;
    assert_false(fan_tables_hold(tables, 1, 3));
    assert_true(fan_tables_hold(tables, 3, 1)); /* whose file tells all values itself */
    fan_tables_free(tables);
}

/* --- many threads -------------------------------------------------------------------------------
 */

typedef struct Asking {
    const FanTables *fresh, *known;
    pthread_barrier_t *barrier;
    unsigned wrong;
} Asking;

/* How many of some positions of a class the fresh tables tell otherwise. */
static unsigned ask_class(const Asking *asking, FanTableReader *readers[2], FanTableClass class) {
    const FanTableSpace *space = &asking->known->space;
    uint64_t entries = fan_class_entries(space, class);
    unsigned wrong = 0;
    for (uint64_t entry = 0; entry < entries; entry += 1 + entries / 20) {
        FanPosition position = {.number = 1};
        FanTableValue value = FAN_TABLE_DRAW;
        FanTableProbe probes[2] = {{FAN_TABLE_DRAW, 0}, {FAN_TABLE_DRAW, 0}};
        fan_entry_position(space, class, entry, &position.stones[0], &position.stones[1]);
        wrong += !fan_tables_value(asking->fresh, &position, &value);
        for (unsigned i = 0; i < 2; i++) {
            wrong += fan_table_reader_probe(readers[i], &position, FAN_TABLE_DTC, &probes[i]) !=
                     FAN_PROBE_OK;
        }
        wrong += value != probes[1].value || probes[0].value != probes[1].value ||
                 probes[0].distance != probes[1].distance;
    }
    return wrong;
}

static void *ask_first(void *context) {
    static const FanTableClass classes[] = {{3, 1}, {2, 1}, {1, 1}, {2, 2}, {1, 3}, {1, 2}};
    Asking *asking = context;
    FanTableReader *readers[2] = {fan_table_reader_new(asking->fresh),
                                  fan_table_reader_new(asking->known)};
    pthread_barrier_wait(asking->barrier);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        asking->wrong += ask_class(asking, readers, classes[i]);
    }
    fan_table_reader_free(readers[0]);
    fan_table_reader_free(readers[1]);
    return NULL;
}

static void threads_that_ask_first_at_once_are_told_the_same(void **state) {
    (void)state;
    FanTables *known = folder_open(&folder);
    for (unsigned round = 0; round < ROUNDS; round++) {
        FanTables *fresh = open_fresh();
        pthread_barrier_t barrier;
        pthread_t threads[THREADS];
        Asking askings[THREADS];
        assert_int_equal(pthread_barrier_init(&barrier, NULL, THREADS), 0);
        for (unsigned i = 0; i < THREADS; i++) {
            askings[i] = (Asking){fresh, known, &barrier, 0};
            assert_int_equal(pthread_create(&threads[i], NULL, ask_first, &askings[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_int_equal(askings[i].wrong, 0);
        }
        assert_int_equal(count_listed(fresh), 3);
        pthread_barrier_destroy(&barrier);
        fan_tables_free(fresh);
    }
    fan_tables_free(known);
}

/* --- no memory ----------------------------------------------------------------------------------
 *
 * The linker leads this call of the program, not of its libraries, here. */

static size_t grants = SIZE_MAX; /* calls that still get memory */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size) {
    if (grants == 0) {
        return NULL;
    }
    grants -= grants != SIZE_MAX;
    return __real_malloc(size);
}

static void check_absent(const FanTables *tables, FanTableReader *reader,
                         const FanPosition *position) {
    FanTableValue value = FAN_TABLE_DRAW;
    FanTableProbe probe = {FAN_TABLE_DRAW, 77};
    assert_false(fan_tables_value(tables, position, &value));
    assert_int_equal(fan_table_reader_probe(reader, position, FAN_TABLE_DTC, &probe),
                     FAN_PROBE_ABSENT);
    assert_int_equal(fan_table_reader_limited(reader, position, &probe), FAN_PROBE_ABSENT);
    assert_int_equal(probe.distance, 77);
    assert_false(fan_tables_list(tables));
    assert_int_equal(count_listed(tables), 0);
}

static void without_memory_nothing_is_told_until_there_is_some(void **state) {
    (void)state;
    /* Far apart, with no capture: probing alone. */
    static const FanPosition position = {.stones = {1, 3 << 13}, .number = 1};
    assert_false(fan_position_must_capture(&folder.board, &position));
    FanTables *tables = open_fresh();
    FanTableReader *reader = fan_table_reader_new(tables);
    FanTableValue value;
    FanTableProbe probe;
    for (size_t calls = 0; calls < 2; calls++) {
        grants = calls;
        FanTableValue none;
        bool told = fan_tables_value(tables, &position, &none);
        grants = 0;
        assert_false(told);
        check_absent(tables, reader, &position);
        grants = SIZE_MAX;
    }
    assert_true(fan_tables_value(tables, &position, &value));
    assert_int_equal(fan_table_reader_probe(reader, &position, FAN_TABLE_DTC, &probe),
                     FAN_PROBE_OK);
    assert_int_equal(probe.value, value);
    fan_table_reader_free(reader);
    fan_tables_free(tables);
}

int main(void) {
    folder = folder_new(5, 3);
    folder_build(&folder, STONES, FAN_TABLE_DTC, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_held_is_told_without_listing),
        cmocka_unit_test(a_position_lists_its_own_size_alone),
        cmocka_unit_test(classes_that_captures_lead_to_are_missed),
        cmocka_unit_test(threads_that_ask_first_at_once_are_told_the_same),
        cmocka_unit_test(without_memory_nothing_is_told_until_there_is_some),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove(&folder);
    return failed;
}
