/* The levels: a careful beginner beats the first, each beats the one below. Games are settled by
 * seeds, so that they come out alike everywhere. `long` plays them all, in numbers; `GAME FIRST
 * SECOND PAIRS` a match of its own, as the tables in docs/engine.md were measured. */
#include "engine/levels.h"
#include "scene.h"
#include "support/test.h"

enum { HASH_BYTES = 4 << 20 };

/* Players that are no level; a level's number is its player. */
enum { CAREFUL_BEGINNER = 0, CHANCE = 100, ROW_MINDED };

static const char *player_name(unsigned player) {
    static char text[32];
    snprintf(text, sizeof text, "level %u", player);
    return player == CAREFUL_BEGINNER ? "careful beginner"
           : player == CHANCE         ? "chance"
           : player == ROW_MINDED     ? "row-minded"
                                      : text;
}

/* What is played: a board of the capture game, telo, or vela on tsivy. */
typedef struct Kind {
    const char *name;
    uint8_t files, ranks;
    bool telo, vela;
} Kind;

static const Kind tsivy = {.name = "tsivy", .files = 9, .ranks = 5};
static const Kind dimy = {.name = "dimy", .files = 5, .ranks = 5};
static const Kind tiny = {.name = "3x3", .files = 3, .ranks = 3};
static const Kind telo = {.name = "telo", .telo = true};
static const Kind vela = {.name = "vela", .files = 9, .ranks = 5, .vela = true};

static Scene scene;
static FanEngine *engine;

static int stones_of(FanMove move) {
    return __builtin_popcountll(fan_move_captured(move));
}

/* The most stones a move of this position takes; 0 if none does. */
static int largest_capture(const FanPosition *position) {
    static FanMove moves[20000];
    size_t count = fan_moves(&scene.board, &scene.rules, position, moves, 20000);
    int most = 0;
    for (size_t i = 0; i < count && i < 20000; i++) {
        most = stones_of(moves[i]) > most ? stones_of(moves[i]) : most;
    }
    return most;
}

/* Someone who has just read the rules and takes care: the most stones with no more lost in return;
 * a paika where nothing can be taken, if there is one. Ties by chance. */
static FanTurn careful_beginner(uint64_t *seed) {
    const FanPosition *position = &scene.game.position;
    size_t count;
    const FanMove *moves = scene_moves(&scene, position, &count);
    FanMove best = FAN_NO_MOVE;
    int64_t best_worth = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(position, moves[i]);
        int gain = stones_of(moves[i]), loss = largest_capture(&after);
        int worth = after.stones[after.side] == 0 ? 1000 : loss <= gain ? 100 + gain : gain - loss;
        int64_t tried = (worth * INT64_C(0x100000000)) + (int64_t)(chance(seed) >> 32);
        if (tried > best_worth) {
            best_worth = tried;
            best = moves[i];
        }
    }
    FanTurn turn;
    assert_true(fan_move_turn(&scene.board, &scene.rules, position, best, &turn));
    return turn;
}

/* In telo: makes a row, else sees to it that the other cannot, else plays anything. With
 * CHANCE always the last. */
static FanTurn simple_turn(unsigned player, uint64_t *seed) {
    const FanPosition *position = &scene.game.position;
    FanSide side = (FanSide)position->side, other = fan_other_side(side);
    FanMove list[64], best = FAN_NO_MOVE;
    size_t count = fan_moves(&scene.board, &scene.rules, position, list, 64);
    uint64_t best_worth = 0;
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(position, list[i]);
        size_t replies, rows = 0;
        const FanMove *reply = scene_moves(&scene, &after, &replies);
        for (size_t k = 0; k < replies; k++) {
            FanPosition then = fan_position_after(&after, reply[k]);
            rows += fan_position_row(&then, other) != 0;
        }
        uint64_t sense = fan_position_row(&after, side) != 0 ? 2 : rows == 0;
        uint64_t worth = (player == ROW_MINDED ? sense << 32 : 0) + (chance(seed) >> 33) + 1;
        if (worth > best_worth) {
            best_worth = worth;
            best = list[i];
        }
    }
    FanTurn turn;
    assert_true(fan_move_turn(&scene.board, &scene.rules, position, best, &turn));
    return turn;
}

static FanTurn turn_by(unsigned player, uint64_t *seed) {
    if (player == CAREFUL_BEGINNER) {
        return careful_beginner(seed);
    }
    if (player >= CHANCE) {
        return simple_turn(player, seed);
    }
    FanJob job = {.level = player, .seed = chance(seed)};
    FanTurn turn;
    assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
    return turn;
}

/* A few random turns; in the capture game such that a short search sees no side ahead. In vela
 * either colour gives. */
static void play_opening(const Kind *kind, uint64_t *seed) {
    if (kind->telo) {
        scene_start_telo(&scene, "");
        scene_play_random(&scene, (unsigned)(chance(seed) % 3), seed);
        return;
    }
    if (kind->vela) {
        scene_start(&scene, kind->files, kind->ranks, *seed % 2 ? "vela=white" : "vela=black");
        scene_play_random(&scene, 4 + (unsigned)(chance(seed) % 5), seed);
        return;
    }
    for (;;) {
        scene_start(&scene, kind->files, kind->ranks, "");
        scene_play_random(&scene, 2 + (unsigned)(chance(seed) % 5), seed);
        FanJob job = {.nodes = 5000};
        fan_engine_clear(engine);
        FanLine line;
        if (fan_engine_begin(engine, &scene.game, &job) == FAN_ENGINE_OK &&
            !fan_engine_run(engine, 0) && fan_engine_line(engine, 0, &line) && line.score >= -120 &&
            line.score <= 120) {
            return;
        }
    }
}

typedef struct Score {
    unsigned wins, draws, losses; /* of the first player */
} Score;

static unsigned percent(Score score) {
    unsigned games = score.wins + score.draws + score.losses;
    return (200 * score.wins + 100 * score.draws + games) / (2 * games);
}

static void play_on(unsigned white, unsigned black, uint64_t *seed) {
    while (scene.game.outcome.result == FAN_ONGOING) {
        FanTurn turn = turn_by(scene.game.position.side == FAN_WHITE ? white : black, seed);
        scene_play(&scene, &turn);
    }
}

/* `pairs` openings, each played with both colours. */
static Score match(unsigned first, unsigned second, const Kind *kind, unsigned pairs) {
    Score score = {0};
    for (uint64_t pair = 0; pair < pairs; pair++) {
        for (int colour = 0; colour < 2; colour++) {
            uint64_t seed = pair * 1000 + first * 10 + second;
            play_opening(kind, &seed);
            seed += (uint64_t)colour;
            play_on(colour == 0 ? first : second, colour == 0 ? second : first, &seed);
            FanResult wanted = colour == 0 ? FAN_WHITE_WINS : FAN_BLACK_WINS;
            FanResult result = (FanResult)scene.game.outcome.result;
            ++*(result == FAN_DRAWN ? &score.draws
                : result == wanted  ? &score.wins
                                    : &score.losses);
        }
    }
    print_message("%s: %s", kind->name, player_name(first));
    print_message(" against %s: %u won, %u drawn, %u lost, %u %%\n", player_name(second),
                  score.wins, score.draws, score.losses, percent(score));
    return score;
}

/* That the first player gets so much of what there is. It takes all the games to tell, and they
 * come out alike everywhere; sanitizers look at what happens in a part of them. */
static void expect_percent(unsigned least, unsigned first, unsigned second, const Kind *kind,
                           unsigned pairs) {
#ifdef SCENE_SANITIZED
    (void)least;
    match(first, second, kind, (pairs + 4) / 5);
#else
    assert_true(percent(match(first, second, kind, pairs)) >= least);
#endif
}

static void a_careful_beginner_beats_the_first_level(void **state) {
    (void)state;
    expect_percent(80, CAREFUL_BEGINNER, 1, &tsivy, 30);
}

static void low_levels_beat_the_ones_below(void **state) {
    (void)state;
    expect_percent(60, 2, 1, &tsivy, 10);
    expect_percent(60, 3, 2, &tsivy, 10);
    expect_percent(70, 3, 1, &dimy, 10);
}

/* The row-minded player is a beginner who pays attention. */
static void telo_begins_easy_and_grows(void **state) {
    (void)state;
    expect_percent(65, ROW_MINDED, 1, &telo, 25);
    expect_percent(80, 1, CHANCE, &telo, 25);
#ifndef SCENE_SANITIZED /* the same games, many times slower */
    for (unsigned level = 2; level < FAN_LEVELS; level++) {
        expect_percent(55, level, level - 1, &telo, 50);
    }
    expect_percent(65, FAN_LEVELS, 5, &telo, 50);
#endif
}

static void levels_grow_in_vela(void **state) {
    (void)state;
    expect_percent(60, 3, 1, &vela, 10);
    expect_percent(70, 5, 3, &vela, 10);
}

static void every_level_beats_the_one_below(void **state) {
    (void)state;
    for (unsigned level = 2; level <= FAN_LEVELS; level++) {
        expect_percent(65, level, level - 1, &tsivy, level < 8 ? 100 : 10);
        expect_percent(53, level, level - 1, &vela, level < 8 ? 60 : 10);
    }
}

static void levels_grow_with_their_number(void **state) {
    (void)state;
    for (unsigned level = 2; level <= FAN_LEVELS; level++) {
        const FanLevel *below = fan_level(level - 1, false), *this = fan_level(level, false);
        assert_true(this->depth >= below->depth);
        assert_true(this->nodes == 0 || this->nodes > below->nodes);
        assert_true(this->quiescence >= below->quiescence);
        assert_true(this->careless <= below->careless);
        assert_true(this->overlook <= below->overlook);
    }
    assert_int_equal(fan_level(FAN_LEVELS, false)->careless, 0);
    assert_int_equal(fan_level(FAN_LEVELS, false)->noise, 0);
    assert_int_equal(fan_level(FAN_LEVELS, false)->overlook, 0);
}

static void levels_of_telo_grow_with_their_number(void **state) {
    (void)state;
    for (unsigned level = 2; level <= FAN_LEVELS; level++) {
        const FanLevel *below = fan_level(level - 1, true), *this = fan_level(level, true);
        assert_true(this->depth >= below->depth);
        assert_true(this->hasty <= below->hasty || level == 2);
        assert_true(this->noise <= below->noise);
        assert_true(this->lines > 1 || this->noise == 0);
        assert_int_equal(this->solved, level == FAN_LEVELS);
    }
}

/* A throw that comes out `percent` times of a hundred, and not always for the same seed. */
static void haste_comes_as_often_as_it_should(void **state) {
    (void)state;
    const FanLevel *level = fan_level(2, true);
    unsigned hasty = 0;
    for (uint64_t key = 0; key < 1000; key++) {
        unsigned depth = fan_level_depth(level, 1, key * 77);
        assert_true(depth == 1 || depth == level->depth);
        hasty += depth == 1;
    }
    assert_true(hasty > 10u * level->hasty - 60 && hasty < 10u * level->hasty + 60);
    assert_int_equal(fan_level_depth(fan_level(FAN_LEVELS, true), 1, 2), FAN_DEPTH_MAX);
}

static void expect_seed_decides(void) {
    FanTurn first, turn;
    bool differs = false;
    for (uint64_t seed = 0; seed < 20; seed++) {
        FanJob job = {.level = 1, .seed = seed};
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &first), FAN_ENGINE_OK);
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        assert_true(fan_turn_equal(&first, &turn));
        job.seed = seed + 1;
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        differs = differs || !fan_turn_equal(&first, &turn);
    }
    assert_true(differs);
}

static void the_seed_decides(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    expect_seed_decides();
    scene_start(&scene, 9, 5, "vela=white");
    expect_seed_decides();
    scene_start_telo(&scene, "");
    expect_seed_decides();
}

/* 24 526 turns. What a level overlooks must not be asked of all turns once for each of them. */
static void every_level_chooses_among_very_many_turns(void **state) {
    (void)state;
    scene_read(&scene, "W1BB2B/B2BB2/BB2BBB/2BB1BB/B2B1W1/BB2B1W/W1BWBBB w 0 1", "");
#ifdef SCENE_SANITIZED
    const unsigned step = 3;
#else
    const unsigned step = 1;
#endif
    for (unsigned level = 1; level <= FAN_LEVELS; level += step) {
        FanJob job = {.level = level, .nodes = 30000};
        FanTurn turn;
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        FanRefusal refusal =
            fan_turn_refusal(&scene.board, &scene.rules, &scene.game.position, &turn);
        assert_int_equal(refusal.code, FAN_LEGAL);
    }
}

static int play_match(char **argv) {
    static const Kind *const kinds[] = {&tsivy, &dimy, &tiny, &telo, &vela};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(argv[1], kinds[i]->name) == 0) {
            match((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]), kinds[i],
                  (unsigned)atoi(argv[4]));
            return 0;
        }
    }
    return 2;
}

static int run(int argc, char **argv) {
    const struct CMUnitTest usual[] = {
        cmocka_unit_test(levels_grow_with_their_number),
        cmocka_unit_test(levels_of_telo_grow_with_their_number),
        cmocka_unit_test(haste_comes_as_often_as_it_should),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(every_level_chooses_among_very_many_turns),
        cmocka_unit_test(a_careful_beginner_beats_the_first_level),
        cmocka_unit_test(low_levels_beat_the_ones_below),
        cmocka_unit_test(telo_begins_easy_and_grows),
        cmocka_unit_test(levels_grow_in_vela),
    };
    const struct CMUnitTest all[] = {cmocka_unit_test(every_level_beats_the_one_below)};
    return argc == 5   ? play_match(argv)
           : argc == 2 ? cmocka_run_group_tests(all, NULL, NULL)
                       : cmocka_run_group_tests(usual, NULL, NULL);
}

int main(int argc, char **argv) {
    engine = fan_engine_new(HASH_BYTES, NULL);
    if (engine == NULL) {
        return 1;
    }
    int failed = run(argc, argv);
    fan_engine_free(engine);
    return failed;
}
