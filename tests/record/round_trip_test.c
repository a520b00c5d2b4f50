/* Reading what was written gives the same game, and writing it again the same text: random games of
 * every variant under random rules, with everything that may stand around their turns. */
#include "record/random_game.h"

static size_t games = 300; /* of each kind */

static size_t longest_line(const char *text) {
    size_t longest = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        longest = length > longest ? length : longest;
        text += length + (text[length] == '\n');
    }
    return longest;
}

static bool has_comment(const FanRecord *record) {
    for (size_t i = 0; i < record->items_count; i++) {
        if (record->items[i].kind == FAN_ITEM_COMMENT) {
            return true;
        }
    }
    return false;
}

static void check_record(const FanRecord *record, FanRecord *again, Text *text, Text *second) {
    text_clear(text);
    text_clear(second);
    write_record(record, text);
    read_one(text->bytes, text->length, again);
    if (!fan_record_equal(record, again) || !fan_record_equal(again, record)) {
        fail_msg("another game is read from\n%s", text->bytes);
    }
    write_record(again, second);
    if (text->length != second->length || strcmp(text->bytes, second->bytes) != 0) {
        fail_msg("written\n%s\nand again\n%s", text->bytes, second->bytes);
    }
    /* Tags have lines of their own, as long as they are. */
    if (!has_comment(record) && longest_line(strstr(text->bytes, "\n\n")) > 79) {
        fail_msg("a line is too long in\n%s", text->bytes);
    }
}

static void what_is_written_is_read(void **state) {
    Random random = {2026};
    FanRecord record, again;
    Text text = {0}, second = {0};
    (void)state;
    fan_record_init(&record, NULL);
    fan_record_init(&again, NULL);
    for (GameKind kind = 0; kind < GAME_KINDS; kind++) {
        for (size_t i = 0; i < games; i++) {
            random_record(&random, kind, &record);
            check_record(&record, &again, &text, &second);
        }
    }
    fan_record_free(&record);
    fan_record_free(&again);
    text_free(&text);
    text_free(&second);
}

static void a_game_is_the_same_after_its_record(void **state) {
    static RandomGame made;
    static FanPly plies[RANDOM_PLIES_MAX];
    Random random = {7};
    FanRecord record, again;
    Text text = {0};
    (void)state;
    fan_record_init(&record, NULL);
    fan_record_init(&again, NULL);
    for (size_t i = 0; i < games; i++) {
        FanGame game;
        random_game(&random, (GameKind)(i % GAME_KINDS), &made);
        assert_int_equal(fan_record_from_game(&record, &made.game), FAN_EDIT_OK);
        text_clear(&text);
        write_record(&record, &text);
        read_one(text.bytes, text.length, &again);
        assert_int_equal(again.turns, made.game.length);
        fan_record_play(&again, &game, plies, RANDOM_PLIES_MAX);
        assert_int_equal(game.length, made.game.length);
        assert_true(fan_position_equal(&game.position, &made.game.position));
        assert_true(fan_rules_equal(&game.rules, &made.game.rules));
        assert_int_equal(game.rules.telo, made.game.rules.telo);
        assert_int_equal(game.outcome.result, made.game.outcome.result);
        assert_int_equal(game.outcome.reason, made.game.outcome.reason);
        assert_int_equal(game.outcome.clause, made.game.outcome.clause);
        for (size_t j = 0; j < game.length; j++) {
            assert_true(fan_turn_equal(&plies[j].turn, &made.plies[j].turn));
        }
    }
    fan_record_free(&record);
    fan_record_free(&again);
    text_free(&text);
}

/* A file of many games reads as the games it holds, wherever a buffer ends. */
static void many_games_in_a_stream_are_all_read(void **state) {
    Random random = {11};
    FanRecord record;
    Text text = {0}, again = {0};
    (void)state;
    fan_record_init(&record, NULL);
    text_clear(&text);
    text_clear(&again);
    for (size_t i = 0; i < games; i++) {
        random_record(&random, (GameKind)(i % GAME_KINDS), &record);
        write_record(&record, &text);
    }
    transcribe(text.bytes, text.length, 1 + random_size(&random, 5000), &again);
    assert_int_equal(again.length, text.length);
    assert_memory_equal(again.bytes, text.bytes, text.length);
    fan_record_free(&record);
    text_free(&text);
    text_free(&again);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_game_is_the_same_after_its_record),
        cmocka_unit_test(many_games_in_a_stream_are_all_read),
    };
    games = argument_of(argc, argv, games);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
