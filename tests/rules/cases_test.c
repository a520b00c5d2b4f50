/* The small cases of tests/data, settled by hand from the clauses. */
#include "rules/sample.h"
#include "support/facts.h"

static Sample sample;
static TurnList list;

static size_t find_text(const char *text) {
    FanTurn turn = plain_turn(&sample.board, text);
    return find_turn(&list, &turn);
}

static void expect_lead(const FactPair *lead) {
    size_t i = find_text(lead->turn);
    char after[FAN_POSITION_TEXT_MAX];
    if (i == list.count) {
        fail_sample(&sample, "lacks a turn", lead->turn);
    }
    fan_position_write(&sample.board, &list.afters[i], after);
    assert_string_equal(after, lead->text);
}

static void expect_outcome(const FanPosition *position, const char *wanted) {
    FanOutcome outcome = fan_position_outcome(&sample.board, &sample.rules, position);
    char text[64];
    const char *reason = fan_reason_word(outcome.reason);
    sprintf(text, "%s%s%s", fan_result_word(outcome.result), *reason ? " " : "", reason);
    assert_string_equal(text, wanted);
}

static void expect_end(const FactPair *end) {
    FanTurn turn = plain_turn(&sample.board, end->turn);
    FanPosition after;
    assert_int_equal(
        fan_position_play(&sample.board, &sample.rules, &sample.position, &turn, &after).code,
        FAN_LEGAL);
    expect_outcome(&after, end->text);
}

static void expect_absent(const char *text) {
    FanTurn turn = plain_turn(&sample.board, text);
    if (find_turn(&list, &turn) != list.count) {
        fail_sample(&sample, "has a turn it should not", text);
    }
    assert_int_not_equal(
        fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code, FAN_LEGAL);
}

static void expect_case(void *context, const SmallCase *small) {
    (void)context;
    print_message("%s\n", small->name);
    sample = sample_of_variant(small->telo ? "telo" : "", small->rules, small->position);
    list_turns(&sample, &list);
    if (list.count != small->turns) {
        fail_sample(&sample, "another number of turns", small->name);
    }
    assert_int_equal(fan_turns_count(&sample.board, &sample.rules, &sample.position), small->turns);
    for (size_t i = 0; i < small->named; i++) {
        if (find_text(small->named_turn[i]) == list.count) {
            fail_sample(&sample, "lacks a turn", small->named_turn[i]);
        }
    }
    for (size_t i = 0; i < small->absent; i++) {
        expect_absent(small->absent_turn[i]);
    }
    for (size_t i = 0; i < small->leads; i++) {
        expect_lead(&small->lead[i]);
    }
    for (size_t i = 0; i < small->ends; i++) {
        expect_end(&small->end[i]);
    }
    expect_outcome(&sample.position, small->outcome);
}

static void small_cases_come_out_as_by_hand(void **state) {
    (void)state;
    assert_true(small_cases_each(expect_case, NULL) == 84);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_cases_come_out_as_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
