/* Rule options as text (R8). */
#include "rules/sample.h"

static bool read(FanRules *rules, const char *text, FanRulesError *error) {
    return fan_rules_read(rules, text, strlen(text), error);
}

static FanRules rules_of(const char *text) {
    FanRules rules;
    FanRulesError error;
    if (!read(&rules, text, &error)) {
        fail_msg("not read: \"%s\" (fault %d at %zu)", text, (int)error.fault, error.offset);
    }
    assert_int_equal(error.fault, FAN_RULES_OK);
    return rules;
}

static void defaults_are_those_of_the_table(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    assert_int_equal(rules.chain, FAN_CHAIN_OPTIONAL);
    assert_int_equal(rules.first_turn, FAN_FIRST_FREE);
    assert_int_equal(rules.blocked, FAN_BLOCKED_LOSS);
    assert_int_equal(rules.quiet_limit, 50);
    assert_int_equal(rules.repetition, 3);
    assert_int_equal(rules.vela, FAN_VELA_NONE);
    assert_int_equal(rules.vela_first, FAN_VELA_FIRST_TAKER);
    assert_int_equal(rules.telo, 0);
    FanRules read = rules_of("");
    assert_true(fan_rules_equal(&read, &rules));
    read = rules_of("   ");
    assert_true(fan_rules_equal(&read, &rules));
}

static void every_value_is_read_and_written(void **state) {
    (void)state;
    static const struct {
        const char *text;
        FanRules rules;
    } table[] = {
        {"", {.repetition = 3, .quiet_limit = 50}},
        {"chain=mandatory", {.chain = FAN_CHAIN_MANDATORY, .repetition = 3, .quiet_limit = 50}},
        {"first-turn=single", {.first_turn = FAN_FIRST_SINGLE, .repetition = 3, .quiet_limit = 50}},
        {"blocked=draw", {.blocked = FAN_BLOCKED_DRAW, .repetition = 3, .quiet_limit = 50}},
        {"quiet-limit=0", {.quiet_limit = 0, .repetition = 3}},
        {"quiet-limit=1", {.quiet_limit = 1, .repetition = 3}},
        {"quiet-limit=49", {.quiet_limit = 49, .repetition = 3}},
        {"quiet-limit=1000", {.quiet_limit = 1000, .repetition = 3}},
        {"repetition=0", {.repetition = 0, .quiet_limit = 50}},
        {"repetition=2", {.repetition = 2, .quiet_limit = 50}},
        {"repetition=4", {.repetition = 4, .quiet_limit = 50}},
        {"repetition=5", {.repetition = 5, .quiet_limit = 50}},
        {"vela=white", {.vela = FAN_VELA_WHITE, .repetition = 3, .quiet_limit = 50}},
        {"vela=black", {.vela = FAN_VELA_BLACK, .repetition = 3, .quiet_limit = 50}},
        {"vela-first=giver",
         {.vela_first = FAN_VELA_FIRST_GIVER, .repetition = 3, .quiet_limit = 50}},
        {"chain=mandatory,first-turn=single,blocked=draw,quiet-limit=999,repetition=2,vela=black,"
         "vela-first=giver",
         {.chain = 1,
          .first_turn = 1,
          .blocked = 1,
          .repetition = 2,
          .quiet_limit = 999,
          .vela = 2,
          .vela_first = 1}},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        FanRules rules = rules_of(table[i].text);
        char text[FAN_RULES_TEXT_MAX];
        if (!fan_rules_equal(&rules, &table[i].rules)) {
            fail_msg("read as something else: %s", table[i].text);
        }
        assert_int_equal(fan_rules_write(&rules, text), strlen(table[i].text));
        assert_string_equal(text, table[i].text);
    }
}

static void defaults_may_be_named(void **state) {
    (void)state;
    FanRules standard = fan_rules_default();
    FanRules rules = rules_of("chain=optional,first-turn=free,blocked=loss,quiet-limit=50,"
                              "repetition=3,vela=none,vela-first=taker");
    assert_true(fan_rules_equal(&rules, &standard));
}

static void order_case_and_blanks_do_not_matter(void **state) {
    (void)state;
    FanRules wanted = rules_of("chain=mandatory,quiet-limit=7");
    static const char *const texts[] = {
        "quiet-limit=7,chain=mandatory", "CHAIN=Mandatory,Quiet-Limit=7",
        "  chain = mandatory ,  quiet-limit = 7  ", "\tchain=mandatory,\r\n quiet-limit=7\n",
        "chain=mandatory,quiet-limit=0007"};
    FanRules vela = rules_of("vela=black,vela-first=giver"),
             other = rules_of(" Vela-First = GIVER,\tvela = Black ");
    assert_true(fan_rules_equal(&vela, &other));
    for (size_t i = 0; i < COUNT(texts); i++) {
        FanRules rules = rules_of(texts[i]);
        if (!fan_rules_equal(&rules, &wanted)) {
            fail_msg("read as something else: %s", texts[i]);
        }
    }
}

static void every_number_is_read_or_refused(void **state) {
    (void)state;
    for (unsigned number = 0; number <= 1100; number++) {
        char text[32];
        FanRules rules;
        sprintf(text, "quiet-limit=%u", number);
        assert_int_equal(read(&rules, text, NULL), number <= 1000);
        if (number <= 1000) {
            assert_int_equal(rules.quiet_limit, number);
        }
        sprintf(text, "repetition=%u", number);
        assert_int_equal(read(&rules, text, NULL), number == 0 || (number >= 2 && number <= 5));
    }
}

static void every_fault_is_told_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        FanRulesFault fault;
        size_t offset, length;
    } table[] = {
        {"chain", FAN_RULES_SHAPE, 0, 5},
        {",", FAN_RULES_SHAPE, 0, 0},
        {"chain=optional,", FAN_RULES_SHAPE, 15, 0},
        {"chain=optional,,blocked=draw", FAN_RULES_SHAPE, 15, 0},
        {"chain=optional, blocked ,x=y", FAN_RULES_SHAPE, 16, 7},
        {"=", FAN_RULES_OPTION, 0, 0},
        {"=draw", FAN_RULES_OPTION, 0, 0},
        {"chains=optional", FAN_RULES_OPTION, 0, 6},
        {"chai=optional", FAN_RULES_OPTION, 0, 4},
        {"blocked=draw, speed=9", FAN_RULES_OPTION, 14, 5},
        {"telo=1", FAN_RULES_OPTION, 0, 4},
        {"variant=telo", FAN_RULES_OPTION, 0, 7},
        {"vela-firs=taker", FAN_RULES_OPTION, 0, 9},
        {"vela=", FAN_RULES_VALUE, 5, 0},
        {"vela=w", FAN_RULES_VALUE, 5, 1},
        {"vela=taker", FAN_RULES_VALUE, 5, 5},
        {"vela=whit", FAN_RULES_VALUE, 5, 4},
        {"vela=whites", FAN_RULES_VALUE, 5, 6},
        {"vela-first=none", FAN_RULES_VALUE, 11, 4},
        {"vela-first=white", FAN_RULES_VALUE, 11, 5},
        {"vela=white,vela=black", FAN_RULES_REPEATED, 11, 4},
        {"vela-first=taker,vela=none,vela-first=taker", FAN_RULES_REPEATED, 27, 10},
        {"chain=", FAN_RULES_VALUE, 6, 0},
        {"chain=must", FAN_RULES_VALUE, 6, 4},
        {"chain=optionally", FAN_RULES_VALUE, 6, 10},
        {"chain=option", FAN_RULES_VALUE, 6, 6},
        {"chain=optional=mandatory", FAN_RULES_VALUE, 6, 18},
        {"first-turn=double", FAN_RULES_VALUE, 11, 6},
        {"first-turn=optional", FAN_RULES_VALUE, 11, 8},
        {"blocked=win", FAN_RULES_VALUE, 8, 3},
        {"quiet-limit=1001", FAN_RULES_VALUE, 12, 4},
        {"quiet-limit=-1", FAN_RULES_VALUE, 12, 2},
        {"quiet-limit=+1", FAN_RULES_VALUE, 12, 2},
        {"quiet-limit=1 0", FAN_RULES_VALUE, 12, 3},
        {"quiet-limit=0x10", FAN_RULES_VALUE, 12, 4},
        {"quiet-limit=", FAN_RULES_VALUE, 12, 0},
        {"quiet-limit=99999999999999999999", FAN_RULES_VALUE, 12, 20},
        {"quiet-limit=4294967296", FAN_RULES_VALUE, 12, 10},
        {"repetition=1", FAN_RULES_VALUE, 11, 1},
        {"repetition=6", FAN_RULES_VALUE, 11, 1},
        {"repetition= 258 ", FAN_RULES_VALUE, 12, 3},
        {"chain=optional,chain=optional", FAN_RULES_REPEATED, 15, 5},
        {"repetition=2,blocked=loss,repetition=2", FAN_RULES_REPEATED, 26, 10},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        FanRules rules = {9, 9, 9, 9, 9, 9, 9, 9}, before = rules;
        FanRulesError error;
        if (read(&rules, table[i].text, &error) || read(&rules, table[i].text, NULL)) {
            fail_msg("read: %s", table[i].text);
        }
        if (error.fault != table[i].fault || error.offset != table[i].offset ||
            error.length != table[i].length) {
            fail_msg("%s: fault %d at %zu of %zu, not %d at %zu of %zu", table[i].text,
                     (int)error.fault, error.offset, error.length, (int)table[i].fault,
                     table[i].offset, table[i].length);
        }
        assert_int_equal(error.allowed != NULL, error.fault == FAN_RULES_VALUE);
        assert_true(fan_rules_equal(&rules, &before));
    }
}

static void a_bad_value_is_told_with_what_its_option_takes(void **state) {
    (void)state;
    size_t count;
    const FanOption *options = fan_rules_options(&count);
    for (size_t i = 0; i < count; i++) {
        char text[64];
        FanRules rules;
        FanRulesError error;
        sprintf(text, "%s=?", options[i].name);
        assert_false(read(&rules, text, &error));
        assert_string_equal(error.allowed, options[i].values);
    }
}

static void text_is_read_to_its_length_and_no_further(void **state) {
    (void)state;
    static const char text[] = "chain=mandatory,quiet-limit=77";
    FanRules rules;
    assert_true(fan_rules_read(&rules, text, 29, NULL));
    assert_int_equal(rules.quiet_limit, 7);
    assert_true(fan_rules_read(&rules, text, 15, NULL));
    assert_int_equal(rules.quiet_limit, 50);
    assert_false(fan_rules_read(&rules, text, 14, NULL));
    assert_true(fan_rules_read(&rules, text, 0, NULL));
    assert_false(fan_rules_read(&rules, "chain=optional\0", 15, NULL));
}

static void longer_text_than_all_options_is_refused(void **state) {
    (void)state;
    char text[FAN_RULES_TEXT_MAX + 10];
    FanRules rules;
    FanRulesError error;
    memset(text, ' ', sizeof text);
    assert_true(fan_rules_read(&rules, text, FAN_RULES_TEXT_MAX - 1, NULL));
    assert_false(fan_rules_read(&rules, text, FAN_RULES_TEXT_MAX, &error));
    assert_int_equal(error.fault, FAN_RULES_LENGTH);
    assert_true(error.offset <= FAN_RULES_TEXT_MAX);
    assert_false(fan_rules_read(&rules, text, sizeof text, NULL));
}

static void options_are_listed_in_order_with_their_defaults(void **state) {
    (void)state;
    static const char *const names[] = {"chain",      "first-turn", "blocked",   "quiet-limit",
                                        "repetition", "vela",       "vela-first"};
    size_t count;
    const FanOption *options = fan_rules_options(&count);
    FanRules standard = fan_rules_default();
    assert_int_equal(count, COUNT(names));
    for (size_t i = 0; i < count; i++) {
        char text[64];
        assert_string_equal(options[i].name, names[i]);
        sprintf(text, "%s=%s", options[i].name, options[i].standard);
        FanRules rules = rules_of(text);
        assert_true(fan_rules_equal(&rules, &standard));
    }
}

static void rules_are_equal_only_in_every_option(void **state) {
    (void)state;
    static const char *const others[] = {"chain=mandatory", "first-turn=single", "blocked=draw",
                                         "quiet-limit=51",  "repetition=2",      "vela=white",
                                         "vela=black",      "vela-first=giver"};
    FanRules standard = fan_rules_default();
    for (size_t i = 0; i < COUNT(others); i++) {
        FanRules other = rules_of(others[i]);
        assert_false(fan_rules_equal(&standard, &other));
        assert_true(fan_rules_equal(&other, &other));
        for (size_t j = 0; j < i; j++) {
            FanRules third = rules_of(others[j]);
            assert_false(fan_rules_equal(&third, &other));
        }
    }
    FanRules telo = standard;
    telo.telo = 1;
    assert_false(fan_rules_equal(&standard, &telo));
}

/* The variant is no option: options read leave none behind, and none is written. */
static void options_are_those_of_the_capture_game(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    char text[FAN_RULES_TEXT_MAX];
    rules.telo = 1;
    assert_int_equal(fan_rules_write(&rules, text), 0);
    assert_string_equal(text, "");
    rules.blocked = FAN_BLOCKED_DRAW;
    fan_rules_write(&rules, text);
    assert_string_equal(text, "blocked=draw");
    assert_true(read(&rules, text, NULL));
    assert_int_equal(rules.telo, 0);
}

static void every_option_at_once_fits_its_room(void **state) {
    (void)state;
    static const char text[] = "chain=mandatory,first-turn=single,blocked=draw,quiet-limit=1000,"
                               "repetition=5,vela=white,vela-first=giver";
    char written[FAN_RULES_TEXT_MAX];
    FanRules rules = rules_of(text);
    assert_int_equal(fan_rules_write(&rules, written), sizeof text - 1);
    assert_string_equal(written, text);
}

static void only_both_limits_off_may_never_end(void **state) {
    (void)state;
    FanRules rules = rules_of("quiet-limit=0,repetition=0");
    assert_true(fan_rules_endless(&rules));
    rules = rules_of("quiet-limit=0");
    assert_false(fan_rules_endless(&rules));
    rules = rules_of("repetition=0");
    assert_false(fan_rules_endless(&rules));
    rules = rules_of("");
    assert_false(fan_rules_endless(&rules));
}

static void clauses_are_written_as_the_rules_number_them(void **state) {
    (void)state;
    char text[FAN_CLAUSE_TEXT_MAX];
    assert_string_equal(fan_clause_write(FAN_CLAUSE(3, 1), text), "R3.1");
    assert_string_equal(fan_clause_write(FAN_CLAUSE(8, 0), text), "R8");
    assert_string_equal(fan_clause_write(FAN_CLAUSE(9, 12), text), "R9.12");
    assert_string_equal(fan_clause_write(UINT16_MAX, text), "R655.35");
    assert_true(fan_clause_write(FAN_CLAUSE(5, 6), text) == text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(every_value_is_read_and_written),
        cmocka_unit_test(defaults_may_be_named),
        cmocka_unit_test(order_case_and_blanks_do_not_matter),
        cmocka_unit_test(every_number_is_read_or_refused),
        cmocka_unit_test(every_fault_is_told_with_its_place),
        cmocka_unit_test(a_bad_value_is_told_with_what_its_option_takes),
        cmocka_unit_test(text_is_read_to_its_length_and_no_further),
        cmocka_unit_test(longer_text_than_all_options_is_refused),
        cmocka_unit_test(options_are_listed_in_order_with_their_defaults),
        cmocka_unit_test(rules_are_equal_only_in_every_option),
        cmocka_unit_test(options_are_those_of_the_capture_game),
        cmocka_unit_test(every_option_at_once_fits_its_room),
        cmocka_unit_test(only_both_limits_off_may_never_end),
        cmocka_unit_test(clauses_are_written_as_the_rules_number_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
