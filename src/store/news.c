/* News: what is delivered without having been asked for. Notes of other processes are
 *
 *     WRITER + GAME:NUMBER GAME:NUMBER …      events were appended
 *     WRITER ! TOPIC LF TEXT                  something was published
 *
 * WRITER is the sign of the process that told it, which passes its own over: what it publishes it
 * hears at once, without the way through the database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/internal.h"

enum {
    RETOLD_MAX = 100000,     /* games that are told after the news were cut off */
    CLOCKS_APART_MS = 60000, /* that the clocks of two processes may differ by */
};

typedef enum NewsKind { APPENDED, PUBLISHED, TROUBLE } NewsKind;

struct FanNewsItem {
    FanNewsItem *next;
    NewsKind kind;
    uint32_t number;
    const char *second; /* the text, after the topic */
    char first[];       /* game, topic or trouble */
};

/* --- the list ----------------------------------------------------------------------------------
 */

static FanNewsItem *new_item(NewsKind kind, const char *first, size_t first_bytes,
                             const char *second) {
    size_t second_bytes = strlen(second) + 1;
    FanNewsItem *item = malloc(sizeof *item + first_bytes + 1 + second_bytes);
    if (item != NULL) {
        *item = (FanNewsItem){.kind = kind, .second = item->first + first_bytes + 1};
        memcpy(item->first, first, first_bytes);
        item->first[first_bytes] = '\0';
        memcpy(item->first + first_bytes + 1, second, second_bytes);
    }
    return item;
}

/* Holding the mutex. News that cannot be kept are lost; that is what best effort means. */
static void add_item(FanStore *store, FanNewsItem *item) {
    if (item == NULL || store->item_count >= FAN_STORE_NEWS_MAX) {
        free(item);
        return;
    }
    store->item_count++;
    *store->items_last = item;
    store->items_last = &item->next;
}

static void add_and_wake(FanStore *store, FanNewsItem *item) {
    pthread_mutex_lock(&store->mutex);
    add_item(store, item);
    pthread_mutex_unlock(&store->mutex);
    fan_store_stir(store);
}

void fan_news_weigh_trouble(FanStore *store) {
    const char *trouble = store->writing.away   ? store->writing.trouble
                          : store->reading.away ? store->reading.trouble
                                                : store->listener.trouble;
    /* What it is exactly may change from try to try; that there is trouble is news once. */
    if ((trouble[0] == '\0') != (store->trouble[0] == '\0')) {
        add_item(store, new_item(TROUBLE, trouble, strlen(trouble), ""));
    }
    snprintf(store->trouble, sizeof store->trouble, "%s", trouble);
}

static void tell_item(FanStore *store, const FanNewsItem *item) {
    const FanStoreNews *news = &store->news;
    switch (item->kind) {
    case APPENDED:
        if (news->appended != NULL) {
            news->appended(news->context, item->first, item->number);
        }
        break;
    case PUBLISHED:
        if (news->published != NULL) {
            news->published(news->context, item->first, item->second);
        }
        break;
    case TROUBLE:
        snprintf(store->shown_trouble, sizeof store->shown_trouble, "%s", item->first);
        if (news->trouble != NULL) {
            news->trouble(news->context, item->first);
        }
        break;
    }
}

static FanNewsItem *take_items(FanStore *store) {
    pthread_mutex_lock(&store->mutex);
    FanNewsItem *items = store->items;
    store->items = NULL;
    store->items_last = &store->items;
    store->item_count = 0;
    pthread_mutex_unlock(&store->mutex);
    return items;
}

void fan_news_deliver(FanStore *store) {
    for (FanNewsItem *item = take_items(store), *next; item != NULL; item = next) {
        next = item->next;
        tell_item(store, item);
        free(item);
    }
}

void fan_news_forget(FanStore *store) {
    for (FanNewsItem *item = take_items(store), *next; item != NULL; item = next) {
        next = item->next;
        free(item);
    }
}

/* --- telling -----------------------------------------------------------------------------------
 */

/* On SQLite it is the owner that listens, and nobody else. */
static bool anybody_could_hear(const FanStore *store) {
    return store->beside || fan_db_is_address(store->where);
}

void fan_news_tell(FanStore *store, FanDb *db, FanRequest *const *requests, size_t count) {
    if (!anybody_could_hear(store)) {
        return;
    }
    char note[FAN_STORE_NOTE_MAX];
    size_t head = (size_t)snprintf(note, sizeof note, "%s +", store->writer), used = head;
    for (size_t i = 0; i < count; i++) {
        const FanRequest *request = requests[i];
        if (request->told == 0 || request->changed == 0) {
            continue;
        }
        used += (size_t)snprintf(note + used, sizeof note - used, " %s:%u", request->key,
                                 request->told);
        if (used + FAN_STORE_ID_MAX + 12 > sizeof note) {
            fan_db_tell(db, note);
            used = head;
        }
    }
    if (used > head) {
        fan_db_tell(db, note);
    }
}

typedef struct Publication {
    FanRequest request;
    const char *note;
} Publication;

static void publish(FanDb *db, FanRequest *request) {
    fan_db_tell(db, ((Publication *)request)->note);
}

static const FanRequestKind publication_kind = {.writes = true, .carry_out = publish};

void fan_store_publish(FanStore *store, const char *topic, const char *text) {
    if (strlen(topic) + strlen(text) >= FAN_STORE_PUBLISH_MAX || strchr(topic, '\n') != NULL) {
        return;
    }
    add_and_wake(store, new_item(PUBLISHED, topic, strlen(topic), text));
    if (!anybody_could_hear(store)) {
        return;
    }
    Publication *own = fan_request_new(&publication_kind, sizeof *own);
    if (own != NULL) {
        char note[FAN_STORE_NOTE_MAX];
        snprintf(note, sizeof note, "%s ! %s\n%s", store->writer, topic, text);
        own->note = fan_request_text(&own->request, note, sizeof note);
        fan_store_submit(store, &own->request);
    }
}

/* --- hearing -----------------------------------------------------------------------------------
 */

static void hear_appends(FanStore *store, const char *list) {
    char game[FAN_STORE_ID_MAX];
    uint32_t number;
    int length;
    while (sscanf(list, " %23[^: ]:%u%n", game, &number, &length) == 2) {
        FanNewsItem *item = new_item(APPENDED, game, strlen(game), "");
        if (item != NULL) {
            item->number = number;
        }
        add_and_wake(store, item);
        list += length;
    }
}

static void hear(void *context, const char *note) {
    FanStore *store = context;
    size_t sign = strlen(store->writer);
    if (strlen(note) < sign + 3 || strncmp(note, store->writer, sign) == 0) {
        return;
    }
    const char *rest = note + sign + 2;
    if (note[sign + 1] == '+') {
        hear_appends(store, rest);
    } else if (note[sign + 1] == '!') {
        const char *topic = rest + 1;
        size_t length = strcspn(topic, "\n");
        const char *text = topic[length] == '\n' ? topic + length + 1 : "";
        add_and_wake(store, new_item(PUBLISHED, topic, length, text));
    }
}

/* Whatever may have changed; by way of the two indices there are. */
#define CHANGED_SQL                                                                                \
    "SELECT id, events FROM games WHERE state <> 'ended' AND changed_ms >= $1 UNION ALL "          \
    "SELECT id, events FROM games WHERE state = 'ended' AND changed_ms >= $1 LIMIT $2"

/* After a time without ears. */
static void retell(FanStore *store, FanDb *db, int64_t since_ms) {
    FanDbStatement *statement = fan_db_use(db, CHANGED_SQL);
    fan_db_bind_int(statement, 1, since_ms);
    fan_db_bind_int(statement, 2, RETOLD_MAX);
    while (fan_db_step(statement) == FAN_DB_ROW) {
        const char *game = fan_db_text(statement, 0);
        FanNewsItem *item = new_item(APPENDED, game, strlen(game), "");
        if (item != NULL) {
            item->number = (uint32_t)fan_db_int(statement, 1);
        }
        add_and_wake(store, item);
    }
}

static bool connect_ears(FanStore *store, char *error) {
    FanListener *listener = &store->listener;
    FanDbPlace place = fan_store_place(store);
    place.hurry = store->deaf;
    if (fan_store_connect(&place, &listener->db, error) != FAN_STORE_OPENED) {
        return false;
    }
    fan_db_listen(listener->db);
    if (listener->heard_ms > 0) {
        retell(store, listener->db, listener->heard_ms - CLOCKS_APART_MS);
    }
    if (fan_db_result(listener->db) == FAN_DB_DONE) {
        listener->heard_ms = fan_store_now_ms();
        return true;
    }
    snprintf(error, FAN_STORE_ERROR_MAX, "%s", fan_db_error(listener->db));
    fan_db_close(listener->db);
    listener->db = NULL;
    return false;
}

static void set_trouble(FanStore *store, const char *trouble) {
    pthread_mutex_lock(&store->mutex);
    snprintf(store->listener.trouble, sizeof store->listener.trouble, "%s", trouble);
    fan_news_weigh_trouble(store);
    pthread_mutex_unlock(&store->mutex);
    fan_store_stir(store);
}

static bool is_stopping(FanStore *store, int64_t wait_ms) {
    pthread_mutex_lock(&store->mutex);
    if (wait_ms > 0 && !store->stopping) {
        fan_store_wait(store, &store->calmed, wait_ms);
    }
    bool stopping = store->stopping;
    pthread_mutex_unlock(&store->mutex);
    return stopping;
}

static void listen_once(FanStore *store) {
    FanListener *listener = &store->listener;
    char error[FAN_STORE_ERROR_MAX];
    if (listener->db == NULL) {
        if (!connect_ears(store, error)) {
            is_stopping(store, FAN_STORE_RETRY_MS);
            return;
        }
        set_trouble(store, "");
    }
    if (fan_db_hear(listener->db, hear, store) == FAN_DB_DONE) {
        listener->heard_ms = fan_store_now_ms();
        return;
    }
    snprintf(error, sizeof error, "%s", fan_db_error(listener->db));
    fan_db_close(listener->db);
    listener->db = NULL;
    set_trouble(store, error);
}

static void *run(void *argument) {
    FanStore *store = argument;
    while (!is_stopping(store, 0)) {
        listen_once(store);
    }
    pthread_mutex_lock(&store->mutex);
    store->listener.ended = true;
    pthread_cond_broadcast(&store->calmed);
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

bool fan_listener_open(FanStore *store, char *error) {
    return connect_ears(store, error);
}

bool fan_listener_start(FanStore *store) {
    store->listener.started = pthread_create(&store->listener.thread, NULL, run, store) == 0;
    return store->listener.started;
}

void fan_listener_close(FanStore *store) {
    if (store->listener.started) {
        pthread_join(store->listener.thread, NULL);
    }
    fan_db_close(store->listener.db);
}
