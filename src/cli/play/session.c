/* The game between turns: beginning, taking back, ending by word, the next one. */
#include "cli/play/session_parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH_BYTES = 32 << 20,
    FIRST_CAPACITY = 64, /* turns; doubled when full */
    STANDARD_LEVEL = 1,
};

bool fan_session_init(FanSession *session) {
    *session = (FanSession){.level = STANDARD_LEVEL, .lifted = FAN_NO_POINT};
    session->engine = fan_engine_new(HASH_BYTES, NULL);
    session->game.plies = malloc(FIRST_CAPACITY * sizeof *session->game.plies);
    session->game.capacity = FIRST_CAPACITY;
    return session->engine && session->game.plies;
}

void fan_session_free(FanSession *session) {
    fan_engine_free(session->engine);
    free(session->game.plies);
    session->engine = NULL;
    session->game.plies = NULL;
}

static void say(FanSession *session, bool refused, const char *format, va_list args) {
    vsnprintf(session->said, sizeof session->said, format, args);
    session->refused = refused;
    session->blamed = 0;
}

void fan_session_say(FanSession *session, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(session, false, format, args);
    va_end(args);
}

void fan_session_refuse(FanSession *session, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(session, true, format, args);
    va_end(args);
}

void fan_session_refuse_for(FanSession *session, const char *what, const FanRefusal *refusal) {
    char sentence[FAN_SAID_MAX - 64];
    fan_refusal_write(&session->board, refusal, sentence, sizeof sentence);
    fan_session_refuse(session, "%s%s%s", what, *what ? ": " : "", sentence);
    session->blamed = refusal->points;
}

bool fan_session_is_over(const FanSession *session) {
    return session->game.outcome.result != FAN_ONGOING;
}

bool fan_session_is_persons(const FanSession *session) {
    return !fan_session_is_over(session) &&
           session->seats[session->game.position.side] == FAN_SEAT_PERSON;
}

bool fan_session_is_perfect(const FanSession *session) {
    return session->certificates && session->level == FAN_LEVELS;
}

bool fan_session_has_computer(const FanSession *session) {
    return session->seats[FAN_WHITE] == FAN_SEAT_COMPUTER ||
           session->seats[FAN_BLACK] == FAN_SEAT_COMPUTER;
}

/* What follows whenever the position of the game has become another one. */
static void settle(FanSession *session) {
    session->hinted = false;
    fan_session_hush(session);
    fan_session_clear_draft(session);
    fan_session_wake(session);
}

void fan_session_begin(FanSession *session, const FanSetup *setup, const uint8_t seats[2]) {
    session->board = setup->board;
    session->gave = FAN_VELA_NONE;
    session->promised = 0;
    memcpy(session->seats, seats, sizeof session->seats);
    fan_game_begin(&session->game, &session->board, &setup->rules, &setup->position,
                   session->game.plies, session->game.capacity);
    if (session->learned) {
        fan_engine_clear(session->engine); /* the same seed is to play the same game */
        session->learned = false;
    }
    session->changes++;
    settle(session);
    fan_session_say(session, "%s", "");
}

/* Makes room for one more turn. */
static bool make_room(FanGame *game) {
    if (game->length < game->capacity) {
        return true;
    }
    size_t capacity = 2 * game->capacity;
    FanPly *plies = reallocarray(NULL, capacity, sizeof *plies);
    if (!plies) {
        return false;
    }
    FanPly *before = game->plies;
    fan_game_move_history(game, plies, capacity);
    free(before);
    return true;
}

bool fan_session_load(FanSession *session, const FanRecord *record, const uint8_t seats[2]) {
    const FanSetup setup = {record->board, record->rules, record->start};
    fan_session_begin(session, &setup, seats);
    size_t at = 0;
    bool fine = true;
    const FanTurn *turn;
    while (fine && (turn = fan_record_next_turn(record, &at)) != NULL) {
        fine = make_room(&session->game);
        if (fine && fan_game_play(&session->game, turn, NULL) != FAN_GAME_OK) {
            abort(); /* the record was read against the rules */
        }
    }
    if (fine && !fan_session_is_over(session)) {
        session->game.outcome = record->outcome; /* by word */
    }
    session->changes++;
    settle(session);
    return fine;
}

/* "Takes 2." and the like, and the end if it is one. */
static void announce(FanSession *session, FanSide mover, const FanTurn *turn, unsigned taken) {
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(&session->board, turn, text);
    FanText state = {""};
    if (fan_session_is_over(session)) {
        fan_session_show_state(session, &state);
    }
    const char *gap = *state.text ? ". " : "";
    if (taken) {
        fan_session_say(session, "%s %s takes %u%s%s", fan_side_name(mover), text, taken, gap,
                        state.text);
    } else {
        fan_session_say(session, "%s %s%s%s", fan_side_name(mover), text, gap, state.text);
    }
}

static unsigned count_points(FanPoints set) {
    return (unsigned)__builtin_popcountll(set);
}

bool fan_session_play(FanSession *session, const FanTurn *turn) {
    FanSide mover = (FanSide)session->game.position.side;
    FanSide other = fan_other_side(mover);
    unsigned before = count_points(session->game.position.stones[other]);
    if (!make_room(&session->game)) {
        fan_session_refuse(session, "not enough memory for one more turn");
        return false;
    }
    FanRefusal refusal;
    if (fan_game_play(&session->game, turn, &refusal) != FAN_GAME_OK) {
        fan_session_refuse_for(session, "", &refusal);
        return false;
    }
    session->changes++;
    announce(session, mover, turn, before - count_points(session->game.position.stones[other]));
    settle(session);
    return true;
}

/* Whether a person made turn `index`. */
static bool was_persons(const FanSession *session, size_t index) {
    return session->seats[session->game.plies[index].before.side] == FAN_SEAT_PERSON;
}

bool fan_session_undo(FanSession *session) {
    FanGame *game = &session->game;
    size_t last = game->length;
    while (last > 0 && !was_persons(session, last - 1)) {
        last--;
    }
    if (last == 0) {
        fan_session_refuse(session, "there is no turn to take back");
        return false;
    }
    size_t count = game->length - (last - 1);
    while (game->length >= last) {
        if (fan_game_undo(game) != FAN_GAME_OK) {
            abort(); /* there are that many */
        }
    }
    session->changes++;
    settle(session);
    fan_session_say(session, "%zu %s taken back", count, count == 1 ? "turn" : "turns");
    return true;
}

bool fan_session_redo(FanSession *session) {
    FanGame *game = &session->game;
    size_t count = 0;
    while (game->undone && (count == 0 || !fan_session_is_persons(session)) &&
           fan_game_redo(game) == FAN_GAME_OK) {
        count++;
    }
    if (count == 0) {
        fan_session_refuse(session, "there is no turn to play again");
        return false;
    }
    session->changes++;
    settle(session);
    fan_session_say(session, "%zu %s played again", count, count == 1 ? "turn" : "turns");
    return true;
}

/* Says how the game ended, if it has; then there is nothing to resign or to agree on. */
static bool refuse_over(FanSession *session) {
    FanText state;
    if (!fan_session_is_over(session)) {
        return false;
    }
    fan_session_show_state(session, &state);
    fan_session_refuse(session, "The game is over. %s", state.text);
    return true;
}

static void end_by_word(FanSession *session, FanGameStatus status) {
    FanText state;
    if (status != FAN_GAME_OK) {
        abort(); /* it goes on, as was asked before */
    }
    session->changes++;
    settle(session);
    fan_session_show_state(session, &state);
    fan_session_say(session, "%s", state.text);
}

bool fan_session_resign(FanSession *session) {
    if (refuse_over(session)) {
        return false;
    }
    FanSide side = (FanSide)session->game.position.side;
    /* While the computer thinks it is the other side that can resign. */
    FanSide loser = session->seats[side] == FAN_SEAT_PERSON ? side : fan_other_side(side);
    end_by_word(session, fan_game_resign(&session->game, loser));
    return true;
}

void fan_session_agree_draw(FanSession *session) {
    end_by_word(session, fan_game_agree_draw(&session->game));
}

void fan_session_offer_draw(FanSession *session) {
    if (refuse_over(session)) {
        return;
    }
    if (!fan_session_has_computer(session)) {
        fan_session_agree_draw(session);
    } else if (!fan_session_is_persons(session)) {
        fan_session_refuse(session, "a draw is offered when it is your turn");
    } else {
        fan_session_ask_offer(session);
    }
}

void fan_session_set_level(FanSession *session, unsigned level) {
    session->level = level;
    session->changes++;
    if (session->thought == FAN_THOUGHT_REPLY) {
        fan_session_hush(session);
        fan_session_wake(session);
    }
    fan_session_say(session, "The computer plays at level %u of %d", level, FAN_LEVELS);
}

FanVela fan_session_next_giver(const FanSession *session) {
    FanRules rules = session->game.rules;
    FanResult result = (FanResult)session->game.outcome.result;
    FanVela gave = rules.vela != FAN_VELA_NONE ? (FanVela)rules.vela : session->gave;
    rules.vela = (uint8_t)fan_vela_next(gave, result);
    return fan_session_is_over(session) && fan_rules_fit(&rules, &session->board)
               ? (FanVela)rules.vela
               : FAN_VELA_NONE;
}

void fan_session_next(FanSession *session, bool vela) {
    FanSetup setup = {.board = session->board, .rules = session->game.rules};
    FanVela giver = fan_session_next_giver(session);
    setup.rules.vela = (uint8_t)(vela ? giver : FAN_VELA_NONE);
    setup.position = fan_position_start(&setup.board, &setup.rules);
    const uint8_t seats[2] = {session->seats[0], session->seats[1]};
    fan_session_begin(session, &setup, seats);
    session->gave = giver;
    session->seed++;
}
