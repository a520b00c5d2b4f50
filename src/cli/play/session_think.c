/* The computer at the table: its turns, hints and answers, thought out in short slices. */
#include "cli/play/session_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLICE_NODES = 20000, /* some 10 ms: how soon a key is heard */
    HINT_NODES = 400000, /* a fraction of a second */
    OFFER_NODES = 200000,
};

/* Levels that do not look into tables need none opened. */
static bool knows_tables(const FanJob *job) {
    return job->level == FAN_LEVEL_FULL || job->level == FAN_LEVELS;
}

/* What is proved of this game, and the tables for that; what cannot be read is told once. */
static void take_proof(FanSession *session) {
    const FanTables *tables;
    const FanProof *proof;
    FanProofError error;
    fan_engine_set_proof(session->engine, NULL); /* what it has may be given up now */
    fan_engine_set_tables(session->engine, NULL);
    if (!fan_certificates_find(session->certificates, session->endgames, &session->board,
                               &session->game.rules, &tables, &proof, &error)) {
        fan_session_say(session, "The computer plays without what is proved: %.400s", error.text);
    }
    fan_engine_set_tables(session->engine, tables);
    fan_engine_set_proof(session->engine, proof);
}

/* The tables of this game's board and rules; what cannot be read is told once. */
static void take_tables(FanSession *session, const FanJob *job) {
    const FanTables *tables;
    FanTablesError error;
    if (session->certificates) {
        take_proof(session);
        return;
    }
    if (session->endgames == NULL || !knows_tables(job) ||
        !fan_endgames_matter(session->endgames, &session->game.position)) {
        return;
    }
    fan_engine_set_tables(session->engine, NULL); /* those it has may be given up now */
    if (!fan_endgames_find(session->endgames, &session->board, &session->game.rules, &tables,
                           &error)) {
        fan_session_say(session, "The computer plays without endgame tables: %s", error.text);
    }
    fan_engine_set_tables(session->engine, tables);
}

static void begin(FanSession *session, FanThought thought, const FanJob *job) {
    take_tables(session, job);
    switch (fan_engine_begin(session->engine, &session->game, job)) {
    case FAN_ENGINE_OK:
        session->thought = (uint8_t)thought;
        session->learned = true;
        return;
    case FAN_ENGINE_MEMORY:
        fan_session_refuse(session, "the computer has not enough memory to think");
        return;
    case FAN_ENGINE_OVER:
    case FAN_ENGINE_JOB:
        break;
    }
    abort(); /* asked for only while the game goes on, within the engine's ranges */
}

void fan_session_hush(FanSession *session) {
    session->booked = false;
    session->thought = FAN_THOUGHT_NONE;
}

/* What the book knows need not be thought out; but it knows no proofs. */
static bool reply_by_book(FanSession *session) {
    if (fan_session_is_perfect(session)) {
        return false;
    }
    const FanBook *book = fan_book_builtin(&session->board, &session->game.rules);
    session->booked =
        fan_book_choose(book, &session->game, session->level, session->seed, &session->reply);
    session->thought = session->booked ? FAN_THOUGHT_REPLY : session->thought;
    return session->booked;
}

void fan_session_wake(FanSession *session) {
    if (!fan_session_is_over(session) && !fan_session_is_persons(session) &&
        session->thought == FAN_THOUGHT_NONE) {
        const FanJob job = {.level = session->level,
                            .seed = session->seed,
                            .perfect = fan_session_is_perfect(session)};
        if (reply_by_book(session)) {
            return;
        }
        begin(session, FAN_THOUGHT_REPLY, &job);
    }
}

void fan_session_ask_hint(FanSession *session) {
    if (!fan_session_is_persons(session)) {
        fan_session_refuse(session, fan_session_is_over(session) ? "The game is over"
                                                                 : "It is not your turn");
        return;
    }
    fan_session_drop(session);
    fan_session_say(session, "Looking for a good turn");
    const FanJob job = {.nodes = HINT_NODES};
    begin(session, FAN_THOUGHT_HINT, &job);
}

void fan_session_ask_offer(FanSession *session) {
    fan_session_say(session, "The computer weighs your offer");
    const FanJob job = {.nodes = OFFER_NODES};
    begin(session, FAN_THOUGHT_OFFER, &job);
}

static void show_hint(FanSession *session) {
    char text[FAN_TURN_TEXT_MAX];
    session->hint = fan_engine_turn(session->engine);
    session->hinted = true;
    fan_turn_write(&session->board, &session->hint, text);
    fan_session_say(session, "Hint: %s", text);
}

/* It agrees when it does not think itself better. The score is that of the person to move. */
static void answer_offer(FanSession *session) {
    FanLine line;
    if (fan_engine_line(session->engine, 0, &line) && line.score >= 0) {
        fan_session_agree_draw(session);
    } else {
        fan_session_say(session, "The computer plays on: it thinks itself better");
    }
}

/* Adds what is proved before the turn that was just told, if that is not what was told last. */
static void tell_promise(FanSession *session, FanPromise promise, FanSide side) {
    FanText text;
    size_t said = strlen(session->said);
    if (session->promised != 1 + promise) {
        session->promised = (uint8_t)(1 + promise);
        fan_session_show_promise(promise, side, &text);
        snprintf(session->said + said, sizeof session->said - said, ". %s", text.text);
    }
}

static void reply(FanSession *session) {
    FanTurn turn = fan_engine_turn(session->engine);
    FanSide side = (FanSide)session->game.position.side;
    FanPromise promise = fan_engine_promise(session->engine);
    if (fan_session_play(session, &turn) && fan_session_is_perfect(session) &&
        !fan_session_is_over(session)) {
        tell_promise(session, promise, side);
    }
}

bool fan_session_think(FanSession *session) {
    if (session->booked) {
        FanTurn turn = session->reply;
        fan_session_hush(session);
        fan_session_play(session, &turn);
        return session->thought != FAN_THOUGHT_NONE;
    }
    if (session->thought == FAN_THOUGHT_NONE || fan_engine_run(session->engine, SLICE_NODES)) {
        return session->thought != FAN_THOUGHT_NONE;
    }
    FanThought thought = (FanThought)session->thought;
    session->thought = FAN_THOUGHT_NONE;
    if (thought == FAN_THOUGHT_HINT) {
        show_hint(session);
    } else if (thought == FAN_THOUGHT_OFFER) {
        answer_offer(session);
    } else {
        reply(session);
    }
    return session->thought != FAN_THOUGHT_NONE;
}
