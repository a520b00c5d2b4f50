/* `fanorona solve`: the exact value of a position. */
#include "cli/arguments.h"
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/solve/solving.h"

#include <string.h>
#include <unistd.h>

static FanExit load(FanSolving *solving, const char *path) {
    FanSolverError error;
    return !path || access(path, F_OK) != 0 ||
                   fan_solver_load(solving->solver, path, &solving->spent_ms, &error)
               ? FAN_EXIT_FINE
               : fan_complain(solving->arguments, FAN_EXIT_USAGE, "--resume: %s", error.text);
}

static FanExit save(const FanSolving *solving, const char *path, FanExit status) {
    FanSolverError error;
    return !path || fan_solver_save(solving->solver, path,
                                    solving->spent_ms + fan_solving_elapsed_ms(solving), &error)
               ? status
               : fan_complain(solving->arguments, FAN_EXIT_FAILED, "--resume: %s", error.text);
}

static FanExit solve_with(FanSolving *solving) {
    const char *path = fan_arguments_text(solving->arguments, "resume", NULL);
    FanExit status = load(solving, path);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    solving->start_ms = fan_now_ms();
    fan_interrupt_watch();
    status = save(solving, path, fan_solving_answer(solving));
    bool interrupted = fan_interrupted() && status == FAN_EXIT_FAILED;
    fan_interrupt_unwatch();
    return interrupted ? FAN_EXIT_INTERRUPTED : status;
}

/* Only what both tables and proofs know. */
static FanExit check_rules(const FanArguments *arguments, const FanSetup *setup) {
    if (setup->rules.telo) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "telo is solved: the first player wins (R6.5)");
    }
    if (setup->rules.vela != FAN_VELA_NONE) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--rules: vela cannot be solved");
    }
    if (setup->position.first) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--rules: a first turn under first-turn=single cannot be solved");
    }
    return FAN_EXIT_FINE;
}

/* `solve check FILE` takes no options but the tables. */
static FanExit run_check(const FanArguments *arguments) {
    static const char *const others[] = {"board", "variant", "rules",   "fen",
                                         "turns", "threads", "memory",  "certificate",
                                         "time",  "resume",  "question"};
    const char *word = fan_operand_text(arguments, 0);
    if (strcmp(word, "check") != 0) {
        FanQuote quote;
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "%s: the only word here is check, with a FILE",
                            fan_quote(&quote, word, strlen(word)));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (fan_arguments_given(arguments, others[i])) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: check does not take it",
                                others[i]);
        }
    }
    return fan_operands_count(arguments) == 2
               ? fan_solve_check(arguments, fan_operand_text(arguments, 1))
               : fan_complain(arguments, FAN_EXIT_USAGE, "check: name the file of one certificate");
}

/* The question in hand, or both. */
static void read_question(FanSolving *solving) {
    const char *question = fan_arguments_text(solving->arguments, "question", "both");
    solving->asks_win = strcmp(question, "loss") != 0;
    solving->asks_loss = strcmp(question, "win") != 0;
}

static FanExit run_solve(FanArguments *arguments) {
    if (fan_operands_count(arguments) > 0) {
        return run_check(arguments);
    }
    FanSolving solving = {.arguments = arguments};
    FanSolveTables found = {.tables = NULL};
    uint64_t memory;
    read_question(&solving);
    FanExit status = fan_setup_read(arguments, &solving.setup);
    const FanSetup *setup = &solving.setup;
    if (status == FAN_EXIT_FINE) {
        status = check_rules(arguments, setup);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_solve_memory(arguments, &memory);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_solve_time(arguments, &solving.budget_ms);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_solve_tables(arguments, setup, true, &found);
    }
    if (status == FAN_EXIT_FINE) {
        solving.solver = fan_solver_new(&setup->board, &setup->rules, found.tables, memory);
        status = solving.solver && fan_turn_list_perft(&solving.turns, &setup->board, &setup->rules,
                                                       &setup->position)
                     ? solve_with(&solving)
                     : fan_solving_complain_memory(&solving);
    }
    fan_turn_list_free(&solving.turns);
    fan_solver_free(solving.solver);
    fan_tables_free(found.tables);
    return status;
}

static const char *const questions[] = {"win", "loss", "both", NULL};

static const FanParameter options[] = {
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .help = "the folder of tables; otherwise the user's own, or the system's"},
    {.name = "question",
     .type = FAN_PARAMETER_WORD,
     .standard = "both",
     .words = questions,
     .help = "whether the side to move can force a win, whether the other can"},
    {.name = "certificate",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "write what proves the value here"},
    {.name = "turns", .type = FAN_PARAMETER_FLAG, .help = "find the value of every turn too"},
    {.name = "threads",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 64,
     .standard = "1",
     .help = "how many threads share the work"},
    {.name = "memory",
     .argument = "SIZE",
     .type = FAN_PARAMETER_TEXT,
     .standard = "1G",
     .help = "how much to remember positions in: a number and K, M or G"},
    {.name = "time",
     .argument = "T",
     .type = FAN_PARAMETER_TEXT,
     .help = "end after so long: a number and s, m or h"},
    {.name = "resume",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "go on from what this file remembers, if it is there, and write it at the end"},
    {0},
};

static const FanParameter operand = {
    .name = "check FILE", .type = FAN_PARAMETER_TEXT, .help = "judge a certificate instead"};

const FanCommand fan_command_solve = {
    .name = "solve",
    .summary = "find the exact value of a position",
    .description =
        "Proves or refutes that the side to move can force a win, then that the other\n"
        "side can; if neither can, it is a draw. Endless play is a draw; the quiet limit\n"
        "(R5.3) and repetition (R5.4) are no part of the value. Endgame tables for chain\n"
        "and blocked as in --rules end the search; on boards of up to 35 points those of\n"
        "up to 6 stones are built first where they are missing.\n"
        "The last line is the value for the side to move: value win, draw or loss; or, if\n"
        "time or Ctrl-C ended the search, value unknown with status 1 (Ctrl-C: 130).\n"
        "With one question it may be half a value: draw or win, draw or loss.\n"
        "What it remembers can be kept in a file and gone on with (--resume).\n"
        "check goes through a certificate (--certificate) by slow rules of its own and\n"
        "the tables it names; where it does not hold, it prints the line of play that\n"
        "leads to the first hole, with status 1.\n",
    .options = options,
    .operand = &operand,
    .operands_max = 2,
    .takes = FAN_TAKES_SETUP,
    .run = run_solve,
};
