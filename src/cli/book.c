/* `fanorona book`: make a book of openings and look into one (docs/engine.md). */
#include "cli/arguments.h"
#include "cli/book/build.h"
#include "cli/book/show.h"
#include "cli/nearest.h"

#include <string.h>

enum {
    POSITIONS = 1000,
    NODES = 200000,
    GAMES = 1000,
    GAME_NODES = 2000,
};

/* Complains if an option was given that the action does not take. */
static FanExit forbid(const FanArguments *arguments, const char *action, const char *const *names) {
    for (; *names; names++) {
        if (fan_arguments_given(arguments, *names)) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s does not take it", *names,
                                action);
        }
    }
    return FAN_EXIT_FINE;
}

static FanExit build(FanArguments *arguments, const FanSetup *setup) {
    static const char *const others[] = {"book", "moves", "fen", "json", NULL};
    FanExit status = forbid(arguments, "build", others);
    const FanBookPlan plan = {
        .board = setup->board,
        .rules = setup->rules,
        .out = fan_arguments_text(arguments, "out", NULL),
        .positions = (size_t)fan_arguments_number(arguments, "positions", POSITIONS),
        .nodes = fan_arguments_number(arguments, "nodes", NODES),
        .games = (size_t)fan_arguments_number(arguments, "games", GAMES),
        .per_turn = fan_arguments_number(arguments, "game-nodes", GAME_NODES),
        .seed = fan_arguments_number(arguments, "seed", 0),
    };
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    if (!plan.out) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--out: build needs a file or a folder");
    }
    if (setup->rules.telo || setup->rules.vela != FAN_VELA_NONE) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "books are for the capture game alone");
    }
    if (fan_rules_endless(&setup->rules)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--rules: with quiet-limit and repetition both off a game may never "
                            "end (R8)");
    }
    return fan_book_build(arguments, &plan);
}

static FanExit show(FanArguments *arguments, const FanSetup *setup) {
    static const char *const others[] = {"out",        "positions", "nodes", "games",
                                         "game-nodes", "seed",      NULL};
    const char *path = fan_arguments_text(arguments, "book", NULL);
    const char *moves = fan_arguments_text(arguments, "moves", "");
    FanBook *read = NULL;
    FanExit status = forbid(arguments, "show", others);
    if (status == FAN_EXIT_FINE && path) {
        status = fan_book_open(arguments, "book", path, &read);
    }
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    const FanBook *book = read ? read : fan_book_builtin(&setup->board, &setup->rules);
    status = book ? fan_book_show(arguments, book, setup, moves)
                  : fan_complain(arguments, FAN_EXIT_USAGE,
                                 "no book for this board and these rules is built in; --book names "
                                 "a file");
    fan_book_free(read);
    return status;
}

static FanExit run_book(FanArguments *arguments) {
    const char *action = fan_operand_text(arguments, 0);
    bool builds = strcmp(action, "build") == 0;
    FanSetup setup;
    if (!builds && strcmp(action, "show") != 0) {
        FanQuote quote;
        char hint[FAN_HINT_MAX];
        FanNearest nearest = fan_nearest_begin(action, strlen(action));
        fan_nearest_offer(&nearest, "build");
        fan_nearest_offer(&nearest, "show");
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s is neither build nor show%s",
                            fan_quote(&quote, action, strlen(action)),
                            fan_nearest_hint(&nearest, "", hint));
    }
    FanExit status = fan_setup_read(arguments, &setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    return builds ? build(arguments, &setup) : show(arguments, &setup);
}

static const FanParameter options[] = {
    {.name = "book",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the built-in one",
     .help = "show: the book to look into"},
    {.name = "moves",
     .argument = "TURNS",
     .type = FAN_PARAMETER_TEXT,
     .help = "show: turns to play first, in quotes"},
    {.name = "out",
     .argument = "PATH",
     .type = FAN_PARAMETER_TEXT,
     .help = "build: the file to write, or a folder where its name tells its content"},
    {.name = "positions",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 100000,
     .standard = "1000",
     .help = "build: how many positions to search"},
    {.name = "nodes",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000000,
     .standard = "200000",
     .help = "build: nodes of a search, for the four best turns"},
    {.name = "games",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = 1000000,
     .standard = "1000",
     .help = "build: games to play against itself"},
    {.name = "game-nodes",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000,
     .standard = "2000",
     .help = "build: nodes for each turn of these games"},
    {.name = "seed",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = UINT32_MAX,
     .standard = "0",
     .help = "build: which games"},
    {0},
};

static const FanParameter operand = {
    .name = "build|show", .type = FAN_PARAMETER_TEXT, .help = "what to do"};

const FanCommand fan_command_book = {
    .name = "book",
    .summary = "make a book of openings, or look into one",
    .description =
        "show prints what the book says of a position: the name of the opening where it\n"
        "has one; the turns, best first, each with its score for the side to move, the\n"
        "winning chances in thousandths, the depth and nodes behind them and how the\n"
        "games went that were played so; and `turns N`.\n"
        "build makes a book: it searches the start and then, one by one, the positions\n"
        "that the best turns lead to, carries their values back, plays games against\n"
        "itself and writes it all. Beside the book it keeps a journal; Ctrl-C ends it\n"
        "with status 130, and the same command goes on, whatever ended it.\n",
    .options = options,
    .operand = &operand,
    .operands_min = 1,
    .operands_max = 1,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON,
    .run = run_book,
};
