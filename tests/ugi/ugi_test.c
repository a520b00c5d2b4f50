/* Sessions of the engine protocol: lines in, lines out. */
#include "engine/book.h"
#include "support/test.h"
#include "tables/tables.h"
#include "ugi/ugi.h"

#include <fanorona/fanorona.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAID_MAX = 1 << 20 };

static char said[SAID_MAX]; /* every line since the last hear(), each with its end */
static size_t said_length;
static uint64_t now; /* the clock: a millisecond a look */

static void note(void *context, const char *line) {
    (void)context;
    said_length += (size_t)snprintf(said + said_length, SAID_MAX - said_length, "%s\n", line);
    if (said_length >= SAID_MAX) {
        said_length = SAID_MAX - 1;
    }
}

static uint64_t tick(void) {
    return now++;
}

static FanUgi *open_session(void) {
    FanUgi *ugi = fan_ugi_new(tick, note, NULL);
    static const char small[] = "setoption name Hash value 1"; /* sessions come and go here */
    assert_non_null(ugi);
    assert_true(fan_ugi_line(ugi, small, strlen(small)));
    said_length = 0;
    return ugi;
}

/* Says a line and returns what came back at once. */
static const char *hear(FanUgi *ugi, const char *line) {
    said_length = 0;
    said[0] = '\0';
    assert_true(fan_ugi_line(ugi, line, strlen(line)));
    return said;
}

static void expect(FanUgi *ugi, const char *line, const char *answer) {
    const char *got = hear(ugi, line);
    if (strcmp(got, answer) != 0) {
        fail_msg("%s: said\n%sinstead of\n%s", line, got, answer);
    }
}

static void expect_part(FanUgi *ugi, const char *line, const char *part) {
    const char *got = hear(ugi, line);
    if (!strstr(got, part)) {
        fail_msg("%s: said\n%swithout\n%s", line, got, part);
    }
}

/* Works until the search has answered; returns all it said. */
static const char *work(FanUgi *ugi) {
    while (fan_ugi_searching(ugi)) {
        fan_ugi_work(ugi);
    }
    return said;
}

static void test_greets(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    const char *greeting = hear(ugi, "ugi");
    assert_true(strncmp(greeting, "id name Fanorona " FAN_VERSION "\n", 18) == 0);
    assert_non_null(strstr(greeting, "option name Hash type spin default 64 min 1 max 65536\n"));
    assert_non_null(strstr(greeting, "option name MultiPV type spin default 1 min 1 max 16\n"));
    assert_non_null(strstr(greeting, "option name Threads type spin default 1 min 1 max "));
    assert_non_null(strstr(greeting, "option name Ponder type check default false\n"));
    assert_non_null(strstr(greeting, "option name Level type spin default 0 min 0 max 8\n"));
    assert_non_null(strstr(greeting, "option name OwnBook type check default false\n"));
    assert_non_null(strstr(greeting, "option name Perfect type check default false\n"));
    assert_non_null(strstr(greeting, "option name ProofPath type string default <empty>\n"));
    assert_non_null(strstr(greeting, "option name Variant type string default tsivy\n"));
    assert_non_null(strstr(greeting, "option name Rules type string default <empty>\n"));
    assert_string_equal(greeting + strlen(greeting) - 6, "ugiok\n");
    expect(ugi, "isready", "readyok\n");
    fan_ugi_free(ugi);
}

static void test_answers_queries(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    expect(ugi, "query p1turn", "response true\n");
    expect(ugi, "position startpos moves e2e3A", "");
    expect(ugi, "query p1turn", "response false\n");
    expect(ugi, "query gameover", "response false\n");
    expect(ugi, "query result", "response none\n");
    expect(ugi, "position fen 9/9/4W4/9/9 b 0 9", "");
    expect(ugi, "query gameover", "response true\n");
    expect(ugi, "query result", "response p1win\n");
    expect(ugi, "position fen 9/9/4W4/9/B8 b 50 9", "");
    expect(ugi, "query result", "response draw\n");
    expect(ugi, "position fen 9/9/4B4/9/9 w 0 9", "");
    expect(ugi, "query result", "response p2win\n");
    expect(ugi, "query weather", "info string no such query: weather\nresponse unknown\n");
    fan_ugi_free(ugi);
}

static void test_plays_what_is_legal(void **state) {
    (void)state;
    static const char *const limits[] = {"go depth 3", "go nodes 500", "go movetime 5",
                                         "go p1time 1000 p2time 900 p1inc 10 p2inc 20",
                                         "go p1time -5 p2time 0"};
    FanUgi *ugi = open_session();
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        hear(ugi, "position startpos moves d3-e3W");
        hear(ugi, limits[i]);
        assert_true(fan_ugi_searching(ugi));
        const char *answer = strstr(work(ugi), "bestmove ");
        char line[200];
        assert_non_null(answer);
        snprintf(line, sizeof line, "position startpos moves d3-e3W %s", answer + 9);
        expect(ugi, line, "");
        expect(ugi, "query p1turn", "response true\n");
    }
    fan_ugi_free(ugi);
}

static void test_tells_how_it_searches(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "setoption name MultiPV value 2");
    hear(ugi, "go depth 2");
    const char *told = work(ugi);
    assert_non_null(strstr(told, "info depth 1 seldepth "));
    assert_non_null(strstr(told, " multipv 2 score cp "));
    assert_non_null(strstr(told, " pv "));
    assert_non_null(strstr(told, "info depth 2 seldepth "));
    fan_ugi_free(ugi);
}

static void test_wins_are_told_in_plies(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "position fen 9/9/2W1B4/9/9 w 0 1");
    hear(ugi, "go depth 3");
    assert_non_null(strstr(work(ugi), " score mate 1 "));
    fan_ugi_free(ugi);
}

static void test_listens_while_it_searches(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "go infinite");
    assert_true(fan_ugi_searching(ugi) && fan_ugi_endless(ugi));
    fan_ugi_work(ugi);
    expect(ugi, "isready", "readyok\n");
    expect(ugi, "query gameover", "response false\n");
    expect(ugi, "position startpos", "info string position: a search is running; stop it first\n");
    expect(ugi, "go depth 1", "info string go: a search is running; stop it first\n");
    expect_part(ugi, "stop", "bestmove ");
    assert_false(fan_ugi_searching(ugi));
    expect(ugi, "stop", "");
    fan_ugi_free(ugi);
}

/* A search that has seen everything keeps its answer until it is asked for. */
static void test_an_endless_search_answers_only_when_stopped(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "position fen 9/9/2W1B4/9/9 w 0 1");
    hear(ugi, "go infinite");
    assert_null(strstr(work(ugi), "bestmove"));
    assert_true(fan_ugi_endless(ugi));
    expect(ugi, "stop", "bestmove c3-d3A\n");
    fan_ugi_free(ugi);
}

static void test_faults_leave_the_game_as_it_was(void **state) {
    (void)state;
    static const char *const faults[][2] = {
        {"position", "startpos or fen is expected"},
        {"position somewhere", "startpos or fen is expected"},
        {"position startpos moves e2e9", "turn 1 e2e9: malformed"},
        {"position startpos moves e2e3 e2e3", "turn 2 e2e3: illegal"},
        {"position fen 9/9/9/9 w", "position: "},
        {"position fen", "position: the position is empty"},
        {"setoption name Hash value 0", "Hash takes 1 to 65536, not 0"},
        {"setoption name Hash value many", "not many"},
        {"setoption name Hash", "Hash takes"},
        {"setoption Hash 3", "setoption name NAME value VALUE"},
        {"setoption name Speed value 3", "no such option: Speed"},
        {"setoption name TablesPath value here", "here is no folder that can be read"},
        {"setoption name ProofPath value here", "ProofPath: here is no folder that can be read"},
        {"setoption name Perfect value 1", "Perfect takes true or false, not 1"},
        {"setoption name Variant value chess", "Variant takes tsivy"},
        {"setoption name Variant value 8x8", "Variant takes tsivy"},
        {"setoption name Rules value chain=never", "Rules: "},
        {"go depth", "is not understood"},
        {"go fast", "go: fast is not understood"},
        {"castle", "unknown command: castle"},
        {"\x1b[2J\x07", "unknown command: ?[2J?"},
    };
    FanUgi *ugi = open_session();
    hear(ugi, "position startpos moves f2e3A");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        expect_part(ugi, faults[i][0], faults[i][1]);
        expect(ugi, "query p1turn", "response false\n");
    }
    expect(ugi, "", "");
    expect(ugi, "  \t \r\n", "");
    fan_ugi_free(ugi);
}

/* Who sent `go` waits for an answer. */
static void test_go_is_always_answered(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "position fen 9/9/4W4/9/9 b 0 9");
    expect(ugi, "go depth 3", "info string the game is over\nbestmove none\n");
    expect(ugi, "go fast", "info string go: fast is not understood\nbestmove none\n");
    fan_ugi_free(ugi);
}

/* Milliseconds from a `go` to its answer. */
static uint64_t spent_on(FanUgi *ugi, const char *line) {
    uint64_t begun = now;
    hear(ugi, "uginewgame");
    hear(ugi, line);
    assert_non_null(strstr(work(ugi), "bestmove "));
    return now - begun;
}

static void test_clocks_are_told_less_the_overhead(void **state) {
    (void)state;
    enum { LEFT = 2000, LOOKS = 20 }; /* it looks at the clock a few times more */
    FanUgi *ugi = open_session();
    uint64_t spent[3];
    for (uint64_t i = 0; i < 3; i++) {
        char option[64];
        snprintf(option, sizeof option, "setoption name Move Overhead value %u",
                 (unsigned)(i * LEFT / 2));
        expect(ugi, option, "");
        spent[i] = spent_on(ugi, "go p1time 2000 p2time 9000");
        assert_true(spent[i] <= (LEFT - i * LEFT / 2) / 3 + 1 + LOOKS);
    }
    assert_true(spent[0] > spent[1] && spent[1] > spent[2]);
    assert_true(spent_on(ugi, "go p1time -9000 p2time 9000") <= 1 + LOOKS);
    fan_ugi_free(ugi);
}

static void test_an_only_turn_is_played_at_once(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "position fen BB7/9/4B4/3W5/W6WW w 0 1");
    uint64_t begun = now;
    hear(ugi, "go p1time 60000 p2time 60000");
    assert_non_null(strstr(work(ugi), "info depth 1 "));
    assert_null(strstr(said, "info depth 2 "));
    assert_true(now < begun + 20);
    fan_ugi_free(ugi);
}

static void test_variants_and_rules(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "setoption name Variant value telo");
    expect(ugi, "position startpos moves b2 a1", "");
    hear(ugi, "go depth 3");
    assert_non_null(strstr(work(ugi), "bestmove "));
    expect_part(ugi, "setoption name Rules value vela=white", "not played on this board");
    expect(ugi, "setoption name Rules value quiet-limit=20", "");
    expect(ugi, "position startpos moves b2 a1", ""); /* it is still telo */
    hear(ugi, "setoption name Variant value dimy");
    expect(ugi, "setoption name Rules value vela=white,quiet-limit=30", "");
    expect(ugi, "query p1turn", "response false\n"); /* the taker begins */
    expect(ugi, "setoption name Rules value <empty>", "");
    expect(ugi, "query p1turn", "response true\n");
    hear(ugi, "setoption name variant value 7x3");
    hear(ugi, "uginewgame");
    hear(ugi, "go depth 3");
    assert_non_null(strstr(work(ugi), "bestmove "));
    fan_ugi_free(ugi);
}

static void test_level_and_hash(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "isready");
    hear(ugi, "setoption name Hash value 2");
    hear(ugi, "setoption name Level value 2");
    hear(ugi, "setoption name Clear Hash");
    hear(ugi, "go");
    assert_false(fan_ugi_endless(ugi)); /* a level has limits of its own */
    assert_non_null(strstr(work(ugi), "bestmove "));
    fan_ugi_free(ugi);
}

/* A long game is read whole, and one too long is refused. */
/* A book of tsivy's start that knows one turn, the one of this text. */
static FanBook *make_book(const char *text) {
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanTurn turn;
    FanBook *book;
    size_t size;
    assert_true(fan_board_init(&board, 9, 5));
    FanPosition start = fan_position_start(&board, &rules);
    FanFold fold = fan_fold(&board, &start);
    assert_int_equal(fan_turn_read(&board, &rules, &start, text, strlen(text), &turn, NULL),
                     FAN_TURN_READ);
    FanBookTurn listed = {.move =
                              fan_fold_move(&board, &fold, fan_turn_move(&board, &start, &turn))};
    FanBookEntry entry = {fold.own, fold.other, &listed, 1};
    uint8_t *bytes = fan_book_write(&board, &rules, &entry, 1, &size);
    assert_non_null(bytes);
    assert_int_equal(fan_book_read(bytes, size, &book, NULL), FAN_BOOK_OK);
    free(bytes);
    return book;
}

static void test_the_book_answers_where_it_may(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    FanBook *book = make_book("e2-e3A"); /* no search chooses it */
    fan_ugi_set_book(ugi, book);
    static const char answer[] = "info string from the book\nbestmove e2-e3A\n";
    hear(ugi, "go depth 1");
    assert_null(strstr(work(ugi), "book")); /* not unless it is told to */
    expect(ugi, "setoption name OwnBook value yes",
           "info string OwnBook takes true or false, not yes\n");
    expect(ugi, "setoption name ownbook value TRUE", "");
    expect(ugi, "go depth 1", answer);
    expect(ugi, "go p1time 1000 p2time 1000", answer);
    hear(ugi, "go infinite");
    hear(ugi, "stop");
    assert_null(strstr(said, "from the book"));
    hear(ugi, "setoption name MultiPV value 2");
    hear(ugi, "go depth 1");
    assert_null(strstr(work(ugi), "from the book"));
    hear(ugi, "setoption name MultiPV value 1");
    hear(ugi, "setoption name Level value 5");
    hear(ugi, "go");
    assert_null(strstr(work(ugi), "from the book"));
    hear(ugi, "setoption name Level value 6");
    expect(ugi, "go", answer);
    hear(ugi, "setoption name Rules value blocked=draw");
    hear(ugi, "go depth 1");
    assert_null(strstr(work(ugi), "from the book"));
    fan_ugi_free(ugi);
    fan_book_free(book);
}

static unsigned opened; /* tables */

/* Empty ones of any board but dimy. */
static FanTables *open_some(const char *folder, const FanBoard *board, const FanRules *rules,
                            FanTablesError *error) {
    opened++;
    snprintf(error->text, sizeof error->text, "%s has none", folder);
    return board->files == 5 ? NULL : fan_tables_new(board, rules);
}

/* Says a line, works, and returns how often tables were opened. */
static unsigned openings_by(FanUgi *ugi, const char *line) {
    opened = 0;
    hear(ugi, line);
    work(ugi);
    return opened;
}

static void test_tables_are_opened_for_what_is_played(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    fan_ugi_set_tables(ugi, open_some);
    assert_int_equal(openings_by(ugi, "go depth 1"), 0);
    assert_int_equal(openings_by(ugi, "setoption name TablesPath value some where"), 1);
    assert_int_equal(openings_by(ugi, "go depth 1"), 0);
    assert_int_equal(openings_by(ugi, "setoption name Hash value 2"), 0);
    assert_int_equal(openings_by(ugi, "go depth 1"), 0);
    hear(ugi, "setoption name Rules value quiet-limit=20");
    assert_int_equal(openings_by(ugi, "go depth 1"), 0); /* no other tables */
    hear(ugi, "setoption name Rules value blocked=draw");
    assert_int_equal(openings_by(ugi, "go depth 1"), 1);
    hear(ugi, "setoption name Variant value dimy");
    expect_part(ugi, "go depth 1",
                "info string TablesPath: some where has none; searching without tables\n");
    work(ugi);
    assert_int_equal(openings_by(ugi, "go depth 1"), 0); /* told once */
    assert_int_equal(openings_by(ugi, "setoption name TablesPath value <empty>"), 0);
    hear(ugi, "setoption name Variant value tsivy");
    assert_int_equal(openings_by(ugi, "go depth 1"), 0);
    fan_ugi_free(ugi);
}

static FanTables *listing; /* the tables opened last, with a file of two against one */

static FanTables *open_one(const char *folder, const FanBoard *board, const FanRules *rules,
                           FanTablesError *error) {
    static const uint8_t bytes[1];
    (void)folder;
    (void)error;
    listing = fan_tables_new(board, rules);
    assert_non_null(listing);
    listing->files[2][1][FAN_TABLE_VALUES].data = bytes;
    return listing;
}

/* Listing the positions of many stones takes seconds: no search is to lose them. */
static void test_isready_waits_for_tables(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    fan_ugi_set_tables(ugi, open_one);
    hear(ugi, "setoption name TablesPath value some where");
    assert_null(listing->space.outer[2].entries);
    hear(ugi, "isready");
    assert_non_null(listing->space.outer[2].entries);
    assert_null(listing->space.outer[3].entries);
    fan_ugi_free(ugi);
}

static unsigned proofs_opened;

/* What is proved of a board, by nothing but its rules; a folder named "bad" has a fault, one named
 * "empty" nothing. */
static FanProof *open_proof(const char *folder, const FanBoard *board, const FanRules *rules,
                            const FanTables *tables, FanProofError *error) {
    proofs_opened++;
    if (strcmp(folder, "bad") == 0) {
        snprintf(error->text, sizeof error->text, "bad/x.proof: damaged");
        return NULL;
    }
    if (strcmp(folder, "empty") == 0) {
        snprintf(error->text, sizeof error->text, "empty has none");
    }
    return fan_proof_new(board, rules, tables);
}

static unsigned proofs_opened_by(FanUgi *ugi, const char *line) {
    proofs_opened = 0;
    hear(ugi, line);
    work(ugi);
    return proofs_opened;
}

/* A turn that takes the last stone keeps a win without any certificate. */
static void test_perfect_says_what_is_promised(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    fan_ugi_set_proof(ugi, open_proof);
    fan_ugi_set_tables(ugi, open_some);
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 0); /* not asked for */
    assert_null(strstr(said, "promise"));
    hear(ugi, "setoption name OwnBook value true");
    hear(ugi, "setoption name Perfect value true");
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 1);
    assert_non_null(strstr(said, "info string promise none\n"));
    assert_null(strstr(said, "from the book"));
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 0);
    hear(ugi, "position fen 9/9/2WB5/9/9 w");
    expect_part(ugi, "go depth 1", "info string promise win\n");
    assert_non_null(strstr(work(ugi), "bestmove c3-b3W\n"));
    hear(ugi, "setoption name Level value 7");
    expect_part(ugi, "go depth 1", "info string Perfect: not at Level 7\n");
    assert_null(strstr(work(ugi), "promise"));
    hear(ugi, "setoption name Level value 8");
    expect_part(ugi, "go depth 1", "info string promise win\n");
    work(ugi);
    fan_ugi_free(ugi);
}

static void test_proofs_are_those_of_the_game(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    fan_ugi_set_proof(ugi, open_proof);
    fan_ugi_set_tables(ugi, open_some);
    hear(ugi, "setoption name Perfect value true");
    assert_int_equal(proofs_opened_by(ugi, "isready"), 1);
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 0);
    assert_int_equal(proofs_opened_by(ugi, "setoption name Hash value 2"), 0);
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 0);
    hear(ugi, "setoption name Rules value blocked=draw");
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 1);
    hear(ugi, "setoption name TablesPath value some where"); /* it leans on other ones now */
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 1);
    hear(ugi, "setoption name ProofPath value bad");
    expect_part(ugi, "isready",
                "info string ProofPath: bad/x.proof: damaged; searching without certificates\n");
    expect(ugi, "isready", "readyok\n"); /* told once */
    expect_part(ugi, "go depth 1", "info string promise none\n");
    work(ugi);
    hear(ugi, "setoption name ProofPath value empty");
    expect(ugi, "isready", "info string ProofPath: empty has none\nreadyok\n");
    hear(ugi, "position fen 9/9/2WB5/9/9 w");
    expect_part(ugi, "go depth 1", "info string promise win\n"); /* by the rules alone */
    work(ugi);
    hear(ugi, "setoption name Variant value telo");
    assert_int_equal(proofs_opened_by(ugi, "go depth 1"), 0);
    assert_non_null(strstr(said, "info string promise none\n"));
    fan_ugi_free(ugi);
}

static void test_long_games(void **state) {
    (void)state;
    enum { TURNS = 4000 };
    static char line[TURNS * 8 + 200];
    static const char *const round[] = {" a1-b1", " i5-h5", " b1-a1", " h5-i5"};
    FanUgi *ugi = open_session();
    hear(ugi, "setoption name Rules value quiet-limit=0,repetition=0");
    size_t length = (size_t)snprintf(line, sizeof line, "position fen 8B/9/9/9/W8 w 0 1 moves");
    for (int i = 0; i < TURNS; i++) {
        length += (size_t)snprintf(line + length, sizeof line - length, "%s", round[i % 4]);
    }
    expect(ugi, line, "");
    snprintf(line + length, sizeof line - length, " a1-c1");
    expect_part(ugi, line, "turn 4001 a1-c1: illegal");
    static char endless[FAN_UGI_LINE_MAX + 10];
    memset(endless, 'x', sizeof endless - 1);
    expect_part(ugi, endless, "longer than any");
    fan_ugi_free(ugi);
}

static void test_quit_answers_and_ends(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "go infinite");
    said_length = 0;
    assert_false(fan_ugi_line(ugi, "quit", 4));
    assert_non_null(strstr(said, "bestmove "));
    fan_ugi_free(ugi);
}

/* --- pondering -----------------------------------------------------------------------------------
 */

/* The answer names the reply it expects only to who asked to ponder; both can be played. */
static void test_the_expected_reply_is_told(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "go depth 4");
    assert_null(strstr(work(ugi), " ponder "));
    expect(ugi, "setoption name Ponder value maybe",
           "info string Ponder takes true or false, not maybe\n");
    expect(ugi, "setoption name Ponder value true", "");
    hear(ugi, "go depth 4");
    char line[400], turn[100], reply[100];
    const char *answer = strstr(work(ugi), "bestmove ");
    assert_non_null(answer);
    assert_int_equal(sscanf(answer, "bestmove %99s ponder %99s", turn, reply), 2);
    snprintf(line, sizeof line, "position startpos moves %s %s", turn, reply);
    expect(ugi, line, "");
    hear(ugi, "position fen 9/9/2W1B4/9/9 w 0 1"); /* a turn that ends the game has no reply */
    hear(ugi, "go depth 2");
    assert_non_null(strstr(work(ugi), "bestmove c3-d3A\n"));
    fan_ugi_free(ugi);
}

static void work_a_while(FanUgi *ugi, int slices) {
    for (int i = 0; i < slices; i++) {
        fan_ugi_work(ugi);
    }
}

/* While it ponders no time counts; with ponderhit the clock begins to run. */
static void test_pondering_lasts_until_the_reply_is_played(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    expect(ugi, "ponderhit", "");
    hear(ugi, "go ponder movetime 20");
    assert_true(fan_ugi_searching(ugi) && fan_ugi_endless(ugi));
    uint64_t before = now;
    while (now < before + 40) {
        fan_ugi_work(ugi);
    }
    assert_null(strstr(said, "bestmove"));
    uint64_t hit = now;
    expect(ugi, "ponderhit", "");
    assert_false(fan_ugi_endless(ugi));
    assert_non_null(strstr(work(ugi), "bestmove "));
    assert_true(now >= hit + 20);
    expect(ugi, "ponderhit", "");
    fan_ugi_free(ugi);
}

static void test_pondering_ends_with_stop(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "go ponder p1time 1000 p2time 1000");
    work_a_while(ugi, 5);
    expect_part(ugi, "stop", "bestmove ");
    assert_false(fan_ugi_searching(ugi));
    fan_ugi_free(ugi);
}

/* What it has thought long enough about, or to its end, is answered at once. */
static void test_what_was_pondered_enough_is_played_at_once(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
    hear(ugi, "go ponder depth 2");
    work_a_while(ugi, 100);
    assert_null(strstr(said, "bestmove"));
    expect_part(ugi, "ponderhit", "bestmove ");
    hear(ugi, "go ponder p1time 200 p2time 200");
    uint64_t before = now;
    while (now < before + 100) {
        fan_ugi_work(ugi);
    }
    uint64_t hit = now;
    hear(ugi, "ponderhit");
    assert_non_null(strstr(work(ugi), "bestmove "));
    assert_true(now <= hit + 5);
    fan_ugi_free(ugi);
}

static void test_threads(void **state) {
    (void)state;
    FanUgi *ugi = open_session();
#ifndef __wasi__
    expect(ugi, "setoption name Threads value 2", "");
#endif
    expect_part(ugi, "setoption name Threads value 0", "Threads takes 1 to ");
    hear(ugi, "go nodes 4000");
    assert_non_null(strstr(work(ugi), "bestmove "));
    hear(ugi, "go infinite");
    work_a_while(ugi, 3);
    expect_part(ugi, "stop", "bestmove ");
    fan_ugi_free(ugi);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greets),
        cmocka_unit_test(test_answers_queries),
        cmocka_unit_test(test_plays_what_is_legal),
        cmocka_unit_test(test_tells_how_it_searches),
        cmocka_unit_test(test_wins_are_told_in_plies),
        cmocka_unit_test(test_listens_while_it_searches),
        cmocka_unit_test(test_an_endless_search_answers_only_when_stopped),
        cmocka_unit_test(test_faults_leave_the_game_as_it_was),
        cmocka_unit_test(test_go_is_always_answered),
        cmocka_unit_test(test_clocks_are_told_less_the_overhead),
        cmocka_unit_test(test_variants_and_rules),
        cmocka_unit_test(test_level_and_hash),
        cmocka_unit_test(test_the_book_answers_where_it_may),
        cmocka_unit_test(test_tables_are_opened_for_what_is_played),
        cmocka_unit_test(test_isready_waits_for_tables),
        cmocka_unit_test(test_perfect_says_what_is_promised),
        cmocka_unit_test(test_proofs_are_those_of_the_game),
        cmocka_unit_test(test_long_games),
        cmocka_unit_test(test_quit_answers_and_ends),
        cmocka_unit_test(test_an_only_turn_is_played_at_once),
        cmocka_unit_test(test_the_expected_reply_is_told),
        cmocka_unit_test(test_pondering_lasts_until_the_reply_is_played),
        cmocka_unit_test(test_pondering_ends_with_stop),
        cmocka_unit_test(test_what_was_pondered_enough_is_played_at_once),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
