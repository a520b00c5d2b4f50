/* The plain rules agree with every small case of tests/data. */
#include "check/check.h"
#include "support/facts.h"
#include "support/test.h"

static CheckPosition read_case(const SmallCase *small, CheckRules *rules) {
    CheckPosition position;
    if (!check_rules_read(small->rules, rules))
        fail_msg("line %d: bad rules", small->line);
    rules->telo = small->telo;
    if (!check_position_read(small->position, rules, &position))
        fail_msg("line %d: bad position", small->line);
    return position;
}

static bool has_turn(const CheckTurnList *list, const char *text) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->turns[i].text, text) == 0)
            return true;
    return false;
}

static void expect_turns(const SmallCase *small, const CheckTurnList *list) {
    if (list->count != small->turns)
        fail_msg("line %d (%s, %s): %zu turns, not %zu", small->line, small->name, small->clause,
                 list->count, small->turns);
    for (size_t i = 0; i < small->named; i++)
        if (!has_turn(list, small->named_turn[i]))
            fail_msg("line %d (%s, %s): %s is missing", small->line, small->name, small->clause,
                     small->named_turn[i]);
    for (size_t i = 0; i < small->absent; i++)
        if (has_turn(list, small->absent_turn[i]))
            fail_msg("line %d (%s, %s): %s is not legal", small->line, small->name, small->clause,
                     small->absent_turn[i]);
}

static CheckPosition apply(const SmallCase *small, const CheckRules *rules,
                           const CheckPosition *position, const char *turn) {
    CheckPosition after;
    if (!check_turn_apply(rules, position, turn, &after))
        fail_msg("line %d (%s): %s is refused", small->line, small->name, turn);
    return after;
}

static void expect_text(const SmallCase *small, const char *found, const char *wanted) {
    if (strcmp(found, wanted) != 0)
        fail_msg("line %d (%s, %s): %s, not %s", small->line, small->name, small->clause, found,
                 wanted);
}

static void expect_outcome(const SmallCase *small, const CheckRules *rules,
                           const CheckPosition *position, const char *wanted) {
    static const char *const results[] = {"ongoing", "white", "black", "draw"};
    CheckOutcome outcome = check_outcome(rules, position, 1);
    char found[FACT_WORD_MAX];
    sprintf(found, "%s%s%s", results[outcome.result], outcome.reason[0] == '\0' ? "" : " ",
            outcome.reason);
    expect_text(small, found, wanted);
}

static void expect_case(void *context, const SmallCase *small) {
    (void)context;
    CheckRules rules;
    const CheckPosition position = read_case(small, &rules);
    CheckTurnList list = {0};
    assert_true(check_turns_list(&rules, &position, &list));
    expect_turns(small, &list);
    check_turns_free(&list);
    expect_outcome(small, &rules, &position, small->outcome);
    for (size_t i = 0; i < small->leads; i++) {
        char text[CHECK_POSITION_TEXT_MAX];
        CheckPosition after = apply(small, &rules, &position, small->lead[i].turn);
        check_position_write(&after, text);
        expect_text(small, text, small->lead[i].text);
    }
    for (size_t i = 0; i < small->ends; i++) {
        CheckPosition after = apply(small, &rules, &position, small->end[i].turn);
        expect_outcome(small, &rules, &after, small->end[i].text);
    }
}

static void small_cases_come_out_as_by_hand(void **state) {
    (void)state;
    assert_int_equal(small_cases_each(expect_case, NULL), 84);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_cases_come_out_as_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
