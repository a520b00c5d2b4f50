/* The engine with endgame tables: what is won it wins, within the quiet limit (R5.3) and against
 * the best defence the tables know; what is drawn it does not lose.
 *
 *   endgame_test STONES                          builds tables of so many stones of its own
 *   endgame_test FOLDER STONES POSITIONS NODES   wins so many positions with the tables of a
 * folder, or, for -, with some of its own
 */
#include "engine/scene.h"
#include "engine/search.h"
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

#include <limits.h>

enum {
    HASH_BYTES = 1 << 20,
    CONVERTED = 100,      /* games played out in the usual run */
    CONVERT_NODES = 1000, /* a turn there */
    KEPT = 400,           /* single turns */
    KEPT_NODES = 60,
    REPEATED = 10,
    QUIET_LIMIT = 50, /* the default */
};

static unsigned stones_most;
static Folder folder;
static FanTables *tables;
static FanTableReader *reader;

/* --- what the tables say -------------------------------------------------------------------------
 */

/* The result for the side to move under the quiet limit. Where the tables do not look at it, which
 * they do at the default, what the next capture leads to is taken to be in time: of up to five
 * stones no way is longer than 45 turns. */
static int truth_of(const FanPosition *position, unsigned limit, unsigned *distance) {
    FanTableProbe probe;
    if (limit != QUIET_LIMIT ||
        fan_table_reader_limited(reader, position, &probe) != FAN_PROBE_OK) {
        assert_int_equal(fan_table_reader_probe(reader, position, FAN_TABLE_DTC, &probe),
                         FAN_PROBE_OK);
    }
    *distance = probe.distance;
    if (probe.value == FAN_TABLE_DRAW || (limit != 0 && position->quiet + probe.distance > limit)) {
        return 0;
    }
    return probe.value == FAN_TABLE_WIN ? 1 : -1;
}

static unsigned stones_of(const FanPosition *position) {
    return (unsigned)__builtin_popcountll(position->stones[0] | position->stones[1]);
}

/* One that is not over, with up to `stones` stones. */
static void scatter(Scene *scene, unsigned stones, const char *rules, uint64_t *seed) {
    do {
        scene_scatter(scene, 9, 5, stones - 1, rules, seed);
    } while (stones_of(&scene->game.position) > stones);
}

/* The turn that the engine, given so many nodes, plays now. */
static FanTurn turn_of(FanEngine *engine, const Scene *scene, uint64_t nodes) {
    const FanJob job = {.nodes = nodes};
    FanTurn turn;
    assert_int_equal(fan_engine_search(engine, &scene->game, &job, &turn), FAN_ENGINE_OK);
    return turn;
}

static FanEngine *engine_with(const FanTables *used) {
    FanEngine *engine = fan_engine_new(HASH_BYTES, NULL);
    assert_non_null(engine);
    fan_engine_set_tables(engine, used);
    return engine;
}

static void complain(const Scene *scene, const char *what) {
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(&scene->board, &scene->game.position, text);
    fail_msg("%s: %s", what, text);
}

/* --- winning -------------------------------------------------------------------------------------
 */

/* What a defender thinks of a position after its move. */
static int64_t worth_of(const FanPosition *after, unsigned limit, uint64_t *seed) {
    FanTableValue value;
    unsigned distance = 0;
    bool held = fan_tables_value(tables, after, &value);
    bool lost = held && truth_of(after, limit, &distance) == 1;
    return (lost ? 0 : 1000000) + (int64_t)distance * 1000 + (int64_t)(chance(seed) % 1000);
}

/* The defence that lasts longest; a better one if there is any; any where the tables know none. */
static void defend(Scene *scene, uint64_t *seed) {
    size_t count;
    const FanMove *moves = scene_moves(scene, &scene->game.position, &count);
    FanMove best = moves[0];
    int64_t most = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(&scene->game.position, moves[i]);
        int64_t worth = worth_of(&after, scene->rules.quiet_limit, seed);
        best = worth > most ? moves[i] : best;
        most = worth > most ? worth : most;
    }
    FanTurn turn;
    assert_true(fan_move_turn(&scene->board, &scene->rules, &scene->game.position, best, &turn));
    scene_play(scene, &turn);
}

/* Plays a won position out. */
static void convert(Scene *scene, FanEngine *engine, uint64_t nodes, uint64_t *seed) {
    FanSide winner = (FanSide)scene->game.position.side;
    FanPosition start = scene->game.position;
    while (scene->game.outcome.result == FAN_ONGOING) {
        if (scene->game.position.side == winner) {
            FanTurn turn = turn_of(engine, scene, nodes);
            scene_play(scene, &turn);
        } else {
            defend(scene, seed);
        }
    }
    if (scene->game.outcome.result != (winner == FAN_WHITE ? FAN_WHITE_WINS : FAN_BLACK_WINS)) {
        scene->game.position = start;
        complain(scene, "a win is not brought home");
    }
}

/* A won position, as far into the quiet limit as the win allows. */
static void scatter_won(Scene *scene, unsigned stones, const char *rules, uint64_t *seed) {
    unsigned distance;
    do {
        scatter(scene, stones, rules, seed);
    } while (truth_of(&scene->game.position, scene->rules.quiet_limit, &distance) != 1);
    if (chance(seed) % 2 == 0) {
        FanPosition late = scene->game.position;
        late.quiet = (uint16_t)(scene->rules.quiet_limit - distance);
        fan_game_begin(&scene->game, &scene->board, &scene->rules, &late, scene->plies,
                       SCENE_PLIES);
    }
}

static void convert_many(unsigned stones, unsigned games, uint64_t nodes, const char *rules) {
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 11;
    for (unsigned i = 0; i < games; i++) {
        scatter_won(&scene, stones - i % (stones - 2), rules, &seed); /* from 3 on */
        convert(&scene, engine, nodes, &seed);
    }
    fan_engine_free(engine);
}

static void won_positions_are_won(void **state) {
    (void)state;
    convert_many(stones_most, CONVERTED, CONVERT_NODES, "");
}

/* Where a position may not come even twice, and with half the time. */
static void won_positions_are_won_under_other_limits(void **state) {
    (void)state;
    convert_many(stones_most, CONVERTED / 4, CONVERT_NODES / 10, "repetition=2");
    convert_many(stones_most, CONVERTED / 4, CONVERT_NODES / 10, "quiet-limit=60");
}

/* Wins that only the search sees, for there are more stones than the tables know. */
static void wins_seen_from_above_the_tables_are_won(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 2;
    unsigned seen = 0;
    for (unsigned i = 0; i < KEPT / 4; i++) {
        FanLine line;
        do {
            scene_scatter(&scene, 9, 5, stones_most, "", &seed);
        } while (stones_of(&scene.game.position) <= stones_most);
        turn_of(engine, &scene, CONVERT_NODES);
        if (fan_engine_line(engine, 0, &line) && FAN_SCORE_IS_TABLE_WIN(line.score)) {
            seen++;
            convert(&scene, engine, CONVERT_NODES, &seed);
        }
    }
    assert_true(seen > KEPT / 40);
    fan_engine_free(engine);
}

/* --- keeping the value ---------------------------------------------------------------------------
 */

static void every_turn_keeps_the_value_under_the_quiet_limit(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 5;
    unsigned seen[3] = {0}, saved = 0;
    for (unsigned i = 0; i < KEPT; i++) {
        unsigned distance;
        scatter(&scene, stones_most, "", &seed);
        FanPosition position = scene.game.position;
        position.quiet = (uint16_t)(chance(&seed) % QUIET_LIMIT);
        fan_game_begin(&scene.game, &scene.board, &scene.rules, &position, scene.plies,
                       SCENE_PLIES);
        int value = truth_of(&position, QUIET_LIMIT, &distance);
        saved += value == 0 && truth_of(&position, 0, &distance) != 0;
        FanTurn turn = turn_of(engine, &scene, KEPT_NODES);
        scene_play(&scene, &turn);
        if (scene.game.outcome.result == FAN_ONGOING) {
            unsigned left;
            bool kept = -truth_of(&scene.game.position, QUIET_LIMIT, &left) == value;
            bool nearer = value != 1 || scene.game.position.quiet == 0 || left + 1 == distance;
            if (!kept || !nearer) {
                scene.game.position = position;
                complain(&scene, kept ? "the win is no nearer" : "the value is given away");
            }
        }
        seen[value + 1]++;
    }
    assert_true(seen[0] > 10 && seen[1] > 10 && seen[2] > 10 && saved > 0);
    fan_engine_free(engine);
}

/* Plays a paika; false where it is none. */
static bool play_step(Scene *scene, FanPoint from, FanPoint to) {
    const FanTurn turn = {.from = from, .count = 1, .steps = {{.to = to}}};
    FanRefusal refusal;
    return fan_game_play(&scene->game, &turn, &refusal) == FAN_GAME_OK;
}

/* A random paika of each side, the first of which is taken back: then the second could be. */
static bool go_round(Scene *scene, uint64_t *seed) {
    FanTurn turns[2];
    for (int i = 0; i < 2; i++) {
        size_t count;
        const FanMove *moves = scene_moves(scene, &scene->game.position, &count);
        FanMove move = moves[chance(seed) % count];
        if (fan_move_captured(move) != 0 ||
            !fan_move_turn(&scene->board, &scene->rules, &scene->game.position, move, &turns[i])) {
            return false;
        }
        scene_play(scene, &turns[i]);
        if (scene->game.outcome.result != FAN_ONGOING) {
            return false;
        }
    }
    return play_step(scene, turns[0].steps[0].to, turns[0].from) &&
           scene->game.outcome.result == FAN_ONGOING;
}

/* Plays random paika; false where the game ends or something must be captured. */
static bool wander(Scene *scene, unsigned plies, uint64_t *seed) {
    for (unsigned i = 0; i < plies; i++) {
        size_t count;
        const FanMove *moves = scene_moves(scene, &scene->game.position, &count);
        FanMove move = moves[chance(seed) % count];
        FanTurn turn;
        if (fan_move_captured(move) != 0 ||
            !fan_move_turn(&scene->board, &scene->rules, &scene->game.position, move, &turn)) {
            return false;
        }
        scene_play(scene, &turn);
        if (scene->game.outcome.result != FAN_ONGOING) {
            return false;
        }
    }
    return true;
}

/* What a turn makes of a won position. */
typedef enum Kept {
    KEPT_NOT,
    KEPT_IN_VAIN, /* won by the tables, but the other side draws by repetition */
    KEPT_WON,
} Kept;

static bool draws(void *context, const FanTurn *turn, const FanPosition *after) {
    Scene *scene = context;
    (void)after;
    scene_play(scene, turn);
    bool drawn = scene->game.outcome.reason == FAN_REASON_REPETITION;
    assert_int_equal(fan_game_undo(&scene->game), FAN_GAME_OK);
    return !drawn;
}

static Kept kept_by(Scene *scene, const FanTurn *turn, unsigned *distance) {
    Kept kept = KEPT_WON;
    *distance = 0;
    scene_play(scene, turn);
    FanPosition after = scene->game.position;
    if (scene->game.outcome.result == FAN_ONGOING) {
        bool vain = !fan_turns_visit(&scene->board, &scene->rules, &after, draws, scene);
        kept = truth_of(&after, QUIET_LIMIT, distance) != -1 ? KEPT_NOT
               : vain                                        ? KEPT_IN_VAIN
                                                             : KEPT_WON;
    } else if (scene->game.outcome.result == FAN_DRAWN) {
        kept = KEPT_NOT;
    }
    assert_int_equal(fan_game_undo(&scene->game), FAN_GAME_OK);
    return kept;
}

/* The least distance of each kind; UINT_MAX where there is none. */
typedef struct Nearest {
    Scene *scene;
    unsigned of[KEPT_WON + 1];
} Nearest;

static bool note_nearest(void *context, const FanTurn *turn, const FanPosition *after) {
    Nearest *nearest = context;
    unsigned distance;
    Kept kept = kept_by(nearest->scene, turn, &distance);
    (void)after;
    nearest->of[kept] = distance < nearest->of[kept] ? distance : nearest->of[kept];
    return true;
}

/* The positions that may not come again lie behind the winner, too. */
static void a_win_is_not_given_away_by_repetition(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 14;
    for (unsigned met = 0; met < REPEATED;) {
        unsigned distance;
        scatter(&scene, 3, "repetition=2", &seed); /* of more it takes long to meet one */
        if (!wander(&scene, 4 + 2 * (unsigned)(chance(&seed) % 4), &seed) ||
            truth_of(&scene.game.position, QUIET_LIMIT, &distance) != 1) {
            continue;
        }
        Nearest nearest = {&scene, {UINT_MAX, UINT_MAX, UINT_MAX}};
        FanPosition position = scene.game.position;
        fan_turns_visit(&scene.board, &scene.rules, &position, note_nearest, &nearest);
        if (nearest.of[KEPT_IN_VAIN] < nearest.of[KEPT_WON] && nearest.of[KEPT_WON] != UINT_MAX) {
            FanTurn turn = turn_of(engine, &scene, KEPT_NODES);
            met++;
            assert_int_equal(kept_by(&scene, &turn, &distance), KEPT_WON);
        }
    }
    fan_engine_free(engine);
}

/* Who has lost by the tables can bring a position back that draws when it comes again (R5.4). */
static void a_lost_position_is_saved_by_repetition(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 14;
    unsigned met = 0;
    for (unsigned i = 0; i < 20 * KEPT && met < 20; i++) {
        unsigned distance;
        scatter(&scene, stones_most, "repetition=2", &seed);
        if (!go_round(&scene, &seed) ||
            fan_position_must_capture(&scene.board, &scene.game.position) ||
            truth_of(&scene.game.position, QUIET_LIMIT, &distance) != -1) {
            continue;
        }
        met++;
        FanTurn turn = turn_of(engine, &scene, KEPT_NODES);
        scene_play(&scene, &turn);
        FanLine line;
        assert_int_equal(scene.game.outcome.result, FAN_DRAWN);
        assert_true(fan_engine_line(engine, 0, &line) && line.score == 0);
    }
    assert_int_equal(met, 20);
    fan_engine_free(engine);
}

/* The first of two white stones that chase a black one. */
static const char *const chase = "9/4B4/9/9/3WW4 w 0 1";

static void a_win_by_tables_is_told_apart_from_one_in_so_many_turns(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    FanLine line;
    unsigned distance;
    scene_read(&scene, chase, "");
    assert_int_equal(truth_of(&scene.game.position, QUIET_LIMIT, &distance), 1);
    turn_of(engine, &scene, 50);
    assert_true(fan_engine_line(engine, 0, &line));
    assert_true(FAN_SCORE_IS_TABLE_WIN(line.score) && !FAN_SCORE_IS_WIN(line.score));
    assert_int_equal(line.score, FAN_SCORE_TABLE_WIN - (int)distance);
    assert_int_equal(fan_score_chance(line.score), 1000);
    fan_engine_free(engine);
}

/* The win is there, but not within so few turns: it is a draw. */
static void a_win_beyond_the_quiet_limit_is_no_win(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    FanLine line;
    unsigned distance;
    scene_read(&scene, chase, "");
    (void)truth_of(&scene.game.position, 0, &distance);
    FanPosition position = scene.game.position;
    position.quiet = (uint16_t)(QUIET_LIMIT - distance + 1);
    fan_game_begin(&scene.game, &scene.board, &scene.rules, &position, scene.plies, SCENE_PLIES);
    turn_of(engine, &scene, 50);
    assert_true(fan_engine_line(engine, 0, &line));
    assert_int_equal(line.score, 0);
    fan_engine_free(engine);
}

/* What the engine says of a position under a quiet limit that the tables were not built with. */
static FanScore score_under(const char *position, const char *rules) {
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    FanLine line;
    scene_read(&scene, position, rules);
    turn_of(engine, &scene, 50);
    assert_true(fan_engine_line(engine, 0, &line));
    fan_engine_free(engine);
    return line.score;
}

static void a_win_beyond_another_limit_is_no_win_either(void **state) {
    (void)state;
    assert_int_equal(score_under(chase, "quiet-limit=7"), FAN_SCORE_TABLE_WIN - 7);
    assert_int_equal(score_under(chase, "quiet-limit=6"), 0);
}

/* Under a limit that some win of a smaller class does not keep to, those before it are only likely:
 * of one stone against one there are wins of 7 plies. */
static void what_the_limit_may_take_away_is_not_certain(void **state) {
    (void)state;
    static const char *const corner = "8B/9/9/3W1W3/9 w 0 1";
    assert_int_equal(score_under(corner, "quiet-limit=7"), FAN_SCORE_TABLE_WIN - 5);
    assert_int_equal(score_under(corner, "quiet-limit=6"), FAN_SCORE_TABLE_LATE - 5);
    assert_int_equal(fan_score_chance(FAN_SCORE_TABLE_LATE - 3), 999);
    assert_int_equal(fan_score_chance(3 - FAN_SCORE_TABLE_LATE), 1);
}

static void several_lines_stand_in_the_order_of_the_tables(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 3;
    for (unsigned i = 0; i < 40; i++) {
        const FanJob job = {.nodes = 500, .lines = FAN_LINES_MAX};
        scatter(&scene, stones_most, "", &seed);
        FanTurn turn;
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        FanLine line;
        FanScore before = FAN_SCORE_WIN;
        for (size_t k = 0; fan_engine_line(engine, k, &line); k++) {
            unsigned distance;
            assert_true(fan_turn_equal(&line.turns[0], &turn) || k != 0);
            fan_game_begin(&scene.game, &scene.board, &scene.rules,
                           fan_game_position_at(&scene.game, 0), scene.plies, SCENE_PLIES);
            scene_play(&scene, &line.turns[0]);
            int value = scene.game.outcome.result == FAN_ONGOING
                            ? -truth_of(&scene.game.position, QUIET_LIMIT, &distance)
                            : 1;
            assert_int_equal((line.score > 0) - (line.score < 0), value);
            assert_true(line.score <= before || FAN_SCORE_IS_LOSS(before));
            before = line.score;
            assert_int_equal(fan_game_undo(&scene.game), FAN_GAME_OK);
        }
    }
    fan_engine_free(engine);
}

/* --- without memory ------------------------------------------------------------------------------
 */

static bool memory_is_gone;

void *__real_malloc(size_t bytes); /* NOLINT */
void *__wrap_malloc(size_t bytes); /* NOLINT */

void *__wrap_malloc(size_t bytes) {
    return memory_is_gone ? NULL : __real_malloc(bytes);
}

/* After FAN_ENGINE_MEMORY nothing runs. */
static void without_memory_no_search_begins(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    const FanJob job = {.nodes = 100};
    scene_read(&scene, chase, "");
    (void)turn_of(engine, &scene, 100);
    memory_is_gone = true;
    FanEngineStatus status = fan_engine_begin(engine, &scene.game, &job);
    memory_is_gone = false;
    assert_int_equal(status, FAN_ENGINE_MEMORY);
    assert_false(fan_engine_run(engine, 1));
    fan_engine_free(engine);
}

/* --- the same as ever ----------------------------------------------------------------------------
 */

/* Searches with tables and then without them, in one engine. */
static void what_is_learned_with_tables_is_kept_apart(void **state) {
    (void)state;
    static Scene scene;
    uint64_t seed = 8;
    FanEngine *changing = engine_with(NULL);
    const FanJob job = {.depth = 4};
    for (unsigned i = 0; i < 30; i++) {
        FanEngine *fresh = engine_with(NULL);
        FanTurn turn;
        scene_scatter(&scene, 9, 5, stones_most, "", &seed);
        assert_int_equal(fan_engine_search(fresh, &scene.game, &job, &turn), FAN_ENGINE_OK);
        fan_engine_clear(changing);
        fan_engine_set_tables(changing, tables);
        assert_int_equal(fan_engine_search(changing, &scene.game, &job, &turn), FAN_ENGINE_OK);
        fan_engine_set_tables(changing, NULL);
        assert_int_equal(fan_engine_search(changing, &scene.game, &job, &turn), FAN_ENGINE_OK);
        assert_int_equal(fan_engine_report(changing).nodes, fan_engine_report(fresh).nodes);
        fan_engine_free(fresh);
    }
    fan_engine_free(changing);
}

/* However it is sliced, and on every run. */
static void searches_with_tables_repeat_exactly(void **state) {
    (void)state;
    static Scene scene;
    uint64_t seed = 21;
    for (unsigned i = 0; i < 20; i++) {
        scene_scatter(&scene, 9, 5, stones_most, "", &seed);
        const FanJob job = {.nodes = 4000, .lines = 1 + i % 3};
        FanEngine *whole = engine_with(tables), *sliced = engine_with(tables);
        FanTurn turn;
        FanLine first, second;
        assert_int_equal(fan_engine_search(whole, &scene.game, &job, &turn), FAN_ENGINE_OK);
        assert_int_equal(fan_engine_begin(sliced, &scene.game, &job), FAN_ENGINE_OK);
        while (fan_engine_run(sliced, 7)) {
        }
        FanTurn other = fan_engine_turn(sliced);
        assert_true(fan_turn_equal(&turn, &other));
        assert_int_equal(fan_engine_report(whole).nodes, fan_engine_report(sliced).nodes);
        for (size_t k = 0; fan_engine_line(whole, k, &first); k++) {
            assert_true(fan_engine_line(sliced, k, &second));
            assert_int_equal(first.score, second.score);
        }
        fan_engine_free(whole);
        fan_engine_free(sliced);
    }
}

/* Helpers get the same first moves. */
static void threads_keep_the_value_too(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    uint64_t seed = 4;
    for (unsigned i = 0; i < 40; i++) {
        unsigned distance;
        const FanJob job = {.nodes = 300, .threads = 3};
        FanTurn turn;
        scatter(&scene, stones_most, "", &seed);
        int value = truth_of(&scene.game.position, QUIET_LIMIT, &distance);
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        scene_play(&scene, &turn);
        if (scene.game.outcome.result == FAN_ONGOING) {
            assert_int_equal(-truth_of(&scene.game.position, QUIET_LIMIT, &distance), value);
        }
    }
    fan_engine_free(engine);
}

enum { FILES_MAX = 64 };

/* The files of one kind, read into memory and added; what is not their heads may be damaged. */
static void add_files(FanTables *to, FanTableMetric metric, bool damaged, uint8_t *files[FILES_MAX],
                      size_t *count) {
    for (unsigned own = 1; own < stones_most; own++) {
        for (unsigned foe = 1; own + foe <= stones_most; foe++) {
            char name[FAN_TABLE_NAME_MAX];
            size_t length;
            FanTablesError error;
            fan_tables_file_name((FanTableClass){(uint8_t)own, (uint8_t)foe}, metric, name);
            uint8_t *bytes = folder_read(&folder, name, &length);
            assert_non_null(bytes);
            assert_true(fan_tables_add(to, bytes, length, &error));
            const FanTableFile *file = &to->files[own][foe][metric];
            for (size_t i = (size_t)(file->data - bytes); damaged && i < length; i++) {
                bytes[i] ^= 0x55;
            }
            files[(*count)++] = bytes;
        }
    }
}

static uint64_t still_clock(void) {
    return 0;
}

/* With a clock no time is spent on what the tables have decided: it stands still here, so that the
 * search would go on to its last depth. */
static void a_win_by_tables_is_played_at_once(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = fan_engine_new(HASH_BYTES, still_clock);
    const FanJob job = {.left_ms = 60000, .depth = 8};
    FanTurn turn;
    assert_non_null(engine);
    fan_engine_set_tables(engine, tables);
    scene_read(&scene, chase, "");
    assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
    assert_int_equal(fan_engine_report(engine).depth, 1);
    fan_engine_free(engine);
}

/* Values alone say which turns win, not which of them lead anywhere: with a clock too the search
 * finds the way, for a position may come only twice. */
static void a_way_that_no_distance_shows_is_searched_for(void **state) {
    (void)state;
    static Scene scene;
    FanTables *values = fan_tables_new(&folder.board, &folder.rules);
    FanEngine *engine = fan_engine_new(HASH_BYTES, still_clock);
    const FanJob job = {.left_ms = 60000, .nodes = CONVERT_NODES};
    uint8_t *files[FILES_MAX];
    size_t count = 0;
    FanTurn turn;
    assert_non_null(engine);
    add_files(values, FAN_TABLE_VALUES, false, files, &count);
    fan_engine_set_tables(engine, values);
    scene_read(&scene, chase, "quiet-limit=0");
    assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
    assert_int_equal(fan_engine_report(engine).nodes, CONVERT_NODES);
    fan_engine_free(engine);
    fan_tables_free(values);
    while (count > 0) {
        free(files[--count]);
    }
}

static void only_the_highest_level_knows_tables(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *engine = engine_with(tables);
    scene_read(&scene, chase, "");
    for (unsigned level = 1; level <= FAN_LEVELS; level++) {
        const FanJob job = {.level = level, .nodes = 200};
        FanTurn turn;
        FanLine line;
        fan_engine_clear(engine);
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        assert_true(fan_engine_line(engine, 0, &line));
        assert_int_equal(FAN_SCORE_IS_TABLE_WIN(line.score), level == FAN_LEVELS);
    }
    fan_engine_free(engine);
}

/* Tables of another board, or of other rules, are as none. */
static void tables_that_do_not_fit_change_nothing(void **state) {
    (void)state;
    static Scene scene;
    FanEngine *with = engine_with(tables), *without = engine_with(NULL);
    const char *const others[] = {"blocked=draw", "chain=mandatory"};
    uint64_t seed = 9;
    for (unsigned i = 0; i < 20; i++) {
        const FanJob job = {.nodes = 1000};
        FanTurn turn, other;
        scene_scatter(&scene, i % 3 == 2 ? 5 : 9, 5, 3, i % 3 == 2 ? "" : others[i % 3], &seed);
        fan_engine_clear(with);
        fan_engine_clear(without);
        assert_int_equal(fan_engine_search(with, &scene.game, &job, &turn), FAN_ENGINE_OK);
        assert_int_equal(fan_engine_search(without, &scene.game, &job, &other), FAN_ENGINE_OK);
        assert_true(fan_turn_equal(&turn, &other));
        assert_int_equal(fan_engine_report(with).nodes, fan_engine_report(without).nodes);
    }
    fan_engine_free(with);
    fan_engine_free(without);
}

/* Whether the engine keeps the value as far as no limit comes in the way. Without files of
 * distances it is sure of no win. */
static void keeps_by_values(const FanTables *used, bool unsure) {
    static Scene scene;
    FanEngine *engine = engine_with(used);
    uint64_t seed = 6;
    for (unsigned i = 0; i < KEPT / 4; i++) {
        unsigned distance;
        FanLine line;
        scatter(&scene, stones_most, "", &seed);
        int value = truth_of(&scene.game.position, 0, &distance);
        FanTurn turn = turn_of(engine, &scene, KEPT_NODES);
        assert_true(fan_engine_line(engine, 0, &line));
        assert_true(!unsure || abs(line.score) <= FAN_SCORE_TABLE_LATE ||
                    FAN_SCORE_IS_WIN(abs(line.score)));
        scene_play(&scene, &turn);
        if (scene.game.outcome.result == FAN_ONGOING) {
            assert_int_equal(-truth_of(&scene.game.position, 0, &distance), value);
        }
    }
    fan_engine_free(engine);
}

static void values_are_kept_without_distances(bool damaged) {
    FanTables *values = fan_tables_new(&folder.board, &folder.rules);
    uint8_t *files[FILES_MAX];
    size_t count = 0;
    add_files(values, FAN_TABLE_VALUES, false, files, &count);
    if (damaged) {
        add_files(values, FAN_TABLE_DTC, true, files, &count);
    }
    keeps_by_values(values, !damaged);
    fan_tables_free(values);
    while (count > 0) {
        free(files[--count]);
    }
}

static void values_alone_keep_the_value(void **state) {
    (void)state;
    values_are_kept_without_distances(false);
}

static void damaged_distances_are_done_without(void **state) {
    (void)state;
    values_are_kept_without_distances(true);
}

/* --- running -------------------------------------------------------------------------------------
 */

static FanTables *open_folder(const char *path) {
    FanTablesError error = {""};
    FanTables *opened = fan_tables_open(path, &folder.board, &folder.rules, &error);
    if (!opened) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    return opened;
}

static unsigned positions_most;
static uint64_t nodes_a_turn;

static void so_many_positions_are_won(void **state) {
    (void)state;
    convert_many(stones_most, positions_most, nodes_a_turn, "");
    print_message("%u positions of up to %u stones won at %llu nodes a turn\n", positions_most,
                  stones_most, (unsigned long long)nodes_a_turn);
}

/* What positions are numbered by takes time and memory: a search that meets none goes without. */
static void tables_that_are_set_up_list_nothing(void **state) {
    (void)state;
    FanTables *fresh = open_folder(folder.path);
    FanEndgame endgame = {.tables = NULL};
    assert_true(fan_endgame_begin(&endgame, fresh, &folder.board, &folder.rules));
    assert_int_equal(endgame.most, stones_most);
    for (unsigned size = 0; size <= FAN_TABLE_SIDE_MAX; size++) {
        assert_null(fresh->space.outer[size].entries);
    }
    fan_endgame_free(&endgame);
    fan_tables_free(fresh);
}

static void make_tables(void) {
    folder = folder_new(9, 5);
    folder_build(&folder, stones_most, FAN_TABLE_DTC, 1);
    tables = folder_open(&folder);
}

int main(int argc, char **argv) {
    assert_true(argc == 2 || argc == 5);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(won_positions_are_won),
        cmocka_unit_test(won_positions_are_won_under_other_limits),
        cmocka_unit_test(wins_seen_from_above_the_tables_are_won),
        cmocka_unit_test(a_lost_position_is_saved_by_repetition),
        cmocka_unit_test(a_win_is_not_given_away_by_repetition),
        cmocka_unit_test(every_turn_keeps_the_value_under_the_quiet_limit),
        cmocka_unit_test(a_win_by_tables_is_told_apart_from_one_in_so_many_turns),
        cmocka_unit_test(a_win_beyond_the_quiet_limit_is_no_win),
        cmocka_unit_test(a_win_beyond_another_limit_is_no_win_either),
        cmocka_unit_test(what_the_limit_may_take_away_is_not_certain),
        cmocka_unit_test(several_lines_stand_in_the_order_of_the_tables),
        cmocka_unit_test(without_memory_no_search_begins),
        cmocka_unit_test(what_is_learned_with_tables_is_kept_apart),
        cmocka_unit_test(searches_with_tables_repeat_exactly),
        cmocka_unit_test(threads_keep_the_value_too),
        cmocka_unit_test(a_win_by_tables_is_played_at_once),
        cmocka_unit_test(a_way_that_no_distance_shows_is_searched_for),
        cmocka_unit_test(only_the_highest_level_knows_tables),
        cmocka_unit_test(tables_that_do_not_fit_change_nothing),
        cmocka_unit_test(values_alone_keep_the_value),
        cmocka_unit_test(tables_that_are_set_up_list_nothing),
        cmocka_unit_test(damaged_distances_are_done_without),
    };
    const struct CMUnitTest many[] = {cmocka_unit_test(so_many_positions_are_won)};
    bool given = argc == 5 && strcmp(argv[1], "-") != 0;
    stones_most = (unsigned)atoi(argc == 5 ? argv[2] : argv[1]);
    if (given) {
        folder.rules = fan_rules_default();
        assert_true(fan_board_init(&folder.board, 9, 5));
        tables = open_folder(argv[1]);
    } else {
        make_tables();
    }
    reader = fan_table_reader_new(tables);
    assert_non_null(reader);
    if (argc == 5) {
        positions_most = (unsigned)atoi(argv[3]);
        nodes_a_turn = strtoull(argv[4], NULL, 10);
    }
    int failed = argc == 5 ? cmocka_run_group_tests(many, NULL, NULL)
                           : cmocka_run_group_tests(tests, NULL, NULL);
    fan_table_reader_free(reader);
    fan_tables_free(tables);
    if (!given) {
        folder_remove(&folder);
    }
    return failed;
}
