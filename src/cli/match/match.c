#include "cli/match/match.h"

#include "cli/arguments.h"
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/match/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 200, /* between two looks at Ctrl-C */
    JUDGE_BYTES = 1 << 20,
};

/* What one thread plays with. */
typedef struct Seat {
    FanMatch *match;
    FanPlayer players[2]; /* A and B */
    FanBout bout;
    FanEngine *judge; /* of random openings */
} Seat;

/* --- under the lock ------------------------------------------------------------------------------
 */

/* Ends the match as failed; only the first reason is told. */
__attribute__((format(printf, 3, 4))) static void fail(FanMatch *match, FanExit status,
                                                       const char *format, ...) {
    char text[1024];
    va_list args;
    if (match->status == FAN_EXIT_FINE) {
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        match->status = fan_complain(match->arguments, status, "%s", text);
    }
    atomic_store(&match->stop, true);
}

static void write_time_control(const FanLimits *limits, char text[48]) {
    if (limits->clock_ms) {
        snprintf(text, 48, "%g+%g", (double)limits->clock_ms / 1000,
                 (double)limits->increment_ms / 1000);
    } else if (limits->movetime_ms) {
        snprintf(text, 48, "movetime %" PRIu64, limits->movetime_ms);
    } else if (limits->nodes) {
        snprintf(text, 48, "nodes %" PRIu64, limits->nodes);
    } else {
        snprintf(text, 48, "depth %" PRIu64, limits->depth);
    }
}

/* The name of a player in a record, with its letter where both have the same. */
static const char *write_name(const FanMatch *match, int player,
                              char text[FAN_PLAYER_NAME_MAX + 8]) {
    const char *name = match->names[player];
    if (!*name) {
        snprintf(text, FAN_PLAYER_NAME_MAX + 8, "%c", fan_match_letter(player));
    } else if (strcmp(match->names[0], match->names[1]) == 0) {
        snprintf(text, FAN_PLAYER_NAME_MAX + 8, "%s (%c)", name, fan_match_letter(player));
    } else {
        snprintf(text, FAN_PLAYER_NAME_MAX + 8, "%s", name);
    }
    return text;
}

static void save(FanMatch *match, uint64_t number, const FanBout *bout, const FanVerdict *verdict) {
    char names[2][FAN_PLAYER_NAME_MAX + 8];
    FanSaveTags tags = {.white = write_name(match, (int)(number % 2), names[0]),
                        .black = write_name(match, (int)(1 - number % 2), names[1])};
    snprintf(tags.round, sizeof tags.round, "%" PRIu64 ".%" PRIu64, number / 2 + 1, number % 2 + 1);
    write_time_control(&match->limits, tags.time_control);
    int error = fan_save_game(&match->save, bout, verdict, &tags);
    if (error) {
        fail(match, FAN_EXIT_FAILED, "--save: cannot write: %s", strerror(error));
    }
}

static void count(FanMatch *match, uint64_t number, const FanVerdict *verdict) {
    FanTally *tally = &match->tally;
    bool white = number % 2 == 0; /* whether A is */
    FanResult won = white ? FAN_WHITE_WINS : FAN_BLACK_WINS;
    uint8_t halves = verdict->result == won ? 2 : verdict->result == FAN_DRAWN ? 1 : 0;
    uint8_t *other = &match->halves[number / 2];
    *(halves == 2 ? &tally->wins : halves == 1 ? &tally->draws : &tally->losses) += 1;
    if (verdict->detail[0]) {
        tally->faults[(verdict->side == FAN_WHITE) != white]++;
    }
    if (*other) {
        tally->pairs.count[*other - 1 + halves]++;
    }
    *other = (uint8_t)(halves + 1);
}

/* Takes in a game that has ended. */
static void note(FanMatch *match, uint64_t number, const FanBout *bout, const FanVerdict *verdict) {
    count(match, number, verdict);
    FanExit status = fan_report_game(match, number, bout, verdict);
    if (status != FAN_EXIT_FINE) {
        match->status = status;
    }
    if (match->save.file >= 0) {
        save(match, number, bout, verdict);
    }
    if (status != FAN_EXIT_FINE || ferror(fan_out(match->arguments)) ||
        (match->testing && fan_sprt_state(&match->sprt, &match->tally.pairs) != FAN_SPRT_OPEN)) {
        atomic_store(&match->stop, true);
    }
}

/* --- threads -------------------------------------------------------------------------------------
 */

/* Starts both programs before the first game: one that cannot be started at all ends the match. */
static bool start_players(Seat *seat) {
    FanMatch *match = seat->match;
    for (int i = 0; i < 2; i++) {
        FanPlayer *player = &seat->players[i];
        FanPlayerStatus status = fan_player_start(player);
        pthread_mutex_lock(&match->lock);
        if (status == FAN_PLAYER_FINE) {
            memcpy(match->names[i], player->name, sizeof match->names[i]);
        } else if (status != FAN_PLAYER_STOPPED && !atomic_load(&match->stop)) {
            FanQuote quote;
            fail(match, FAN_EXIT_USAGE, "engine %c: %s %s", fan_match_letter(i),
                 fan_quote(&quote, player->spec->command, strlen(player->spec->command)),
                 player->why);
        }
        pthread_mutex_unlock(&match->lock);
        if (status != FAN_PLAYER_FINE) {
            return false;
        }
    }
    return true;
}

/* Plays one game; returns whether it has a result. */
static FanVerdict play(Seat *seat, uint64_t number) {
    FanMatch *match = seat->match;
    FanOpeningStatus opening =
        fan_openings_begin(&match->openings, number / 2, seat->judge, &seat->bout);
    if (opening != FAN_OPENING_FINE) {
        return (FanVerdict){.kind = opening == FAN_OPENING_NONE ? FAN_VERDICT_UNFIT
                                                                : FAN_VERDICT_MEMORY};
    }
    FanPlayer *players[2] = {&seat->players[number % 2], &seat->players[1 - number % 2]};
    return fan_bout_play(&seat->bout, players, &match->limits, &match->adjudication);
}

static void take_in(FanMatch *match, uint64_t number, const FanBout *bout,
                    const FanVerdict *verdict) {
    if (atomic_load(&match->stop)) {
        return; /* whoever set it wants no more results */
    }
    if (verdict->kind == FAN_VERDICT_MEMORY) {
        fail(match, FAN_EXIT_FAILED, "not enough memory");
    } else if (verdict->kind == FAN_VERDICT_UNFIT && verdict->detail[0]) {
        int player = (int)(number % 2) ^ (verdict->side == FAN_BLACK);
        fail(match, FAN_EXIT_USAGE, "engine %c: %s", fan_match_letter(player), verdict->detail);
    } else if (verdict->kind == FAN_VERDICT_UNFIT) {
        fail(match, FAN_EXIT_USAGE,
             "--balance: no balanced opening found; try other --plies, or a larger --balance");
    } else if (verdict->kind != FAN_VERDICT_STOPPED) {
        note(match, number, bout, verdict);
    }
}

static void *play_games(void *context) {
    Seat *seat = context;
    FanMatch *match = seat->match;
    bool open = start_players(seat);
    pthread_mutex_lock(&match->lock);
    while (open && match->next < match->games && !atomic_load(&match->stop)) {
        uint64_t number = match->next++;
        pthread_mutex_unlock(&match->lock);
        FanVerdict verdict = play(seat, number);
        pthread_mutex_lock(&match->lock);
        take_in(match, number, &seat->bout, &verdict);
    }
    pthread_mutex_unlock(&match->lock);
    fan_player_end(&seat->players[0]);
    fan_player_end(&seat->players[1]);
    pthread_mutex_lock(&match->lock);
    match->running--;
    pthread_cond_signal(&match->left);
    pthread_mutex_unlock(&match->lock);
    return NULL;
}

/* Waits for the threads, looks out for Ctrl-C and tells on a terminal how far it is. */
static void await(FanMatch *match) {
    bool terminal = fan_err_is_terminal(match->arguments);
    uint64_t start_ms = fan_now_ms();
    pthread_mutex_lock(&match->lock);
    while (match->running) {
        if (fan_wait_ms(&match->left, &match->lock, TICK_MS) && terminal) {
            fan_report_progress(match, fan_now_ms() - start_ms);
        }
        if (fan_interrupted()) {
            atomic_store(&match->stop, true);
        }
    }
    pthread_mutex_unlock(&match->lock);
    if (terminal) {
        fputs("\r\033[K", fan_err(match->arguments));
    }
}

static bool make_seat(Seat *seat, FanMatch *match) {
    *seat = (Seat){.match = match, .bout = fan_bout_make(&match->setup)};
    for (int i = 0; i < 2; i++) {
        seat->players[i] = fan_player_make(&match->specs[i], &match->stop, match->patience_ms);
    }
    seat->judge = fan_engine_new(JUDGE_BYTES, NULL);
    return seat->judge != NULL && fan_endgame_begin(&seat->bout.endgame, match->tables,
                                                    &match->setup.board, &match->setup.rules);
}

static void run_threads(FanMatch *match, Seat *seats) {
    pthread_t threads[FAN_MATCH_CONCURRENCY_MAX];
    unsigned started = 0;
    pthread_mutex_lock(&match->lock);
    for (; started < match->concurrency && match->status == FAN_EXIT_FINE; started++) {
        int error = make_seat(&seats[started], match)
                        ? pthread_create(&threads[started], NULL, play_games, &seats[started])
                        : ENOMEM;
        if (error) {
            fan_bout_free(&seats[started].bout);
            fan_engine_free(seats[started].judge);
            fail(match, FAN_EXIT_FAILED, "--concurrency: cannot play game %u at once: %s",
                 started + 1, strerror(error));
            break;
        }
        match->running++;
    }
    pthread_mutex_unlock(&match->lock);
    await(match);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        fan_bout_free(&seats[i].bout);
        fan_engine_free(seats[i].judge);
    }
}

FanExit fan_match_play(FanMatch *match) {
    Seat *seats = calloc(match->concurrency, sizeof *seats);
    match->halves = calloc(match->games / 2, 1);
    if (seats && match->halves) {
        pthread_mutex_init(&match->lock, NULL);
        pthread_cond_init(&match->left, NULL);
        run_threads(match, seats);
        pthread_cond_destroy(&match->left);
        pthread_mutex_destroy(&match->lock);
    } else {
        match->status = fan_complain(match->arguments, FAN_EXIT_FAILED, "not enough memory");
    }
    free(seats);
    free(match->halves);
    match->halves = NULL;
    return match->status;
}
