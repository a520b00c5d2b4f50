/* Books: folding, the file there and back, what is refused, what is chosen; names of openings. */
#include "engine/book.h"
#include "engine/checksum.h"
#include "scene.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 40, TURNS = 4 };

static Scene scene;

/* A book being made, and the bytes it became. */
typedef struct Sample {
    FanBookEntry entries[ENTRIES];
    FanBookTurn turns[ENTRIES][FAN_BOOK_TURNS_MAX];
    FanPosition positions[ENTRIES];
    size_t count;
    uint8_t *bytes;
    size_t size;
} Sample;

static Sample sample;

static bool is_new(const FanFold *fold) {
    for (size_t i = 0; i < sample.count; i++) {
        if (sample.entries[i].own == fold->own && sample.entries[i].other == fold->other) {
            return false;
        }
    }
    return true;
}

/* Adds the position of the scene with up to TURNS of its moves, each with numbers of its own. */
static void add_position(uint64_t *seed) {
    size_t count;
    FanFold fold = fan_fold(&scene.board, &scene.game.position);
    const FanMove *moves = scene_moves(&scene, &scene.game.position, &count);
    if (scene.game.outcome.result != FAN_ONGOING || !is_new(&fold)) {
        return;
    }
    FanBookEntry *entry = &sample.entries[sample.count];
    *entry = (FanBookEntry){fold.own, fold.other, sample.turns[sample.count], 0};
    for (size_t i = 0; i < count && entry->count < TURNS; i++) {
        entry->turns[entry->count++] =
            (FanBookTurn){.move = fan_fold_move(&scene.board, &fold, moves[i]),
                          .value = (FanScore)(chance(seed) % 2001) - 1000,
                          .depth = (unsigned)(chance(seed) % 30),
                          .nodes = chance(seed) % 100000 << 10,
                          .wins = (uint32_t)(chance(seed) % 300),
                          .draws = (uint32_t)(chance(seed) % 300),
                          .losses = (uint32_t)(chance(seed) % 3)};
    }
    sample.positions[sample.count++] = scene.game.position;
}

static void write_sample(void) {
    free(sample.bytes);
    sample.bytes =
        fan_book_write(&scene.board, &scene.rules, sample.entries, sample.count, &sample.size);
    assert_non_null(sample.bytes);
}

/* A book of the start and of positions a few turns from it, whoever is to move there. */
static void make_sample(unsigned files, unsigned ranks, const char *rules) {
    uint64_t seed = 7;
    sample.count = 0;
    scene_start(&scene, files, ranks, rules);
    add_position(&seed);
    for (unsigned i = 0; sample.count < ENTRIES; i++) {
        scene_start(&scene, files, ranks, rules);
        scene_play_random(&scene, i % 6 + 1, &seed);
        add_position(&seed);
    }
    scene_start(&scene, files, ranks, rules);
    write_sample();
}

static FanBook *read_sample(void) {
    FanBook *book;
    size_t offset;
    assert_int_equal(fan_book_read(sample.bytes, sample.size, &book, &offset), FAN_BOOK_OK);
    assert_int_equal(offset, sample.size - FAN_BOOK_SUM_BYTES);
    return book;
}

/* --- folding -----------------------------------------------------------------------------------
 */

static FanMove mapped_move(FanSymmetry symmetry, FanMove move) {
    return fan_move_make(fan_board_map_point(&scene.board, symmetry, fan_move_from(move)),
                         fan_board_map_point(&scene.board, symmetry, fan_move_to(move)),
                         fan_board_map(&scene.board, symmetry, fan_move_captured(move)));
}

static void expect_one_fold(const FanPosition *position) {
    FanFold fold = fan_fold(&scene.board, position);
    size_t count;
    const FanMove *moves = scene_moves(&scene, position, &count);
    for (unsigned s = 0; s < 8; s++) {
        FanSymmetry symmetry = (FanSymmetry)(s % 4);
        FanPosition image = fan_position_map(&scene.board, symmetry, position);
        image = s < 4 ? image : fan_position_swap_colours(&image);
        FanFold other = fan_fold(&scene.board, &image);
        assert_true(other.own == fold.own && other.other == fold.other);
        for (size_t i = 0; i < count; i++) {
            FanMove folded = fan_fold_move(&scene.board, &other, mapped_move(symmetry, moves[i]));
            assert_true(folded == fan_fold_move(&scene.board, &fold, moves[i]));
            FanMove back = fan_unfold_move(&scene.board, &fold, folded);
            assert_true(fan_fold_move(&scene.board, &fold, back) == folded);
        }
    }
}

static void test_mirrored_and_recoloured_positions_fold_to_one(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (unsigned i = 0; i < 60; i++) {
        scene_start(&scene, i % 2 ? 9 : 5, 5, "");
        scene_play_random(&scene, i % 20, &seed);
        expect_one_fold(&scene.game.position);
    }
    /* Their own mirror images, from the left, from below, and by the half turn. */
    scene_read(&scene, "9/4B4/3B1B3/4W4/9", "");
    expect_one_fold(&scene.game.position);
    scene_read(&scene, "9/2B6/W1W6/2B6/9", "");
    expect_one_fold(&scene.game.position);
    scene_read(&scene, "8B/9/3W1W3/9/B8", "");
    expect_one_fold(&scene.game.position);
}

static void test_turns_that_mirror_each_other_are_one(void **state) {
    (void)state;
    scene_read(&scene, "9/4B4/9/3W1W3/9", "");
    FanFold fold = fan_fold(&scene.board, &scene.game.position);
    size_t count, kept = 0;
    const FanMove *moves = scene_moves(&scene, &scene.game.position, &count);
    for (size_t i = 0; i < count; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++) {
            first = first && fan_fold_move(&scene.board, &fold, moves[k]) !=
                                 fan_fold_move(&scene.board, &fold, moves[i]);
        }
        kept += first;
    }
    assert_int_equal(2 * kept, count);
}

/* --- the file ----------------------------------------------------------------------------------
 */

static void expect_turns(const FanBook *book, const FanBookEntry *entry,
                         const FanPosition *position) {
    FanBookTurn turns[FAN_BOOK_TURNS_MAX];
    FanFold fold = fan_fold(&scene.board, position);
    size_t count =
        fan_book_turns(book, &scene.board, &scene.rules, position, turns, FAN_BOOK_TURNS_MAX);
    assert_int_equal(count, entry->count);
    for (size_t i = 0; i < count; i++) {
        const FanBookTurn *turn = &entry->turns[i];
        FanTurn path;
        assert_true(fan_fold_move(&scene.board, &fold, turns[i].move) == turn->move);
        assert_true(fan_move_turn(&scene.board, &scene.rules, position, turns[i].move, &path));
        assert_int_equal(turns[i].value, turn->value);
        assert_int_equal(turns[i].depth, turn->depth);
        assert_true(turns[i].nodes == turn->nodes);
        assert_int_equal(turns[i].wins, turn->wins);
        assert_int_equal(turns[i].draws, turn->draws);
        assert_int_equal(turns[i].losses, turn->losses);
        assert_true(i == 0 || turns[i].value <= turns[i - 1].value);
    }
}

static const FanBookEntry *entry_of(const FanPosition *position) {
    FanFold fold = fan_fold(&scene.board, position);
    for (size_t i = 0; i < sample.count; i++) {
        if (sample.entries[i].own == fold.own && sample.entries[i].other == fold.other) {
            return &sample.entries[i];
        }
    }
    fail_msg("no such entry");
    return NULL;
}

static void expect_round_trip(unsigned files, unsigned ranks, const char *rules) {
    make_sample(files, ranks, rules);
    FanBook *book = read_sample();
    FanBookFacts facts = fan_book_facts(book);
    assert_int_equal(facts.files, files);
    assert_int_equal(facts.ranks, ranks);
    assert_int_equal(facts.positions, sample.count);
    assert_true(fan_rules_equal(&facts.rules, &scene.rules));
    for (size_t i = 0; i < sample.count; i++) {
        const FanPosition *position = &sample.positions[i];
        FanPosition image = fan_position_map(&scene.board, FAN_MIRROR_FILES, position);
        expect_turns(book, entry_of(position), position);
        expect_turns(book, entry_of(position), &image);
        image = fan_position_swap_colours(&image);
        expect_turns(book, entry_of(position), &image);
    }
    fan_book_free(book);
}

static void test_what_is_written_is_read(void **state) {
    (void)state;
    expect_round_trip(9, 5, "");
    expect_round_trip(5, 5, "chain=mandatory,quiet-limit=40");
    expect_round_trip(7, 7, "");
}

static void test_an_empty_book_knows_nothing(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    sample.count = 0;
    write_sample();
    FanBook *book = read_sample();
    FanTurn turn;
    assert_int_equal(fan_book_facts(book).positions, 0);
    assert_false(fan_book_choose(book, &scene.game, FAN_LEVEL_FULL, 0, &turn));
    fan_book_free(book);
}

static FanBookFault fault_of(const uint8_t *bytes, size_t size) {
    FanBook *book;
    size_t offset;
    FanBookFault fault = fan_book_read(bytes, size, &book, &offset);
    assert_true(offset <= size);
    assert_true((fault == FAN_BOOK_OK) == (book != NULL));
    assert_true(strlen(fan_book_fault_text(fault)) > 0);
    fan_book_free(book);
    return fault;
}

static void test_a_changed_byte_is_refused(void **state) {
    (void)state;
    make_sample(9, 5, "");
    for (size_t i = 0; i < sample.size; i++) {
        sample.bytes[i] ^= 0x10;
        FanBookFault fault = fault_of(sample.bytes, sample.size);
        sample.bytes[i] ^= 0x10;
        if (i < 7) {
            assert_int_equal(fault, FAN_BOOK_FOREIGN);
        } else if (i == 7) {
            assert_int_equal(fault, FAN_BOOK_VERSION);
        } else {
            assert_true(fault != FAN_BOOK_OK);
        }
    }
    assert_int_equal(fault_of(sample.bytes, sample.size), FAN_BOOK_OK);
}

static void test_a_cut_or_lengthened_book_is_refused(void **state) {
    (void)state;
    make_sample(9, 5, "");
    for (size_t size = 0; size < sample.size; size++) {
        assert_true(fault_of(sample.bytes, size) != FAN_BOOK_OK);
    }
    uint8_t *longer = calloc(1, sample.size + 1);
    assert_non_null(longer);
    memcpy(longer, sample.bytes, sample.size);
    assert_int_equal(fault_of(longer, sample.size + 1), FAN_BOOK_CHECKSUM);
    free(longer);
    uint8_t *large = calloc(1, FAN_BOOK_SIZE_MAX + 1);
    assert_non_null(large);
    memcpy(large, sample.bytes, sample.size);
    assert_int_equal(fault_of(large, FAN_BOOK_SIZE_MAX + 1), FAN_BOOK_LONG);
    free(large);
}

/* The fault of a book whose maker was at fault: the checksum is right. */
static FanBookFault fault_when_signed(const uint8_t *body, size_t size) {
    uint8_t bytes[512];
    uint64_t sum = fan_checksum(body, size);
    assert_true(size + FAN_BOOK_SUM_BYTES <= sizeof bytes);
    memcpy(bytes, body, size);
    for (unsigned i = 0; i < FAN_BOOK_SUM_BYTES; i++) {
        bytes[size + i] = (uint8_t)(sum >> 8 * i);
    }
    return fault_of(bytes, size + FAN_BOOK_SUM_BYTES);
}

/* A 3×3 book by hand: a1, which can go to a2 and to b1, against b2 and c3; one of these turns,
 * worth 5, seven turns deep, won once and lost twice in 3072 nodes. */
enum { COUNT = 11, ENTRY = 12, OWN = 12, MANY = 16, PLACE = 17, VALUE = 18 };

static const uint8_t small[] = {'F',  'A', 'N', 'B', 'O', 'O', 'K', 1, 3, 3, 0, 1, 0x01, 0, /* a1 */
                                0x10, 1, /* b2, c3 */
                                1,       /* turn */
                                0,    5,   0,   7,   3,   1,   0,   2};

static FanBookFault fault_with(size_t at, uint8_t byte) {
    uint8_t bytes[sizeof small];
    memcpy(bytes, small, sizeof small);
    bytes[at] = byte;
    return fault_when_signed(bytes, sizeof bytes);
}

static void test_faults_of_a_maker_are_told_apart(void **state) {
    (void)state;
    assert_int_equal(fault_when_signed(small, sizeof small), FAN_BOOK_OK);
    assert_int_equal(fault_with(8, 4), FAN_BOOK_BOARD);
    assert_int_equal(fault_with(10, 1), FAN_BOOK_RULES);
    assert_int_equal(fault_with(10, 255), FAN_BOOK_CUT);
    assert_int_equal(fault_with(COUNT, 2), FAN_BOOK_CUT);
    assert_int_equal(fault_with(COUNT, 0), FAN_BOOK_LONG);
    assert_int_equal(fault_with(OWN, 0), FAN_BOOK_STONES);
    assert_int_equal(fault_with(OWN, 0x11), FAN_BOOK_STONES);
    assert_int_equal(fault_with(OWN, 0x1F), FAN_BOOK_STONES);
    assert_int_equal(fault_with(OWN + 1, 2), FAN_BOOK_STONES);
    assert_int_equal(fault_with(OWN, 0x04), FAN_BOOK_ORDER); /* c1 is a1 mirrored */
    assert_int_equal(fault_with(MANY, 0), FAN_BOOK_TURN);
    assert_int_equal(fault_with(MANY, 65), FAN_BOOK_TURN);
    assert_int_equal(fault_with(PLACE, 100), FAN_BOOK_TURN);
    assert_int_equal(fault_with(VALUE + 1, 0x7F), FAN_BOOK_NUMBER);
    assert_int_equal(fault_with(VALUE + 1, 0x80), FAN_BOOK_NUMBER);
    assert_int_equal(fault_with(VALUE + 2, FAN_DEPTH_MAX + 1), FAN_BOOK_NUMBER);
    assert_int_equal(fault_when_signed(small, sizeof small - 1), FAN_BOOK_CUT);
    static const uint8_t padded[] = {'F', 'A', 'N', 'B', 'O', 'O', 'K', 1, 3, 3, 0, 0x80, 0};
    assert_int_equal(fault_when_signed(padded, sizeof padded), FAN_BOOK_NUMBER);
}

static void test_the_same_twice_is_refused(void **state) {
    (void)state;
    uint8_t twice[2 * sizeof small - ENTRY];
    memcpy(twice, small, sizeof small);
    memcpy(twice + sizeof small, small + ENTRY, sizeof small - ENTRY);
    twice[COUNT] = 2;
    assert_int_equal(fault_when_signed(twice, sizeof twice), FAN_BOOK_ORDER);
    uint8_t turns[2 * sizeof small - PLACE];
    memcpy(turns, small, sizeof small);
    memcpy(turns + sizeof small, small + PLACE, sizeof small - PLACE);
    turns[MANY] = 2;
    assert_int_equal(fault_when_signed(turns, sizeof turns), FAN_BOOK_TURN);
    turns[sizeof small] = 1; /* another turn, of more worth than the one before it */
    turns[sizeof small + 1] = 6;
    assert_int_equal(fault_when_signed(turns, sizeof turns), FAN_BOOK_ORDER);
    turns[sizeof small + 1] = 4;
    assert_int_equal(fault_when_signed(turns, sizeof turns), FAN_BOOK_OK);
}

/* --- looking -----------------------------------------------------------------------------------
 */

static size_t known(const FanBook *book, const FanBoard *board, const char *rules,
                    const FanPosition *position) {
    FanRules read;
    FanBookTurn turns[1];
    assert_true(fan_rules_read(&read, rules, strlen(rules), NULL));
    return fan_book_turns(book, board, &read, position, turns, 1);
}

static void test_a_book_keeps_to_its_board_and_rules(void **state) {
    (void)state;
    make_sample(9, 5, "");
    FanBook *book = read_sample();
    FanPosition start = scene.game.position;
    FanBoard board;
    assert_true(known(book, &scene.board, "", &start) > 0);
    assert_int_equal(known(book, &scene.board, "chain=mandatory", &start), 0);
    assert_int_equal(known(book, &scene.board, "quiet-limit=60", &start), 0);
    assert_int_equal(known(book, &scene.board, "vela=white", &start), 0);
    assert_true(fan_board_init(&board, 5, 9));
    assert_int_equal(known(book, &board, "", &start), 0);
    start.quiet = 10;
    assert_int_equal(known(book, &scene.board, "", &start), 0);
    start.quiet = 9;
    assert_true(known(book, &scene.board, "", &start) > 0);
    start.first = 1;
    assert_int_equal(known(book, &scene.board, "", &start), 0);
    fan_book_free(book);
}

/* A book of the start: three turns within a fifth of a stone, one behind. */
static FanBook *make_start(void) {
    static const FanScore values[] = {40, 20, 21, 19};
    uint64_t seed = 1;
    sample.count = 0;
    scene_start(&scene, 9, 5, "");
    add_position(&seed);
    for (size_t i = 0; i < sample.entries[0].count; i++) {
        sample.turns[0][i].value = values[i];
    }
    write_sample();
    return read_sample();
}

static void test_it_chooses_among_what_is_as_good_as_the_best(void **state) {
    (void)state;
    FanBook *book = make_start();
    FanMove worst = sample.turns[0][3].move;
    FanFold fold = fan_fold(&scene.board, &scene.game.position);
    unsigned times[TURNS] = {0};
    assert_int_equal(sample.turns[0][3].value, 19);
    for (uint64_t seed = 0; seed < 200; seed++) {
        FanTurn turn, again;
        assert_true(fan_book_choose(book, &scene.game, FAN_LEVEL_FULL, seed, &turn));
        assert_true(fan_book_choose(book, &scene.game, FAN_LEVELS, seed, &again));
        assert_true(fan_turn_equal(&turn, &again));
        assert_int_equal(
            fan_turn_refusal(&scene.board, &scene.rules, &scene.game.position, &turn).code,
            FAN_LEGAL);
        FanMove move = fan_fold_move(&scene.board, &fold,
                                     fan_turn_move(&scene.board, &scene.game.position, &turn));
        assert_true(move != worst);
        for (size_t i = 0; i < TURNS; i++) {
            times[i] += sample.turns[0][i].move == move;
        }
    }
    assert_true(times[0] > 30 && times[1] > 30 && times[2] > 30);
    fan_book_free(book);
}

static void test_lower_levels_have_not_read_it(void **state) {
    (void)state;
    FanBook *book = make_start();
    FanTurn turn;
    for (unsigned level = 1; level <= FAN_LEVELS; level++) {
        assert_int_equal(fan_book_choose(book, &scene.game, level, 1, &turn), level >= 6);
    }
    assert_false(fan_book_choose(NULL, &scene.game, FAN_LEVEL_FULL, 1, &turn));
    assert_int_equal(fan_game_resign(&scene.game, FAN_WHITE), FAN_GAME_OK);
    assert_false(fan_book_choose(book, &scene.game, FAN_LEVEL_FULL, 1, &turn));
    fan_book_free(book);
}

static void test_the_builtin_book_holds_the_start(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    const FanBook *book = fan_book_builtin(&scene.board, &scene.rules);
    if (book) { /* the page's build has none */
        FanTurn turn;
        assert_true(fan_book_choose(book, &scene.game, FAN_LEVEL_FULL, 1, &turn));
        assert_true(book == fan_book_builtin(&scene.board, &scene.rules));
    }
    scene_start(&scene, 9, 5, "blocked=draw");
    assert_null(fan_book_builtin(&scene.board, &scene.rules));
    scene_start(&scene, 5, 5, "");
    assert_null(fan_book_builtin(&scene.board, &scene.rules));
}

/* --- names -------------------------------------------------------------------------------------
 */

static void expect_name(const char *name) {
    const char *found = fan_opening_name(&scene.game);
    if (name) {
        assert_non_null(found);
        assert_string_equal(found, name);
    } else {
        assert_null(found);
    }
}

static void test_each_first_turn_has_its_name(void **state) {
    (void)state;
    size_t count, moves;
    const FanOpeningName *names = fan_opening_names(&count);
    scene_start(&scene, 9, 5, "");
    expect_name(NULL);
    (void)scene_moves(&scene, &scene.game.position, &moves);
    assert_int_equal(moves, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t seed = i;
        scene_start(&scene, 9, 5, "");
        scene_play_text(&scene, names[i].turn);
        expect_name(names[i].name);
        scene_play_random(&scene, 6, &seed);
        expect_name(names[i].name);
    }
}

static void test_names_belong_to_the_start_of_tsivy(void **state) {
    (void)state;
    uint64_t seed = 3;
    scene_start(&scene, 5, 5, "");
    scene_play_random(&scene, 1, &seed);
    expect_name(NULL);
    scene_start(&scene, 9, 5, "vela=white");
    scene_play_random(&scene, 1, &seed);
    expect_name(NULL);
    scene_read(&scene, "9/4B4/9/4W4/9", "");
    scene_play_text(&scene, "e2-e3A");
    expect_name(NULL);
    scene_read(&scene, "BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW b 0 1", "");
    expect_name("Vaki loha");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mirrored_and_recoloured_positions_fold_to_one),
        cmocka_unit_test(test_turns_that_mirror_each_other_are_one),
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_an_empty_book_knows_nothing),
        cmocka_unit_test(test_a_changed_byte_is_refused),
        cmocka_unit_test(test_a_cut_or_lengthened_book_is_refused),
        cmocka_unit_test(test_faults_of_a_maker_are_told_apart),
        cmocka_unit_test(test_the_same_twice_is_refused),
        cmocka_unit_test(test_a_book_keeps_to_its_board_and_rules),
        cmocka_unit_test(test_it_chooses_among_what_is_as_good_as_the_best),
        cmocka_unit_test(test_lower_levels_have_not_read_it),
        cmocka_unit_test(test_the_builtin_book_holds_the_start),
        cmocka_unit_test(test_each_first_turn_has_its_name),
        cmocka_unit_test(test_names_belong_to_the_start_of_tsivy),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(sample.bytes);
    return failed;
}
