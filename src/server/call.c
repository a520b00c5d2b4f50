#include "server/call.h"

#include "server/analysis.h"
#include "server/cookie.h"
#include "server/perfect.h"
#include "server/picture.h"
#include "server/preview.h"

#include <stdlib.h>
#include <string.h>

enum { AGAIN_S = 2 }; /* when to ask again, while the database is away or too much is drawn */
/* Long enough for a turn taken back, too short to outlive the certificates it was found by. */
static const char perfect_cache[] = "private, max-age=300";

struct FanCall {
    FanServer *server;
    struct lws *wsi;
    const FanAsk *ask;
    json_t *values, *body;
    FanAsker asker;
    char session[FAN_COOKIE_VALUE_MAX], token[FAN_COOKIE_VALUE_MAX];
    char peer[FAN_ADDRESS_TEXT_MAX], language[3];
    char known[FAN_ETAG_MAX];
    FanIdentity who;
    FanAnalysis *analysis;
    FanPerfect *perfect;
    bool starting; /* not to be woken: whoever started it looks */
    bool done;
    unsigned status;
    char *text; /* of the answer, owned */
    size_t text_bytes;
    const char *type, *cache, *again;
    char etag[FAN_ETAG_MAX];
    char cookie[FAN_COOKIE_TEXT_MAX]; /* Set-Cookie; "": none */
};

const FanAsk fan_call_link = {
    .name = "link", .method = "GET", .path = "/g/{game}", .needs = "nobody", .status = 200};

/* --- the answer ---------------------------------------------------------------------------------
 */

static void finish(FanCall *call) {
    call->done = true;
    if (!call->starting) {
        fan_http_wake(call->wsi);
    }
}

/* Takes the text over. */
static void answer_text(FanCall *call, unsigned status, const char *type, char *text,
                        size_t text_bytes) {
    call->status = text ? status : 500;
    call->type = type;
    call->text = text;
    call->text_bytes = text ? text_bytes : 0;
    finish(call);
}

static void answer_json(FanCall *call, unsigned status, const json_t *body) {
    char *text = json_dumps(body, JSON_COMPACT);
    answer_text(call, status, "application/json", text, text ? strlen(text) : 0);
}

static void refuse(FanCall *call, unsigned status, const char *reason, const char *sentence) {
    json_t *body = fan_refusal_body(reason, sentence);
    call->again = status == 503 ? "2" : NULL;
    answer_json(call, status, body);
    json_decref(body);
}

static char *copy(const char *text, size_t bytes) {
    char *copied = malloc(bytes + 1);
    if (copied) {
        memcpy(copied, text, bytes);
        copied[bytes] = '\0';
    }
    return copied;
}

/* The answer of people, the hub or an analysis. */
static void on_answered(void *context, const FanReply *reply) {
    FanCall *call = context;
    if (reply->cookie) {
        fan_cookie_write(reply->cookie, call->asker.secure, FAN_SESSION_LIFE_S, call->cookie);
    }
    if (reply->status == 503) {
        call->again = "2";
    } else if (reply->status == 429) {
        call->again = "30";
    }
    if (reply->text) {
        answer_text(call, reply->status, reply->type, copy(reply->text, reply->text_bytes),
                    reply->text_bytes);
    } else if (reply->body) {
        answer_json(call, reply->status, reply->body);
    } else {
        answer_text(call, reply->status, NULL, copy("", 0), 0);
    }
}

/* --- what the server answers itself -------------------------------------------------------------
 */

static void on_drawn(void *context, const unsigned char *png, size_t bytes, const char *etag) {
    FanCall *call = context;
    if (!png) {
        refuse(call, 503, "too-many", "too many pictures are being drawn; ask again");
        return;
    }
    snprintf(call->etag, sizeof call->etag, "%s", etag);
    call->cache = "no-cache"; /* the board changes */
    answer_text(call, 200, "image/png", copy((const char *)png, bytes), bytes);
}

static void on_game_to_draw(void *context, const FanReply *reply) {
    FanCall *call = context;
    if (reply->status == 200) {
        fan_picture_ask(call->server->pictures, reply->body, on_drawn, call);
    } else {
        on_answered(call, reply);
    }
}

static void on_game_to_show(void *context, const FanReply *reply) {
    FanCall *call = context;
    if (reply->status != 200 && reply->status != 404) {
        on_answered(call, reply);
        return;
    }
    char *page = fan_preview_page(reply->status == 200 ? reply->body : NULL,
                                  call->server->public_url, call->language);
    call->cache = "no-cache";
    answer_text(call, reply->status, "text/html; charset=utf-8", page, page ? strlen(page) : 0);
}

/* --- whose it is --------------------------------------------------------------------------------
 */

/* Whether a name is `family` or begins with "family.". */
static bool of_family(const char *name, const char *family) {
    size_t length = strlen(family);
    return strncmp(name, family, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

static bool is_peoples(const char *name) {
    static const char *const families[] = {"session", "account", "transfer", "bots",
                                           "players", "reports", "push",     "leaderboard"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (of_family(name, families[i])) {
            return true;
        }
    }
    return of_family(name, "me") && strcmp(name, "me.games") != 0;
}

static void hand_over(FanCall *call) {
    FanServer *server = call->server;
    const char *name = call->ask->name;
    if (is_peoples(name)) {
        fan_people_ask(server->people, &call->who, call->peer, name, call->values, call->body,
                       on_answered, call);
    } else if (strcmp(name, "game.picture") == 0) {
        fan_hub_ask(server->hub, &call->who, "game", call->values, NULL, on_game_to_draw, call);
    } else if (call->ask == &fan_call_link) {
        fan_hub_ask(server->hub, &call->who, "game", call->values, NULL, on_game_to_show, call);
    } else if (strcmp(name, "analysis") == 0) {
        call->analysis = fan_analysis_ask(server, call->values, on_answered, call);
    } else if (strcmp(name, "perfect") == 0 || strcmp(name, "promise") == 0) {
        call->cache = perfect_cache;
        call->perfect =
            fan_perfect_ask(server, strcmp(name, "perfect") == 0, call->values, on_answered, call);
    } else {
        fan_hub_ask(server->hub, &call->who, name, call->values, call->body, on_answered, call);
    }
}

static bool may(FanCall *call) {
    const char *needs = call->ask->needs;
    if (call->asker.token && call->who.player[0] == '\0') {
        refuse(call, 401, "needs-player", "this token is nobody's");
    } else if (strcmp(needs, "nobody") != 0 && call->who.player[0] == '\0') {
        refuse(call, 401, "needs-player", "one must be somebody for this: POST /api/v1/session");
    } else if (strcmp(needs, "account") == 0 && strcmp(call->who.kind, "account") != 0) {
        refuse(call, 403, "needs-account", "an account is needed for this");
    } else {
        return true;
    }
    return false;
}

static void on_identified(void *context, const FanIdentity *who, const char *renewed) {
    FanCall *call = context;
    if (!who) {
        refuse(call, 503, "storage", "the database is away; ask again");
        return;
    }
    call->who = *who;
    if (renewed) {
        fan_cookie_write(renewed, call->asker.secure, FAN_SESSION_LIFE_S, call->cookie);
    }
    if (may(call)) {
        hand_over(call);
    }
}

/* --- its life -----------------------------------------------------------------------------------
 */

static const char *keep(char *to, size_t size, const char *text) {
    if (!text || strlen(text) >= size) {
        return NULL;
    }
    return strcpy(to, text);
}

FanCall *fan_call_new(FanServer *server, struct lws *wsi, const FanAsk *ask, json_t *values,
                      const FanAsker *asker) {
    FanCall *call = calloc(1, sizeof *call);
    if (!call) {
        json_decref(values);
        return NULL;
    }
    call->server = server;
    call->wsi = wsi;
    call->ask = ask;
    call->values = values;
    call->asker = *asker;
    call->asker.session = keep(call->session, sizeof call->session, asker->session);
    call->asker.token = keep(call->token, sizeof call->token, asker->token);
    call->asker.known = keep(call->known, sizeof call->known, asker->known);
    fan_address_write_site(&asker->site, call->peer);
    snprintf(call->language, sizeof call->language, "%s", fan_preview_language(asker->language));
    call->asker.language = call->language;
    return call;
}

const FanAsk *fan_call_ask(const FanCall *call) {
    return call->ask;
}

void fan_call_start(FanCall *call, json_t *body) {
    call->body = body;
    call->starting = true;
    fan_people_identify(call->server->people, call->asker.session, call->asker.token, on_identified,
                        call);
    call->starting = false;
}

bool fan_call_done(const FanCall *call) {
    return call->done;
}

FanAnswer fan_call_answer(const FanCall *call) {
    FanAnswer answer = {
        .status = call->status,
        .type = call->type,
        .cache = call->cache && call->status == 200 ? call->cache : "no-store",
        .etag = call->etag[0] ? call->etag : NULL,
        .retry_after = call->again,
        .cookie = call->cookie[0] ? call->cookie : NULL,
        .body = call->text ? call->text : "",
        .body_bytes = call->text_bytes,
        .varies_by_language = call->ask == &fan_call_link,
    };
    if (answer.etag && call->asker.known && fan_etag_listed(call->asker.known, answer.etag)) {
        answer.status = 304;
        answer.body_bytes = 0;
    }
    return answer;
}

void fan_call_drop(FanCall *call) {
    if (!call) {
        return;
    }
    FanServer *server = call->server;
    if (!call->done && server->hub) {
        fan_people_forget(server->people, call);
        fan_hub_unask(server->hub, call);
        fan_picture_forget(server->pictures, call);
    }
    if (!call->done) {
        fan_analysis_drop(call->analysis);
        fan_perfect_drop(call->perfect);
    }
    json_decref(call->values);
    json_decref(call->body);
    free(call->text);
    free(call);
}
