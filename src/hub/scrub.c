/* Events whose stored texts have changed: the one change there is takes the name of a deleted
 * account out of them. What has happened is the same, so only the texts are put in the place of
 * the old ones; watches have been told by an event of its own. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

static void replace(FanHubRoom *room, size_t number, const char *event) {
    FanText *old = room->events[number];
    if (strcmp(old->bytes, event) == 0) {
        return;
    }
    FanText *anew = fan_text_new(event, strlen(event));
    if (anew) {
        fan_text_drop(old);
        room->events[number] = anew;
    }
}

static void on_events(void *context, FanStoreStatus status, const FanStoreGame *game,
                      const char *const *events, size_t count) {
    char *id;
    FanHub *hub = fan_hub_called(context, &id);
    (void)game;
    if (!hub) {
        return;
    }
    FanHubRoom *room = status == FAN_STORE_OK ? fan_hub_room(hub, id) : NULL;
    for (size_t i = 0; room && i < count && i < room->count; i++) {
        replace(room, i, events[i]);
    }
    free(id);
}

void fan_hub_heard_scrubbed(FanHub *hub, const json_t *text) {
    const char *game = json_string_value(json_object_get(text, "game"));
    char *id = game && fan_hub_room(hub, game) ? strdup(game) : NULL;
    FanHubCall *call = id ? fan_hub_call(hub, id, free) : NULL;
    if (call) {
        fan_store_events(hub->config.store, id, 0, on_events, call);
    } else {
        free(id);
    }
}
