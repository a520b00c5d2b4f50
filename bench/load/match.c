/* One game as its players see it: events come in, turns at random go out. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

enum { PLIES_FIRST = 64, CHOICE_MAX = 24 };

static void say(Player *player, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Player *player, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ws_say(&player->ws, text, (size_t)length);
}

static Player *player_of(const Match *match, unsigned side) {
    return match->players[side == FAN_WHITE ? match->white : 1 - match->white];
}

static void begin(Match *match) {
    FanPosition start = fan_position_start(&match->crowd->board, &match->crowd->rules);
    if (!match->plies) {
        match->plies = malloc(PLIES_FIRST * sizeof *match->plies);
        match->game.capacity = PLIES_FIRST;
    }
    if (!match->plies) {
        die("no memory");
    }
    fan_game_begin(&match->game, &match->crowd->board, &match->crowd->rules, &start, match->plies,
                   match->game.capacity);
    match->playing = true;
    match->crowd->begun++;
}

/* Puts the game into the queue once the one to move has been told everything. */
static void see_if_ready(Match *match) {
    Crowd *crowd = match->crowd;
    if (!match->playing || match->ready || match->turn[0] ||
        player_of(match, match->game.position.side)->seen < match->number) {
        return;
    }
    match->ready = true;
    match->ready_us = time_us();
    match->next = NULL;
    *crowd->last = match;
    crowd->last = &match->next;
}

/* --- turns -------------------------------------------------------------------------------------
 */

typedef struct Choice {
    Random *random;
    unsigned seen;
    FanTurn turn;
} Choice;

static bool choose(void *context, const FanTurn *turn, const FanPosition *after) {
    Choice *choice = context;
    (void)after;
    if (random_below(choice->random, ++choice->seen) == 0) {
        choice->turn = *turn;
    }
    return choice->seen < CHOICE_MAX;
}

void match_say_turn(Match *match, uint64_t at_us) {
    const FanGame *game = &match->game;
    Player *player = player_of(match, game->position.side);
    Choice choice = {.random = &match->crowd->random};
    fan_turns_visit(game->board, &game->rules, &game->position, choose, &choice);
    fan_turn_write(game->board, &choice.turn, match->turn);
    player->turn_us = at_us;
    player->turn_id = ++player->said;
    match->crowd->under_way++;
    say(player, "{\"do\":\"turn\",\"game\":\"%s\",\"ply\":%zu,\"turn\":\"%s\",\"id\":%u}",
        match->id, game->length, match->turn, player->turn_id);
}

static void make_turn(Match *match, const char *text) {
    FanGame *game = &match->game;
    FanTurn turn;
    if (game->length == game->capacity) {
        match->plies = realloc(match->plies, 2 * game->capacity * sizeof *match->plies);
        if (!match->plies) {
            die("no memory");
        }
        game->plies = match->plies;
        game->capacity *= 2;
    }
    if (fan_game_read(game, text, strlen(text), &turn, NULL) != FAN_TURN_READ ||
        fan_game_play(game, &turn, NULL) != FAN_GAME_OK) {
        die("game %s: the server told the turn %s, which is not legal", match->id, text);
    }
    match->turn[0] = '\0';
}

/* --- events ------------------------------------------------------------------------------------
 */

static const char *word(const json_t *json, const char *name) {
    const char *text = json_string_value(json_object_get(json, name));
    return text ? text : "";
}

/* The next game of the two: colours have changed. */
static void move_on(Match *match, const char *game) {
    memcpy(match->id, game, sizeof match->id);
    match->number = 0;
    match->white = 1 - match->white;
    match->players[0]->seen = match->players[1]->seen = 0;
    match->crowd->finished++;
}

/* Something that happened, for the first time told to one of the two. */
static void happen(Match *match, const json_t *event) {
    const char *kind = word(event, "kind");
    if (strcmp(kind, "turn") == 0) {
        make_turn(match, word(event, "turn"));
    } else if (strcmp(kind, "join") == 0 && match->number == 2) {
        begin(match);
    } else if (strcmp(kind, "end") == 0) {
        match->playing = false;
        match->turn[0] = '\0';
    }
    match->number++;
}

static void follow(Player *player, const char *old, const char *game) {
    say(player, "{\"do\":\"leave\",\"game\":\"%s\"}", old);
    say(player, "{\"do\":\"watch\",\"game\":\"%s\"}", game);
}

/* What the player itself does about an event. */
static void react(Player *player, const json_t *event) {
    Match *match = player->match;
    const char *kind = word(event, "kind");
    if (strcmp(kind, "end") == 0) {
        say(player, "{\"do\":\"rematch\",\"rematch\":\"colours\",\"game\":\"%s\"}", match->id);
    } else if (strcmp(kind, "remade") == 0) {
        char old[GAME_ID + 1];
        memcpy(old, match->id, sizeof old);
        move_on(match, word(event, "game"));
        for (unsigned i = 0; i < 2; i++) {
            follow(match->players[i], old, match->id);
        }
    } else if (strcmp(kind, "turn") == 0) {
        unsigned mover = strcmp(word(event, "side"), "white") == 0 ? FAN_WHITE : FAN_BLACK;
        Player *other = player_of(match, mover);
        if (other != player) {
            times_add(&match->crowd->seen, time_us() - other->turn_us);
        }
    }
}

static void take_events(Player *player, const json_t *message) {
    Match *match = player->match;
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(message, "events"), i, event) {
        /* After `remade` what still comes is of the game before. */
        if (strcmp(word(message, "game"), match->id) != 0) {
            return;
        }
        json_int_t number = json_integer_value(json_object_get(event, "n"));
        if (number != (json_int_t)player->seen) {
            continue;
        }
        player->seen++;
        if (number == (json_int_t)match->number) {
            happen(match, event);
        }
        react(player, event);
    }
    see_if_ready(match);
}

static void take_done(Player *player, const json_t *message) {
    Crowd *crowd = player->crowd;
    if (json_integer_value(json_object_get(message, "id")) == (json_int_t)player->turn_id) {
        times_add(&crowd->answered, time_us() - player->turn_us);
        crowd->turns++;
        crowd->under_way--;
    }
}

static void take_refused(Player *player, const json_t *message, const char *text) {
    const char *reason = word(json_object_get(message, "why"), "reason");
    /* Both offer another game; the second offer may come after the agreement. */
    if (json_object_get(message, "id")) {
        die("a turn was refused: %s", text);
    }
    player->crowd->refused += strcmp(reason, "not-now") != 0;
}

/* One who only watches goes on to the next game. */
static void watch_on(Player *player, const char *text) {
    const char *kind = strstr(text, "\"kind\":\"remade\"");
    const char *next = kind ? strstr(kind, "\"game\":\"") : NULL;
    const char *old = strstr(text, "\"game\":\"");
    if (next && old && strlen(next) > 8 + GAME_ID) {
        char from[GAME_ID + 1] = "", to[GAME_ID + 1] = "";
        memcpy(from, old + 8, GAME_ID);
        memcpy(to, next + 8, GAME_ID);
        follow(player, from, to);
    }
}

void match_told(Player *player, const char *text, size_t length) {
    static const char presence[] = "{\"is\":\"presence\"", pong[] = "{\"is\":\"pong\"";
    if (strncmp(text, presence, sizeof presence - 1) == 0 ||
        strncmp(text, pong, sizeof pong - 1) == 0) {
        return;
    }
    if (!player->plays) {
        watch_on(player, text);
        return;
    }
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *is = word(message, "is");
    if (strcmp(is, "events") == 0) {
        take_events(player, message);
    } else if (strcmp(is, "done") == 0) {
        take_done(player, message);
    } else if (strcmp(is, "refused") == 0) {
        take_refused(player, message, text);
    } else if (strcmp(is, "resync") == 0 || strcmp(is, "bye") == 0) {
        die("unexpected: %s", text);
    }
    json_decref(message);
}
