#include "server/probe.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAULTS_TOLD = 8,
    SENTENCE_BYTES = 256,
};

struct FanProbe {
    uv_work_t work;
    FanServer *server;
    struct lws *wsi; /* who asks; NULL once dropped */
    const FanTableSet *set;
    FanRules rules;
    FanPosition position;
    bool working, done;
    FanProbeStatus found;
    unsigned status;
    char *body; /* of free(); NULL without memory */
    char etag[FAN_ETAG_MAX];
};

/* --- answers ------------------------------------------------------------------------------------
 */

static void answer(FanProbe *probe, unsigned status, char *body) {
    probe->status = body ? status : 500;
    probe->body = body;
    probe->done = true;
}

/* Takes the value over. */
static void answer_json(FanProbe *probe, unsigned status, json_t *value) {
    char *body = value ? json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    json_decref(value);
    answer(probe, status, body);
}

static void refuse(FanProbe *probe, unsigned status, const char *code, const char *sentence) {
    answer_json(probe, status, json_pack("{s:s, s:s}", "error", code, "text", sentence));
}

/* Where a text is wrong, and why. */
static json_t *fault_json(size_t offset, size_t length, const char *sentence) {
    return json_pack("{s:I, s:I, s:s}", "offset", (json_int_t)offset, "length", (json_int_t)length,
                     "text", sentence);
}

static void refuse_text(FanProbe *probe, const char *code, const char *parameter, json_t *faults) {
    answer_json(probe, 400,
                faults ? json_pack("{s:s, s:s, s:o}", "error", code, "parameter", parameter,
                                   "faults", faults)
                       : NULL);
}

static void write_etag(FanProbe *probe) {
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *c = probe->body; *c; c++) {
        sum = (sum ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    snprintf(probe->etag, sizeof probe->etag, "\"%016" PRIx64 "\"", sum);
}

/* --- the question -------------------------------------------------------------------------------
 */

/* The value of the first parameter of this name ("fen="), its escapes read. The text is as long as
 * no request's headers are. */
static bool take(struct lws *wsi, const char *name, char text[FAN_SERVER_HEADER_MAX_BYTES],
                 size_t *length) {
    size_t skip = strlen(name);
    for (int i = 0; lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        int copied = lws_hdr_copy_fragment(wsi, text, FAN_SERVER_HEADER_MAX_BYTES,
                                           WSI_TOKEN_HTTP_URI_ARGS, i);
        if (copied >= 0 && (size_t)copied >= skip && memcmp(text, name, skip) == 0) {
            *length = (size_t)copied - skip;
            memmove(text, text + skip, *length + 1);
            return true;
        }
    }
    return false;
}

static bool read_rules(FanProbe *probe) {
    char text[FAN_SERVER_HEADER_MAX_BYTES], sentence[SENTENCE_BYTES];
    size_t length;
    FanRulesError error;
    probe->rules = fan_rules_default();
    if (!take(probe->wsi, "rules=", text, &length) ||
        fan_rules_read(&probe->rules, text, length, &error)) {
        return true;
    }
    fan_rules_error_write(&error, text, sentence, sizeof sentence);
    json_t *fault = fault_json(error.offset, error.length, sentence);
    refuse_text(probe, "bad-rules", "rules", json_pack("[o]", fault));
    return false;
}

static json_t *faults_json(const FanSetupError *errors, size_t count, const char *text) {
    json_t *faults = json_array();
    for (size_t i = 0; faults && i < count && i < FAULTS_TOLD; i++) {
        char sentence[SENTENCE_BYTES];
        fan_setup_error_write(&errors[i], text, sentence, sizeof sentence);
        json_t *fault = fault_json(errors[i].offset, errors[i].length, sentence);
        if (json_array_append_new(faults, fault) != 0) {
            json_decref(faults);
            faults = NULL;
        }
    }
    return faults;
}

static bool read_position(FanProbe *probe, FanBoard *board) {
    char text[FAN_SERVER_HEADER_MAX_BYTES];
    size_t length;
    FanSetupError errors[FAULTS_TOLD];
    if (!take(probe->wsi, "fen=", text, &length)) {
        refuse(probe, 400, "no-position", "fen= is missing: the position to be looked up");
        return false;
    }
    size_t count = fan_position_read(board, &probe->position, &probe->rules, NULL, text, length,
                                     errors, FAULTS_TOLD);
    if (count) {
        refuse_text(probe, "bad-position", "fen", faults_json(errors, count, text));
    }
    return count == 0;
}

static unsigned stones_of(const FanPosition *position) {
    return (unsigned)__builtin_popcountll(position->stones[0] | position->stones[1]);
}

/* Finds the set that may know; refuses what none here does. */
static bool find_set(FanProbe *probe, const FanBoard *board) {
    char sentence[SENTENCE_BYTES] = "there are no tables here for this board under these rules";
    bool plain = probe->position.mode == FAN_MODE_CAPTURE && !probe->position.first;
    if (!plain) {
        snprintf(sentence, sizeof sentence,
                 probe->position.mode == FAN_MODE_TELO ? "telo is solved: it has no tables"
                 : probe->position.first ? "a first turn that may capture only once has no tables"
                                         : "the first phase of vela has no tables");
    }
    probe->set = plain ? fan_shelf_find(probe->server->config.shelf, board, &probe->rules) : NULL;
    if (probe->set && stones_of(&probe->position) > probe->set->stones) {
        snprintf(sentence, sizeof sentence, "the tables here know positions of at most %u stones",
                 probe->set->stones);
        probe->set = NULL;
    }
    if (!probe->set) {
        refuse(probe, 404, "no-tables", sentence);
    }
    return probe->set != NULL;
}

/* --- the work -----------------------------------------------------------------------------------
 */

/* On a thread of libuv's. */
static void work(uv_work_t *request) {
    FanProbe *probe = request->data;
    FanTruths truths;
    FanTableReader *reader = fan_table_reader_new(probe->set->tables);
    probe->found = reader ? fan_table_reader_truths(reader, &probe->rules, &probe->position,
                                                    probe->set->metric, &truths)
                          : FAN_PROBE_ABSENT;
    if (probe->found == FAN_PROBE_OK) {
        probe->body = fan_truths_json(&truths);
        fan_truths_free(&truths);
    }
    fan_table_reader_free(reader);
}

static void finish(FanProbe *probe) {
    const FanServerConfig *config = &probe->server->config;
    if (probe->found == FAN_PROBE_OK && probe->body) {
        write_etag(probe);
        answer(probe, 200, probe->body);
    } else if (probe->found == FAN_PROBE_DAMAGED) {
        refuse(probe, 500, "damaged", "a table of this server is damaged");
        if (config->on_damage) {
            config->on_damage(config->context, probe->set);
        }
    } else {
        refuse(probe, 500, "failed", "this position could not be looked up now");
    }
}

static void after_work(uv_work_t *request, int status) {
    FanProbe *probe = request->data;
    probe->working = false;
    probe->server->probes--;
    if (!probe->wsi) {
        fan_probe_drop(probe);
    } else if (status == 0) {
        finish(probe);
        fan_http_wake(probe->wsi);
    }
}

static void start(FanProbe *probe) {
    FanServer *server = probe->server;
    if (server->probes >= server->config.probes) {
        refuse(probe, 503, "busy", "too many positions are being looked up; ask again");
        return;
    }
    probe->work.data = probe;
    if (uv_queue_work(&server->loop, &probe->work, work, after_work) != 0) {
        refuse(probe, 500, "failed", "this position could not be looked up now");
        return;
    }
    probe->working = true;
    server->probes++;
}

FanProbe *fan_probe_begin(FanServer *server, struct lws *wsi) {
    FanProbe *probe = calloc(1, sizeof *probe);
    FanBoard board;
    if (!probe) {
        return NULL;
    }
    probe->server = server;
    probe->wsi = wsi;
    if (read_rules(probe) && read_position(probe, &board) && find_set(probe, &board)) {
        start(probe);
    }
    return probe;
}

bool fan_probe_done(const FanProbe *probe) {
    return probe->done;
}

FanProbeAnswer fan_probe_answer(const FanProbe *probe) {
    return (FanProbeAnswer){probe->status, probe->body ? probe->body : "",
                            probe->status == 200 ? probe->etag : NULL};
}

void fan_probe_drop(FanProbe *probe) {
    if (probe && probe->working) {
        probe->wsi = NULL; /* after_work frees it */
        uv_cancel((uv_req_t *)&probe->work);
    } else if (probe) {
        free(probe->body);
        free(probe);
    }
}
