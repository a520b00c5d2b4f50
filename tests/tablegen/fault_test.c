/* Builds to which something happens: ended, killed, without room on the disk, without memory. What
 * is there afterwards is whole, and the same build goes on to the same bytes. */
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* A small limit, so that small boards have something that it changes. */
enum { LIMIT = 4 };

static Folder small_folder(void) {
    Folder folder = folder_new(5, 3);
    folder.quiet_limit = LIMIT;
    return folder;
}

/* How many files of a folder of tables differ from those of a whole build, or should not be there;
 * and how many are there. */
static unsigned count_differing(const Folder *whole, const Folder *parts, unsigned *count) {
    char path[600];
    unsigned differing = 0;
    snprintf(path, sizeof path, "%s/%ux%u", parts->path, parts->board.files, parts->board.ranks);
    DIR *folder = opendir(path);
    *count = 0;
    for (struct dirent *item; folder && (item = readdir(folder));) {
        size_t lengths[2];
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0) {
            continue;
        }
        uint8_t *a = folder_read(whole, item->d_name, &lengths[0]);
        uint8_t *b = folder_read(parts, item->d_name, &lengths[1]);
        differing += !a || !b || lengths[0] != lengths[1] || memcmp(a, b, lengths[0]) != 0;
        ++*count;
        free(a);
        free(b);
    }
    if (folder) {
        closedir(folder);
    }
    return differing;
}

static void check_same(const Folder *whole, const Folder *parts) {
    unsigned counts[2];
    assert_int_equal(count_differing(parts, whole, &counts[0]), 0);
    assert_int_equal(count_differing(whole, parts, &counts[1]), 0);
    assert_int_equal(counts[0], counts[1]);
    assert_true(counts[0] > 2);
}

static FanBuildStatus try_build(const Folder *folder, unsigned stones, FanTablesError *error) {
    FanBuild build = folder_begin(folder, stones, FAN_TABLE_DTC, 1);
    return fan_tables_build(&build, error);
}

/* --- threads and processors ---------------------------------------------------------------------
 */

static void what_a_limit_changes_does_not_depend_on_threads(void **state) {
    (void)state;
    Folder one = folder_new(7, 3), more = folder_new(7, 3);
    size_t length;
    one.quiet_limit = more.quiet_limit = 6;
    folder_build(&one, 4, FAN_TABLE_DTC, 1);
    folder_build(&more, 4, FAN_TABLE_DTC, 5);
    uint8_t *limited = folder_read(&one, "2v2.limit", &length);
    assert_non_null(limited);
    free(limited);
    check_same(&one, &more);
    folder_remove(&one);
    folder_remove(&more);
}

static void what_a_limit_changes_does_not_depend_on_the_processor(void **state) {
    (void)state;
    Folder fast = folder_new(9, 5), plain = folder_new(9, 5);
    FanTablesError error;
    size_t length;
    fast.quiet_limit = plain.quiet_limit = 10;
    folder_build(&fast, 3, FAN_TABLE_DTC, 2);
    FanBuild build = folder_begin(&plain, 3, FAN_TABLE_DTC, 2);
    build.plain = true;
    assert_int_equal(fan_tables_build(&build, &error), FAN_BUILD_DONE);
    uint8_t *limited = folder_read(&fast, "1v2.limit", &length);
    assert_non_null(limited);
    free(limited);
    check_same(&fast, &plain);
    folder_remove(&fast);
    folder_remove(&plain);
}

/* --- ends and damage ----------------------------------------------------------------------------
 */

typedef struct Countdown {
    unsigned left; /* calls */
} Countdown;

static bool count_down(void *context, const FanBuildProgress *progress) {
    Countdown *countdown = context;
    (void)progress;
    return countdown->left-- > 0;
}

static void a_build_that_is_ended_goes_on(void **state) {
    (void)state;
    Folder whole = small_folder(), parts = small_folder();
    FanTablesError error;
    unsigned count, ended = 0;
    folder_build(&whole, 4, FAN_TABLE_DTC, 1);
    for (unsigned left = 0;; left += 1 + left / 8) {
        Countdown countdown = {left};
        FanBuild build = folder_begin(&parts, 4, FAN_TABLE_DTC, 1);
        build.watch = count_down;
        build.context = &countdown;
        FanBuildStatus status = fan_tables_build(&build, &error);
        assert_int_equal(count_differing(&whole, &parts, &count), 0);
        if (status == FAN_BUILD_DONE) {
            break;
        }
        assert_int_equal(status, FAN_BUILD_STOPPED);
        ended++;
    }
    assert_true(ended > 3);
    check_same(&whole, &parts);
    folder_remove(&whole);
    folder_remove(&parts);
}

static void change_byte(const Folder *folder, const char *name, long at, int whence) {
    char path[600];
    snprintf(path, sizeof path, "%s/%ux%u/%s", folder->path, folder->board.files,
             folder->board.ranks, name);
    FILE *stream = fopen(path, "r+b");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, at, whence), 0);
    int byte = fgetc(stream);
    assert_int_equal(fseek(stream, at, whence), 0);
    fputc(byte ^ 0x5A, stream);
    fclose(stream);
}

static void a_damaged_file_is_built_again(void **state) {
    (void)state;
    static const struct {
        const char *name;
        long at;
        int whence;
    } damages[] = {
        {"2v2.limit", -1, SEEK_END}, {"2v2.limit", 0, SEEK_SET}, {"2v2.limit", 140, SEEK_SET},
        {"2v1.dtc", 20, SEEK_SET},   {"1v2.dtc", -1, SEEK_END},  {"2v1.values", -1, SEEK_END},
    };
    Folder whole = small_folder(), parts = small_folder();
    folder_build(&whole, 4, FAN_TABLE_DTC, 1);
    folder_build(&parts, 4, FAN_TABLE_DTC, 1);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        unsigned count;
        change_byte(&parts, damages[i].name, damages[i].at, damages[i].whence);
        assert_int_equal(count_differing(&whole, &parts, &count), 1);
        folder_build(&parts, 4, FAN_TABLE_DTC, 1);
        check_same(&whole, &parts);
    }
    folder_remove(&whole);
    folder_remove(&parts);
}

/* --- no room ------------------------------------------------------------------------------------
 */

static void set_file_bytes(rlim_t bytes) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_told_and_ruins_nothing(void **state) {
    (void)state;
    Folder whole = small_folder(), parts = small_folder();
    struct rlimit before;
    unsigned count, failed = 0;
    folder_build(&whole, 4, FAN_TABLE_DTC, 1);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t bytes = 16;; bytes += bytes / 2) {
        FanTablesError error = {""};
        set_file_bytes(bytes);
        FanBuildStatus status = try_build(&parts, 4, &error);
        set_file_bytes(before.rlim_cur);
        assert_int_equal(count_differing(&whole, &parts, &count), 0);
        if (status == FAN_BUILD_DONE) {
            break;
        }
        assert_int_equal(status, FAN_BUILD_FAILED);
        assert_non_null(strstr(error.text, parts.path));
        assert_non_null(strstr(error.text, "File too large"));
        failed++;
    }
    assert_true(failed > 3);
    check_same(&whole, &parts);
    folder_remove(&whole);
    folder_remove(&parts);
}

/* --- no memory ----------------------------------------------------------------------------------
 *
 * The linker leads these calls of the program, not of its libraries, here. */

static size_t grants = SIZE_MAX; /* calls that still get memory */

static bool is_granted(void) {
    if (grants == SIZE_MAX) {
        return true;
    }
    grants -= grants > 0;
    return grants > 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);

void *__wrap_malloc(size_t size) {
    return is_granted() ? __real_malloc(size) : NULL;
}
void *__wrap_calloc(size_t count, size_t size) {
    return is_granted() ? __real_calloc(count, size) : NULL;
}
void *__wrap_realloc(void *memory, size_t size) {
    return is_granted() ? __real_realloc(memory, size) : NULL;
}
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (is_granted()) {
        return __real_mmap(at, size, protection, flags, file, offset);
    }
    errno = ENOMEM;
    return MAP_FAILED;
}

static void too_little_memory_is_told_and_ruins_nothing(void **state) {
    (void)state;
    Folder whole = small_folder();
    unsigned count, failed = 0;
    folder_build(&whole, 3, FAN_TABLE_DTC, 1);
    for (size_t calls = 1;; calls += 1 + calls / 32) {
        Folder parts = small_folder();
        FanTablesError error = {""};
        grants = calls;
        FanBuildStatus status = try_build(&parts, 3, &error);
        grants = SIZE_MAX;
        assert_int_equal(count_differing(&whole, &parts, &count), 0);
        if (status != FAN_BUILD_DONE) {
            assert_int_equal(status, FAN_BUILD_FAILED);
            assert_true(strstr(error.text, "memory") || strstr(error.text, "threads"));
            folder_build(&parts, 3, FAN_TABLE_DTC, 1);
            failed++;
        }
        check_same(&whole, &parts);
        folder_remove(&parts);
        if (status == FAN_BUILD_DONE) {
            break;
        }
    }
    assert_true(failed > 20);
    folder_remove(&whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_limit_changes_does_not_depend_on_threads),
        cmocka_unit_test(what_a_limit_changes_does_not_depend_on_the_processor),
        cmocka_unit_test(a_build_that_is_ended_goes_on),
        cmocka_unit_test(a_damaged_file_is_built_again),
        cmocka_unit_test(a_full_disk_is_told_and_ruins_nothing),
        cmocka_unit_test(too_little_memory_is_told_and_ruins_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
