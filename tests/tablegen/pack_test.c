/* Values in little room: each position has the value it has in the full files. */
#include "support/test.h"
#include "tablegen/folder.h"
#include "tablegen/pack.h"
#include "tables/tables.h"

#include <unistd.h>

static unsigned stones_asked; /* on 9×5 */
static uint64_t step_asked;   /* every so many positions are read out of compressed files too */

/* Full tables, and what was packed out of them. */
typedef struct Scene {
    Folder folder, packed;
    unsigned stones;
    FanTables *full, *bundle, *quiet;
    uint8_t *bytes; /* of the bundle */
    size_t len_bytes;
} Scene;

static FanPack pack_of(const Scene *scene, unsigned threads) {
    return (FanPack){scene->full, scene->stones, threads};
}

static void bundle_path(const Scene *scene, char path[512]) {
    snprintf(path, 512, "%s/values.tables", scene->packed.path);
}

static void pack_all(Scene *scene) {
    FanPack pack = pack_of(scene, 2);
    FanTablesError error = {""};
    char path[512];
    bundle_path(scene, path);
    if (!fan_pack_bundle(&pack, path, &error) ||
        !fan_pack_files(&pack, scene->packed.path, &error)) {
        fail_msg("%s", error.text);
    }
    scene->bytes = file_read(path, &scene->len_bytes);
    assert_non_null(scene->bytes);
}

static void begin(Scene *scene, unsigned files, unsigned ranks, unsigned stones,
                  const char *options) {
    FanTablesError error = {""};
    scene->folder = folder_new(files, ranks);
    scene->packed = folder_new(files, ranks);
    scene->stones = stones;
    assert_true(fan_rules_read(&scene->folder.rules, options, strlen(options), NULL));
    scene->packed.rules = scene->folder.rules;
    folder_build(&scene->folder, stones, FAN_TABLE_DTC, 2);
    scene->full = folder_open(&scene->folder);
    pack_all(scene);
    scene->quiet = folder_open(&scene->packed);
    scene->bundle = fan_tables_new(&scene->folder.board, &scene->folder.rules);
    assert_non_null(scene->bundle);
    if (!fan_tables_add(scene->bundle, scene->bytes, scene->len_bytes, &error)) {
        fail_msg("%s", error.text);
    }
}

static void end(Scene *scene) {
    fan_tables_free(scene->full);
    fan_tables_free(scene->bundle);
    fan_tables_free(scene->quiet);
    free(scene->bytes);
    folder_remove(&scene->folder);
    folder_remove(&scene->packed);
}

static void check_class(const Scene *scene, FanTableClass class, FanTableReader *reader) {
    const FanTableFile *file = &scene->full->files[class.own][class.foe][FAN_TABLE_VALUES];
    for (uint64_t entry = 0; file->data && entry < file->head.entries; entry++) {
        FanPosition position = {.side = entry % 2 != 0, .number = 1};
        FanPoints *own = &position.stones[position.side], *foe = &position.stones[!position.side];
        FanTableValue value;
        FanTableProbe probe;
        fan_entry_position(&scene->full->space, class, entry, own, foe);
        assert_true(fan_tables_value(scene->bundle, &position, &value));
        assert_int_equal(value, packed_value(file->data, entry));
        if (entry % step_asked == 0) {
            assert_int_equal(fan_table_reader_probe(reader, &position, FAN_TABLE_VALUES, &probe),
                             FAN_PROBE_OK);
            assert_int_equal(probe.value, value);
            assert_int_equal(probe.distance, 0);
        }
    }
}

static void check_all(unsigned files, unsigned ranks, unsigned stones, const char *options) {
    Scene scene;
    begin(&scene, files, ranks, stones, options);
    assert_int_equal(fan_tables_stones(scene.bundle), fan_tables_stones(scene.full));
    assert_int_equal(fan_tables_stones(scene.quiet), 0); /* not to be had at once */
    assert_true(fan_tables_sound(scene.bundle));
    FanTableReader *reader = fan_table_reader_new(scene.quiet);
    assert_non_null(reader);
    for (unsigned own = 1; own < stones; own++) {
        for (unsigned foe = 1; own + foe <= stones; foe++) {
            check_class(&scene, (FanTableClass){(uint8_t)own, (uint8_t)foe}, reader);
        }
    }
    fan_table_reader_free(reader);
    end(&scene);
}

static void packed_values_are_the_full_ones(void **state) {
    (void)state;
    check_all(9, 5, stones_asked, "");
    check_all(5, 5, stones_asked, "");
    check_all(3, 3, 8, "");
}

static void packed_values_follow_the_rule_options(void **state) {
    (void)state;
    check_all(5, 3, 5, "blocked=draw");
    check_all(5, 3, 5, "chain=mandatory");
}

/* A bundle is refused whole or taken whole. */
static void a_part_of_a_bundle_is_refused(void **state) {
    (void)state;
    Scene scene;
    begin(&scene, 5, 3, 4, "");
    FanTables *tables = fan_tables_new(&scene.folder.board, &scene.folder.rules);
    FanTablesError error;
    size_t whole_files = 0;
    for (size_t length = 0; length < scene.len_bytes; length++) {
        if (fan_tables_add(tables, scene.bytes, length, &error)) {
            whole_files++;
            fan_tables_free(tables);
            tables = fan_tables_new(&scene.folder.board, &scene.folder.rules);
        } else {
            assert_int_equal(fan_tables_stones(tables), 0);
            assert_null(tables->files[1][1][FAN_TABLE_VALUES].data);
        }
    }
    assert_int_equal(whole_files, 5); /* of six */
    fan_tables_free(tables);
    end(&scene);
}

static void damage_in_a_bundle_is_noticed(void **state) {
    (void)state;
    Scene scene;
    FanTablesError error;
    begin(&scene, 5, 3, 3, "");
    for (size_t at = 0; at < scene.len_bytes; at++) {
        uint8_t change = (uint8_t)(1 + at * 37 % 255);
        scene.bytes[at] ^= change;
        FanTables *tables = fan_tables_new(&scene.folder.board, &scene.folder.rules);
        if (fan_tables_add(tables, scene.bytes, scene.len_bytes, &error) &&
            fan_tables_sound(tables)) {
            fail_msg("byte %zu changed by %02x goes unnoticed", at, change);
        }
        fan_tables_free(tables);
        scene.bytes[at] ^= change;
    }
    end(&scene);
}

static void threads_do_not_change_a_byte(void **state) {
    (void)state;
    Scene scene;
    FanTablesError error;
    begin(&scene, 7, 3, 4, "");
    static const char *const names[] = {"1v1.quiet", "2v1.quiet", "2v2.quiet", "1v3.quiet"};
    Folder other = folder_new(7, 3);
    FanPack pack = pack_of(&scene, 3);
    assert_true(fan_pack_files(&pack, other.path, &error));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t lengths[2];
        uint8_t *a = folder_read(&scene.packed, names[i], &lengths[0]);
        uint8_t *b = folder_read(&other, names[i], &lengths[1]);
        assert_true(a && b);
        assert_int_equal(lengths[0], lengths[1]);
        assert_memory_equal(a, b, lengths[0]);
        free(a);
        free(b);
    }
    folder_remove(&other);
    end(&scene);
}

/* Nothing is left where the full values are not there or not sound. */
static void bad_values_are_not_packed(void **state) {
    (void)state;
    Scene scene;
    FanTablesError error;
    char path[512];
    begin(&scene, 5, 3, 3, "");
    bundle_path(&scene, path);
    assert_int_equal(unlink(path), 0);
    FanPack more = {scene.full, 4, 1}, again = {scene.bundle, 3, 1};
    assert_false(fan_pack_bundle(&more, path, &error));
    assert_string_equal(error.text, "the values of 4 stones are not there");
    assert_false(fan_pack_files(&again, scene.packed.path, &error)); /* they are filled */
    FanTableFile *file = &scene.full->files[2][1][FAN_TABLE_VALUES];
    uint8_t *copy = malloc((size_t)file->head.data_bytes);
    memcpy(copy, file->data, (size_t)file->head.data_bytes);
    copy[3] ^= 1;
    file->data = copy;
    FanPack damaged = {scene.full, 3, 1};
    assert_false(fan_pack_bundle(&damaged, path, &error));
    assert_string_equal(error.text, "2 against 1: block 0 is damaged");
    assert_false(fan_pack_files(&damaged, scene.packed.path, &error));
    assert_int_equal(access(path, F_OK), -1);
    free(copy);
    end(&scene);
}

int main(int argc, char **argv) {
    stones_asked = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
    step_asked = argc > 2 ? (uint64_t)atoll(argv[2]) : 97;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_values_are_the_full_ones),
        cmocka_unit_test(packed_values_follow_the_rule_options),
        cmocka_unit_test(a_part_of_a_bundle_is_refused),
        cmocka_unit_test(damage_in_a_bundle_is_noticed),
        cmocka_unit_test(threads_do_not_change_a_byte),
        cmocka_unit_test(bad_values_are_not_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
