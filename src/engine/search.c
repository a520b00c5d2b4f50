/* The search. fan_search_run is the loop; what happens in a node is told in numbered steps: enter
 * (1–7), next (8), leave (9–11); begin_line and end_line drive the root. */
#include "engine/eval_modes.h"
#include "engine/mix.h"
#include "engine/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = 32000,
    LOOK_EVERY = 512, /* nodes between looks at the clock and at what other threads have done: well
                         under a millisecond */
    FULL_CAPTURE_PLIES = 1,
    ASPIRATION_DEPTH = 4,
    ASPIRATION = 30, /* half the width of the first window, hundredths of a stone */
};

/* --- keys and scores -----------------------------------------------------------------------------
 */

/* Whether the quiet limit (R5.3) can be reached within `depth` plies: below the horizon only
 * captures follow, which reset the counter. */
static bool limit_in_sight(const FanSearch *search, const FanPosition *position, int depth) {
    return search->shared->rules.quiet_limit != 0 &&
           position->quiet + depth >= search->shared->rules.quiet_limit;
}

/* A value that may have seen the quiet limit holds for this counter alone and is filed apart. */
static uint64_t table_key(const FanSearch *search, const FanFrame *frame) {
    uint64_t key = frame->key ^ search->shared->salt;
    return limit_in_sight(search, &frame->position, frame->depth)
               ? key ^ mix(frame->position.quiet + 1u)
               : key;
}

static int loss_in(unsigned ply) {
    return (int)ply - FAN_SCORE_WIN;
}

/* R5.2 for the side to move. */
static int blocked_score(const FanSearch *search) {
    return search->shared->rules.blocked == FAN_BLOCKED_DRAW ? 0 : loss_in(search->ply);
}

/* --- ends of the game ----------------------------------------------------------------------------
 */

static bool is_spent(const FanSearch *search, uint64_t key) {
    size_t low = 0, high = search->shared->spents;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (search->shared->spent[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < search->shared->spents && search->shared->spent[low] == key;
}

/* R5.4. A position met again on the path counts as drawn at once: whoever could do better on the
 * second visit could have on the first. One from before the root draws when its count is full. */
static bool repeats(const FanSearch *search, const FanFrame *frame) {
    if (search->shared->rules.repetition == 0) {
        return false;
    }
    unsigned run = frame->position.quiet < search->ply ? frame->position.quiet : search->ply;
    for (unsigned back = 4; back <= run; back += 2) {
        if (frame[-(ptrdiff_t)back].key == frame->key) {
            return true;
        }
    }
    return search->shared->spents != 0 && frame->position.quiet != 0 &&
           is_spent(search, frame->key);
}

/* --- a node --------------------------------------------------------------------------------------
 */

static void give(FanSearch *search, int value) {
    search->value = value;
    search->phase = FAN_PHASE_LEAVE;
}

/* Below the horizon every capture is looked at for a while. Further down the exchange is only
 * played out, by the largest capture at hand: early in the game one goes on for a dozen turns. (+74
 * ± 35 Elo against four plies in full, +12 ± 21 for none: 100 and 120 games of 2 ms a turn.) */
static bool plays_out(const FanSearch *search, const FanFrame *frame) {
    return search->shared->style.narrow && frame->depth <= -FULL_CAPTURE_PLIES;
}

/* The table is of no use where nodes are as quickly searched as fetched (nodes + 9 %, time − 33 %).
 */
static bool uses_table(const FanSearch *search, const FanFrame *frame) {
    return search->shared->style.table && frame->depth > -FULL_CAPTURE_PLIES;
}

/* Whether an entry answers for this node. */
static bool answers(const FanSearch *search, const FanFrame *frame, const FanTtHit *hit) {
    if (frame->principal || hit->depth < frame->depth ||
        (search->shared->style.exact && hit->depth != frame->depth)) {
        return false;
    }
    /* Filed without the limit, its value still must not reach past where the limit is seen from
     * here. */
    if (limit_in_sight(search, &frame->position, hit->depth) !=
        limit_in_sight(search, &frame->position, frame->depth)) {
        return false;
    }
    int score = fan_score_from_table(hit->score, search->ply);
    return score >= frame->beta ? hit->bound & FAN_BOUND_LOWER : hit->bound & FAN_BOUND_UPPER;
}

/* The value without looking further. The network's sums are most like those of the node last looked
 * at on this ply, or of the one two plies up. */
static int evaluate(FanSearch *search, const FanPosition *position, const FanSurvey *survey) {
    const FanShared *shared = search->shared;
    if (shared->network == NULL || !fan_net_judges(position)) {
        return fan_eval(&shared->board, position, survey);
    }
    FanNetSlot *slot = &search->slots[search->ply];
    return fan_net_value(shared->network, slot, search->ply < 2 ? NULL : slot - 2, position,
                         survey);
}

/* The node below the horizon when it ends there; true if so. */
static bool ends_at_horizon(FanSearch *search, FanFrame *frame) {
    FanSurvey survey = fan_survey(&search->shared->board, &frame->position);
    if (survey.paika[frame->position.side] == 0) {
        give(search, blocked_score(search));
        return true;
    }
    /* Where every capture is looked at, nobody asks what the position is worth as it stands. */
    if (survey.must_capture && !plays_out(search, frame) &&
        -frame->depth < search->shared->style.quiescence) {
        return false;
    }
    frame->standing = evaluate(search, &frame->position, &survey);
    bool deep_enough = -frame->depth >= search->shared->style.quiescence ||
                       (plays_out(search, frame) && frame->standing >= frame->beta);
    if (!survey.must_capture || deep_enough) {
        give(search, frame->standing);
        return true;
    }
    return false;
}

static void open_node(FanSearch *search, FanFrame *frame, FanMove known) {
    FanArena *arena = &search->arena;
    frame->first = search->ply == 0 ? 0 : frame[-1].first + frame[-1].count;
    if (!fan_arena_generate(arena, frame->first, &search->shared->board, &search->shared->rules,
                            &frame->position, &frame->count)) {
        search->out_of_memory = true;
        search->phase = FAN_PHASE_DONE;
        return;
    }
    if (frame->count == 0) {
        give(search, blocked_score(search));
        return;
    }
    fan_order_rank(&search->order, (FanSide)frame->position.side, known,
                   arena->moves + frame->first, arena->ranks + frame->first, frame->count);
    frame->limit = plays_out(search, frame) ? 1 : frame->count;
    frame->next = 0;
    frame->best = FAN_NO_MOVE;
    frame->value = -INFINITE;
    frame->floor = frame->alpha;
    search->phase = FAN_PHASE_NEXT;
}

FAN_RARE static bool other_has_row(const FanPosition *position) {
    return fan_position_row(position, fan_other_side((FanSide)position->side)) != 0;
}

/* Whether the turn before has won: it took the last stone (R5.1) or made a row (R6.3). */
static bool is_lost(const FanPosition *position) {
    return position->mode == FAN_MODE_TELO ? other_has_row(position)
                                           : position->stones[position->side] == 0;
}

/* What the end by the quiet limit (R5.3) is worth, which comes after that by R5.2. */
FAN_RARE static int limit_score(const FanSearch *search, const FanPosition *position) {
    FanOutcome outcome =
        fan_position_outcome(&search->shared->board, &search->shared->rules, position);
    return outcome.reason == FAN_REASON_BLOCKED ? blocked_score(search) : 0;
}

static void enter(FanSearch *search) {
    FanFrame *frame = &search->frames[search->ply];
    const FanPosition *position = &frame->position;
    search->deepest = search->ply > search->deepest ? search->ply : search->deepest;

    /* 1. The last stone is gone (R5.1), or the other side has a row (R6.3). */
    if (is_lost(position)) {
        give(search, loss_in(search->ply));
        return;
    }
    /* 2. Repetition (R5.4). It is tested before R5.2, which comes first in R5.6: a position that
     * was played on from before is not a blocked one. */
    if (repeats(search, frame)) {
        give(search, 0);
        return;
    }
    /* 3. The quiet limit (R5.3), unless the side to move is blocked (R5.2). */
    if (limit_in_sight(search, position, 0)) {
        give(search, limit_score(search, position));
        return;
    }
    /* 4. Endgame tables know it, or it is telo, which is solved. */
    int known;
    if (fan_endgame_score(&search->shared->endgame, position, search->ply, &known)) {
        give(search, known);
        return;
    }
    if (search->shared->solved) {
        int score = fan_telo_score(&search->shared->telo, &search->shared->rules, position);
        give(search, fan_score_from_table(score, search->ply));
        return;
    }
    /* 5. Not even the quickest win from here beats what is had, nor the quickest loss falls below.
     */
    int best = -loss_in(search->ply + 1), worst = loss_in(search->ply);
    if (best <= frame->alpha || worst >= frame->beta) {
        give(search, best <= frame->alpha ? best : worst);
        return;
    }
    /* 6. At the horizon a position without captures is evaluated. Where there are captures one must
     * be made (R3.1), so that there is no standing pat: they are all searched, further down played
     * out. */
    if (frame->depth <= 0 && ends_at_horizon(search, frame)) {
        return;
    }
    /* 7. The table answers, or knows which move to try first. */
    FanTtHit hit = {0};
    frame->table_key = table_key(search, frame);
    if (uses_table(search, frame) && fan_tt_probe(&search->shared->tt, frame->table_key, &hit) &&
        answers(search, frame, &hit)) {
        give(search, fan_score_from_table(hit.score, search->ply));
        return;
    }
    open_node(search, frame, hit.move);
}

/* How much less deep a late paika is first looked at (39 % fewer nodes to depth 8; without it −21 ±
 * 23, −9 ± 20 and −1 ± 12 Elo at about 12 000, 30 000 and 3 000 nodes a turn; late captures too:
 * −14 ± 18). */
static int reduction(const FanSearch *search, const FanFrame *frame) {
    size_t index = frame->next - 1;
    if (!search->shared->style.reduce || frame->depth < 3 || index < 4 ||
        fan_move_captured(frame->move) != 0) {
        return 0;
    }
    return frame->depth >= 5 && index >= 10 ? 2 : 1;
}

/* Puts the child for the move in work on the stack, its window and depth as the attempt says. */
static void push(FanSearch *search, FanFrame *frame) {
    FanFrame *child = frame + 1;
    bool full = frame->attempt == FAN_TRY_FULL;
    child->depth =
        frame->depth - 1 - (frame->attempt == FAN_TRY_REDUCED ? reduction(search, frame) : 0);
    child->alpha = full ? -frame->beta : -frame->alpha - 1;
    child->beta = -frame->alpha;
    child->principal = child->beta - child->alpha > 1;
    search->ply++;
    search->paths[search->ply].length = 0;
    search->phase = FAN_PHASE_ENTER;
}

/* A node all of whose moves are tried, or one of which is too good. */
static void close_node(FanSearch *search, FanFrame *frame) {
    /* Playing out is an estimate in which the largest capture may be a mistake: the evaluation is
     * the least to expect, and no forced loss is ever claimed from there. (+12 ± 10 Elo, 640 games;
     * ending at once where it is enough: 43 % fewer nodes.) */
    if (frame->limit < frame->count && frame->value < frame->standing) {
        frame->value = frame->standing;
    }
    if (uses_table(search, frame) && search->ply != 0) {
        FanTtHit hit = {
            .move = frame->best,
            .score = fan_score_to_table(frame->value, search->ply),
            .depth = frame->depth,
            .bound = frame->value >= frame->beta   ? FAN_BOUND_LOWER
                     : frame->value > frame->floor ? FAN_BOUND_EXACT
                                                   : FAN_BOUND_UPPER,
        };
        fan_tt_store(&search->shared->tt, frame->table_key, &hit);
    }
    give(search, frame->value);
}

static void next(FanSearch *search) {
    FanFrame *frame = &search->frames[search->ply];
    FanMove *moves = search->arena.moves + frame->first;
    if (frame->next == frame->limit) {
        close_node(search, frame);
        return;
    }
    /* 8. The next best move. The first is searched with the whole window, the others are first
     * shown to be no better, late paika at less depth. */
    if (search->ply != 0) {
        fan_order_pick(moves, search->arena.ranks + frame->first, frame->next, frame->count);
    }
    frame->move = moves[frame->next++];
    frame[1].position = fan_position_after(&frame->position, frame->move);
    frame[1].key = fan_key_after(frame->key, &frame->position, frame->move);
    frame->attempt = frame->value == -INFINITE       ? FAN_TRY_FULL
                     : reduction(search, frame) != 0 ? FAN_TRY_REDUCED
                                                     : FAN_TRY_ZERO;
    push(search, frame);
}

static void extend_path(FanPath *path, FanMove move, const FanPath *rest) {
    unsigned copied = rest->length < FAN_LINE_MAX - 1 ? rest->length : FAN_LINE_MAX - 1;
    path->moves[0] = move;
    memcpy(path->moves + 1, rest->moves, copied * sizeof *rest->moves);
    path->length = copied + 1;
}

static void leave(FanSearch *search) {
    int value = -search->value;
    search->ply--;
    FanFrame *frame = &search->frames[search->ply];
    search->phase = FAN_PHASE_NEXT;

    /* 9. Better than expected: look again, deeper or wider. */
    if (frame->attempt != FAN_TRY_FULL && value > frame->alpha) {
        if (frame->attempt == FAN_TRY_REDUCED || value < frame->beta) {
            frame->attempt++;
            push(search, frame);
            return;
        }
    }
    if (value <= frame->value) {
        return;
    }
    frame->value = value;
    if (value <= frame->alpha) {
        return;
    }
    /* 10. A new best move. */
    frame->alpha = value;
    frame->best = frame->move;
    if (frame->principal) {
        extend_path(&search->paths[search->ply], frame->move, &search->paths[search->ply + 1]);
    }
    /* 11. It refutes the move before it. */
    if (value >= frame->beta) {
        fan_order_learn(&search->order, (FanSide)frame->position.side, frame->depth,
                        search->arena.moves + frame->first, frame->next - 1);
        close_node(search, frame);
    }
}

/* --- the root ------------------------------------------------------------------------------------
 */

static unsigned lines_wanted(const FanSearch *search) {
    size_t count = search->frames[0].count;
    return count < search->shared->limits.lines ? (unsigned)count : search->shared->limits.lines;
}

/* The first window for a line: narrow about the score of the depth before. */
static void choose_window(FanSearch *search) {
    search->low = -INFINITE;
    search->high = INFINITE;
    search->widen = ASPIRATION;
    if (search->depth < ASPIRATION_DEPTH || search->line >= search->variations) {
        return;
    }
    int score = search->variation[search->line].score;
    if (!fan_score_is_decided(score)) {
        search->low = score - ASPIRATION;
        search->high = score + ASPIRATION;
    }
}

/* How many first moves from this one on are of one rank by the endgame tables: the search chooses
 * among them. */
static size_t equals_from(const FanSearch *search, size_t from) {
    return fan_endgame_equals(&search->shared->endgame, search->arena.moves, from,
                              search->frames[0].count);
}

static void begin_line(FanSearch *search) {
    FanFrame *root = &search->frames[0];
    root->depth = (int)search->depth;
    root->alpha = root->floor = search->low;
    root->beta = search->high;
    root->value = root->standing = -INFINITE; /* what is left out is worse, not estimated */
    root->principal = true;
    root->best = FAN_NO_MOVE;
    root->next = search->line;
    root->limit = search->line + equals_from(search, search->line);
    search->paths[0].length = 0;
    search->ply = 0;
    search->nodes++;
    search->phase = FAN_PHASE_NEXT;
}

/* Moves a first move to place `to` of the list, those between one back. */
static void bring_forward(FanSearch *search, FanMove move, size_t to) {
    FanMove *moves = search->arena.moves;
    size_t from = to;
    while (moves[from] != move) {
        from++;
    }
    memmove(moves + to + 1, moves + to, (from - to) * sizeof *moves);
    moves[to] = move;
}

/* The line that the root has found, whose score the endgame tables may know better. */
static FanVariation variation_of(const FanSearch *search, int score) {
    const FanPath *path = &search->paths[0];
    FanVariation variation = {.length = path->length};
    memcpy(variation.moves, path->moves, path->length * sizeof *path->moves);
    variation.score = fan_endgame_settle(&search->shared->endgame, path->moves[0], score);
    return variation;
}

/* Lines in the order of their scores; equal ones as they came. Those of better rank stay ahead. */
static void sort_lines(const FanSearch *search, FanVariation *lines, unsigned count) {
    for (unsigned first = 0; first < count;) {
        unsigned end = first + (unsigned)equals_from(search, first);
        for (unsigned i = first + 1; i < end && i < count; i++) {
            FanVariation moved = lines[i];
            unsigned to = i;
            for (; to > first && lines[to - 1].score < moved.score; to--) {
                lines[to] = lines[to - 1];
            }
            lines[to] = moved;
        }
        first = end;
    }
}

/* Whether deeper search can change nothing: the game is solved, or every line is decided within the
 * depth searched. */
static bool all_decided(const FanSearch *search) {
    if (search->shared->solved) {
        return true;
    }
    for (unsigned i = 0; i < search->variations; i++) {
        int score = search->variation[i].score, size = score < 0 ? -score : score;
        if (!FAN_SCORE_IS_WIN(size) || FAN_SCORE_WIN - size > (int)search->finished) {
            return false;
        }
    }
    return true;
}

/* Helpers may look deeper than is wanted: what they find there is of use to the main thread. */
static unsigned depth_limit(const FanSearch *search) {
    return search->number == 0 ? search->shared->limits.depth : FAN_DEPTH_MAX;
}

/* How many first moves time is spent on. */
static size_t turns_to_weigh(const FanSearch *search) {
    if (search->shared->limits.lines > 1) {
        return search->frames[0].count;
    }
    bool decided = fan_endgame_decides(&search->shared->endgame, search->arena.moves);
    return decided ? 1 : equals_from(search, 0);
}

/* Notes how the search stands when a depth is finished, before its lines take their place. */
static void note_progress(FanSearch *search) {
    const FanShared *shared = search->shared;
    FanProgress *progress = &search->progress;
    const FanVariation *best = &search->coming[0], *before = &search->variation[0];
    bool first = search->finished == 0;
    uint64_t elapsed = shared->clock() - shared->started_ms;
    progress->depth_ms = elapsed - (first ? 0 : progress->elapsed_ms);
    progress->elapsed_ms = elapsed;
    progress->stable = !first && best->moves[0] == before->moves[0] ? progress->stable + 1 : 0;
    progress->fall = first ? 0 : before->score - best->score;
    progress->turns = turns_to_weigh(search);
    search->enough = fan_time_enough(shared->limits.soft_ms, progress);
}

static void end_depth(FanSearch *search) {
    if (search->number == 0 && search->shared->limits.soft_ms != 0) {
        note_progress(search);
    }
    search->variations = search->line;
    memcpy(search->variation, search->coming, search->line * sizeof *search->coming);
    sort_lines(search, search->variation, search->variations);
    for (unsigned i = 0; i < search->variations; i++) {
        bring_forward(search, search->variation[i].moves[0], i);
    }
    search->finished = search->depth;
    search->line = 0;
    if (search->finished == depth_limit(search) || all_decided(search) ||
        (search->enough && !search->shared->pondering)) {
        search->phase = FAN_PHASE_DONE;
        return;
    }
    search->depth++;
}

/* Goes on with a line of telo to its end, as far as it is decided. */
static void extend_solved(const FanSearch *search, FanVariation *line) {
    FanPosition position = search->frames[0].position;
    for (unsigned i = 0;; i++) {
        position = fan_position_after(&position, line->moves[i]);
        FanMove move = fan_telo_move(&search->shared->telo, &search->shared->board,
                                     &search->shared->rules, &position);
        if (move == FAN_NO_MOVE || i + 1 == FAN_LINE_MAX) {
            return;
        }
        line->moves[i + 1] = move;
        line->length = i + 2;
    }
}

/* Takes the value of the root: opens the window where it lies outside, else the line stands. */
static void end_line(FanSearch *search) {
    FanFrame *root = &search->frames[0];
    int value = search->value;
    search->phase = FAN_PHASE_LINE;
    if (root->best != FAN_NO_MOVE) {
        bring_forward(search, root->best, search->line);
    }
    if (value <= search->low && search->low > -INFINITE) {
        search->widen *= 3;
        search->low = search->widen > 500 ? -INFINITE : value - search->widen;
        return;
    }
    if (value >= search->high && search->high < INFINITE) {
        search->widen *= 3;
        search->high = search->widen > 500 ? INFINITE : value + search->widen;
        return;
    }
    search->coming[search->line] = variation_of(search, value);
    if (search->shared->solved) {
        extend_solved(search, &search->coming[search->line]);
    }
    search->line++;
    if (search->line == lines_wanted(search)) {
        end_depth(search);
    }
    choose_window(search);
}

/* --- running -------------------------------------------------------------------------------------
 */

void fan_search_tell(FanSearch *search) {
    atomic_fetch_add_explicit(&search->shared->told, search->nodes - search->told,
                              memory_order_relaxed);
    search->told = search->nodes;
}

uint64_t fan_search_nodes(const FanSearch *search) {
    uint64_t told = atomic_load_explicit(&search->shared->told, memory_order_relaxed);
    return told - search->told + search->nodes;
}

/* Only the main thread looks at the clock. */
static bool time_is_up(const FanSearch *search) {
    const FanShared *shared = search->shared;
    return search->number == 0 && shared->limits.budget_ms != 0 && !shared->pondering &&
           shared->clock() - shared->counted_ms >= shared->limits.budget_ms;
}

/* Whether a limit is reached, by all threads together. Sees to it that one thread alone reaches
 * that of nodes exactly. */
FAN_RARE static bool is_at_limit(FanSearch *search) {
    uint64_t limit = search->shared->limits.nodes, step = LOOK_EVERY;
    fan_search_tell(search);
    if (limit != 0) {
        uint64_t nodes = fan_search_nodes(search);
        if (nodes >= limit) {
            return true;
        }
        step = limit - nodes < step ? limit - nodes : step;
    }
    search->next_look = search->nodes + step;
    return time_is_up(search);
}

static bool must_end(FanSearch *search) {
    return atomic_load_explicit(&search->shared->stop, memory_order_relaxed) ||
           (search->nodes >= search->next_look && is_at_limit(search));
}

/* Ends in the middle of a depth. What it has shown to be better than the move of the depth before,
 * which it looked at first, counts. */
static void end_early(FanSearch *search) {
    const FanFrame *root = &search->frames[0];
    search->phase = FAN_PHASE_DONE;
    if (search->shared->limits.lines == 1 && search->finished > 0 && root->best != FAN_NO_MOVE &&
        root->alpha < root->beta) {
        search->variation[0] = variation_of(search, root->alpha);
    }
}

bool fan_search_run(FanSearch *search, uint64_t slice) {
    uint64_t pause = slice == 0 ? UINT64_MAX : search->nodes + slice;
    for (;;) {
        switch (search->phase) {
        case FAN_PHASE_LINE:
            if (must_end(search)) {
                search->phase = FAN_PHASE_DONE;
                break;
            }
            if (search->nodes >= pause) {
                return true;
            }
            begin_line(search);
            break;
        case FAN_PHASE_ENTER:
            if (must_end(search)) {
                end_early(search);
                break;
            }
            if (search->nodes >= pause) {
                return true;
            }
            search->nodes++;
            enter(search);
            break;
        case FAN_PHASE_NEXT:
            next(search);
            break;
        case FAN_PHASE_LEAVE:
            if (search->ply == 0) {
                end_line(search);
            } else {
                leave(search);
            }
            break;
        case FAN_PHASE_DONE:
            return false;
        }
    }
}

/* --- beginning -----------------------------------------------------------------------------------
 */

static void sort_root(FanSearch *search) {
    FanFrame *root = &search->frames[0];
    for (size_t i = 0; i < root->count; i++) {
        fan_order_pick(search->arena.moves, search->arena.ranks, i, root->count);
    }
}

/* Puts first what keeps the value of the root, if endgame tables know that. The main thread asks
 * them, for all. */
static bool rank_root(FanSearch *search) {
    FanShared *shared = search->shared;
    FanMove *moves = search->arena.moves;
    size_t count = search->frames[0].count;
    const FanSpent spent = {shared->spent, shared->spents};
    if (search->number == 0 &&
        !fan_endgame_rank(&shared->endgame, &shared->root, &spent, moves, count)) {
        return false;
    }
    fan_endgame_sort(&shared->endgame, moves, count);
    return true;
}

bool fan_search_begin(FanSearch *search, unsigned number) {
    FanFrame *root = &search->frames[0];
    search->number = number;
    search->phase = FAN_PHASE_DONE;
    search->out_of_memory = false;
    search->nodes = search->told = search->next_look = 0;
    search->enough = false;
    search->ply = search->deepest = search->finished = search->variations = search->line = 0;
    search->depth = number % 2 == 0 ? 1 : 2;
    root->position = search->shared->root;
    root->key = fan_position_key(&root->position);
    root->depth = 1;
    fan_order_clear(&search->order);
    for (int i = 0; search->shared->network != NULL && i < FAN_FRAMES_MAX; i++) {
        fan_net_slot_clear(search->shared->network, &search->slots[i]);
    }
    open_node(search, root, FAN_NO_MOVE);
    if (search->out_of_memory) {
        return false;
    }
    assert(root->count != 0);
    sort_root(search);
    if (!rank_root(search)) {
        search->phase = FAN_PHASE_DONE;
        return false;
    }
    choose_window(search);
    search->phase = FAN_PHASE_LINE;
    return true;
}

void fan_search_restrict(FanSearch *search, bool (*keep)(void *context, FanMove move),
                         void *context) {
    FanFrame *root = &search->frames[0];
    FanMove *moves = search->arena.moves;
    size_t kept = 0;
    for (size_t i = 0; i < root->count; i++) {
        FanMove move = moves[i];
        if (keep(context, move)) { /* to the front, so that nothing is lost if none stays */
            moves[i] = moves[kept];
            moves[kept++] = move;
        }
    }
    root->count = kept != 0 ? kept : root->count;
}

bool fan_search_init(FanSearch *search, FanShared *shared) {
    memset(search, 0, sizeof *search);
    search->shared = shared;
    search->phase = FAN_PHASE_DONE;
    search->slots = aligned_alloc(_Alignof(FanNetSlot), FAN_FRAMES_MAX * sizeof *search->slots);
    if (search->slots == NULL || !fan_arena_init(&search->arena)) {
        free(search->slots);
        return false;
    }
    return true;
}

void fan_search_free(FanSearch *search) {
    fan_arena_free(&search->arena);
    free(search->slots);
}
