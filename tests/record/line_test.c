/* The reader's quick way through a game says what FanGame and fan_turn_read say. */
#include "record/line.h"

#include "record/build.h"
#include "record/random_game.h"

static size_t games = 300;

static void same_as_game(const Line *line, const FanGame *game) {
    assert_int_equal(line->length, game->length);
    assert_true(fan_position_equal(fan_line_position(line), &game->position));
    assert_int_equal(fan_line_position(line)->mode, game->position.mode);
    assert_int_equal(line->outcome.result, game->outcome.result);
    assert_int_equal(line->outcome.reason, game->outcome.reason);
    assert_int_equal(line->outcome.clause, game->outcome.clause);
}

/* One of the ways to write a turn that the quick way may understand. */
static void write_somehow(Random *random, const FanBoard *board, const FanTurn *turn, char *text) {
    size_t length = fan_turn_write(board, turn, text), kept = 0;
    bool glued = random_below(random, 2), small = random_below(random, 2);
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '-' || !glued) {
            text[kept++] =
                small && text[i] < 'a' && text[i] >= 'A' ? (char)(text[i] + 32) : text[i];
        }
    }
    strcpy(text + kept, random_below(random, 2) ? " x" : "");
}

/* Plays a turn by its text, the quick way where it can be; returns whether it was. */
static bool play_text(Line *line, const char *text, const FanTurn *turn) {
    FanTurn read;
    assert_true(fan_line_room(line));
    size_t length = fan_line_read(line, text, &read);
    if (length == 0) {
        fan_line_play(line, turn);
        return false;
    }
    assert_int_equal(length, strcspn(text, " "));
    assert_true(fan_turn_equal(&read, turn));
    return true;
}

static void random_games_go_the_same_way(void **state) {
    static RandomGame made, copy;
    Random random = {3};
    Line line = {.memory = fan_library_memory};
    size_t quick = 0, turns = 0;
    (void)state;
    for (size_t i = 0; i < games; i++) {
        random_game(&random, (GameKind)(i % GAME_KINDS), &made);
        const Sample *sample = &made.sample;
        fan_game_begin(&copy.game, &sample->board, &sample->rules, &sample->position, copy.plies,
                       RANDOM_PLIES_MAX);
        assert_true(fan_line_begin(&line, &sample->board, &sample->rules, &sample->position));
        same_as_game(&line, &copy.game);
        for (size_t j = 0; j < made.game.length; j++) {
            char text[FAN_TURN_TEXT_MAX + 4];
            const FanTurn *turn = &made.plies[j].turn;
            write_somehow(&random, &sample->board, turn, text);
            quick += play_text(&line, text, turn);
            turns++;
            assert_int_equal(fan_game_play(&copy.game, turn, NULL), FAN_GAME_OK);
            same_as_game(&line, &copy.game);
        }
    }
    fan_line_free(&line);
    assert_true(turns > games && quick > turns / 4);
}

/* Texts near to turns: what the quick way takes is what the slow one reads, to the same end. */
static void what_is_read_quickly_is_read_slowly(void **state) {
    static RandomGame made;
    static const char letters[] = "abcdefghioawAWABE0123456789-+ x.";
    Random random = {4};
    Line line = {.memory = fan_library_memory};
    size_t taken = 0;
    (void)state;
    for (size_t i = 0; i < games * 8; i++) {
        char text[FAN_TURN_TEXT_MAX + 4];
        FanTurn turn, quick, slow;
        random_game(&random, (GameKind)(i % GAME_KINDS), &made);
        if (made.game.length == 0) {
            continue;
        }
        const FanPly *ply = &made.plies[random_size(&random, made.game.length)];
        turn = ply->turn;
        write_somehow(&random, &made.sample.board, &turn, text);
        for (size_t changes = random_size(&random, 3); changes > 0; changes--) {
            text[random_size(&random, strlen(text))] = letters[random_size(&random, 32)];
        }
        assert_true(fan_line_begin(&line, &made.sample.board, &made.sample.rules, &ply->before));
        assert_true(fan_line_room(&line));
        if (line.outcome.result != FAN_ONGOING) {
            continue;
        }
        size_t length = fan_line_read(&line, text, &quick);
        if (length == 0) {
            assert_int_equal(line.length, 0);
            continue;
        }
        taken++;
        if (fan_turn_read(&made.sample.board, &made.sample.rules, &ply->before, text, length, &slow,
                          NULL) != FAN_TURN_READ ||
            !fan_turn_equal(&quick, &slow)) {
            fail_msg("read quickly only: %.*s", (int)length, text);
        }
    }
    fan_line_free(&line);
    assert_true(taken > games / 2);
}

static void a_variation_leaves_the_line_as_it_was(void **state) {
    static RandomGame made;
    Random random = {5};
    Line line = {.memory = fan_library_memory};
    (void)state;
    for (size_t i = 0; i < games; i++) {
        random_game(&random, (GameKind)(i % GAME_KINDS), &made);
        const Sample *sample = &made.sample;
        assert_true(fan_line_begin(&line, &sample->board, &sample->rules, &sample->position));
        assert_false(fan_line_has_turn(&line));
        for (size_t j = 0; j < made.game.length; j++) {
            assert_true(fan_line_room(&line));
            fan_line_play(&line, &made.plies[j].turn);
            FanPosition position = *fan_line_position(&line);
            FanOutcome outcome = line.outcome;
            assert_true(fan_line_has_turn(&line));
            fan_line_open(&line);
            assert_false(fan_line_has_turn(&line));
            assert_true(fan_position_equal(fan_line_position(&line), &made.plies[j].before));
            assert_int_equal(line.outcome.result, FAN_ONGOING);
            Sample now = {sample->board, sample->rules, *fan_line_position(&line)};
            FanTurn turn;
            FanPosition after;
            assert_true(sample_random_turn(&random, &now, &turn, &after));
            fan_line_play(&line, &turn);
            assert_true(fan_line_has_turn(&line));
            fan_line_close(&line);
            assert_true(fan_position_equal(fan_line_position(&line), &position));
            assert_int_equal(line.outcome.reason, outcome.reason);
            assert_int_equal(line.length, j + 1);
        }
    }
    fan_line_free(&line);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_go_the_same_way),
        cmocka_unit_test(what_is_read_quickly_is_read_slowly),
        cmocka_unit_test(a_variation_leaves_the_line_as_it_was),
    };
    games = argument_of(argc, argv, games);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
