/* JSON where memory runs out while it is built: the whole answer or none, never a part of it. */
#include "support/test.h"

#include "cli/program.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t allocations, allowed;

static void *limited(size_t size) {
    return allocations++ < allowed ? malloc(size) : NULL;
}

typedef struct Run {
    FanExit status;
    size_t names; /* quotation marks in what it printed: they stand for how much of it there is */
    bool told;
} Run;

static size_t quotation_marks(const char *text) {
    size_t count = 0;
    for (; *text; text++) {
        count += *text == '"';
    }
    return count;
}

/* Runs the program with so many allocations for JSON. */
static Run run(char *const *words, size_t allocations_allowed) {
    int count = 0;
    while (words[count]) {
        count++;
    }
    char *printed = NULL, *told = NULL;
    size_t printed_bytes, told_bytes;
    FILE *out = open_memstream(&printed, &printed_bytes);
    FILE *err = open_memstream(&told, &told_bytes);
    assert_true(out && err);
    allocations = 0;
    allowed = allocations_allowed;
    Run run = {.status = fan_program_run(count, words, out, err)};
    fclose(out);
    fclose(err);
    run.names = quotation_marks(printed);
    run.told = strstr(told, "not enough memory for the answer") != NULL;
    free(printed);
    free(told);
    return run;
}

static void is_whole_or_told(char *const *words) {
    Run whole = run(words, SIZE_MAX);
    size_t needed = allocations;
    assert_int_equal(whole.status, FAN_EXIT_FINE);
    assert_true(whole.names > 0 && needed > 0);
    for (size_t i = 0; i < needed; i++) {
        Run cut = run(words, i);
        if (cut.status == FAN_EXIT_FINE ? cut.names != whole.names || cut.told : !cut.told) {
            fail_msg("%s with %zu allocations: status %d, %zu of %zu quotation marks, told %d",
                     words[1], i, (int)cut.status, cut.names, whole.names, cut.told);
        }
    }
}

static void the_judgement_of_a_game_is_whole_or_told(void **state) {
    (void)state;
    char path[] = "/tmp/fanorona-json-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_true(write(file, "1. e2-e3A *\n", 12) == 12);
    close(file);
    json_set_alloc_funcs(limited, free);
    is_whole_or_told((char *[]){"fanorona", "analyse", "--game", path, "--depth", "1", "--hash",
                                "1", "--json", NULL});
    unlink(path);
}

static void every_answer_is_whole_or_told(void **state) {
    (void)state;
    json_set_alloc_funcs(limited, free);
    is_whole_or_told((char *[]){"fanorona", "legal", "--json", NULL});
    is_whole_or_told((char *[]){"fanorona", "perft", "2", "--divide", "--json", NULL});
    is_whole_or_told((char *[]){"fanorona", "apply", "e2-e3A", "--json", NULL});
    is_whole_or_told(
        (char *[]){"fanorona", "analyse", "--depth", "3", "--hash", "1", "--json", NULL});
    is_whole_or_told((char *[]){"fanorona", "bench", "--depth", "1", "--json", NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_answer_is_whole_or_told),
                                       cmocka_unit_test(the_judgement_of_a_game_is_whole_or_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
