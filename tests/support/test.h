/* The test framework: cmocka, or under WebAssembly a small stand-in with the same names.
 *
 * wasi-libc has no setjmp, which cmocka needs to leave a failed test; there the first failure ends
 * the program with status 1. Use only the names defined in the stand-in below. */
#ifndef FAN_TESTS_SUPPORT_TEST_H
#define FAN_TESTS_SUPPORT_TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __wasi__

#include <setjmp.h>

#include <cmocka.h>

#else

typedef struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
} CMUnitTest;

__attribute__((format(printf, 1, 2))) static inline void print_message(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}

__attribute__((noreturn, format(printf, 3, 4))) static inline void
fan_test_fail(const char *file, int line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "%s:%d: error: ", file, line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

static inline void fan_test_int_equal(unsigned long long a, unsigned long long b, int equal,
                                      const char *what, const char *file, int line) {
    if ((a == b) != equal) {
        fan_test_fail(file, line, "%s: %#llx (%lld), %#llx (%lld)", what, a, (long long)a, b,
                      (long long)b);
    }
}

static inline void fan_test_string_equal(const char *a, const char *b, const char *file, int line) {
    if (strcmp(a, b) != 0) {
        fan_test_fail(file, line, "\"%s\" != \"%s\"", a, b);
    }
}

static inline void fan_test_memory_equal(const void *a, const void *b, size_t len_bytes,
                                         const char *file, int line) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < len_bytes; i++) {
        if (x[i] != y[i]) {
            fan_test_fail(file, line, "difference at offset %zu: 0x%02x, 0x%02x", i, x[i], y[i]);
        }
    }
}

static inline int fan_test_run_group(const CMUnitTest *tests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        printf("[ RUN      ] %s\n", tests[i].name);
        fflush(stdout);
        tests[i].run(&state);
        printf("[       OK ] %s\n", tests[i].name);
    }
    printf("[  PASSED  ] %zu test(s).\n", count);
    return 0;
}

/* As cmocka does it: every integer and pointer is compared at full width. */
#    define FAN_TEST_WIDE(x) ((unsigned long long)(x))

#    define cmocka_unit_test(f) {#f, f}
#    define cmocka_run_group_tests(tests, setup, teardown)                                         \
        fan_test_run_group(tests, sizeof(tests) / sizeof((tests)[0]))

#    define fail_msg(...) fan_test_fail(__FILE__, __LINE__, __VA_ARGS__)
#    define assert_true(c)                                                                         \
        ((c) ? (void)0 : fan_test_fail(__FILE__, __LINE__, "not true: %s", #c))
#    define assert_false(c)                                                                        \
        ((c) ? fan_test_fail(__FILE__, __LINE__, "not false: %s", #c) : (void)0)
#    define assert_null(p)                                                                         \
        ((p) == NULL ? (void)0 : fan_test_fail(__FILE__, __LINE__, "not null: %s", #p))
#    define assert_non_null(p)                                                                     \
        ((p) != NULL ? (void)0 : fan_test_fail(__FILE__, __LINE__, "null: %s", #p))
#    define assert_int_equal(a, b)                                                                 \
        fan_test_int_equal(FAN_TEST_WIDE(a), FAN_TEST_WIDE(b), 1, #a " != " #b, __FILE__, __LINE__)
#    define assert_int_not_equal(a, b)                                                             \
        fan_test_int_equal(FAN_TEST_WIDE(a), FAN_TEST_WIDE(b), 0, #a " == " #b, __FILE__, __LINE__)
#    define assert_string_equal(a, b) fan_test_string_equal(a, b, __FILE__, __LINE__)
#    define assert_memory_equal(a, b, n) fan_test_memory_equal(a, b, n, __FILE__, __LINE__)

#endif

#endif
