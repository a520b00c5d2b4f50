#include "cli/match/bout.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_FIRST = 128,
    LINE_FIRST = 1024,
    GO_MAX = 256,
    MATE_SCORE = FAN_POINTS_MAX * 1000, /* in hundredths: beyond what stones are worth */
};

const char *fan_verdict_word(const FanVerdict *verdict, const FanGame *game) {
    return verdict->kind == FAN_VERDICT_ILLEGAL       ? "illegal"
           : verdict->kind == FAN_VERDICT_ADJUDICATED ? "adjudication"
           : verdict->kind == FAN_VERDICT_TABLES      ? "tables"
                                                      : fan_reason_word(game->outcome.reason);
}

/* --- the game and its line -----------------------------------------------------------------------
 */

FanBout fan_bout_make(const FanSetup *setup) {
    return (FanBout){.setup = setup};
}

void fan_bout_free(FanBout *bout) {
    fan_endgame_free(&bout->endgame);
    free(bout->plies);
    free(bout->thoughts);
    free(bout->line);
    *bout = (FanBout){.setup = NULL};
}

static bool make_room(FanBout *bout, size_t capacity) {
    if (capacity <= bout->capacity) {
        return true;
    }
    FanThought *thoughts = realloc(bout->thoughts, capacity * sizeof *thoughts);
    bout->thoughts = thoughts ? thoughts : bout->thoughts;
    FanPly *plies = thoughts ? malloc(capacity * sizeof *plies) : NULL;
    if (!plies) {
        return false;
    }
    if (bout->plies) {
        fan_game_move_history(&bout->game, plies, capacity);
    }
    free(bout->plies);
    bout->plies = plies;
    bout->capacity = capacity;
    return true;
}

__attribute__((format(printf, 2, 3))) static bool add_text(FanBout *bout, const char *format, ...) {
    size_t room = bout->line_length + FAN_TURN_TEXT_MAX + FAN_POSITION_TEXT_MAX + GO_MAX;
    if (room > bout->line_room) {
        char *line = realloc(bout->line, 2 * room);
        if (!line) {
            return false;
        }
        bout->line = line;
        bout->line_room = 2 * room;
    }
    va_list args;
    va_start(args, format);
    bout->line_length += (size_t)vsnprintf(bout->line + bout->line_length,
                                           bout->line_room - bout->line_length, format, args);
    va_end(args);
    return true;
}

bool fan_bout_begin(FanBout *bout, const FanPosition *start) {
    const FanBoard *board = &bout->setup->board;
    FanPosition usual = fan_position_start(board, &bout->setup->rules);
    char text[FAN_POSITION_TEXT_MAX];
    if (!make_room(bout, PLIES_FIRST)) {
        return false;
    }
    fan_game_begin(&bout->game, board, &bout->setup->rules, start, bout->plies, bout->capacity);
    bout->opening = 0;
    bout->line_length = 0;
    fan_position_write(board, start, text);
    return fan_position_equal(start, &usual) ? add_text(bout, "position startpos")
                                             : add_text(bout, "position fen %s", text);
}

/* Plays a turn and adds it to the line. */
static bool play(FanBout *bout, const FanTurn *turn, const FanThought *thought) {
    char text[FAN_TURN_TEXT_MAX];
    size_t at = bout->game.length;
    if (at == bout->capacity && !make_room(bout, 2 * bout->capacity)) {
        return false;
    }
    fan_turn_write(bout->game.board, turn, text);
    if (!add_text(bout, "%s %s", at == 0 ? " moves" : "", text)) {
        return false;
    }
    if (fan_game_play(&bout->game, turn, NULL) != FAN_GAME_OK) {
        abort(); /* it was read as a legal turn, and there is room */
    }
    bout->thoughts[at] = *thought;
    return true;
}

bool fan_bout_open(FanBout *bout, const FanTurn *turn) {
    FanThought none = {.scored = false};
    bout->opening++;
    return play(bout, turn, &none);
}

/* --- limits --------------------------------------------------------------------------------------
 */

static size_t write_go(const FanLimits *limits, const char *go, const uint64_t clock_ms[2],
                       char text[GO_MAX]) {
    size_t length = (size_t)snprintf(text, GO_MAX, "%s", go);
    if (limits->clock_ms) {
        length += (size_t)snprintf(
            text + length, GO_MAX - length,
            " p1time %" PRIu64 " p2time %" PRIu64 " p1inc %" PRIu64 " p2inc %" PRIu64, clock_ms[0],
            clock_ms[1], limits->increment_ms, limits->increment_ms);
    }
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {
        {"movetime", limits->movetime_ms}, {"nodes", limits->nodes}, {"depth", limits->depth}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value) {
            length += (size_t)snprintf(text + length, GO_MAX - length, " %s %" PRIu64,
                                       numbers[i].name, numbers[i].value);
        }
    }
    return length;
}

static bool is_timed(const FanLimits *limits) {
    return limits->clock_ms || limits->movetime_ms;
}

static uint64_t time_for(const FanLimits *limits, const FanPlayer *player, uint64_t left_ms) {
    return limits->clock_ms      ? left_ms + limits->margin_ms
           : limits->movetime_ms ? limits->movetime_ms + limits->margin_ms
                                 : player->patience_ms;
}

/* What is left of a clock after a turn; a little more than all of it was the margin's. */
static uint64_t clock_after(const FanLimits *limits, uint64_t left_ms, uint64_t spent_ms) {
    return (spent_ms < left_ms ? left_ms - spent_ms : 0) + limits->increment_ms;
}

/* --- adjudication --------------------------------------------------------------------------------
 */

static int64_t value_of(const FanThought *thought) {
    return !thought->mate ? thought->score : thought->score < 0 ? -MATE_SCORE : MATE_SCORE;
}

typedef bool Claim(int64_t value, int32_t bound);

static bool is_lost(int64_t value, int32_t bound) {
    return value <= -bound;
}
static bool is_won(int64_t value, int32_t bound) {
    return value >= bound;
}
static bool is_even(int64_t value, int32_t bound) {
    return value >= -bound && value <= bound;
}

/* Whether the last `turns` turns of the player who made ply `last` all bear a claim out. */
static bool claims(const FanBout *bout, size_t last, unsigned turns, Claim *claim, int32_t bound) {
    for (unsigned i = 0; i < turns; i++, last -= 2) {
        const FanThought *thought = &bout->thoughts[last];
        if (!thought->scored || !claim(value_of(thought), bound)) {
            return false;
        }
        if (last < 2 && i + 1 < turns) {
            return false;
        }
    }
    return true;
}

/* How the players agree that it stands. */
static FanResult adjudicate(const FanBout *bout, const FanAdjudication *asked) {
    size_t length = bout->game.length;
    if (length < bout->opening + 2) {
        return FAN_ONGOING;
    }
    /* The side now to move made the ply before the last. */
    FanSide side = bout->game.position.side;
    if (asked->resign_turns) {
        bool lost = claims(bout, length - 2, asked->resign_turns, is_lost, asked->resign_score) &&
                    claims(bout, length - 1, asked->resign_turns, is_won, asked->resign_score);
        bool won = claims(bout, length - 2, asked->resign_turns, is_won, asked->resign_score) &&
                   claims(bout, length - 1, asked->resign_turns, is_lost, asked->resign_score);
        if (won || lost) {
            return (side == FAN_WHITE) == won ? FAN_WHITE_WINS : FAN_BLACK_WINS;
        }
    }
    bool even = asked->draw_turns && length >= 2 * (size_t)asked->draw_from &&
                claims(bout, length - 2, asked->draw_turns, is_even, asked->draw_score) &&
                claims(bout, length - 1, asked->draw_turns, is_even, asked->draw_score);
    return even ? FAN_DRAWN : FAN_ONGOING;
}

/* How endgame tables say that it ends. A position of theirs was just entered by a capture, or the
 * game began with it: none can come again that the way to a win leads through. */
static FanResult look_up(const FanBout *bout) {
    const FanPosition *position = &bout->game.position;
    FanTableValue value;
    if (!fan_endgame_truth(&bout->endgame, position, &value)) {
        return FAN_ONGOING;
    }
    bool white = (value == FAN_TABLE_WIN) == (position->side == FAN_WHITE);
    return value == FAN_TABLE_DRAW ? FAN_DRAWN : white ? FAN_WHITE_WINS : FAN_BLACK_WINS;
}

/* --- playing -------------------------------------------------------------------------------------
 */

/* The verdict on a player that failed, and its game ended by word. */
static FanVerdict fault_of(FanBout *bout, FanSide side, const FanPlayer *player,
                           FanPlayerStatus status, bool timed) {
    FanVerdict verdict = {.kind = FAN_VERDICT_ABANDONED,
                          .result = side == FAN_WHITE ? FAN_BLACK_WINS : FAN_WHITE_WINS,
                          .side = side};
    snprintf(verdict.detail, sizeof verdict.detail, "%s", player->why);
    if (status == FAN_PLAYER_STOPPED || status == FAN_PLAYER_OPTION ||
        status == FAN_PLAYER_NOTHING) {
        verdict.kind = status == FAN_PLAYER_STOPPED ? FAN_VERDICT_STOPPED : FAN_VERDICT_UNFIT;
        verdict.result = FAN_ONGOING;
        return verdict;
    }
    FanGameStatus ended;
    if (status == FAN_PLAYER_LATE && timed) {
        verdict.kind = FAN_VERDICT_TIME;
        ended = fan_game_lose_on_time(&bout->game, side);
    } else {
        ended = fan_game_abandon(&bout->game, side);
    }
    if (ended != FAN_GAME_OK) {
        abort(); /* players are asked only while the game goes on */
    }
    return verdict;
}

static FanVerdict illegal(FanBout *bout, FanSide side, FanPlayer *player, const char *turn,
                          const FanTurnError *error) {
    FanVerdict verdict = {.kind = FAN_VERDICT_ILLEGAL,
                          .result = side == FAN_WHITE ? FAN_BLACK_WINS : FAN_WHITE_WINS,
                          .side = side};
    char sentence[FAN_VERDICT_DETAIL_MAX / 2], shown[41];
    size_t length = 0;
    for (; turn[length] && length < sizeof shown - 1; length++) {
        shown[length] = turn[length] >= ' ' && turn[length] <= '~' ? turn[length] : '?';
    }
    shown[length] = '\0';
    fan_turn_error_write(bout->game.board, error, turn, strlen(turn), sentence, sizeof sentence);
    snprintf(verdict.detail, sizeof verdict.detail, "answered '%s': %s", shown, sentence);
    fan_player_end(player);
    return verdict;
}

/* Asks the player of the side to move what stands in the line, if it is not pondering just that. */
static FanPlayerStatus ask(const FanBout *bout, FanPlayer *player, uint64_t time_ms,
                           FanAnswer *answer) {
    if (player->pondering) {
        const FanTurn *played = &bout->game.plies[bout->game.length - 1].turn;
        if (fan_turn_equal(played, &bout->expected[bout->game.position.side])) {
            return fan_player_hit(player, time_ms, answer);
        }
        FanPlayerStatus status = fan_player_unponder(player);
        if (status != FAN_PLAYER_FINE) {
            return status;
        }
    }
    return fan_player_ask(player, bout->line, bout->line_length, time_ms, answer);
}

/* Lets the player that has just moved ponder on the reply it expects; not if it names none, or one
 * that is not legal: that is no fault. */
static FanPlayerStatus ponder(FanBout *bout, FanPlayer *player, const FanLimits *limits,
                              const uint64_t clock_ms[2], const char *reply) {
    FanTurn turn;
    char go[GO_MAX], text[FAN_TURN_TEXT_MAX];
    size_t position = bout->line_length;
    if (!limits->ponder || bout->game.outcome.result != FAN_ONGOING || !*reply ||
        fan_game_read(&bout->game, reply, strlen(reply), &turn, NULL) != FAN_TURN_READ) {
        return FAN_PLAYER_FINE;
    }
    write_go(limits, "go ponder", clock_ms, go);
    fan_turn_write(bout->game.board, &turn, text);
    if (!add_text(bout, " %s\n%s\n", text, go)) {
        return FAN_PLAYER_FINE; /* the next turn will run out of memory too, and say so */
    }
    bout->expected[fan_other_side((FanSide)bout->game.position.side)] = turn;
    FanPlayerStatus status = fan_player_ponder(player, bout->line, bout->line_length);
    bout->line_length = position;
    return status;
}

/* One turn of the side to move; of kind FAN_VERDICT_RULES unless something is wrong. */
static FanVerdict make_turn(FanBout *bout, FanPlayer *player, const FanLimits *limits,
                            uint64_t clock_ms[2]) {
    FanSide side = bout->game.position.side;
    char go[GO_MAX];
    FanAnswer answer;
    FanTurn turn;
    FanTurnError error;
    size_t position = bout->line_length;
    write_go(limits, "go", clock_ms, go);
    if (!add_text(bout, "\n%s\n", go)) {
        return (FanVerdict){.kind = FAN_VERDICT_MEMORY};
    }
    FanPlayerStatus status = ask(bout, player, time_for(limits, player, clock_ms[side]), &answer);
    bout->line_length = position;
    if (status != FAN_PLAYER_FINE) {
        return fault_of(bout, side, player, status, is_timed(limits));
    }
    if (fan_game_read(&bout->game, answer.turn, strlen(answer.turn), &turn, &error) !=
        FAN_TURN_READ) {
        return illegal(bout, side, player, answer.turn, &error);
    }
    clock_ms[side] = clock_after(limits, clock_ms[side], answer.elapsed_ms);
    if (!play(bout, &turn, &answer.thought)) {
        return (FanVerdict){.kind = FAN_VERDICT_MEMORY};
    }
    status = ponder(bout, player, limits, clock_ms, answer.reply);
    return status == FAN_PLAYER_FINE ? (FanVerdict){.kind = FAN_VERDICT_RULES}
                                     : fault_of(bout, side, player, status, false);
}

/* Sees that both programs run and know of a new game. */
static FanVerdict seat(FanBout *bout, FanPlayer *players[2]) {
    for (int side = 0; side < 2; side++) {
        FanPlayerStatus status = fan_player_start(players[side]);
        if (status == FAN_PLAYER_FINE) {
            status = fan_player_new_game(players[side]);
        }
        if (status != FAN_PLAYER_FINE) {
            return fault_of(bout, (FanSide)side, players[side], status, false);
        }
    }
    return (FanVerdict){.kind = FAN_VERDICT_RULES};
}

static bool goes_on(const FanBout *bout, const FanVerdict *verdict) {
    return verdict->kind == FAN_VERDICT_RULES && bout->game.outcome.result == FAN_ONGOING;
}

/* Ends a game whose result is known; of kind FAN_VERDICT_RULES where it is not. */
static FanVerdict judge(const FanBout *bout, const FanAdjudication *adjudication) {
    FanResult known = look_up(bout), agreed = adjudicate(bout, adjudication);
    return known != FAN_ONGOING    ? (FanVerdict){.kind = FAN_VERDICT_TABLES, .result = known}
           : agreed != FAN_ONGOING ? (FanVerdict){.kind = FAN_VERDICT_ADJUDICATED, .result = agreed}
                                   : (FanVerdict){.kind = FAN_VERDICT_RULES};
}

FanVerdict fan_bout_play(FanBout *bout, FanPlayer *players[2], const FanLimits *limits,
                         const FanAdjudication *adjudication) {
    uint64_t clock_ms[2] = {limits->clock_ms, limits->clock_ms};
    FanVerdict verdict = seat(bout, players);
    while (goes_on(bout, &verdict)) {
        verdict = make_turn(bout, players[bout->game.position.side], limits, clock_ms);
        if (goes_on(bout, &verdict)) {
            verdict = judge(bout, adjudication);
        }
    }
    if (verdict.kind == FAN_VERDICT_RULES) {
        verdict.result = (FanResult)bout->game.outcome.result;
    }
    /* Who does not stop now is ended, and started again for its next game. */
    (void)fan_player_unponder(players[0]);
    (void)fan_player_unponder(players[1]);
    return verdict;
}
