#include "crowd.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    CONNECTING_MAX = 256, /* at a time */
    HTTP_LINES = 32,
    MAKING_MAX = 128,
    TURN_MS = 1,
    PING_EVERY_S = 20, /* of each player */
    PATIENCE_S = 120,
    THOUGHT_US = 60000, /* before a turn; the server takes 20 messages a second of each */
};

static void wait_until(Crowd *crowd, const unsigned *count, unsigned wanted, const char *what) {
    uint64_t end = time_us() + (uint64_t)PATIENCE_S * 1000000;
    while (*count < wanted) {
        loop_turn(crowd->loop, 100);
        if (crowd->loop->now_us > end) {
            die("only %u of %u %s after %d s", *count, wanted, what, PATIENCE_S);
        }
    }
}

/* --- gathering ---------------------------------------------------------------------------------
 */

/* The cookie's name and value, as it is sent back. */
static void session_made(void *context, const HttpAnswer *answer) {
    Player *player = context;
    static const char name[] = "set-cookie: ";
    const char *at = answer->head;
    while (at && strncasecmp(at, name, sizeof name - 1) != 0) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    size_t length = at ? strcspn(at + sizeof name - 1, ";\r") : 0;
    if (answer->status != 200 || length == 0 || length >= sizeof player->cookie) {
        die("no session: status %u, %s", answer->status, answer->body);
    }
    memcpy(player->cookie, at + sizeof name - 1, length);
    player->crowd->sessions++;
}

static void player_opened(Ws *ws) {
    static const char hello[] = "{\"do\":\"hello\",\"protocol\":1}";
    Player *player = (Player *)ws;
    player->crowd->connected++;
    ws_say(ws, hello, sizeof hello - 1);
}

static void player_told(Ws *ws, const char *text, size_t length) {
    Player *player = (Player *)ws;
    player->crowd->messages++;
    if (strncmp(text, "{\"is\":\"welcome\"", 15) == 0) {
        player->crowd->here++;
    } else if (player->match) {
        match_told(player, text, length);
    }
}

void crowd_gather(Crowd *crowd, Loop *loop, unsigned port, unsigned players) {
    *crowd = (Crowd){.loop = loop, .port = port, .players_count = players};
    crowd->random.state = 20061;
    crowd->last = &crowd->first;
    crowd->rules = fan_rules_default();
    crowd->players = calloc(players, sizeof *crowd->players);
    if (!crowd->players || !fan_board_init(&crowd->board, 9, 5)) {
        die("no memory");
    }
    crowd->http = http_new(loop, port, HTTP_LINES);
    for (unsigned i = 0; i < players; i++) {
        crowd->players[i].crowd = crowd;
        http_ask(crowd->http, "POST", "/api/v1/session", NULL, NULL, session_made,
                 &crowd->players[i]);
    }
    wait_until(crowd, &crowd->sessions, players, "sessions");
    for (unsigned i = 0; i < players; i++) {
        Player *player = &crowd->players[i];
        player->ws.opened = player_opened;
        player->ws.told = player_told;
        ws_connect(&player->ws, loop, port, "/api/v1/ws", "fanorona.v1", player->cookie);
        if (i >= CONNECTING_MAX) {
            wait_until(crowd, &crowd->here, i - CONNECTING_MAX, "players");
        }
    }
    wait_until(crowd, &crowd->here, players, "players");
}

/* --- games -------------------------------------------------------------------------------------
 */

static void say(Player *player, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Player *player, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ws_say(&player->ws, text, (size_t)length);
}

static void game_made(void *context, const HttpAnswer *answer) {
    Match *match = context;
    json_t *json = json_loads(answer->body, 0, NULL);
    const char *game = json_string_value(json_object_get(json, "game"));
    if (answer->status != 201 || !game || strlen(game) != GAME_ID) {
        die("no game: status %u, %s", answer->status, answer->body);
    }
    memcpy(match->id, game, sizeof match->id);
    json_decref(json);
    match->crowd->made++;
    say(match->players[0], "{\"do\":\"watch\",\"game\":\"%s\"}", match->id);
    say(match->players[1], "{\"do\":\"sit\",\"game\":\"%s\"}", match->id);
    say(match->players[1], "{\"do\":\"watch\",\"game\":\"%s\"}", match->id);
}

static void make_game(Crowd *crowd, unsigned index) {
    static const char body[] =
        "{\"spec\":{\"variant\":\"tsivy\",\"rules\":\"\",\"rated\":false,\"clock\":{\"kind\":"
        "\"real\","
        "\"base_s\":600,\"increment_s\":5}},\"side\":\"white\",\"opponent\":{\"kind\":\"link\"}}";
    Match *match = &crowd->matches[index];
    match->crowd = crowd;
    for (unsigned i = 0; i < 2; i++) {
        match->players[i] = &crowd->players[2 * index + i];
        match->players[i]->match = match;
        match->players[i]->plays = true;
    }
    http_ask(crowd->http, "POST", "/api/v1/games", match->players[0]->cookie, body, game_made,
             match);
}

void crowd_make_games(Crowd *crowd, unsigned games, unsigned watchers) {
    crowd->matches = calloc(games, sizeof *crowd->matches);
    crowd->matches_count = games;
    if (!crowd->matches) {
        die("no memory");
    }
    for (unsigned i = 0; i < games; i++) {
        make_game(crowd, i);
        if (i >= MAKING_MAX) {
            wait_until(crowd, &crowd->begun, i - MAKING_MAX, "games");
        }
    }
    wait_until(crowd, &crowd->begun, games, "games");
    for (unsigned i = 0; i < watchers; i++) {
        Player *player = &crowd->players[2 * games + i];
        player->match = &crowd->matches[i % games];
        say(player, "{\"do\":\"watch\",\"game\":\"%s\"}", player->match->id);
    }
}

/* --- play --------------------------------------------------------------------------------------
 */

static Match *take_ready(Crowd *crowd) {
    Match *match = crowd->first;
    if (match) {
        crowd->first = match->next;
        if (!crowd->first) {
            crowd->last = &crowd->first;
        }
        match->ready = false;
    }
    return match;
}

/* Players say one after the other that they are there. */
static void ping(Crowd *crowd, uint64_t begin_us) {
    double due =
        (double)(crowd->loop->now_us - begin_us) / 1e6 * crowd->players_count / PING_EVERY_S;
    for (; crowd->pinged < due; crowd->pinged++) {
        say(&crowd->players[crowd->pinged % crowd->players_count],
            "{\"do\":\"ping\",\"sent\":1,\"lag\":20}");
    }
}

static void say_due_turns(Crowd *crowd, double rate, uint64_t begin_us, uint64_t *said) {
    uint64_t due = (uint64_t)((double)(time_us() - begin_us) / 1e6 * rate);
    for (Match *match; *said < due && (match = take_ready(crowd)) != NULL; (*said)++) {
        uint64_t at_us = begin_us + (uint64_t)((double)*said / rate * 1e6);
        match_say_turn(match, at_us > match->ready_us ? at_us : match->ready_us);
    }
}

/* No faster than people are let: with few games that is the bound. */
static void say_ready_turns(Crowd *crowd) {
    uint64_t now_us = time_us();
    while (crowd->first && crowd->first->ready_us + THOUGHT_US <= now_us) {
        match_say_turn(take_ready(crowd), now_us);
    }
}

void crowd_play(Crowd *crowd, double rate, double seconds) {
    uint64_t begin_us = time_us(), end_us = begin_us + (uint64_t)(seconds * 1e6), said = 0;
    crowd->pinged = 0;
    crowd->loop->now_us = begin_us;
    while (crowd->loop->now_us < end_us) {
        if (rate > 0) {
            say_due_turns(crowd, rate, begin_us, &said);
        } else {
            say_ready_turns(crowd);
        }
        ping(crowd, begin_us);
        loop_turn(crowd->loop, TURN_MS);
    }
}

void crowd_forget(Crowd *crowd) {
    times_forget(&crowd->answered);
    times_forget(&crowd->seen);
    crowd->turns = crowd->messages = crowd->finished = crowd->refused = 0;
}

void crowd_part(Crowd *crowd) {
    crowd->closing = true;
    for (unsigned i = 0; i < crowd->players_count; i++) {
        ws_free(&crowd->players[i].ws);
    }
    for (unsigned i = 0; i < crowd->matches_count; i++) {
        free(crowd->matches[i].plies);
    }
    http_free(crowd->http);
    free(crowd->matches);
    free(crowd->players);
    crowd_forget(crowd);
}
