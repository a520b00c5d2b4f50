#include "server/analysis.h"

#include "protocol/protocol.h"

#include <fanorona/engine.h>
#include <stdlib.h>
#include <string.h>

struct FanAnalysis {
    uv_work_t work;
    FanServer *server;
    FanAnswered *answered; /* NULL once dropped */
    void *context;
    FanBoard board;
    FanRules rules;
    FanPosition position;
    unsigned lines;
    bool over; /* nothing to search */
    json_t *found;
};

static void reply(FanAnswered *answered, void *context, unsigned status, json_t *body) {
    answered(context, &(FanReply){.status = body ? status : 500, .body = body});
    json_decref(body);
}

static void refuse(FanAnswered *answered, void *context, unsigned status, const char *reason,
                   const char *text) {
    reply(answered, context, status, fan_refusal_body(reason, text));
}

/* --- the question -------------------------------------------------------------------------------
 */

static const char *text_of(const json_t *values, const char *name) {
    return json_string_value(json_object_get(values, name));
}

/* Reads what is to be searched; false with the reason. */
static bool read_question(FanAnalysis *analysis, const json_t *values,
                          char why[FAN_PROTOCOL_WHY_MAX]) {
    const char *fen = text_of(values, "fen"), *variant = text_of(values, "variant");
    const char *rules = text_of(values, "rules");
    FanRulesError wrong;
    FanSetupError fault;
    analysis->rules = fan_rules_default();
    if (rules && !fan_rules_read(&analysis->rules, rules, strlen(rules), &wrong)) {
        fan_rules_error_write(&wrong, rules, why, FAN_PROTOCOL_WHY_MAX);
        return false;
    }
    FanBoard asked;
    if (variant && !fan_variant_read(&asked, &analysis->rules, variant, strlen(variant))) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "there is no such board");
        return false;
    }
    if (!fen) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "fen= is missing: the position to be searched");
        return false;
    }
    if (fan_position_read(&analysis->board, &analysis->position, &analysis->rules,
                          variant ? &asked : NULL, fen, strlen(fen), &fault, 1) > 0) {
        fan_setup_error_write(&fault, fen, why, FAN_PROTOCOL_WHY_MAX);
        return false;
    }
    const json_t *lines = json_object_get(values, "lines");
    analysis->lines = lines ? (unsigned)json_integer_value(lines) : 1;
    return true;
}

/* --- the search, on a thread of libuv's ---------------------------------------------------------
 */

static json_t *turns_json(const FanBoard *board, const FanLine *line) {
    json_t *turns = json_array();
    for (size_t i = 0; turns && i < line->length; i++) {
        char text[FAN_TURN_TEXT_MAX];
        fan_turn_write(board, &line->turns[i], text);
        json_array_append_new(turns, json_string(text));
    }
    return turns;
}

static json_t *lines_json(const FanBoard *board, const FanEngine *engine) {
    json_t *lines = json_array();
    FanLine line;
    for (size_t i = 0; lines && fan_engine_line(engine, i, &line); i++) {
        json_array_append_new(lines, json_pack("{s:i, s:i, s:o}", "score", (int)line.score,
                                               "chance", (int)fan_score_chance(line.score), "turns",
                                               turns_json(board, &line)));
    }
    return lines;
}

static void work(uv_work_t *request) {
    FanAnalysis *analysis = request->data;
    FanPly ply;
    FanGame game;
    fan_game_begin(&game, &analysis->board, &analysis->rules, &analysis->position, &ply, 1);
    const FanJob job = {.nodes = FAN_ANALYSIS_NODES, .lines = analysis->lines};
    FanEngine *engine = fan_engine_new(FAN_ANALYSIS_HASH_BYTES, NULL);
    FanEngineStatus status = engine ? fan_engine_begin(engine, &game, &job) : FAN_ENGINE_MEMORY;
    analysis->over = status == FAN_ENGINE_OVER;
    if (status == FAN_ENGINE_OK) {
        while (fan_engine_run(engine, 0)) {
        }
        FanReport report = fan_engine_report(engine);
        analysis->found =
            json_pack("{s:i, s:I, s:o}", "depth", (int)report.depth, "nodes",
                      (json_int_t)report.nodes, "lines", lines_json(&analysis->board, engine));
    }
    fan_engine_free(engine);
}

static void after_work(uv_work_t *request, int status) {
    FanAnalysis *analysis = request->data;
    FanAnswered *answered = analysis->answered;
    analysis->server->searches--;
    if (answered && analysis->over) {
        refuse(answered, analysis->context, 400, "over", "the game is over in this position");
    } else if (answered && status == 0 && analysis->found) {
        reply(answered, analysis->context, 200, json_incref(analysis->found));
    } else if (answered) {
        refuse(answered, analysis->context, 503, "too-many", "this cannot be searched now");
    }
    json_decref(analysis->found);
    free(analysis);
}

FanAnalysis *fan_analysis_ask(FanServer *server, const json_t *values, FanAnswered *answered,
                              void *context) {
    char why[FAN_PROTOCOL_WHY_MAX];
    FanAnalysis *analysis =
        server->searches < FAN_ANALYSES_MAX ? calloc(1, sizeof *analysis) : NULL;
    if (!analysis) {
        refuse(answered, context, 503, "too-many", "too many positions are being searched");
        return NULL;
    }
    analysis->server = server;
    analysis->answered = answered;
    analysis->context = context;
    analysis->work.data = analysis;
    if (!read_question(analysis, values, why)) {
        free(analysis);
        refuse(answered, context, 400, "malformed", why);
        return NULL;
    }
    if (uv_queue_work(&server->loop, &analysis->work, work, after_work) != 0) {
        free(analysis);
        refuse(answered, context, 503, "too-many", "this cannot be searched now");
        return NULL;
    }
    server->searches++;
    return analysis;
}

void fan_analysis_drop(FanAnalysis *analysis) {
    if (analysis) {
        analysis->answered = NULL; /* after_work frees it */
        uv_cancel((uv_req_t *)&analysis->work);
    }
}
