#include "people/push_send.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "people/address.h"

enum {
    TRIES = 3,
    RETRY_MS = 5000,
    CONNECT_MS = 5000,
    TOTAL_MS = 15000,
    LIFE_S = 24 * 3600, /* of an undelivered notice, and of what signs it */
    TOPIC_MAX = 33,
};

typedef struct Notice {
    struct Notice *next;
    FanSubscription to;
    char text[FAN_PUSH_TEXT_MAX];
    char topic[TOPIC_MAX];
    unsigned tries;
    int64_t due_ms;
    FanPushResult result;
    CURL *easy; /* while it is being sent */
    size_t answer_left;
    struct curl_slist *headers;
    unsigned char body[FAN_PUSH_BODY_MAX];
    const FanPusher *pusher;
} Notice;

typedef struct Line {
    Notice *first, **last;
    unsigned count;
} Line;

struct FanPusher {
    FanPusherConfig config;
    char subject[300];
    char *authority;
    uv_thread_t thread;
    uv_async_t told;
    uv_mutex_t lock; /* over the next four */
    Line coming, done;
    unsigned under_way; /* handed over and not told yet */
    bool ending;
    CURLM *multi;
    /* Of the thread alone: */
    Line waiting; /* for their time, or for room */
    Notice *sending[FAN_PUSHES_AT_ONCE];
};

static void push_back(Line *line, Notice *notice) {
    notice->next = NULL;
    *line->last = notice;
    line->last = &notice->next;
    line->count++;
}

static void clear(Line *line) {
    for (Notice *notice = line->first, *next; notice; notice = next) {
        next = notice->next;
        free(notice);
    }
    *line = (Line){.last = &line->first};
}

/* Puts all of one behind the other. */
static void pour(Line *from, Line *into) {
    if (from->first) {
        *into->last = from->first;
        into->last = from->last;
        into->count += from->count;
        *from = (Line){.last = &from->first};
    }
}

static int64_t steady_ms(void) {
    return (int64_t)(uv_hrtime() / 1000000);
}

/* --- where it may go -----------------------------------------------------------------------------
 */

/* Signs that need no escaping, neither in JSON nor in a header. */
static bool plain(const char *text) {
    for (; *text; text++) {
        if (*text <= ' ' || *text >= 127 || strchr("\"\\<>`{}|^", *text)) {
            return false;
        }
    }
    return true;
}

bool fan_push_endpoint_valid(const char *endpoint) {
    char *host = NULL, *user = NULL, *password = NULL;
    CURLU *url = curl_url();
    bool fine = url && strlen(endpoint) < FAN_PUSH_ENDPOINT_MAX && plain(endpoint) &&
                strncmp(endpoint, "https://", 8) == 0 && endpoint[8] != '/' &&
                curl_url_set(url, CURLUPART_URL, endpoint, CURLU_DISALLOW_USER) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && host[0] &&
                curl_url_get(url, CURLUPART_USER, &user, 0) != CURLUE_OK &&
                curl_url_get(url, CURLUPART_PASSWORD, &password, 0) != CURLUE_OK;
    curl_free(host);
    curl_free(user);
    curl_free(password);
    curl_url_cleanup(url);
    return fine;
}

/* Scheme, host and port of an endpoint: what VAPID is signed for. */
static void origin_of(const char *endpoint, char *origin, size_t size) {
    size_t length = strlen("https://") + strcspn(endpoint + strlen("https://"), "/?#");
    snprintf(origin, size, "%.*s", (int)length, endpoint);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address) {
    const FanPusher *pusher = context;
    (void)purpose;
    if (!pusher->config.allow_private && !fan_address_is_public(&address->addr)) {
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* --- one notice ----------------------------------------------------------------------------------
 */

static size_t ignore(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    size_t *left = context;
    if (size * count > *left) {
        return 0; /* a service has nothing long to say */
    }
    *left -= size * count;
    return size * count;
}

static bool add_header(Notice *notice, const char *name, const char *value) {
    char line[FAN_VAPID_MAX + 64];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(notice->headers, line);
    notice->headers = longer ? longer : notice->headers;
    return longer != NULL;
}

static bool write_headers(Notice *notice) {
    const FanPusher *pusher = notice->pusher;
    char origin[FAN_PUSH_ENDPOINT_MAX], vapid[FAN_VAPID_MAX], life[16];
    origin_of(notice->to.endpoint, origin, sizeof origin);
    snprintf(life, sizeof life, "%d", LIFE_S);
    return fan_push_vapid(&pusher->config.keys, origin, pusher->subject, time(NULL) + LIFE_S / 2,
                          vapid) &&
           add_header(notice, "Authorization", vapid) && add_header(notice, "TTL", life) &&
           add_header(notice, "Urgency", "high") && add_header(notice, "Topic", notice->topic) &&
           add_header(notice, "Content-Type", "application/octet-stream") &&
           add_header(notice, "Content-Encoding", "aes128gcm") && add_header(notice, "Expect", "");
}

static bool encrypt(Notice *notice, size_t *bytes) {
    unsigned char salt[FAN_PUSH_SALT];
    FanPushKeys sender;
    randombytes_buf(salt, sizeof salt);
    bool fine = fan_push_keys_draw(&sender) &&
                fan_push_encrypt(&sender, salt, notice->to.point, notice->to.auth, notice->text,
                                 strlen(notice->text), notice->body, bytes);
    sodium_memzero(&sender, sizeof sender);
    return fine;
}

static bool start(FanPusher *pusher, Notice *notice, Notice **slot) {
    size_t bytes;
    CURL *easy = curl_easy_init();
    if (!easy || !write_headers(notice) || !encrypt(notice, &bytes)) {
        curl_easy_cleanup(easy);
        return false;
    }
    curl_easy_setopt(easy, CURLOPT_URL, notice->to.endpoint);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)TOTAL_MS);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, pusher);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ignore);
    notice->answer_left = 65536;
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &notice->answer_left);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, notice->headers);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)bytes);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, notice->body);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, notice);
    if (pusher->authority) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, pusher->authority);
    }
    if (curl_multi_add_handle(pusher->multi, easy) != CURLM_OK) {
        curl_easy_cleanup(easy);
        return false;
    }
    notice->easy = easy;
    notice->tries++;
    *slot = notice;
    return true;
}

/* --- the thread ----------------------------------------------------------------------------------
 */

static void tell(FanPusher *pusher, Notice *notice, FanPushResult result) {
    notice->result = result;
    curl_slist_free_all(notice->headers);
    notice->headers = NULL;
    uv_mutex_lock(&pusher->lock);
    push_back(&pusher->done, notice);
    uv_mutex_unlock(&pusher->lock);
    uv_async_send(&pusher->told);
}

static void try_again(FanPusher *pusher, Notice *notice) {
    unsigned retry_ms = pusher->config.retry_ms ? pusher->config.retry_ms : RETRY_MS;
    if (notice->tries >= TRIES) {
        tell(pusher, notice, FAN_PUSH_FAILED);
        return;
    }
    curl_slist_free_all(notice->headers);
    notice->headers = NULL;
    notice->due_ms = steady_ms() + (int64_t)retry_ms * (notice->tries == 1 ? 1 : 4);
    push_back(&pusher->waiting, notice);
}

static void judge(FanPusher *pusher, Notice *notice, CURLcode code, long status) {
    if (code == CURLE_OK && status / 100 == 2) {
        tell(pusher, notice, FAN_PUSH_SENT);
    } else if (code == CURLE_OK && (status == 404 || status == 410)) {
        tell(pusher, notice, FAN_PUSH_DROPPED);
    } else if (code != CURLE_OK || status == 429 || status >= 500) {
        try_again(pusher, notice);
    } else {
        tell(pusher, notice, FAN_PUSH_FAILED);
    }
}

static void stop_sending(FanPusher *pusher, Notice **slot) {
    curl_multi_remove_handle(pusher->multi, (*slot)->easy);
    curl_easy_cleanup((*slot)->easy);
    (*slot)->easy = NULL;
    *slot = NULL;
}

static Notice **slot_of(FanPusher *pusher, const Notice *notice) {
    Notice **slot = pusher->sending;
    while (*slot != notice) {
        slot++;
    }
    return slot;
}

static void take_results(FanPusher *pusher) {
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(pusher->multi, &left));) {
        Notice *notice = NULL;
        long status = 0;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &notice);
        curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
        stop_sending(pusher, slot_of(pusher, notice));
        judge(pusher, notice, code, status);
    }
}

/* Takes the first of those that wait whose time has come. */
static Notice *next_due(FanPusher *pusher, int64_t now_ms) {
    for (Notice **at = &pusher->waiting.first; *at; at = &(*at)->next) {
        Notice *notice = *at;
        if (notice->due_ms <= now_ms) {
            *at = notice->next;
            if (!*at) {
                pusher->waiting.last = at;
            }
            pusher->waiting.count--;
            return notice;
        }
    }
    return NULL;
}

static void start_due(FanPusher *pusher) {
    for (unsigned i = 0; i < FAN_PUSHES_AT_ONCE; i++) {
        Notice *notice = pusher->sending[i] ? NULL : next_due(pusher, steady_ms());
        if (notice && !start(pusher, notice, &pusher->sending[i])) {
            tell(pusher, notice, FAN_PUSH_FAILED);
        }
    }
}

/* Until the next one that waits may go, a second at most. */
static int wait_ms(const FanPusher *pusher) {
    int64_t now_ms = steady_ms(), wait = 1000;
    for (const Notice *notice = pusher->waiting.first; notice; notice = notice->next) {
        int64_t due = notice->due_ms - now_ms;
        wait = due < wait ? due : wait;
    }
    return wait > 20 ? (int)wait : 20;
}

static bool take_coming(FanPusher *pusher) {
    uv_mutex_lock(&pusher->lock);
    pour(&pusher->coming, &pusher->waiting);
    bool ending = pusher->ending;
    uv_mutex_unlock(&pusher->lock);
    return !ending;
}

static void work(void *context) {
    FanPusher *pusher = context;
    while (take_coming(pusher)) {
        int running;
        start_due(pusher);
        curl_multi_perform(pusher->multi, &running);
        take_results(pusher);
        curl_multi_poll(pusher->multi, NULL, 0, wait_ms(pusher), NULL);
    }
    for (unsigned i = 0; i < FAN_PUSHES_AT_ONCE; i++) {
        Notice *notice = pusher->sending[i];
        if (notice) {
            stop_sending(pusher, &pusher->sending[i]);
            curl_slist_free_all(notice->headers);
            free(notice);
        }
    }
    clear(&pusher->waiting);
}

/* --- the loop's side -----------------------------------------------------------------------------
 */

static void on_told(uv_async_t *async) {
    FanPusher *pusher = async->data;
    Line done = {.last = &done.first};
    uv_mutex_lock(&pusher->lock);
    pour(&pusher->done, &done);
    pusher->under_way -= done.count;
    uv_mutex_unlock(&pusher->lock);
    for (Notice *notice = done.first; notice; notice = notice->next) {
        pusher->config.on_result(pusher->config.context, notice->to.id, notice->result);
    }
    clear(&done);
}

static void destroy(FanPusher *pusher) {
    clear(&pusher->coming);
    clear(&pusher->done);
    curl_multi_cleanup(pusher->multi);
    uv_mutex_destroy(&pusher->lock);
    sodium_memzero(&pusher->config.keys, sizeof pusher->config.keys);
    free(pusher->authority);
    free(pusher);
}

static void on_closed(uv_handle_t *handle) {
    destroy(handle->data);
}

FanPusher *fan_pusher_new(const FanPusherConfig *config) {
    FanPusher *pusher = calloc(1, sizeof *pusher);
    if (!pusher || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK ||
        uv_mutex_init(&pusher->lock) != 0) {
        free(pusher);
        return NULL;
    }
    pusher->config = *config;
    pusher->coming.last = &pusher->coming.first;
    pusher->done.last = &pusher->done.first;
    pusher->waiting.last = &pusher->waiting.first;
    pusher->multi = curl_multi_init();
    pusher->authority = config->authority ? strdup(config->authority) : NULL;
    snprintf(pusher->subject, sizeof pusher->subject, "%s", config->subject);
    pusher->told.data = pusher;
    if (!pusher->multi || (config->authority && !pusher->authority) ||
        uv_async_init(config->loop, &pusher->told, on_told) != 0) {
        destroy(pusher);
        return NULL;
    }
    if (uv_thread_create(&pusher->thread, work, pusher) != 0) {
        uv_close((uv_handle_t *)&pusher->told, on_closed);
        return NULL;
    }
    return pusher;
}

void fan_pusher_free(FanPusher *pusher) {
    if (!pusher) {
        return;
    }
    uv_mutex_lock(&pusher->lock);
    pusher->ending = true;
    uv_mutex_unlock(&pusher->lock);
    curl_multi_wakeup(pusher->multi);
    uv_thread_join(&pusher->thread);
    uv_close((uv_handle_t *)&pusher->told, on_closed);
}

bool fan_pusher_send(FanPusher *pusher, const FanSubscription *to, const char *text,
                     const char *topic) {
    Notice *notice = calloc(1, sizeof *notice);
    if (!notice || strlen(text) >= sizeof notice->text || strlen(topic) >= sizeof notice->topic) {
        free(notice);
        return false;
    }
    notice->to = *to;
    notice->pusher = pusher;
    strcpy(notice->text, text);
    strcpy(notice->topic, topic);
    uv_mutex_lock(&pusher->lock);
    bool room = pusher->under_way < FAN_PUSHES_WAITING_MAX;
    if (room) {
        pusher->under_way++;
        push_back(&pusher->coming, notice);
    }
    uv_mutex_unlock(&pusher->lock);
    if (!room) {
        free(notice);
        return false;
    }
    curl_multi_wakeup(pusher->multi);
    return true;
}
