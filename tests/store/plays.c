#include "plays.h"

void plays_begin(Plays *plays, Desk *desk) {
    plays->desk = desk;
    for (unsigned i = 0; i < PLAYS; i++) {
        plays->play[i] = (Play){.desk = desk};
    }
}

static void note(void *context, FanStoreStatus status) {
    Play *play = context;
    play->asked = false;
    play->number += status == FAN_STORE_OK;
    play->desk->answers++;
    if (status != FAN_STORE_OK && status != FAN_STORE_AWAY) {
        fail_msg("answered %d: %s", status, fan_store_error(play->desk->store));
    }
}

static void ask(Play *play, unsigned i) {
    char id[8], text[32];
    const char *event = text;
    snprintf(id, sizeof id, "g%u", i);
    snprintf(text, sizeof text, "event %u", play->number);
    FanStoreGame game = desk_game(id, play->number + 1);
    play->asked = true;
    fan_store_append(play->desk->store, &game, &event, 1, note, play);
}

void plays_ask(Plays *plays) {
    for (unsigned i = 0; i < PLAYS; i++) {
        if (!plays->play[i].asked) {
            ask(&plays->play[i], i);
        }
    }
}

static unsigned count_asked(const Plays *plays) {
    unsigned count = 0;
    for (unsigned i = 0; i < PLAYS; i++) {
        count += plays->play[i].asked;
    }
    return count;
}

void plays_end(Plays *plays) {
    desk_await_fine(plays->desk);
    for (unsigned patience = 0; count_asked(plays) > 0; patience++) {
        assert_true(patience < 3000);
        desk_deliver(plays->desk, 20);
    }
    /* All goes on after it. */
    plays_ask(plays);
    while (count_asked(plays) > 0) {
        desk_deliver(plays->desk, 20);
    }
    assert_int_equal(fan_store_counts(plays->desk->store).conflicts, 0);
}

void plays_check(const Plays *plays, const char *place) {
    Desk *desk = desk_open(place);
    for (unsigned i = 0; i < PLAYS; i++) {
        char id[8];
        snprintf(id, sizeof id, "g%u", i);
        assert_true(plays->play[i].number > 0);
        assert_int_equal(desk_events(desk, id, 0), FAN_STORE_OK);
        assert_int_equal(desk->count, plays->play[i].number);
        assert_int_equal(desk->game.events, plays->play[i].number);
    }
    desk_close(desk);
}
