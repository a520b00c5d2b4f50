/* `fanorona match`: two programs of the engine protocol against each other. Here is what may be
 * asked for; src/cli/match plays it. */
#include "cli/arguments.h"
#include "cli/endgames.h"
#include "cli/interrupt.h"
#include "cli/match/match.h"
#include "cli/match/report.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 100,
    MOVETIME_MS = 100, /* where nothing limits a turn */
    MARGIN_MS = 100,
    TIMEOUT_S = 60,
    PLIES = 4,
    BALANCE = 100,
    SCORE_MAX = 30000,
    TIME_MAX_S = 1000000,
};

/* --- numbers in lists ----------------------------------------------------------------------------
 */

/* Reads at most `most` decimal numbers with `separator` between them; returns how many, 0 if the
 * text is anything else. */
static size_t read_numbers(const char *text, char separator, double *numbers, size_t most) {
    size_t count = 0;
    for (;;) {
        char *end;
        size_t length = strspn(text + (*text == '-'), "0123456789.") + (*text == '-');
        if (count == most || length > 12 || !strpbrk(text, "0123456789")) {
            return 0;
        }
        numbers[count++] = strtod(text, &end);
        if (end != text + length || length == (size_t)(*text == '-')) {
            return 0;
        }
        if (*end == '\0') {
            return count;
        }
        if (*end != separator) {
            return 0;
        }
        text = end + 1;
    }
}

static bool is_whole(double number, double least, double most) {
    return number >= least && number <= most && number == (double)(int64_t)number;
}

static FanExit complain_form(const FanArguments *arguments, const char *option, const char *text,
                             const char *form) {
    FanQuote quote;
    return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s is not %s", option,
                        fan_quote(&quote, text, strlen(text)), form);
}

/* --- limits --------------------------------------------------------------------------------------
 */

static FanExit read_clock(const FanArguments *arguments, FanLimits *limits) {
    const char *text = fan_arguments_text(arguments, "tc", NULL);
    double seconds[2] = {0, 0};
    if (!text) {
        return FAN_EXIT_FINE;
    }
    if (!read_numbers(text, '+', seconds, 2) || seconds[0] < 0.001 || seconds[0] > TIME_MAX_S ||
        seconds[1] < 0 || seconds[1] > TIME_MAX_S) {
        return complain_form(arguments, "tc", text,
                             "SECONDS+INCREMENT, such as 10+0.1 (at most 1000000)");
    }
    if (fan_arguments_given(arguments, "movetime")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--tc: contradicts --movetime");
    }
    limits->clock_ms = (uint64_t)(seconds[0] * 1000 + 0.5);
    limits->increment_ms = (uint64_t)(seconds[1] * 1000 + 0.5);
    return FAN_EXIT_FINE;
}

static FanExit read_limits(const FanArguments *arguments, FanLimits *limits) {
    *limits = (FanLimits){
        .movetime_ms = fan_arguments_number(arguments, "movetime", 0),
        .nodes = fan_arguments_number(arguments, "nodes", 0),
        .depth = fan_arguments_number(arguments, "depth", 0),
        .margin_ms = fan_arguments_number(arguments, "margin", MARGIN_MS),
        .ponder = fan_arguments_given(arguments, "ponder"),
    };
    FanExit status = read_clock(arguments, limits);
    if (!limits->clock_ms && !limits->movetime_ms && !limits->nodes && !limits->depth) {
        limits->movetime_ms = MOVETIME_MS;
    }
    return status;
}

/* --- adjudication and the test -------------------------------------------------------------------
 */

static FanExit read_adjudication(const FanArguments *arguments, FanAdjudication *adjudication) {
    const char *resign = fan_arguments_text(arguments, "resign", NULL);
    const char *draw = fan_arguments_text(arguments, "draw", NULL);
    double numbers[3] = {0, 0, 0};
    *adjudication = (FanAdjudication){.resign_turns = 0};
    if (resign) {
        if (read_numbers(resign, ',', numbers, 2) != 2 || !is_whole(numbers[0], 1, SCORE_MAX) ||
            !is_whole(numbers[1], 1, 1000)) {
            return complain_form(arguments, "resign", resign,
                                 "SCORE,TURNS: hundredths of a stone (1 to 30000) and how many "
                                 "turns in a row (1 to 1000)");
        }
        adjudication->resign_score = (int32_t)numbers[0];
        adjudication->resign_turns = (unsigned)numbers[1];
    }
    if (draw) {
        if (read_numbers(draw, ',', numbers, 3) != 3 || !is_whole(numbers[0], 0, SCORE_MAX) ||
            !is_whole(numbers[1], 1, 1000) || !is_whole(numbers[2], 0, 1000)) {
            return complain_form(
                arguments, "draw", draw,
                "SCORE,TURNS,FROM: hundredths of a stone (0 to 30000), how many "
                "turns in a row (1 to 1000), and not before pair FROM (0 to 1000)");
        }
        adjudication->draw_score = (int32_t)numbers[0];
        adjudication->draw_turns = (unsigned)numbers[1];
        adjudication->draw_from = (unsigned)numbers[2];
    }
    return FAN_EXIT_FINE;
}

static bool is_error_rate(double rate) {
    return rate >= 0.0001 && rate <= 0.5;
}

static FanExit read_sprt(const FanArguments *arguments, FanMatch *match) {
    const char *text = fan_arguments_text(arguments, "sprt", NULL);
    double numbers[4] = {0, 0, 0.05, 0.05};
    if (!text) {
        return FAN_EXIT_FINE;
    }
    size_t count = read_numbers(text, ',', numbers, 4);
    if ((count != 2 && count != 4) || numbers[0] < -1000 || numbers[1] > 1000 ||
        numbers[0] >= numbers[1] || !is_error_rate(numbers[2]) || !is_error_rate(numbers[3])) {
        return complain_form(arguments, "sprt", text,
                             "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,5,0.05,0.05 (ELO0 is "
                             "the smaller one; error rates are 0.0001 to 0.5)");
    }
    match->testing = true;
    match->sprt =
        (FanSprt){.elo0 = numbers[0], .elo1 = numbers[1], .alpha = numbers[2], .beta = numbers[3]};
    return FAN_EXIT_FINE;
}

/* --- games ---------------------------------------------------------------------------------------
 */

static FanExit read_games(const FanArguments *arguments, FanMatch *match) {
    match->games =
        fan_arguments_number(arguments, "games", match->testing ? FAN_MATCH_GAMES_MAX : GAMES);
    match->concurrency = (unsigned)fan_arguments_number(arguments, "concurrency", 1);
    if (match->concurrency > match->games) {
        match->concurrency = (unsigned)match->games;
    }
    match->patience_ms = 1000 * fan_arguments_number(arguments, "timeout", TIMEOUT_S);
    return match->games % 2 == 0
               ? FAN_EXIT_FINE
               : fan_complain(arguments, FAN_EXIT_USAGE,
                              "--games: %" PRIu64
                              " is odd; every opening is played with both colours",
                              match->games);
}

static FanExit read_start(FanArguments *arguments, FanMatch *match) {
    FanExit status = fan_setup_read(arguments, &match->setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    const FanSetup *setup = &match->setup;
    FanOutcome outcome = fan_position_outcome(&setup->board, &setup->rules, &setup->position);
    if (fan_rules_endless(&setup->rules)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--rules: with quiet-limit and repetition both off a game may never "
                            "end (R8)");
    }
    return outcome.result == FAN_ONGOING ? FAN_EXIT_FINE
                                         : fan_complain_over(arguments, "--fen", &outcome);
}

static FanExit read_openings(const FanArguments *arguments, FanMatch *match) {
    static const char *const others[] = {"plies", "balance", "seed", "fen"};
    const char *path = fan_arguments_text(arguments, "openings", NULL);
    match->openings = (FanOpenings){
        .setup = &match->setup,
        .seed = fan_arguments_number(arguments, "seed", 0),
        .plies = (unsigned)fan_arguments_number(arguments, "plies", PLIES),
        .balance = (int32_t)fan_arguments_number(arguments, "balance", BALANCE),
    };
    for (size_t i = 0; path && i < sizeof others / sizeof *others; i++) {
        if (fan_arguments_given(arguments, others[i])) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--openings: contradicts --%s",
                                others[i]);
        }
    }
    return path ? fan_openings_read(&match->openings, arguments, path) : FAN_EXIT_FINE;
}

/* The engines' options; the game itself is told to both where it is not the usual one. */
static FanExit read_players(const FanArguments *arguments, FanMatch *match,
                            char variant[FAN_VARIANT_TEXT_MAX], char rules[FAN_RULES_TEXT_MAX]) {
    static const char *const names[2] = {"option-a", "option-b"};
    fan_variant_write(&match->setup.board, &match->setup.rules, variant);
    fan_rules_write(&match->setup.rules, rules);
    for (int i = 0; i < 2; i++) {
        FanPlayerSpec *spec = &match->specs[i];
        const char *wrong = fan_player_spec_read(spec, fan_operand_text(arguments, (size_t)i),
                                                 fan_arguments_text(arguments, names[i], ""));
        if (!wrong && strcmp(variant, "tsivy") != 0 &&
            !fan_player_spec_add(spec, "Variant", variant)) {
            wrong = "too many options";
        }
        if (!wrong && match->limits.ponder && !fan_player_spec_add(spec, "Ponder", "true")) {
            wrong = "too many options";
        }
        if (!wrong && rules[0] && !fan_player_spec_add(spec, "Rules", rules)) {
            wrong = "too many options";
        }
        if (wrong) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s", names[i], wrong);
        }
    }
    return FAN_EXIT_FINE;
}

static FanExit open_save(const FanArguments *arguments, FanMatch *match) {
    const char *path = fan_arguments_text(arguments, "save", NULL);
    int error = path ? fan_save_open(&match->save, path) : 0;
    return !error
               ? FAN_EXIT_FINE
               : fan_complain(arguments, FAN_EXIT_USAGE, "--save: %s: %s", path, strerror(error));
}

/* The tables that end games, of those named. */
static FanExit read_tables(const FanArguments *arguments, FanMatch *match, FanEndgames *endgames) {
    FanTablesError error;
    FanExit status = fan_endgames_choose(arguments, false, endgames);
    if (status != FAN_EXIT_FINE || fan_endgames_find(endgames, &match->setup.board,
                                                     &match->setup.rules, &match->tables, &error)) {
        return status;
    }
    return fan_complain(arguments, FAN_EXIT_USAGE, "--tables: %s", error.text);
}

static FanExit read_match(FanArguments *arguments, FanMatch *match, FanEndgames *endgames,
                          char variant[FAN_VARIANT_TEXT_MAX], char rules[FAN_RULES_TEXT_MAX]) {
    FanExit status = read_limits(arguments, &match->limits);
    if (status == FAN_EXIT_FINE) {
        status = read_adjudication(arguments, &match->adjudication);
    }
    if (status == FAN_EXIT_FINE) {
        status = read_sprt(arguments, match);
    }
    if (status == FAN_EXIT_FINE) {
        status = read_games(arguments, match);
    }
    if (status == FAN_EXIT_FINE) {
        status = read_start(arguments, match);
    }
    if (status == FAN_EXIT_FINE) {
        status = read_players(arguments, match, variant, rules);
    }
    if (status == FAN_EXIT_FINE) {
        status = read_openings(arguments, match);
    }
    if (status == FAN_EXIT_FINE) {
        status = read_tables(arguments, match, endgames);
    }
    return status == FAN_EXIT_FINE ? open_save(arguments, match) : status;
}

/* --- running -------------------------------------------------------------------------------------
 */

/* Being told to go is Ctrl-C too: no engine may be left behind. */
static void pass_on(int number) {
    (void)number;
    raise(SIGINT);
}

static void watch_endings(struct sigaction before[2]) {
    static const int endings[2] = {SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < 2; i++) {
        sigaction(endings[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) {
            sigaction(endings[i], &action, NULL);
        }
    }
}

static void unwatch_endings(const struct sigaction before[2]) {
    sigaction(SIGTERM, &before[0], NULL);
    sigaction(SIGHUP, &before[1], NULL);
}

/* Without an answer there is a sum all the same, unless no game was to be played. */
static FanExit end_match(FanMatch *match, FanExit status) {
    const FanTally *tally = &match->tally;
    if (status == FAN_EXIT_FINE || tally->wins + tally->draws + tally->losses > 0) {
        FanExit reported = fan_report_sum(match);
        status = status == FAN_EXIT_FINE ? reported : status;
    }
    if (status == FAN_EXIT_FINE && fan_interrupted()) {
        return fan_complain(match->arguments, FAN_EXIT_INTERRUPTED, "interrupted");
    }
    bool refuted = match->testing && fan_sprt_state(&match->sprt, &tally->pairs) != FAN_SPRT_H1;
    return status == FAN_EXIT_FINE && refuted ? FAN_EXIT_FAILED : status;
}

static FanExit run_match(FanArguments *arguments) {
    FanMatch match = {.arguments = arguments, .save = {.file = -1}};
    struct sigaction before[2];
    char variant[FAN_VARIANT_TEXT_MAX], rules[FAN_RULES_TEXT_MAX];
    FanEndgames endgames = {.tables = NULL};
    FanExit status = read_match(arguments, &match, &endgames, variant, rules);
    if (status == FAN_EXIT_FINE) {
        fan_interrupt_watch();
        watch_endings(before);
        status = end_match(&match, fan_match_play(&match));
        unwatch_endings(before);
        fan_interrupt_unwatch();
    }
    fan_save_close(&match.save);
    fan_openings_free(&match.openings);
    fan_player_spec_free(&match.specs[0]);
    fan_player_spec_free(&match.specs[1]);
    fan_endgames_drop(&endgames);
    return status;
}

static const FanParameter options[] = {
    {.name = "games",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 2,
     .max = FAN_MATCH_GAMES_MAX,
     .standard = "100, with --sprt the maximum",
     .help = "how many games to play, an even number"},
    {.name = "concurrency",
     .argument = "K",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_MATCH_CONCURRENCY_MAX,
     .standard = "1",
     .help = "how many of them at once"},
    {.name = "movetime",
     .argument = "MS",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000,
     .standard = "100 where no limit is given",
     .help = "milliseconds for a turn"},
    {.name = "tc",
     .argument = "S+INC",
     .type = FAN_PARAMETER_TEXT,
     .help = "clock: seconds for a game and those added a turn, such as 10+0.1"},
    {.name = "nodes",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000000000,
     .help = "positions to search a turn"},
    {.name = "depth",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000,
     .help = "turns ahead to search"},
    {.name = "margin",
     .argument = "MS",
     .type = FAN_PARAMETER_NUMBER,
     .max = 1000000,
     .standard = "100",
     .help = "by how much --movetime and --tc may be overstepped"},
    {.name = "ponder",
     .type = FAN_PARAMETER_FLAG,
     .help = "let the engines think in each other's time; both must have the option Ponder"},
    {.name = "timeout",
     .argument = "S",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = TIME_MAX_S,
     .standard = "60",
     .help = "seconds until an engine hangs, where no clock says so"},
    {.name = "option-a",
     .argument = "LIST",
     .type = FAN_PARAMETER_TEXT,
     .help = "options of engine A: NAME=VALUE joined by commas, such as Hash=16,Level=3"},
    {.name = "option-b",
     .argument = "LIST",
     .type = FAN_PARAMETER_TEXT,
     .help = "options of engine B"},
    {.name = "plies",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = 40,
     .standard = "4",
     .help = "random turns before the engines play"},
    {.name = "balance",
     .argument = "SCORE",
     .type = FAN_PARAMETER_NUMBER,
     .max = SCORE_MAX,
     .standard = "100",
     .help = "hundredths of a stone by which a side may be ahead after them"},
    {.name = "seed",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = UINT32_MAX,
     .standard = "0",
     .help = "which random turns; the same seed, the same openings"},
    {.name = "openings",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "begin from these, in their order: positions, one a line, or a .fgn file"},
    {.name = "resign",
     .argument = "SCORE,TURNS",
     .type = FAN_PARAMETER_TEXT,
     .help = "end a game that both have thought lost by so much for so many turns each"},
    {.name = "draw",
     .argument = "SCORE,TURNS,FROM",
     .type = FAN_PARAMETER_TEXT,
     .help = "end one that both have thought even, not before the FROMth pair of turns"},
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .help = "end a game whose result the endgame tables in a folder know"},
    {.name = "sprt",
     .argument = "ELO0,ELO1[,ALPHA,BETA]",
     .type = FAN_PARAMETER_TEXT,
     .help = "stop as soon as the sequential test accepts one of the two"},
    {.name = "save",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "add the games to a .fgn file"},
    {0},
};

static const FanParameter operand = {
    .name = "ENGINE",
    .type = FAN_PARAMETER_TEXT,
    .help = "a shell command that starts an engine; two are needed, A and B"};

const FanCommand fan_command_match = {
    .name = "match",
    .summary = "play two engines against each other",
    .description =
        "Plays any two programs that speak the Universal Game Interface against each\n"
        "other, such as \"fanorona ugi\". Games come in pairs: each opening is played with\n"
        "both colours. The rules here are the referee. An engine that dies, hangs, floods\n"
        "or answers what is no legal turn loses that game, is started anew, and the match\n"
        "goes on; one that cannot be started at all ends it with status 2. Engines'\n"
        "standard error is passed on.\n"
        "\n"
        "Prints a line for each game and at the end the points, the pairs by A's points,\n"
        "the difference in Elo with its 95 % interval, how likely A is the stronger one,\n"
        "and the state of the test. With --sprt the status is 0 if ELO1 was accepted and\n"
        "1 if not. Ctrl-C ends the match and prints what there is.\n",
    .options = options,
    .operand = &operand,
    .operands_min = 2,
    .operands_max = 2,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON,
    .run = run_match,
};
