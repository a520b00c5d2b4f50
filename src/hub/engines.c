/* Computer opponents: a bounded number thinks at once, off the loop; the rest wait in line.
 *
 * What a computer plays is an ordinary turn of its seat. Nothing of its thinking is kept: a game in
 * which a computer is to move is asked about again whenever it comes into memory. The choice
 * follows from the game's id and the position, so that it does not matter who thinks, or when. */
#include "hub/internal.h"

#include <fanorona/book.h>
#include <fanorona/engine.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 16 << 20 };

struct FanThinker {
    uv_work_t work;
    FanHub *hub; /* NULL: it has gone */
    FanEngine *engine;
    bool busy;
    FanHubRoom *room;
    FanBoard board;
    FanGame game; /* a copy */
    unsigned level;
    uint64_t seed;
    char turn[FAN_TURN_TEXT_MAX]; /* "": none was found */
};

bool fan_hub_is_computer(const FanRoomPlayer *player) {
    return strcmp(player->kind, "computer") == 0;
}

void fan_engine_player(unsigned level, FanRoomPlayer *player) {
    *player = (FanRoomPlayer){.kind = "computer", .level = level};
    snprintf(player->id, sizeof player->id, "computer%u", level);
}

bool fan_engines_begin(FanHub *hub) {
    hub->thinkers = hub->config.engines ? calloc(hub->config.engines, sizeof(FanThinker *)) : NULL;
    for (unsigned i = 0; hub->thinkers && i < hub->config.engines; i++) {
        hub->thinkers[i] = calloc(1, sizeof *hub->thinkers[i]);
        if (!hub->thinkers[i]) {
            return false;
        }
        hub->thinkers[i]->hub = hub;
    }
    return hub->thinkers || hub->config.engines == 0;
}

static void free_thinker(FanThinker *thinker) {
    fan_engine_free(thinker->engine);
    free(thinker->game.plies);
    free(thinker);
}

void fan_engines_free(FanHub *hub) {
    for (unsigned i = 0; hub->thinkers && i < hub->config.engines; i++) {
        FanThinker *thinker = hub->thinkers[i];
        if (thinker && thinker->busy) {
            thinker->hub = NULL; /* freed when it has thought */
            fan_engine_stop(thinker->engine);
        } else if (thinker) {
            free_thinker(thinker);
        }
    }
    free(hub->thinkers);
    hub->thinkers = NULL;
}

bool fan_engines_free_seat(const FanHub *hub) {
    return hub->thinking_count < hub->config.engines * FAN_HUB_THINKING_EACH;
}

/* --- thinking ----------------------------------------------------------------------------------
 */

static bool take_book(FanThinker *thinker, FanTurn *turn) {
    const FanBook *book = fan_book_builtin(&thinker->board, &thinker->game.rules);
    return fan_book_choose(book, &thinker->game, thinker->level, thinker->seed, turn);
}

/* On a thread of the loop's pool. */
static void think(uv_work_t *work) {
    FanThinker *thinker = work->data;
    const FanJob job = {.level = thinker->level, .seed = thinker->seed};
    FanTurn turn;
    thinker->turn[0] = '\0';
    fan_engine_clear(thinker->engine);
    if (take_book(thinker, &turn) ||
        fan_engine_search(thinker->engine, &thinker->game, &job, &turn) == FAN_ENGINE_OK) {
        fan_turn_write(&thinker->board, &turn, thinker->turn);
    }
}

static bool is_same(const FanThinker *thinker, const FanHubRoom *room) {
    const FanGame *game = fan_room_game(room->room);
    char then[FAN_POSITION_TEXT_MAX], now[FAN_POSITION_TEXT_MAX];
    fan_position_write(&thinker->board, &thinker->game.position, then);
    fan_position_write(&thinker->board, &game->position, now);
    return game->length == thinker->game.length && strcmp(then, now) == 0;
}

static void play(const FanThinker *thinker, FanHubRoom *room) {
    FanOrder *order = fan_order_new(NULL, FAN_COMMAND_TURN);
    if (order) {
        strcpy(order->text, thinker->turn);
        order->commands[0].text = order->text;
        order->commands[0].ply = (uint32_t)thinker->game.length;
        order->commands[0].side = thinker->game.position.side;
        fan_order_give(room, order);
    }
}

static void begin_next(FanHub *hub);

static void on_thought(uv_work_t *work, int status) {
    FanThinker *thinker = work->data;
    FanHub *hub = thinker->hub;
    (void)status;
    thinker->busy = false;
    if (!hub) {
        free_thinker(thinker);
        return;
    }
    FanHubRoom *room = thinker->room;
    hub->counts.engines_busy--;
    room->thinking = false;
    room->thinker = NULL;
    if (!hub->stopped && is_same(thinker, room) && *thinker->turn) {
        play(thinker, room);
    } else if (*thinker->turn) {
        room->followed = false; /* it is asked anew if it is still to move */
    }
    room->holds--;
    fan_hub_room_pump(room);
    begin_next(hub);
}

static uint64_t seed_of(const FanHubRoom *room) {
    unsigned char hash[crypto_generichash_BYTES];
    uint64_t seed;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)room->id, FAN_ROOM_ID, NULL, 0);
    memcpy(&seed, hash, sizeof seed);
    return seed;
}

/* Copies the game, which goes on without regard to who thinks about it. */
static bool copy_game(FanThinker *thinker, const FanGame *game) {
    FanPly *plies = malloc((game->length + 1) * sizeof *plies);
    if (!plies) {
        return false;
    }
    memcpy(plies, game->plies, game->length * sizeof *plies);
    free(thinker->game.plies);
    thinker->board = *game->board;
    thinker->game = *game;
    thinker->game.board = &thinker->board;
    thinker->game.plies = plies;
    thinker->game.capacity = game->length + 1;
    thinker->game.undone = 0;
    return true;
}

static bool begin(FanThinker *thinker, FanHubRoom *room) {
    FanHub *hub = room->hub;
    unsigned side = fan_hub_room_to_move(room);
    if (side == FAN_ROOM_NO_SIDE || room->spoiled ||
        !fan_hub_is_computer(fan_room_player(room->room, (FanSide)side))) {
        return false;
    }
    thinker->engine = thinker->engine ? thinker->engine : fan_engine_new(HASH_BYTES, NULL);
    if (!thinker->engine || !copy_game(thinker, fan_room_game(room->room))) {
        return false;
    }
    thinker->level = fan_room_player(room->room, (FanSide)side)->level;
    thinker->seed = seed_of(room);
    thinker->room = room;
    thinker->work.data = thinker;
    if (uv_queue_work(hub->config.loop, &thinker->work, think, on_thought) != 0) {
        return false;
    }
    thinker->busy = true;
    room->thinker = thinker;
    hub->counts.engines_busy++;
    return true;
}

/* --- in line -----------------------------------------------------------------------------------
 */

static FanHubRoom *first_in_line(FanHub *hub) {
    FanHubRoom *room = hub->thinking_first;
    hub->thinking_first = room->thinking_next;
    room->thinking_next = NULL;
    hub->thinking_count--;
    return room;
}

static void begin_next(FanHub *hub) {
    for (unsigned i = 0; hub->thinkers && i < hub->config.engines && hub->thinking_first; i++) {
        while (!hub->thinkers[i]->busy && hub->thinking_first && !hub->stopped) {
            FanHubRoom *room = first_in_line(hub);
            if (!begin(hub->thinkers[i], room)) {
                room->thinking = false;
                room->holds--;
                fan_hub_room_rest(room);
            }
        }
    }
}

void fan_engines_ask(FanHubRoom *room) {
    FanHub *hub = room->hub;
    if (room->thinking || !hub->thinkers || hub->stopped) {
        return;
    }
    room->thinking = true;
    room->holds++;
    *(hub->thinking_first ? &hub->thinking_last->thinking_next : &hub->thinking_first) = room;
    hub->thinking_last = room;
    hub->thinking_count++;
    begin_next(hub);
}

void fan_engines_stop(FanHubRoom *room) {
    if (room->thinker && !is_same(room->thinker, room)) {
        fan_engine_stop(room->thinker->engine);
    }
}
