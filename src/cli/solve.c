/* `fanorona solve`: the exact value of a position. */
#include "cli/solve/solve.h"

#include "cli/arguments.h"
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/turns.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 500, TURNS_SHOWN = 6 };

/* One run. */
typedef struct Solving {
    const FanArguments *arguments;
    FanSetup setup;
    FanSolver *solver;
    FanTurnList turns;           /* the first turns */
    FanFinding wins, loses;      /* whether the side to move can force a win, and the other */
    uint64_t start_ms, spent_ms; /* spent: by the runs before this one */
    uint64_t budget_ms, told_ms;
    FanSide asked; /* the attacker of the question in hand */
} Solving;

static const char *side_word(FanSide side) {
    return side == FAN_WHITE ? "White" : "Black";
}

static uint64_t elapsed_ms(const Solving *solving) {
    return fan_now_ms() - solving->start_ms;
}

/* The first turns, as far as they fit a line: proof and disproof number of each. */
static void show_turns(Solving *solving) {
    FILE *err = fan_err(solving->arguments);
    for (size_t i = 0; i < solving->turns.count && i < TURNS_SHOWN; i++) {
        const FanListedTurn *turn = &solving->turns.turns[i];
        FanFinding known = fan_solver_known(solving->solver, &turn->after, solving->asked);
        if (known.verdict == FAN_VERDICT_OPEN) {
            fprintf(err, "  %s %u:%u", turn->text, known.proof, known.disproof);
        } else {
            fprintf(err, "  %s %s", turn->text, known.verdict == FAN_VERDICT_YES ? "yes" : "no");
        }
    }
}

static bool watch(void *context) {
    Solving *solving = context;
    uint64_t now_ms = fan_now_ms();
    if (fan_err_is_terminal(solving->arguments) && now_ms >= solving->told_ms + TICK_MS) {
        FanSolverCounts counts = fan_solver_counts(solving->solver);
        solving->told_ms = now_ms;
        fprintf(fan_err(solving->arguments),
                "\rcan %s win? %.1f M positions, %" PRIu64 " s, memory %.0f %%",
                side_word(solving->asked), (double)counts.nodes / 1e6, elapsed_ms(solving) / 1000,
                100 * (double)counts.used / (double)counts.room);
        show_turns(solving);
        fputs(" \033[K", fan_err(solving->arguments));
        fflush(fan_err(solving->arguments));
    }
    return !fan_interrupted() && elapsed_ms(solving) < solving->budget_ms;
}

static FanExit complain_memory(const Solving *solving) {
    return fan_complain(solving->arguments, FAN_EXIT_FAILED, "not enough memory");
}

/* One question; open still, when the time is up or Ctrl-C came. */
static FanExit ask(Solving *solving, const FanPosition *position, FanSide attacker,
                   FanFinding *finding) {
    solving->asked = attacker;
    FanSolveStatus status = fan_solver_ask(
        solving->solver, position, attacker,
        (unsigned)fan_arguments_number(solving->arguments, "threads", 1), watch, solving, finding);
    if (fan_err_is_terminal(solving->arguments)) {
        fputs("\r\033[K", fan_err(solving->arguments));
    }
    return status == FAN_SOLVE_FAILED ? complain_memory(solving) : FAN_EXIT_FINE;
}

static void tell(const Solving *solving, FanSide attacker, const FanFinding *finding,
                 uint64_t nodes_before, uint64_t ms_before) {
    FILE *out = fan_out(solving->arguments);
    uint64_t nodes = fan_solver_counts(solving->solver).nodes - nodes_before;
    double seconds = (double)(elapsed_ms(solving) - ms_before) / 1000;
    const char *side = side_word(attacker);
    if (finding->verdict == FAN_VERDICT_YES) {
        fprintf(out, "%s can force a win", side);
    } else if (finding->verdict == FAN_VERDICT_NO) {
        fprintf(out, "%s cannot force a win", side);
    } else {
        fprintf(out, "whether %s can force a win is open: proof number %u, disproof number %u",
                side, finding->proof, finding->disproof);
    }
    fprintf(out, " (%" PRIu64 " positions opened, %.2f s)\n", nodes, seconds);
    fflush(out);
}

static FanExit ask_and_tell(Solving *solving, FanSide attacker, FanFinding *finding) {
    uint64_t nodes = fan_solver_counts(solving->solver).nodes, ms = elapsed_ms(solving);
    FanExit status = ask(solving, &solving->setup.position, attacker, finding);
    if (status == FAN_EXIT_FINE) {
        tell(solving, attacker, finding, nodes, ms);
    }
    return status;
}

/* The value for the side to move. Returns false while it is open. */
static bool find_value(const FanFinding *wins, const FanFinding *loses, FanTableValue *value) {
    bool drawn = wins->verdict == FAN_VERDICT_NO && loses->verdict == FAN_VERDICT_NO;
    *value = wins->verdict == FAN_VERDICT_YES    ? FAN_TABLE_WIN
             : loses->verdict == FAN_VERDICT_YES ? FAN_TABLE_LOSS
                                                 : FAN_TABLE_DRAW;
    return drawn || *value != FAN_TABLE_DRAW;
}

static const char *value_word(const FanFinding *wins, const FanFinding *loses) {
    FanTableValue value;
    return find_value(wins, loses, &value) ? fan_table_value_word(value) : "unknown";
}

/* What a first turn is worth to the side that makes it. What is known of the position says already
 * that no turn wins where none can, and that all lose where the position is lost. */
static FanExit tell_turn(Solving *solving, const FanListedTurn *turn) {
    FanSide side = (FanSide)solving->setup.position.side;
    FanFinding wins = solving->wins, loses = solving->loses;
    FanExit status = FAN_EXIT_FINE;
    if (wins.verdict != FAN_VERDICT_NO) {
        status = ask(solving, &turn->after, side, &wins);
    }
    if (status == FAN_EXIT_FINE && wins.verdict != FAN_VERDICT_YES &&
        loses.verdict != FAN_VERDICT_YES) {
        status = ask(solving, &turn->after, fan_other_side(side), &loses);
    }
    if (status == FAN_EXIT_FINE) {
        fprintf(fan_out(solving->arguments), "turn %s %s\n", turn->text, value_word(&wins, &loses));
        fflush(fan_out(solving->arguments));
    }
    return status;
}

/* Written beside and renamed, so that what has the name is whole. */
static FanExit write_file(const Solving *solving, const char *path, const FanCertificate *what) {
    char draft[FAN_SOLVE_PATH_MAX];
    if (snprintf(draft, sizeof draft, "%s.draft", path) >= FAN_SOLVE_PATH_MAX) {
        return fan_complain(solving->arguments, FAN_EXIT_USAGE,
                            "--certificate: the name is too long");
    }
    FILE *stream = fopen(draft, "wbe");
    bool good = stream && fwrite(what->bytes, 1, what->len_bytes, stream) == what->len_bytes;
    int why = errno;
    if (stream && fclose(stream) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(draft, path) != 0) {
        good = false;
        why = errno;
    }
    if (good) {
        return FAN_EXIT_FINE;
    }
    remove(draft);
    return fan_complain(solving->arguments, FAN_EXIT_FAILED, "--certificate: %s: %s", path,
                        strerror(why));
}

/* The value has been found. */
static FanExit certify(Solving *solving, const char *path, FanTableValue value) {
    FanCertificate certificate = {0};
    FanCertifyStatus made = fan_solver_certify(solving->solver, &solving->setup.position, value,
                                               watch, solving, &certificate);
    FanExit status = FAN_EXIT_FAILED;
    if (made == FAN_CERTIFY_DONE) {
        status = write_file(solving, path, &certificate);
        fprintf(fan_out(solving->arguments), "certificate: %" PRIu64 " answers, %zu bytes\n",
                certificate.answers[0] + certificate.answers[1], certificate.len_bytes);
    } else if (made == FAN_CERTIFY_REFUSED) {
        fan_complain(solving->arguments, status, "--certificate: not written: it was ended before");
    } else if (made == FAN_CERTIFY_WRONG) {
        fan_complain(solving->arguments, status,
                     "--certificate: not written: too much was forgotten; more --memory helps");
    } else {
        status = complain_memory(solving);
    }
    fan_certificate_free(&certificate);
    return status;
}

static FanExit solve(Solving *solving) {
    FanSide side = (FanSide)solving->setup.position.side;
    FanExit status = ask_and_tell(solving, side, &solving->wins);
    if (status == FAN_EXIT_FINE && solving->wins.verdict != FAN_VERDICT_YES) {
        status = ask_and_tell(solving, fan_other_side(side), &solving->loses);
    }
    bool turns = fan_arguments_given(solving->arguments, "turns");
    for (size_t i = 0; status == FAN_EXIT_FINE && turns && i < solving->turns.count; i++) {
        status = tell_turn(solving, &solving->turns.turns[i]);
    }
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    FanTableValue value;
    const char *path = fan_arguments_text(solving->arguments, "certificate", NULL);
    bool known = find_value(&solving->wins, &solving->loses, &value);
    if (known && path) {
        status = certify(solving, path, value);
    }
    fprintf(fan_out(solving->arguments), "value %s\n",
            known ? fan_table_value_word(value) : "unknown");
    return known ? status : FAN_EXIT_FAILED;
}

/* --- what a run needs, and what it leaves -------------------------------------------------------
 */

static FanExit load(Solving *solving, const char *path) {
    FanSolverError error;
    return !path || access(path, F_OK) != 0 ||
                   fan_solver_load(solving->solver, path, &solving->spent_ms, &error)
               ? FAN_EXIT_FINE
               : fan_complain(solving->arguments, FAN_EXIT_USAGE, "--resume: %s", error.text);
}

static FanExit save(const Solving *solving, const char *path, FanExit status) {
    FanSolverError error;
    return !path || fan_solver_save(solving->solver, path, solving->spent_ms + elapsed_ms(solving),
                                    &error)
               ? status
               : fan_complain(solving->arguments, FAN_EXIT_FAILED, "--resume: %s", error.text);
}

static FanExit solve_with(Solving *solving) {
    const char *path = fan_arguments_text(solving->arguments, "resume", NULL);
    FanExit status = load(solving, path);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    solving->start_ms = fan_now_ms();
    fan_interrupt_watch();
    status = save(solving, path, solve(solving));
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
    static const char *const others[] = {"board",   "variant", "rules",       "fen",  "turns",
                                         "threads", "memory",  "certificate", "time", "resume"};
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

static FanExit run_solve(FanArguments *arguments) {
    if (fan_operands_count(arguments) > 0) {
        return run_check(arguments);
    }
    Solving solving = {.arguments = arguments};
    FanSolveTables found = {.tables = NULL};
    uint64_t memory;
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
                     : complain_memory(&solving);
    }
    fan_turn_list_free(&solving.turns);
    fan_solver_free(solving.solver);
    fan_tables_free(found.tables);
    return status;
}

static const FanParameter options[] = {
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .help = "the folder of tables; otherwise the user's own, or the system's"},
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
