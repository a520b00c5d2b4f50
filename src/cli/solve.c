/* `fanorona solve`: the exact value of a position. */
#include "cli/arguments.h"
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/solve/solving.h"

#include <string.h>

/* What the answers say, and what proves it. */
static FanExit conclude(FanSolving *solving) {
    FanWorth worth;
    const char *path = fan_arguments_text(solving->arguments, "certificate", NULL);
    FanExit status = FAN_EXIT_FINE;
    bool known = fan_solving_worth(solving, &worth);
    if (known) {
        status = fan_solving_look_quiet(solving, worth);
    }
    if (known && path && status == FAN_EXIT_FINE) {
        status = fan_solving_certify(solving, path, worth);
    }
    fprintf(fan_out(solving->arguments), "value %s\n", known ? fan_worth_word(worth) : "unknown");
    return known ? status : FAN_EXIT_FAILED;
}

static FanExit solve_with(FanSolving *solving) {
    FanExit status = fan_solving_load(solving);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    solving->start_ms = solving->shown_ms = fan_now_ms();
    solving->shown_nodes = fan_solver_counts(solving->solver).nodes;
    fan_interrupt_watch();
    FanExit answered = fan_solving_answer(solving);
    FanExit saved = fan_solving_save(solving);
    status = conclude(solving);
    bool interrupted = fan_interrupted() && status == FAN_EXIT_FAILED;
    fan_interrupt_unwatch();
    if (interrupted) {
        return FAN_EXIT_INTERRUPTED;
    }
    return status != FAN_EXIT_FINE ? status : answered != FAN_EXIT_FINE ? answered : saved;
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

/* The questions that are wanted; the position has been read. */
static void read_questions(FanSolving *solving) {
    const char *question = fan_arguments_text(solving->arguments, "question", "both");
    FanSide side = (FanSide)solving->setup.position.side;
    solving->wins = (FanQuestion){.wanted = strcmp(question, "loss") != 0, .attacker = side};
    solving->loses =
        (FanQuestion){.wanted = strcmp(question, "win") != 0, .attacker = fan_other_side(side)};
}

static FanExit run_solve(FanArguments *arguments) {
    if (fan_operands_count(arguments) > 0) {
        return run_check(arguments);
    }
    FanSolving solving = {.arguments = arguments, .ticker = {.arguments = arguments}};
    FanSolveTables found = {.tables = NULL};
    FanExit status = fan_setup_read(arguments, &solving.setup);
    const FanSetup *setup = &solving.setup;
    if (status == FAN_EXIT_FINE) {
        status = check_rules(arguments, setup);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_solve_memory(arguments, &solving.memory_bytes);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_solve_time(arguments, &solving.budget_ms);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_solve_tables(arguments, setup,
                                  (unsigned)fan_arguments_number(arguments, "threads", 1), &found);
    }
    if (status == FAN_EXIT_FINE) {
        read_questions(&solving);
        solving.solver =
            fan_solver_new(&setup->board, &setup->rules, found.tables, solving.memory_bytes);
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
     .argument = "WHICH",
     .type = FAN_PARAMETER_WORD,
     .standard = "both",
     .words = questions,
     .help = "win: can the side to move force one; loss: can the other side; or both"},
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
     .help = "end the search after so long: a number and s, m or h"},
    {.name = "resume",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "go on from what this file remembers, and write it now and then and at the end"},
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
        "(R5.3) and repetition (R5.4) are no part of the value, but a line before it says\n"
        "what the limit does to a win. Endgame tables for chain and blocked as in --rules\n"
        "end the search; on boards of up to 35 points those of up to 6 stones are built\n"
        "first where they are missing.\n"
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
