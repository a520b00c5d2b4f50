/* The whole: its beginning and end, its timer, what the store tells it. */
#include "hub/internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BEATS_A_PRESENCE = 5 };

struct FanHubTimer {
    uv_timer_t timer;
    uv_async_t wake;
    FanHub *hub; /* NULL: it has gone */
    unsigned open;
};

int64_t fan_hub_now(const FanHub *hub) {
    if (hub->config.now_ms) {
        return hub->config.now_ms(hub->config.context);
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void fan_hub_copy(char *to, size_t size, const char *text) {
    size_t length = strnlen(text, size - 1);
    memcpy(to, text, length);
    to[length] = '\0';
}

bool fan_bucket_take(FanBucket *bucket, double each_s, double burst, int64_t now_ms) {
    int64_t passed = bucket->at_ms ? now_ms - bucket->at_ms : INT32_MAX;
    bucket->at_ms = now_ms;
    bucket->fill += passed > 0 ? (double)passed * each_s / 1000 : 0;
    if (bucket->fill > burst) {
        bucket->fill = burst;
    }
    if (bucket->fill < 1) {
        return false;
    }
    bucket->fill -= 1;
    return true;
}

void fan_hub_draw_id(char *id, size_t length) {
    static const char signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < length; i++) {
        id[i] = signs[randombytes_uniform(sizeof signs - 1)];
    }
    id[length] = '\0';
}

void fan_hub_log(const FanHub *hub, const char *event, json_t *fields) {
    if (hub->config.on_log && fields) {
        hub->config.on_log(hub->config.context, event, fields);
    }
    json_decref(fields);
}

void fan_hub_publish(FanHub *hub, const char *topic, json_t *text) {
    char *dumped = text ? json_dumps(text, JSON_COMPACT) : NULL;
    if (dumped && !hub->stopped) {
        fan_store_publish(hub->config.store, topic, dumped);
    }
    free(dumped);
    json_decref(text);
}

/* --- requests to the store ---------------------------------------------------------------------
 */

FanHubCall *fan_hub_call(FanHub *hub, void *context, void (*drop)(void *context)) {
    FanHubCall *call = hub->stopped ? NULL : malloc(sizeof *call);
    if (!call) {
        return NULL;
    }
    *call = (FanHubCall){.hub = hub, .next = hub->calls, .context = context, .drop = drop};
    if (hub->calls) {
        hub->calls->previous = call;
    }
    hub->calls = call;
    hub->calls_count++;
    return call;
}

FanHub *fan_hub_called(void *context_of_store, void *context) {
    FanHubCall *call = context_of_store;
    FanHub *hub = call->hub;
    *(void **)context = call->context;
    if (hub) {
        *(call->previous ? &call->previous->next : &hub->calls) = call->next;
        if (call->next) {
            call->next->previous = call->previous;
        }
        hub->calls_count--;
        if (hub->draining && hub->calls_count == 0) {
            fan_hub_look_drained(hub);
        }
    }
    free(call);
    return hub;
}

static void forget_calls(FanHub *hub) {
    for (FanHubCall *call = hub->calls; call; call = call->next) {
        call->hub = NULL;
        if (call->drop) {
            call->drop(call->context);
        }
    }
    hub->calls = NULL;
}

/* --- what the store tells ----------------------------------------------------------------------
 */

static void on_appended(void *context, const char *game, uint32_t number) {
    FanHub *hub = context;
    FanHubRoom *room = fan_hub_room(hub, game);
    if (room && number > room->count) {
        room->behind = true;
        fan_hub_room_pump(room);
    }
}

static void hear_process(FanHub *hub, const json_t *text) {
    const char *id = json_string_value(json_object_get(text, "p"));
    if (!id || strlen(id) >= FAN_STORE_ID_MAX) {
        return;
    }
    unsigned i = 0;
    while (i < hub->process_count && strcmp(hub->processes[i].id, id) != 0) {
        i++;
    }
    if (json_is_true(json_object_get(text, "gone"))) {
        if (i < hub->process_count) {
            hub->processes[i].heard_ms = 0;
        }
        return;
    }
    bool new = i == hub->process_count;
    if (new &&i == FAN_HUB_PROCESSES_MAX) {
        return;
    }
    FanProcess *process = &hub->processes[i];
    hub->process_count += new;
    strcpy(process->id, id);
    process->peers = (unsigned)json_integer_value(json_object_get(text, "peers"));
    process->heard_ms = fan_hub_now(hub);
    if (new) {
        fan_presence_all(hub, true);
    }
}

static void forget_processes(FanHub *hub) {
    int64_t now = fan_hub_now(hub);
    for (unsigned i = hub->process_count; i-- > 0;) {
        if (now - hub->processes[i].heard_ms > FAN_HUB_PROCESS_MS) {
            fan_presence_process_gone(hub, hub->processes[i].id);
            hub->processes[i] = hub->processes[--hub->process_count];
        }
    }
}

static const struct {
    const char *topic;
    void (*hear)(FanHub *hub, const json_t *text);
} topics[] = {
    {"hub.process", hear_process},
    {"hub.presence", fan_presence_heard},
    {"hub.seek", fan_lobby_heard},
    {"hub.yours", fan_hub_heard_yours},
    {"hub.scrubbed", fan_hub_heard_scrubbed},
};

static bool is_own(const FanHub *hub, const json_t *text) {
    const char *process = json_string_value(json_object_get(text, "p"));
    return process && strcmp(process, hub->process) == 0;
}

static void on_published(void *context, const char *topic, const char *text) {
    FanHub *hub = context;
    if (strncmp(topic, "hub.", 4) != 0) {
        if (hub->config.on_published) {
            hub->config.on_published(hub->config.context, topic, text);
        }
        return;
    }
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    for (size_t i = 0; value && !is_own(hub, value) && i < sizeof topics / sizeof *topics; i++) {
        if (strcmp(topics[i].topic, topic) == 0) {
            topics[i].hear(hub, value);
        }
    }
    json_decref(value);
}

/* While it is away commands are refused; once it is back the marks are looked at first. */
static void on_trouble(void *context, const char *trouble) {
    FanHub *hub = context;
    bool away = *trouble != '\0';
    if (away != hub->away) {
        hub->away = away;
        fan_hub_log(hub, away ? "store-away" : "store-back", json_pack("{s:s}", "why", trouble));
        FanText *text = fan_text_of(json_pack("{s:s, s:b}", "is", "storage", "away", away));
        for (FanPeer *peer = hub->peers; peer; peer = peer->next) {
            fan_peer_push(peer, text, FAN_WAITING_ANSWER);
        }
        fan_text_drop(text);
    }
    if (away) {
        fan_hub_wake_rooms(hub, true);
    } else {
        hub->lobby.seeks_known = false; /* what was published meanwhile is lost */
        fan_marks_tick(hub);
    }
}

/* --- the timer ---------------------------------------------------------------------------------
 */

/* Whether it is time again for what is done every so often. */
static bool is_time(int64_t *last_ms, int64_t now, int64_t every_ms) {
    if (now >= *last_ms && now - *last_ms < every_ms) {
        return false;
    }
    *last_ms = now;
    return true;
}

static void end_drain(FanHub *hub) {
    hub->stopped = true;
    void (*drained)(void *context) = hub->drained;
    hub->drained = NULL;
    if (drained) {
        drained(hub->drained_context);
    }
}

/* Ends the draining once nothing is due any more, or its time is up. */
static bool is_drained(FanHub *hub) {
    bool idle = hub->calls_count == 0 && hub->peer_count == 0;
    if (!hub->draining || hub->stopped || (!idle && fan_hub_now(hub) < hub->drain_ends_ms)) {
        return hub->stopped;
    }
    end_drain(hub);
    return true;
}

void fan_hub_tick(FanHub *hub) {
    if (is_drained(hub)) {
        return;
    }
    int64_t now = fan_hub_now(hub);
    fan_clocks_tick(hub);
    if (is_time(&hub->flush_ms, now, FAN_HUB_FLUSH_MS)) {
        fan_presence_flush(hub);
        fan_lobby_flush(hub);
    }
    if (is_time(&hub->mark_ms, now, FAN_HUB_MARK_MS) && !hub->draining) {
        forget_processes(hub);
        if (hub->process_count > 0 && ++hub->beats % BEATS_A_PRESENCE == 0) {
            fan_presence_all(hub, false); /* what is published may be lost */
        }
        fan_hub_publish(hub, "hub.process",
                        json_pack("{s:s, s:i}", "p", hub->process, "peers", (int)hub->peer_count));
        fan_lobby_tick(hub);
        fan_marks_tick(hub);
    }
    if (is_time(&hub->look_ms, now, FAN_HUB_LOOK_MS)) {
        fan_clocks_look(hub);
    }
}

static void on_timer(uv_timer_t *timer) {
    FanHub *hub = ((FanHubTimer *)timer->data)->hub;
    if (hub) {
        fan_hub_tick(hub);
    }
}

static void on_wake(uv_async_t *wake) {
    FanHub *hub = ((FanHubTimer *)wake->data)->hub;
    if (hub) {
        is_drained(hub);
    }
}

void fan_hub_look_drained(FanHub *hub) {
    uv_async_send(&hub->timer->wake);
}

static void on_closed(uv_handle_t *handle) {
    FanHubTimer *timer = handle->data;
    if (--timer->open == 0) {
        free(timer);
    }
}

static FanHubTimer *begin_timer(FanHub *hub) {
    FanHubTimer *timer = calloc(1, sizeof *timer);
    if (!timer || uv_async_init(hub->config.loop, &timer->wake, on_wake) != 0) {
        free(timer);
        return NULL;
    }
    uv_timer_init(hub->config.loop, &timer->timer);
    timer->hub = hub;
    timer->open = 2;
    timer->timer.data = timer;
    timer->wake.data = timer;
    uv_timer_start(&timer->timer, on_timer, FAN_HUB_TICK_MS, FAN_HUB_TICK_MS);
    return timer;
}

/* --- beginning and end -------------------------------------------------------------------------
 */

FanHub *fan_hub_new(const FanHubConfig *config) {
    FanHub *hub = calloc(1, sizeof *hub);
    if (!hub || sodium_init() < 0 || !fan_protocol_begin()) {
        free(hub);
        return NULL;
    }
    hub->config = *config;
    hub->config.queue_bytes = config->queue_bytes ? config->queue_bytes : FAN_HUB_QUEUE_BYTES;
    hub->config.rooms_kept = config->rooms_kept ? config->rooms_kept : FAN_HUB_ROOMS_KEPT;
    fan_hub_draw_id(hub->process, 12);
    hub->timer = begin_timer(hub);
    if (!hub->timer || !fan_engines_begin(hub)) {
        fan_hub_free(hub);
        return NULL;
    }
    const FanStoreNews news = {on_appended, on_published, on_trouble, hub};
    fan_store_listen(config->store, &news);
    fan_lobby_begin(hub);
    fan_marks_begin(hub);
    return hub;
}

void fan_hub_drain(FanHub *hub, int64_t within_ms, void (*drained)(void *context), void *context) {
    hub->draining = true;
    hub->drained = drained;
    hub->drained_context = context;
    hub->drain_ends_ms = fan_hub_now(hub) + within_ms;
    fan_lobby_end_live(hub);
    fan_hub_publish(hub, "hub.process", json_pack("{s:s, s:b}", "p", hub->process, "gone", 1));
    for (FanPeer *peer = hub->peers, *next; peer; peer = next) {
        next = peer->next;
        /* Not all at the same moment. */
        fan_peer_bye(peer, "draining", 1 + randombytes_uniform(5));
    }
    if (within_ms <= 0) {
        end_drain(hub);
    } else {
        fan_hub_look_drained(hub);
    }
}

void fan_hub_free(FanHub *hub) {
    if (!hub) {
        return;
    }
    hub->stopped = true;
    fan_store_listen(hub->config.store, &(FanStoreNews){0});
    fan_engines_free(hub);
    forget_calls(hub);
    fan_hub_room_free_all(hub);
    fan_peer_free_all(hub);
    fan_lobby_free(hub);
    fan_hub_ask_free_all(hub);
    fan_map_free(&hub->here);
    fan_map_free(&hub->rooms);
    free(hub->deadlines);
    if (hub->timer) {
        hub->timer->hub = NULL;
        uv_close((uv_handle_t *)&hub->timer->timer, on_closed);
        uv_close((uv_handle_t *)&hub->timer->wake, on_closed);
    }
    free(hub);
}

FanHubCounts fan_hub_counts(const FanHub *hub) {
    FanHubCounts counts = hub->counts;
    counts.peers = hub->peer_count;
    counts.rooms = (unsigned)hub->rooms.count;
    counts.seeks = (unsigned)hub->lobby.seeks.count;
    counts.engines_waiting = hub->thinking_count;
    for (size_t i = 0; i < hub->rooms.capacity; i++) {
        const FanHubRoom *room = hub->rooms.slots[i].key ? hub->rooms.slots[i].thing : NULL;
        counts.playing += room && fan_room_state(room->room) == FAN_ROOM_PLAYING;
    }
    return counts;
}
