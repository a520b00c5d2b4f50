/* Seeks: kept in the store, known to every process, accepted once.
 *
 * A seek under a clock of days lives for a week; any other as long as its owner is here.
 * The process at which it was made sees to that; what a process leaves behind is cleared by the
 * others. Who takes the seek out of the store has it: of two that accept at once one gets the game.
 */
#include "hub/internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BEATS_A_LOAD = 30 }; /* marks between two looks at all seeks, with other processes */

static const char *text_of(const json_t *value, const char *key) {
    return json_string_value(json_object_get(value, key));
}

/* --- the list ----------------------------------------------------------------------------------
 */

FanSeek *fan_seek_find(const FanHub *hub, const char *id) {
    return fan_map_find(&hub->lobby.seeks, id);
}

static void forget_whole(FanHub *hub) {
    fan_text_drop(hub->lobby.whole);
    hub->lobby.whole = NULL;
}

void fan_seek_free(FanSeek *seek) {
    json_decref(seek->seek);
    free(seek);
}

void fan_seek_put_in(FanHub *hub, FanSeek *seek) {
    FanLobby *lobby = &hub->lobby;
    if (fan_seek_find(hub, seek->id) || !fan_map_add(&lobby->seeks, seek->id, seek)) {
        fan_seek_free(seek);
        return;
    }
    seek->previous = lobby->last;
    *(lobby->last ? &lobby->last->next : &lobby->first) = seek;
    lobby->last = seek;
    lobby->added = true;
    forget_whole(hub);
}

void fan_seek_take_out(FanHub *hub, FanSeek *seek) {
    FanLobby *lobby = &hub->lobby;
    fan_map_remove(&lobby->seeks, seek->id);
    *(seek->previous ? &seek->previous->next : &lobby->first) = seek->next;
    *(seek->next ? &seek->next->previous : &lobby->last) = seek->previous;
    if (seek->told || seek->shown) {
        lobby->removed = lobby->removed ? lobby->removed : json_array();
        json_array_append_new(lobby->removed, json_string(seek->id));
    }
    forget_whole(hub);
    fan_seek_free(seek);
}

static bool copy_text(char *to, size_t size, const char *from) {
    bool fits = from && strlen(from) < size;
    strcpy(to, fits ? from : "");
    return fits;
}

/* What is stored and published: {"p": who publishes it, "of": the process at which it was made,
 * "live": …, "ends": …, "seek": $defs.Seek}. */
FanSeek *fan_seek_read(const json_t *kept) {
    FanSeek *seek = calloc(1, sizeof *seek);
    json_t *shown = json_object_get(kept, "seek");
    char why[FAN_PROTOCOL_WHY_MAX];
    if (!seek || !fan_protocol_check("Seek", shown, why) ||
        !copy_text(seek->id, sizeof seek->id, text_of(shown, "seek")) ||
        !copy_text(seek->owner, sizeof seek->owner, text_of(json_object_get(shown, "by"), "id")) ||
        !copy_text(seek->process, sizeof seek->process, text_of(kept, "of"))) {
        free(seek);
        return NULL;
    }
    seek->seek = json_incref(shown);
    seek->live = json_is_true(json_object_get(kept, "live"));
    seek->ends_ms = json_integer_value(json_object_get(kept, "ends"));
    seek->made_ms = json_integer_value(json_object_get(shown, "at"));
    return seek;
}

json_t *fan_seek_kept(const FanHub *hub, const FanSeek *seek) {
    return json_pack("{s:s, s:s, s:b, s:I, s:O}", "p", hub->process, "of", seek->process, "live",
                     seek->live, "ends", (json_int_t)seek->ends_ms, "seek", seek->seek);
}

static FanStoreThing thing_of(const FanSeek *seek, const char *text) {
    return (FanStoreThing){.kind = "seek",
                           .id = seek->id,
                           .owner = seek->owner,
                           .text = text,
                           .made_ms = seek->made_ms,
                           .ends_ms = seek->ends_ms};
}

void fan_seek_keep(FanHub *hub, const FanSeek *seek, FanStoreDone *done, FanHubCall *call) {
    json_t *kept = fan_seek_kept(hub, seek);
    char *text = kept ? json_dumps(kept, JSON_COMPACT) : NULL;
    json_decref(kept);
    if (text) {
        const FanStoreThing thing = thing_of(seek, text);
        fan_store_thing_keep(hub->config.store, &thing, false, done, call);
    } else {
        done(call, FAN_STORE_BUSY);
    }
    free(text);
}

void fan_seek_publish_removal(FanHub *hub, const char *id) {
    fan_hub_publish(hub, "hub.seek", json_pack("{s:s, s:s}", "p", hub->process, "remove", id));
}

void fan_lobby_heard(FanHub *hub, const json_t *text) {
    const char *removed = text_of(text, "remove");
    FanSeek *seek = removed ? fan_seek_find(hub, removed) : NULL;
    if (seek) {
        fan_seek_take_out(hub, seek);
    } else if (!removed && (seek = fan_seek_read(text))) {
        fan_seek_put_in(hub, seek);
    }
}

/* --- at the start, and every so often ----------------------------------------------------------
 */

static void on_seeks(void *context, FanStoreStatus status, const FanStoreThing *things,
                     size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub || status != FAN_STORE_OK) {
        return;
    }
    hub->lobby.seeks_known = true;
    for (size_t i = 0; i < count; i++) {
        json_t *kept = json_loads(things[i].text, 0, NULL);
        FanSeek *seek = kept ? fan_seek_read(kept) : NULL;
        FanSeek *had = fan_seek_find(hub, things[i].id);
        if (had) {
            had->stale = false;
        }
        if (seek) {
            fan_seek_put_in(hub, seek);
        }
        json_decref(kept);
    }
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (seek->stale) { /* it was there when the store was asked, and is not in its list */
            fan_seek_take_out(hub, seek);
        }
    }
}

static void load(FanHub *hub) {
    FanHubCall *call = hub->away ? NULL : fan_hub_call(hub, hub, NULL);
    for (FanSeek *seek = hub->lobby.first; call && seek; seek = seek->next) {
        seek->stale = true;
    }
    if (call) {
        fan_store_things(hub->config.store, "seek", NULL, NULL, fan_hub_now(hub), FAN_HUB_SEEKS_MAX,
                         on_seeks, call);
    }
}

void fan_lobby_begin(FanHub *hub) {
    hub->lobby.games = json_array();
    load(hub);
}

static void on_taken_for_good(void *context, FanStoreStatus status) {
    FanHub *same;
    (void)status;
    fan_hub_called(context, &same);
}

/* Takes a seek out of the store, whatever becomes of it there, and out of every lobby. */
void fan_seek_finish(FanHub *hub, FanSeek *seek) {
    FanHubCall *call = fan_hub_call(hub, hub, NULL);
    if (call) {
        fan_store_thing_take(hub->config.store, "seek", seek->id, on_taken_for_good, call);
    }
    fan_seek_publish_removal(hub, seek->id);
    fan_seek_take_out(hub, seek);
}

static bool is_alive(const FanHub *hub, const char *process) {
    for (unsigned i = 0; i < hub->process_count; i++) {
        if (strcmp(hub->processes[i].id, process) == 0) {
            return true;
        }
    }
    return strcmp(hub->process, process) == 0;
}

static bool is_over(const FanHub *hub, FanSeek *seek, int64_t now) {
    if (seek->ends_ms && now >= seek->ends_ms) {
        return true;
    }
    bool own = strcmp(seek->process, hub->process) == 0;
    bool here = own ? fan_peers_of(hub, seek->owner) != NULL : is_alive(hub, seek->process);
    seek->absent_ms = here || !seek->live ? 0 : seek->absent_ms ? seek->absent_ms : now;
    return seek->absent_ms && now - seek->absent_ms > FAN_HUB_SEEK_GRACE_MS;
}

void fan_seeks_tick(FanHub *hub) {
    int64_t now = fan_hub_now(hub);
    bool again = hub->process_count > 0 && ++hub->lobby.beats % BEATS_A_LOAD == 0;
    if (!hub->lobby.seeks_known || again) {
        load(hub); /* what is published may be lost */
    }
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (is_over(hub, seek, now)) {
            fan_seek_finish(hub, seek);
        }
    }
}

void fan_lobby_end_live(FanHub *hub) {
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (seek->live && strcmp(seek->process, hub->process) == 0) {
            fan_seek_finish(hub, seek);
        }
    }
}

void fan_seeks_expel(FanHub *hub, const char *player) {
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (strcmp(seek->owner, player) == 0) {
            fan_seek_finish(hub, seek);
        }
    }
}

void fan_seeks_free(FanHub *hub) {
    while (hub->lobby.first) {
        fan_seek_take_out(hub, hub->lobby.first);
    }
    fan_map_free(&hub->lobby.seeks);
}
