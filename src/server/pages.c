#include "server/pages.h"

#include "server/wire.h"

#include <stdlib.h>
#include <string.h>

enum {
    ACCEPT_MAX_BYTES = 512,
    ETAGS_MAX_BYTES = 1024,
};

void fan_answer_unless_known(struct lws *wsi, FanAnswer *answer) {
    char etags[ETAGS_MAX_BYTES];
    const char *known = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, etags, sizeof etags);
    if (answer->etag && known && fan_etag_listed(known, answer->etag)) {
        answer->status = 304;
        answer->body_bytes = 0;
    }
}

static FanAnswer answer_missing(const FanServer *server) {
    const FanSiteFile *page = fan_site_find(server->config.site, "/404.html");
    if (!page) {
        return fan_answer_plain(404, "Not found\n");
    }
    const FanSiteForm *form = &page->forms[FAN_ENCODING_IDENTITY];
    return (FanAnswer){.status = 404,
                       .type = page->type,
                       .cache = "no-cache",
                       .body = form->bytes,
                       .body_bytes = form->len_bytes};
}

static FanAnswer answer_file(struct lws *wsi, const FanSiteFile *file) {
    char accept[ACCEPT_MAX_BYTES];
    FanEncoding encoding = fan_encoding_choose(
        header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept), fan_site_forms(file));
    if (encoding == FAN_ENCODINGS) {
        FanAnswer refused =
            fan_answer_plain(406, "No acceptable content encoding; identity is always there\n");
        refused.varies = true;
        return refused;
    }
    const FanSiteForm *form = &file->forms[encoding];
    FanAnswer answer = {.status = 200,
                        .type = file->type,
                        .cache =
                            file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                        .etag = form->etag,
                        .encoding = encoding,
                        .varies = fan_site_forms(file) != 1U << FAN_ENCODING_IDENTITY,
                        .body = form->bytes,
                        .body_bytes = form->len_bytes};
    fan_answer_unless_known(wsi, &answer);
    return answer;
}

/* Text that was made for this answer; NULL: there was no memory. */
static FanAnswer answer_made(const char *type, char *text, char **made) {
    if (!text) {
        return fan_answer_plain(500, "Not enough memory\n");
    }
    FanAnswer answer = fan_answer_plain(200, text);
    answer.type = type;
    *made = text;
    return answer;
}

/* What a load balancer wants to know: whether this process may be sent players. */
static FanAnswer answer_health(const FanServer *server) {
    if (server->state != FAN_SERVER_RUNNING) {
        return fan_answer_plain(503, "stopping\n");
    }
    bool away = server->store && fan_store_trouble(server->store)[0] != '\0';
    return away ? fan_answer_plain(503, "the database is away\n") : fan_answer_plain(200, "ok\n");
}

/* A proxy that was not named is this machine, too; but whoever asks through it is not. */
static bool may_see_metrics(FanServer *server, struct lws *wsi) {
    const FanClient *peer = lws_get_opaque_user_data(wsi);
    FanAddress client = fan_wire_whose(server, wsi).client;
    bool named = fan_nets_hold(&server->config.proxies, &peer->address);
    if (has_header(wsi, WSI_TOKEN_X_FORWARDED_FOR) && !named) {
        return false;
    }
    return fan_address_is_loopback(&client) || fan_nets_hold(&server->config.metrics, &client);
}

/* A certificate may be replaced by another of its name: whoever has one asks whether it is the
 * same.
 */
static FanAnswer answer_proof(struct lws *wsi, const FanProofFile *file) {
    FanAnswer answer = {.status = 200,
                        .type = "application/octet-stream",
                        .cache = "no-cache",
                        .etag = file->etag,
                        .body = file->bytes,
                        .body_bytes = file->len_bytes};
    fan_answer_unless_known(wsi, &answer);
    return answer;
}

FanAnswer fan_page_answer(FanServer *server, struct lws *wsi, const char *path, char **made) {
    *made = NULL;
    if (strcmp(path, "/api/v1/server") == 0) {
        return answer_made("application/json", fan_server_about(server), made);
    }
    if (strcmp(path, "/healthz") == 0) {
        return answer_health(server);
    }
    if (strcmp(path, "/metrics") == 0 && may_see_metrics(server, wsi)) {
        return answer_made("text/plain; version=0.0.4; charset=utf-8", fan_server_metrics(server),
                           made);
    }
    if (strncmp(path, FAN_PROOFS_PATH, sizeof FAN_PROOFS_PATH - 1) == 0) {
        const FanProofFile *proof =
            fan_proofs_file(server->config.proofs, path + sizeof FAN_PROOFS_PATH - 1);
        return proof ? answer_proof(wsi, proof)
                     : fan_answer_plain(404, "There is no certificate of this name\n");
    }
    const FanSiteFile *file = fan_site_find(server->config.site, path);
    return file ? answer_file(wsi, file) : answer_missing(server);
}
