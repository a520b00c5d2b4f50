/* A game in an address: what is written is read as the same game and written as the same text; what
 * cannot be read is told by kind, place and words. */
#include "record/random_game.h"

#include <fanorona/link.h>

static size_t games = 300;

enum { PLIES = 256 };

typedef struct Link {
    FanBoard board;
    FanGame game;
    FanPly plies[PLIES];
    size_t ply;
    FanLinkError error;
} Link;

static FanLinkStatus read_link(const char *text, size_t length, Link *link) {
    return fan_link_read(text, length, &link->board, &link->game, link->plies, PLIES, &link->ply,
                         &link->error);
}

/* --- Known texts -------------------------------------------------------------------------------
 */

static const struct {
    const char *claim, *text;
    size_t turns, ply;
    const char *position; /* at the end */
    FanResult result;
    FanReason reason;
} good[] = {
    {"the start of tsivy", "g=1", 0, 0, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1",
     FAN_ONGOING, FAN_REASON_NONE},
    {"turns", "g=1&t=e2e3A.f4e5W", 2, 2, "BBBBBBBBB/BBBB2BBB/BWBWWB1BW/WWWW1WW1W/WWWWWWWW1 w 0 2",
     FAN_ONGOING, FAN_REASON_NONE},
    {"a ply to open at", "g=1&t=e2e3A.f4e5W&p=0", 2, 0,
     "BBBBBBBBB/BBBB2BBB/BWBWWB1BW/WWWW1WW1W/WWWWWWWW1 w 0 2", FAN_ONGOING, FAN_REASON_NONE},
    {"an end by word", "g=1&t=e2e3A&e=b.resignation", 1, 1,
     "BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW b 0 1", FAN_BLACK_WINS,
     FAN_REASON_RESIGNATION},
    {"an end of which no more is known", "g=1&e=d", 0, 0,
     "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1", FAN_DRAWN, FAN_REASON_NONE},
    {"telo", "g=1&v=telo&t=b2.a1.b1.a2.b3", 5, 5, "1W1/BW1/BW1 b 5 3 hand:0,1", FAN_WHITE_WINS,
     FAN_REASON_ROW},
    {"telo that goes on", "g=1&v=telo&s=3/1W1/3.b&t=a1&e=w.abandoned", 1, 1,
     "3/1W1/B2 w 1 2 hand:2,2", FAN_WHITE_WINS, FAN_REASON_ABANDONED},
    {"vela", "g=1&v=dimy&r=vela=black", 0, 0, "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1 vela:b",
     FAN_ONGOING, FAN_REASON_NONE},
    {"rules", "g=1&r=chain=mandatory,quiet-limit=0", 0, 0,
     "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1", FAN_ONGOING, FAN_REASON_NONE},
    {"a set-up", "g=1&s=9/9/4B4/4W4/9.b.3.7", 0, 0, "9/9/4B4/4W4/9 b 3 7", FAN_ONGOING,
     FAN_REASON_NONE},
    {"a set-up before the first turn", "g=1&r=first-turn=single&s=9/9/4B4/4W4/9.first", 0, 0,
     "9/9/4B4/4W4/9 w 0 1 first", FAN_ONGOING, FAN_REASON_NONE},
    {"a game the rules have ended", "g=1&s=9/9/4B4/4W4/9&t=e2e1W", 1, 1, "9/9/9/9/4W4 b 0 1",
     FAN_WHITE_WINS, FAN_REASON_NO_STONES},
};

static void check_good(size_t index, Link *link) {
    char text[256], position[FAN_POSITION_TEXT_MAX];
    size_t length = strlen(good[index].text);
    if (read_link(good[index].text, length, link) != FAN_LINK_OK) {
        fail_msg("%s: %s: %s", good[index].claim, good[index].text, link->error.reason);
    }
    assert_int_equal(link->game.length, good[index].turns);
    assert_int_equal(link->ply, good[index].ply);
    fan_position_write(&link->board, &link->game.position, position);
    assert_string_equal(position, good[index].position);
    assert_int_equal(link->game.outcome.result, good[index].result);
    assert_int_equal(link->game.outcome.reason, good[index].reason);
    assert_int_equal(fan_link_write(&link->game, link->ply, text, sizeof text), length);
    assert_string_equal(text, good[index].text);
}

static void canonical_texts_are_read_and_written(void **state) {
    static Link link;
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        check_good(i, &link);
    }
}

static void other_ways_to_say_it_are_read(void **state) {
    static const char *const pairs[][2] = {
        {"g=1&v=tsivy", "g=1"},
        {"g=1&v=TELO&t=B2", "g=1&v=telo&t=b2"},
        {"g=1&v=5x5", "g=1&v=dimy"},
        {"g=1&r=", "g=1"},
        {"g=1&r=repetition=3,chain=mandatory", "g=1&r=chain=mandatory"},
        {"g=1&s=BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW.w.0.1", "g=1"},
        {"g=1&t=e2-e3.f4e5w", "g=1&t=e2e3A.f4e5W"},
        {"g=1&t=e2e3A&p=1", "g=1&t=e2e3A"},
        {"g=1&v=telo&s=3/1W1/3.b.0.1.hand:2,3", "g=1&v=telo&s=3/1W1/3.b"},
        {"g=1&v=telo&s=3/1W1/B2.w.0.2", "g=1&v=telo&s=3/1W1/B2.w.0.2"},
    };
    static Link link;
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        char text[256];
        if (read_link(pairs[i][0], strlen(pairs[i][0]), &link) != FAN_LINK_OK) {
            fail_msg("%s: %s", pairs[i][0], link.error.reason);
        }
        fan_link_write(&link.game, link.ply, text, sizeof text);
        assert_string_equal(text, pairs[i][1]);
    }
}

/* --- Faults ------------------------------------------------------------------------------------
 */

static const struct {
    const char *text;
    FanLinkStatus status;
    size_t offset;
    const char *reason;
} bad[] = {
    {"", FAN_LINK_VERSION, 0,
     "the link does not begin with g=1: it holds no game, or one of a later version"},
    {"g=2", FAN_LINK_VERSION, 0,
     "the link does not begin with g=1: it holds no game, or one of a later version"},
    {"v=dimy&g=1", FAN_LINK_VERSION, 0,
     "the link does not begin with g=1: it holds no game, or one of a later version"},
    {"g=1&", FAN_LINK_KEY, 4, "the link has a part that is none of v= r= s= t= p= e="},
    {"g=1&x=1", FAN_LINK_KEY, 4, "the link has a part that is none of v= r= s= t= p= e="},
    {"g=1&t", FAN_LINK_KEY, 4, "the link has a part that is none of v= r= s= t= p= e="},
    {"g=1&v=dimy&v=dimy", FAN_LINK_KEY, 11,
     "the parts of the link are not in the order v r s t p e, each once"},
    {"g=1&p=0&t=e2e3A", FAN_LINK_KEY, 8,
     "the parts of the link are not in the order v r s t p e, each once"},
    {"g=1&v=chess", FAN_LINK_VARIANT, 6,
     "the variant is neither tsivy, dimy nor telo nor a size such as 7x3 (R1.3)"},
    {"g=1&v=", FAN_LINK_VARIANT, 6,
     "the variant is neither tsivy, dimy nor telo nor a size such as 7x3 (R1.3)"},
    {"g=1&r=chain=never", FAN_LINK_RULES, 12,
     "\"never\" is not a value it takes: optional or mandatory (R8)"},
    {"g=1&v=telo&r=vela=white", FAN_LINK_RULES, 13, "vela is played on tsivy and dimy only (R7.1)"},
    {"g=1&s=9/9", FAN_LINK_SETUP, 6,
     "the size of the board must be odd both ways, at least 3 and at most 49 points (R9.4)"},
    {"g=1&s=5/5/2B2/2W2/5", FAN_LINK_SETUP, 6,
     "the position is not of the size of the board asked for (R9.4)"},
    {"g=1&s=", FAN_LINK_SETUP, 6, "the position is empty (R9.4)"},
    {"g=1&s=9/9/4B4/4W4/9.b.3.x", FAN_LINK_SETUP, 24,
     "the number of the turn must be 1 to 65535, not \"x\" (R9.4)"},
    {"g=1&v=3x3&s=3/1W1/3.b.0.1.hand:2,3", FAN_LINK_SETUP, 12,
     "the position is not of the variant and the rules of the link (R9.4)"},
    {"g=1&v=dimy&s=BBBBB/BBBBB/BW1BW/WWWWW/WWWWW.w.0.1.vela:b", FAN_LINK_SETUP, 13,
     "the position is not of the variant and the rules of the link (R9.4)"},
    {"g=1&t=", FAN_LINK_TURN, 6, "turn 1 is malformed at offset 0: the turn is empty"},
    {"g=1&t=e2e3A.", FAN_LINK_TURN, 12, "turn 2 is malformed at offset 0: the turn is empty"},
    {"g=1&t=e2e3A.zz", FAN_LINK_TURN, 12,
     "turn 2 is malformed at offset 0, \"zz\": no such point on this board"},
    {"g=1&t=d3e3", FAN_LINK_TURN, 6, "turn 1 is ambiguous, fits 2 turns: d3-e3A, d3-e3W"},
    {"g=1&t=e2e3A.f4e3", FAN_LINK_TURN, 14,
     "turn 2 is illegal at offset 2: the point is not empty (R3.1)"},
    {"g=1&s=9/9/4B4/4W4/9&t=e2e1W.a1a2", FAN_LINK_TURN, 28,
     "turn 2 is illegal at offset 0: the game is over: a side has no stones (R5.1)"},
    {"g=1&t=e2e3A&p=2", FAN_LINK_PLY, 14, "p= must be a number from 0 to the number of turns"},
    {"g=1&p=", FAN_LINK_PLY, 6, "p= must be a number from 0 to the number of turns"},
    {"g=1&p=-1", FAN_LINK_PLY, 6, "p= must be a number from 0 to the number of turns"},
    {"g=1&p=99999999999999999999999", FAN_LINK_PLY, 6,
     "p= must be a number from 0 to the number of turns"},
    {"g=1&e=", FAN_LINK_END, 6,
     "e= must be w, b or d, alone or as in w.resignation, b.time, w.abandoned, d.agreement (R5.5)"},
    {"g=1&e=x", FAN_LINK_END, 6,
     "e= must be w, b or d, alone or as in w.resignation, b.time, w.abandoned, d.agreement (R5.5)"},
    {"g=1&e=d.resignation", FAN_LINK_END, 6,
     "e= must be w, b or d, alone or as in w.resignation, b.time, w.abandoned, d.agreement (R5.5)"},
    {"g=1&e=w.no-stones", FAN_LINK_END, 6,
     "e= must be w, b or d, alone or as in w.resignation, b.time, w.abandoned, d.agreement (R5.5)"},
    {"g=1&e=w.", FAN_LINK_END, 6,
     "e= must be w, b or d, alone or as in w.resignation, b.time, w.abandoned, d.agreement (R5.5)"},
    {"g=1&s=9/9/4B4/4W4/9&t=e2e1W&e=w", FAN_LINK_END, 30,
     "e= ends a game that is over by the rules (R5.1)"},
};

static void what_cannot_be_read_is_told(void **state) {
    static Link link;
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        FanLinkStatus status = read_link(bad[i].text, strlen(bad[i].text), &link);
        if (status != bad[i].status || link.error.status != status ||
            link.error.offset != bad[i].offset || strcmp(link.error.reason, bad[i].reason) != 0) {
            fail_msg("%s: %d at %zu: %s", bad[i].text, status, link.error.offset,
                     link.error.reason);
        }
        assert_int_equal(fan_link_read(bad[i].text, strlen(bad[i].text), &link.board, &link.game,
                                       link.plies, PLIES, &link.ply, NULL),
                         status);
    }
}

static void there_are_limits(void **state) {
    static char text[FAN_LINK_TEXT_MAX + 1];
    static Link link;
    (void)state;
    memset(text, 'x', sizeof text);
    assert_int_equal(read_link(text, sizeof text, &link), FAN_LINK_LENGTH);
    assert_int_equal(read_link(text, sizeof text - 1, &link), FAN_LINK_VERSION);
    memcpy(text, "g=1&s=", 6);
    assert_int_equal(read_link(text, sizeof text - 1, &link), FAN_LINK_SETUP);
    memcpy(text, "g=1&t=", 6);
    assert_int_equal(read_link(text, sizeof text - 1, &link), FAN_LINK_TURN);
    static const char two[] = "g=1&t=e2e3A.f4e5W";
    assert_int_equal(fan_link_read(two, strlen(two), &link.board, &link.game, link.plies, 1,
                                   &link.ply, &link.error),
                     FAN_LINK_FULL);
    assert_int_equal(link.error.offset, 12);
    assert_true(fan_link_plies(strlen("g=1&v=telo&t=b2.a1")) >= 2);
}

/* --- Properties --------------------------------------------------------------------------------
 */

/* Nothing to escape, nothing that a chat program takes for the end or for its own marks. */
static void safe_in_an_address(const char *text, size_t length) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "&=.,-:/";
    if (strspn(text, safe) != length || strchr("&=.,-:/", text[length - 1])) {
        fail_msg("not safe: %s", text);
    }
}

static void random_games_are_read_as_written(void **state) {
    static char text[FAN_LINK_TEXT_MAX], again[FAN_LINK_TEXT_MAX];
    static RandomGame made;
    static Link link;
    Random random = {9};
    (void)state;
    for (size_t i = 0; i < games; i++) {
        random_game(&random, (GameKind)(i % GAME_KINDS), &made);
        size_t ply = random_size(&random, made.game.length + 1);
        size_t length = fan_link_write(&made.game, ply, text, sizeof text);
        safe_in_an_address(text, length);
        assert_int_equal(strlen(text), length);
        assert_true(fan_link_plies(length) >= made.game.length);
        if (read_link(text, length, &link) != FAN_LINK_OK) {
            fail_msg("%s: %s", text, link.error.reason);
        }
        assert_int_equal(link.ply, ply);
        assert_int_equal(link.game.length, made.game.length);
        assert_true(fan_rules_equal(&link.game.rules, &made.game.rules));
        assert_true(fan_position_equal(&link.game.position, &made.game.position));
        assert_true(fan_position_equal(fan_game_position_at(&link.game, 0), &made.sample.position));
        assert_int_equal(link.game.outcome.result, made.game.outcome.result);
        assert_int_equal(link.game.outcome.reason, made.game.outcome.reason);
        assert_int_equal(fan_link_write(&link.game, link.ply, again, sizeof again), length);
        assert_string_equal(again, text);
    }
}

static void text_is_cut_where_there_is_no_room(void **state) {
    static Link link;
    static const char whole[] = "g=1&t=e2e3A.f4e5W&p=1";
    (void)state;
    assert_int_equal(read_link(whole, strlen(whole), &link), FAN_LINK_OK);
    for (size_t size = 0; size <= sizeof whole; size++) {
        char text[64];
        memset(text, '#', sizeof text);
        assert_int_equal(fan_link_write(&link.game, 1, text, size), strlen(whole));
        if (size > 0) {
            assert_int_equal(strlen(text), size - 1 < strlen(whole) ? size - 1 : strlen(whole));
            assert_memory_equal(text, whole, strlen(text));
        }
        assert_int_equal(text[size], '#');
    }
}

static void the_example_of_the_contract_is_one(void **state) {
    static Link link;
    static const char text[] = "g=1&v=dimy&r=quiet-limit=0&t=c2c3A.d4c5W&p=1&e=w.resignation";
    (void)state;
    if (read_link(text, strlen(text), &link) != FAN_LINK_OK) {
        fail_msg("%s", link.error.reason);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_texts_are_read_and_written),
        cmocka_unit_test(other_ways_to_say_it_are_read),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(there_are_limits),
        cmocka_unit_test(random_games_are_read_as_written),
        cmocka_unit_test(text_is_cut_where_there_is_no_room),
        cmocka_unit_test(the_example_of_the_contract_is_one),
    };
    games = argument_of(argc, argv, games);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
