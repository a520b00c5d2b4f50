/* `fanorona play`: a game at the terminal, on its screen or line by line. */
#include "cli/play/play.h"
#include "cli/solve/solve.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Options after which going on with another game would not be what was asked for. */
static const char *const contradicting[] = {"variant", "board", "rules", "fen", "side",
                                            "two",     "load",  "save",  "new"};

static bool may_resume(const FanArguments *arguments) {
    for (size_t i = 0; i < sizeof contradicting / sizeof *contradicting; i++) {
        if (fan_arguments_given(arguments, contradicting[i])) {
            return false;
        }
    }
    return true;
}

/* A seed that differs from run to run: which side is drawn, which of near turns a level plays. */
static uint64_t draw_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec / 1000 + (uint64_t)getpid();
}

static FanExit read_seats(FanPlay *play, uint64_t seed) {
    const FanArguments *arguments = play->arguments;
    const char *side = fan_arguments_text(arguments, "side", "white");
    bool two = fan_arguments_given(arguments, "two");
    if (two && fan_arguments_given(arguments, "side")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--side: contradicts --two");
    }
    if (two && fan_arguments_given(arguments, "level")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--level: contradicts --two");
    }
    if (two && fan_arguments_given(arguments, "perfect")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--perfect: contradicts --two");
    }
    FanSide person = strcmp(side, "random") == 0  ? (FanSide)(seed >> 5 & 1)
                     : strcmp(side, "black") == 0 ? FAN_BLACK
                                                  : FAN_WHITE;
    play->seats[person] = FAN_SEAT_PERSON;
    play->seats[fan_other_side(person)] = two ? FAN_SEAT_PERSON : FAN_SEAT_COMPUTER;
    return FAN_EXIT_FINE;
}

/* Begins with the game of a file, or with a new one. */
static FanExit begin(FanPlay *play) {
    const FanArguments *arguments = play->arguments;
    const char *load = fan_arguments_text(arguments, "load", NULL);
    const char *save = fan_arguments_text(arguments, "save", NULL);
    if (!load) {
        fan_play_begin(play);
    } else if (!fan_play_open(play, load)) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--load: %s", play->session.said);
    }
    if (save && !fan_play_folder_begin(&play->store, save)) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--save: %s", play->store.why);
    }
    return FAN_EXIT_FINE;
}

/* What is perfect plays at the highest level. */
static FanExit read_level(FanPlay *play) {
    const FanArguments *arguments = play->arguments;
    bool perfect = fan_arguments_given(arguments, "perfect");
    unsigned level = (unsigned)fan_arguments_number(arguments, "level", perfect ? FAN_LEVELS : 1);
    if (perfect && level != FAN_LEVELS) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--level: contradicts --perfect, which is "
                            "level 8 and more");
    }
    if (!perfect && fan_arguments_given(arguments, "proofs")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--proofs: --perfect is missing");
    }
    play->session.level = level;
    return FAN_EXIT_FINE;
}

static FanExit read_play(FanPlay *play) {
    FanArguments *arguments = play->arguments;
    uint64_t seed = fan_arguments_number(arguments, "seed", draw_seed());
    FanExit status = fan_setup_read(arguments, &play->setup);
    if (status == FAN_EXIT_FINE) {
        status = read_seats(play, seed);
    }
    if (status == FAN_EXIT_FINE && fan_rules_endless(&play->setup.rules)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--rules: with quiet-limit and repetition both off a game may never "
                            "end (R8)");
    }
    if (status == FAN_EXIT_FINE && fan_arguments_given(arguments, "load") &&
        (fan_arguments_given(arguments, "fen") || fan_arguments_given(arguments, "rules") ||
         fan_arguments_given(arguments, "variant") || fan_arguments_given(arguments, "board"))) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--load: the file says what is played; --variant, --board, --rules and "
                            "--fen contradict it");
    }
    if (status == FAN_EXIT_FINE) {
        status = read_level(play);
    }
    play->session.seed = seed;
    play->may_resume = may_resume(arguments);
    return status;
}

/* Tables that were asked for have to be there for the first game. */
static FanExit check_tables(FanPlay *play) {
    const FanTables *tables;
    FanTablesError error;
    if (!play->endgames.asked || fan_endgames_find(&play->endgames, &play->session.board,
                                                   &play->session.game.rules, &tables, &error)) {
        return FAN_EXIT_FINE;
    }
    return fan_complain(play->arguments, FAN_EXIT_USAGE, "--tables: %s", error.text);
}

enum { SMALL_POINTS = 35 }; /* boards whose tables are built on the way */

/* The tables of a small board are built where they are missing. */
static FanExit build_tables(FanPlay *play) {
    const FanSetup setup = {.board = play->session.board, .rules = play->session.game.rules};
    FanSolveTables found;
    bool none = play->endgames.folders_count == 0; /* --tables none */
    if (setup.board.points > SMALL_POINTS || setup.rules.telo || none) {
        return FAN_EXIT_FINE;
    }
    FanExit status = fan_solve_tables(play->arguments, &setup, 1, &found);
    if (status == FAN_EXIT_FINE) {
        fan_endgames_adopt(&play->endgames, &setup.board, &setup.rules, found.tables);
    }
    return status;
}

/* Goes through what is proved of the first game, which may take a while, and from then on plays by
 * it. What cannot be read is not what was asked for. */
static FanExit begin_perfect(FanPlay *play) {
    FanSession *session = &play->session;
    const FanTables *tables;
    const FanProof *proof;
    FanProofError error;
    FanExit status = fan_certificates_choose(play->arguments, &play->certificates);
    if (status == FAN_EXIT_FINE) {
        status = build_tables(play);
    }
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    if (!fan_certificates_find(&play->certificates, &play->endgames, &session->board,
                               &session->game.rules, &tables, &proof, &error)) {
        return fan_complain(play->arguments, FAN_EXIT_USAGE, "--perfect: %s", error.text);
    }
    play->certificates.silent = true; /* now the game has the terminal */
    session->certificates = &play->certificates;
    session->level = FAN_LEVELS; /* whatever a record says */
    fan_session_hush(session);
    fan_session_wake(session);
    return FAN_EXIT_FINE;
}

static FanExit play_game(FanPlay *play) {
    bool screen = !fan_arguments_given(play->arguments, "plain") && isatty(0) && isatty(1);
    return screen ? fan_play_screen(play) : fan_play_plain(play);
}

static FanExit run_play(FanArguments *arguments) {
    FanPlay *play = calloc(1, sizeof *play);
    if (!play || !fan_session_init(&play->session)) {
        if (play) {
            fan_session_free(&play->session);
        }
        free(play);
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory to play");
    }
    play->arguments = arguments;
    fan_record_init(&play->record, NULL);
    if (!fan_play_folder_open(&play->store) && !fan_arguments_given(arguments, "save")) {
        snprintf(play->trouble, sizeof play->trouble, "%s", play->store.why);
    }
    FanExit status = read_play(play);
    if (status == FAN_EXIT_FINE) {
        status = fan_endgames_choose(arguments, true, &play->endgames);
        play->session.endgames = &play->endgames;
    }
    if (status == FAN_EXIT_FINE) {
        status = begin(play);
    }
    if (status == FAN_EXIT_FINE) {
        status = check_tables(play);
    }
    if (status == FAN_EXIT_FINE && fan_arguments_given(arguments, "perfect")) {
        status = begin_perfect(play);
    }
    if (status == FAN_EXIT_FINE) {
        status = play_game(play);
    }
    fan_play_folder_close(&play->store);
    fan_record_free(&play->record);
    fan_session_free(&play->session);
    fan_certificates_drop(&play->certificates);
    fan_endgames_drop(&play->endgames);
    free(play);
    return status;
}

static const char *const sides[] = {"white", "black", "random", NULL};

static const FanParameter options[] = {
    {.name = "level",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_LEVELS,
     .standard = "1",
     .help = "how strong the computer is"},
    {.name = "side",
     .argument = "SIDE",
     .type = FAN_PARAMETER_WORD,
     .words = sides,
     .standard = "white",
     .help = "the side you play: white, black or random"},
    {.name = "two", .type = FAN_PARAMETER_FLAG, .help = "two persons play at this terminal"},
    {.name = "new",
     .type = FAN_PARAMETER_FLAG,
     .help = "do not ask whether to go on with an unfinished game"},
    {.name = "load",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "go on with the first game of a record; the file is left alone"},
    {.name = "save",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "keep the game in this new file instead of the data folder"},
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the user's own or the system's",
     .help = "endgame tables that hints and level 8 know, or none"},
    {.name = "perfect",
     .type = FAN_PARAMETER_FLAG,
     .help = "level 8, and nothing that is proved is given away"},
    {.name = "proofs",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the user's own, the system's and the built-in one of 5x5",
     .help = "certificates (*.proof) that --perfect plays by"},
    {.name = "plain", .type = FAN_PARAMETER_FLAG, .help = "play line by line, without a screen"},
    {.name = "ascii", .type = FAN_PARAMETER_FLAG, .help = "draw with ASCII characters only"},
    {.name = "no-color", .type = FAN_PARAMETER_FLAG, .help = "draw without colours"},
    {.name = "seed",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = UINT32_MAX,
     .help = "which of near turns the computer chooses; drawn if not given"},
    {0},
};

const FanCommand fan_command_play = {
    .name = "play",
    .summary = "play at the terminal against the computer or a friend",
    .description =
        "Plays on the whole screen; ? there lists the keys. Without a terminal, or with\n"
        "--plain, it reads a command or a turn a line; `help` there lists the commands.\n"
        "Every game is kept after every turn in games/ of the data folder, which is\n"
        "$FANORONA_DATA, else $XDG_DATA_HOME/fanorona, else ~/.local/share/fanorona; an\n"
        "unfinished one is offered the next time. Ctrl-C ends it and loses no turn.\n"
        "With --perfect the computer gives nothing away that certificates (fanorona solve)\n"
        "or endgame tables promise, and says what that is: from the start of 5x5 neither\n"
        "side of it can lose. `solve check` judges a certificate. Where nothing is proved\n"
        "it says so and plays as well as it can.\n",
    .options = options,
    .takes = FAN_TAKES_SETUP,
    .run = run_play,
};
