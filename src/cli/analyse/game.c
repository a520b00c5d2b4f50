#include "cli/analyse/game.h"

#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/score.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICE_NODES = 20000, /* some 10 ms: how soon Ctrl-C is heard */
    TICK_MS = 200,       /* between two tellings of how far it is */
    BAR_WIDTH = 20,
};

/* What a position is worth; of one that has ended the score says how, in no plies. */
typedef struct View {
    FanScore score;  /* for the side to move */
    unsigned chance; /* the same in thousandths */
    FanTurn best;    /* where the game goes on */
} View;

typedef enum Mark { MARK_NONE, MARK_INACCURACY, MARK_MISTAKE, MARK_BLUNDER, MARKS } Mark;

static const char *const mark_words[MARKS] = {"", "inaccuracy", "mistake", "blunder"};
static const char *const side_words[2] = {"white", "black"};

/* A turn that was made. */
typedef struct Judgement {
    FanSide side;
    unsigned number; /* of the turn pair */
    FanTurn turn, better;
    FanScore score;  /* after it, for White */
    unsigned chance; /* the same */
    unsigned lost;   /* thousandths that the best turn would have had more */
    Mark mark;
    bool changes; /* what result is to be expected */
} Judgement;

/* A player's turns together. */
typedef struct Sum {
    unsigned turns, lost, marks[MARKS];
} Sum;

typedef struct Review {
    FanArguments *arguments;
    FanEngine *engine;
    const FanJob *job;
    const FanRecord *record;
    FanGame game;
    Sum sums[2];
    size_t looked; /* positions */
    uint64_t began_ms, told_ms;
    FanExit status;
} Review;

static bool is_json(const Review *review) {
    return fan_arguments_given(review->arguments, "json");
}

/* --- how far it is -------------------------------------------------------------------------------
 */

static void clear_progress(const Review *review) {
    if (fan_err_is_terminal(review->arguments)) {
        fputs("\r\033[K", fan_err(review->arguments));
        fflush(fan_err(review->arguments));
    }
}

static void show_progress(Review *review) {
    FILE *err = fan_err(review->arguments);
    uint64_t now_ms = fan_now_ms();
    size_t whole = review->record->turns + 1;
    if (!fan_err_is_terminal(review->arguments) || now_ms - review->told_ms < TICK_MS) {
        return;
    }
    review->told_ms = now_ms;
    fprintf(err, "\ranalyse: position %zu of %zu", review->looked + 1, whole);
    if (review->looked > 0) {
        fprintf(err, ", about %.0f s left",
                (double)(now_ms - review->began_ms) / 1000 * (double)(whole - review->looked) /
                    (double)review->looked);
    }
    fputs(" \033[K", err);
    fflush(err);
}

/* --- looking -------------------------------------------------------------------------------------
 */

/* The worth of a game that has ended by the rules. */
static View end_view(const FanGame *game) {
    FanResult mine = game->position.side == FAN_WHITE ? FAN_WHITE_WINS : FAN_BLACK_WINS;
    FanScore score = game->outcome.result == FAN_DRAWN ? 0
                     : game->outcome.result == mine    ? FAN_SCORE_WIN
                                                       : -FAN_SCORE_WIN;
    return (View){.score = score, .chance = fan_score_chance(score)};
}

static FanExit search(Review *review) {
    switch (fan_engine_begin(review->engine, &review->game, review->job)) {
    case FAN_ENGINE_OK:
        break;
    case FAN_ENGINE_MEMORY:
        return fan_complain(review->arguments, FAN_EXIT_FAILED, "not enough memory to search");
    default:
        abort(); /* the ranges of the options are those of the job, and the game goes on */
    }
    while (!fan_interrupted() && fan_engine_run(review->engine, SLICE_NODES)) {
        show_progress(review);
    }
    clear_progress(review);
    if (fan_interrupted()) {
        return fan_complain(review->arguments, FAN_EXIT_INTERRUPTED, "interrupted");
    }
    return fan_engine_report(review->engine).out_of_memory
               ? fan_complain(review->arguments, FAN_EXIT_FAILED, "not enough memory to search on")
               : FAN_EXIT_FINE;
}

/* Looks at the position now in the game; whether that came to an end. */
static bool look(Review *review, View *view) {
    FanLine line;
    if (review->game.outcome.result != FAN_ONGOING) {
        *view = end_view(&review->game);
        return true;
    }
    review->status = search(review);
    if (review->status != FAN_EXIT_FINE) {
        return false;
    }
    review->looked++;
    /* A limit too low for any depth leaves a turn and no score. */
    view->score = fan_engine_line(review->engine, 0, &line) ? line.score : 0;
    view->chance = fan_score_chance(view->score);
    view->best = fan_engine_turn(review->engine);
    return true;
}

/* --- judging -------------------------------------------------------------------------------------
 */

/* What result a chance promises: 1, 0 or -1. */
static int expected(unsigned chance) {
    return chance >= FAN_CHANCE_WON ? 1 : chance <= 1000 - FAN_CHANCE_WON ? -1 : 0;
}

static Mark mark_of(unsigned lost) {
    return lost >= FAN_LOSS_BLUNDER      ? MARK_BLUNDER
           : lost >= FAN_LOSS_MISTAKE    ? MARK_MISTAKE
           : lost >= FAN_LOSS_INACCURACY ? MARK_INACCURACY
                                         : MARK_NONE;
}

/* The turn that led from `start`, where the engine saw *before, to the position now, where it sees
 * *after. Turns of one effect are equal, however they chain. */
static Judgement judge(const Review *review, const FanPosition *start, const FanTurn *turn,
                       const View *before, const View *after) {
    const FanBoard *board = review->game.board;
    FanSide side = (FanSide)start->side;
    unsigned now = 1000 - after->chance;
    bool best = fan_turn_move(board, start, turn) == fan_turn_move(board, start, &before->best);
    unsigned lost = best || before->chance <= now ? 0 : before->chance - now;
    Mark mark = mark_of(lost);
    /* Who is to move now is the mover's rival, but at the end of the game, too. */
    bool white_next = side == FAN_BLACK;
    return (Judgement){
        .side = side,
        .number = start->number,
        .turn = *turn,
        .better = before->best,
        .score = white_next ? after->score : -after->score,
        .chance = white_next ? after->chance : now,
        .lost = lost,
        .mark = mark,
        .changes = mark != MARK_NONE && expected(before->chance) != expected(now),
    };
}

static void add(Sum *sum, const Judgement *judgement) {
    sum->turns++;
    sum->lost += judgement->lost;
    sum->marks[judgement->mark]++;
}

/* --- printing ------------------------------------------------------------------------------------
 */

/* "chance 51.2% score +0.08 |##########          |", all for White. */
static void print_worth(FILE *out, unsigned chance, FanScore score) {
    char text[FAN_SCORE_TEXT_MAX];
    int width = (int)(chance * BAR_WIDTH + 500) / 1000;
    fprintf(out, "chance %u.%u%% score %s |%.*s%*s|", chance / 10, chance % 10,
            fan_score_write(score, text), width, "####################", BAR_WIDTH - width, "");
}

static void print_judgement(const Review *review, const Judgement *judgement) {
    FILE *out = fan_out(review->arguments);
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(review->game.board, &judgement->turn, text);
    fprintf(out, "%u %s %s ", judgement->number, side_words[judgement->side], text);
    print_worth(out, judgement->chance, judgement->score);
    if (judgement->mark != MARK_NONE) {
        fan_turn_write(review->game.board, &judgement->better, text);
        fprintf(out, " %s -%u.%u%%%s better %s", mark_words[judgement->mark], judgement->lost / 10,
                judgement->lost % 10, judgement->changes ? " changes the result" : "", text);
    }
    fputc('\n', out);
}

static FanExit print_judgement_json(const Review *review, const Judgement *judgement) {
    char turn[FAN_TURN_TEXT_MAX], better[FAN_TURN_TEXT_MAX];
    bool marked = judgement->mark != MARK_NONE;
    fan_turn_write(review->game.board, &judgement->turn, turn);
    fan_turn_write(review->game.board, &judgement->better, better);
    return fan_json_print(
        review->arguments,
        json_pack("{s:i, s:i, s:s, s:s, s:i, s:o, s:i, s:s?, s:b, s:s?}", "ply",
                  (int)review->game.length, "number", (int)judgement->number, "side",
                  side_words[judgement->side], "turn", turn, "chance", (int)judgement->chance,
                  "score", fan_score_to_json(judgement->score), "lost", (int)judgement->lost,
                  "mark", marked ? mark_words[judgement->mark] : NULL, "changes",
                  (int)judgement->changes, "better", marked ? better : NULL));
}

static void print_start(Review *review, const View *view) {
    bool white = review->game.position.side == FAN_WHITE;
    FanScore score = white ? view->score : -view->score;
    unsigned chance = white ? view->chance : 1000 - view->chance;
    if (is_json(review)) {
        review->status = fan_json_print(review->arguments,
                                        json_pack("{s:i, s:i, s:o}", "ply", 0, "chance",
                                                  (int)chance, "score", fan_score_to_json(score)));
    } else {
        fputs("start ", fan_out(review->arguments));
        print_worth(fan_out(review->arguments), chance, score);
        fputc('\n', fan_out(review->arguments));
    }
    fflush(fan_out(review->arguments));
}

static void tell(Review *review, const Judgement *judgement) {
    if (is_json(review)) {
        review->status = print_judgement_json(review, judgement);
    } else {
        print_judgement(review, judgement);
    }
    fflush(fan_out(review->arguments));
}

static FanExit print_sum(const Review *review, FanSide side) {
    const Sum *sum = &review->sums[side];
    unsigned turns = sum->turns ? sum->turns : 1;
    if (is_json(review)) {
        return fan_json_print(
            review->arguments,
            json_pack("{s:s, s:i, s:i, s:i, s:i, s:f}", "side", side_words[side], "turns",
                      (int)sum->turns, "inaccuracies", (int)sum->marks[MARK_INACCURACY], "mistakes",
                      (int)sum->marks[MARK_MISTAKE], "blunders", (int)sum->marks[MARK_BLUNDER],
                      "lost", (double)sum->lost / turns));
    }
    fprintf(fan_out(review->arguments),
            "%s turns %u inaccuracies %u mistakes %u blunders %u lost %.1f%% a turn\n",
            side_words[side], sum->turns, sum->marks[MARK_INACCURACY], sum->marks[MARK_MISTAKE],
            sum->marks[MARK_BLUNDER], (double)sum->lost / turns / 10);
    return FAN_EXIT_FINE;
}

/* --- a game --------------------------------------------------------------------------------------
 */

static bool goes_on(const Review *review) {
    return review->status == FAN_EXIT_FINE && !ferror(fan_out(review->arguments));
}

/* Makes the turn and judges it by what is seen before, in *view, and after, which becomes *view. */
static void judge_turn(Review *review, const FanTurn *turn, View *view) {
    FanPosition start = review->game.position;
    View before = *view;
    if (fan_game_play(&review->game, turn, NULL) != FAN_GAME_OK) {
        abort(); /* the record holds legal turns, and there is room */
    }
    if (look(review, view)) {
        Judgement judgement = judge(review, &start, turn, &before, view);
        add(&review->sums[judgement.side], &judgement);
        tell(review, &judgement);
    }
}

static void judge_turns(Review *review) {
    const FanTurn *turn;
    View view;
    size_t at = 0;
    if (!look(review, &view)) {
        return;
    }
    print_start(review, &view);
    while (goes_on(review) && (turn = fan_record_next_turn(review->record, &at)) != NULL) {
        judge_turn(review, turn, &view);
    }
}

FanExit fan_analyse_game(FanArguments *arguments, const FanRecord *record, FanEngine *engine,
                         const FanJob *job) {
    Review review = {.arguments = arguments,
                     .engine = engine,
                     .job = job,
                     .record = record,
                     .began_ms = fan_now_ms()};
    FanPly *plies = calloc(record->turns + 1, sizeof *plies);
    if (!plies) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    }
    fan_game_begin(&review.game, &record->board, &record->rules, &record->start, plies,
                   record->turns + 1);
    fan_interrupt_watch();
    judge_turns(&review);
    fan_interrupt_unwatch();
    free(plies);
    for (FanSide side = FAN_WHITE; review.status == FAN_EXIT_FINE && side <= FAN_BLACK; side++) {
        review.status = print_sum(&review, side);
    }
    return review.status;
}
