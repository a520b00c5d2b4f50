#include "server/perfect.h"

#include "protocol/protocol.h"

#include <fanorona/engine.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 512,          /* answers remembered; of two that fall into one place the later one */
    SLICE_NODES = 20000, /* searched before a look at whether anybody waits */
    REASON_BYTES = FAN_PROTOCOL_WHY_MAX - 32, /* of a sentence, before it is told where */
    KEY_BYTES = 2048,                         /* of a question that is worth remembering */
};

/* A question by its text, and its answer. */
typedef struct Kept {
    char *question; /* NULL: free */
    json_t *answer;
} Kept;

struct FanPerfects {
    FanServer *server;
    uv_thread_t reader;
    uv_async_t read; /* another set of certificates was read */
    size_t sets_told;
    FanPerfect *waiting; /* oldest first */
    unsigned asked, working;
    Kept kept[KEPT];
    bool reading;       /* there is a reader */
    atomic_bool ending; /* nothing more is begun, and what is under way ends soon */
    bool closed;
};

struct FanPerfect {
    uv_work_t work;
    FanPerfects *perfects;
    FanAnswered *answered; /* NULL once dropped */
    void *context;
    char question[KEY_BYTES]; /* "": not to be remembered */
    bool searches;
    FanBoard board;
    FanRules rules;
    FanPly *plies;
    FanGame game;
    const FanProofSet *set;
    const FanTables *tables;
    atomic_bool stop;
    json_t *found;
    FanPerfect *next;
};

/* --- certificates -------------------------------------------------------------------------------
 */

static void tell_set(const FanServer *server, const FanProofs *proofs, size_t number) {
    for (size_t i = 0; i < proofs->files_count; i++) {
        const FanProofFile *file = &proofs->files[i];
        if (file->set == number && file->refused) {
            fan_server_tell(server, proofs->found ? FAN_LOG_INFO : FAN_LOG_ERROR, "proof-refused",
                            json_pack("{s:s, s:s}", "file", file->name, "why", file->why.text));
        }
    }
    fan_server_tell(server, FAN_LOG_INFO, "proof-ready", fan_proofs_set_json(proofs, number));
}

static void on_read(uv_async_t *read) {
    FanPerfects *perfects = read->data;
    const FanProofs *proofs = perfects->server->config.proofs;
    for (; perfects->sets_told < proofs->sets_read; perfects->sets_told++) {
        tell_set(perfects->server, proofs, perfects->sets_told);
    }
}

static void set_was_read(void *context) {
    FanPerfects *perfects = context;
    uv_async_send(&perfects->read);
}

static void read_all(void *context) {
    FanPerfects *perfects = context;
    fan_proofs_read(perfects->server->config.proofs, set_was_read, perfects);
}

bool fan_perfects_begin(FanServer *server) {
    if (!server->config.proofs || server->config.proofs->files_count == 0) {
        return true;
    }
    FanPerfects *perfects = calloc(1, sizeof *perfects);
    if (!perfects) {
        return false;
    }
    perfects->server = server;
    perfects->read.data = perfects;
    uv_async_init(&server->loop, &perfects->read, on_read);
    server->perfects = perfects;
    perfects->reading = uv_thread_create(&perfects->reader, read_all, perfects) == 0;
    return perfects->reading;
}

static void free_when_done(FanPerfects *perfects) {
    if (!perfects->closed || perfects->asked > 0) {
        return;
    }
    for (size_t i = 0; i < KEPT; i++) {
        free(perfects->kept[i].question);
        json_decref(perfects->kept[i].answer);
    }
    free(perfects);
}

static void on_closed(uv_handle_t *read) {
    FanPerfects *perfects = read->data;
    perfects->closed = true;
    free_when_done(perfects);
}

void fan_perfects_end(FanServer *server) {
    FanPerfects *perfects = server->perfects;
    if (!perfects) {
        return;
    }
    server->perfects = NULL;
    perfects->ending = true;
    if (perfects->reading) {
        fan_proofs_stop(server->config.proofs);
        uv_thread_join(&perfects->reader);
    }
    uv_close((uv_handle_t *)&perfects->read, on_closed);
}

/* --- answers ------------------------------------------------------------------------------------
 */

/* Takes the body over. */
static void reply(FanAnswered *answered, void *context, unsigned status, json_t *body) {
    answered(context, &(FanReply){.status = body ? status : 500, .body = body});
    json_decref(body);
}

static void refuse(FanAnswered *answered, void *context, unsigned status, const char *reason,
                   const char *text) {
    reply(answered, context, status, fan_refusal_body(reason, text));
}

static Kept *place_of(FanPerfects *perfects, const char *question) {
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *c = question; *c; c++) {
        sum = (sum ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    return &perfects->kept[(sum ^ sum >> 32) % KEPT];
}

static json_t *recall(FanPerfects *perfects, const char *question) {
    const Kept *kept = place_of(perfects, question);
    bool same = *question && kept->question && strcmp(kept->question, question) == 0;
    return same ? json_incref(kept->answer) : NULL;
}

static void remember(FanPerfects *perfects, const char *question, json_t *answer) {
    Kept *kept = place_of(perfects, question);
    char *copied = *question ? strdup(question) : NULL;
    if (copied) {
        free(kept->question);
        json_decref(kept->answer);
        *kept = (Kept){copied, json_incref(answer)};
    }
}

/* --- the question -------------------------------------------------------------------------------
 */

static const char *text_of(const json_t *values, const char *name) {
    const char *text = json_string_value(json_object_get(values, name));
    return text ? text : "";
}

static bool read_position(FanPerfect *perfect, const json_t *values,
                          char why[FAN_PROTOCOL_WHY_MAX]) {
    const char *fen = text_of(values, "fen"), *rules = text_of(values, "rules");
    FanRulesError wrong;
    FanSetupError fault;
    FanPosition position;
    char reason[REASON_BYTES];
    perfect->rules = fan_rules_default();
    if (!fan_rules_read(&perfect->rules, rules, strlen(rules), &wrong)) {
        fan_rules_error_write(&wrong, rules, reason, sizeof reason);
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "rules=: %s", reason);
        return false;
    }
    if (*fen == '\0') {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "fen= is missing: the position to play in");
        return false;
    }
    if (fan_position_read(&perfect->board, &position, &perfect->rules, NULL, fen, strlen(fen),
                          &fault, 1) > 0) {
        fan_setup_error_write(&fault, fen, reason, sizeof reason);
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "fen=: %s", reason);
        return false;
    }
    perfect->plies = malloc(FAN_PERFECT_TURNS_MAX * sizeof *perfect->plies);
    if (!perfect->plies) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "not enough memory");
        return false;
    }
    fan_game_begin(&perfect->game, &perfect->board, &perfect->rules, &position, perfect->plies,
                   FAN_PERFECT_TURNS_MAX);
    return true;
}

static bool play_turn(FanGame *game, const char *text, size_t length,
                      char why[FAN_PROTOCOL_WHY_MAX]) {
    FanTurn turn;
    FanTurnError error;
    char reason[REASON_BYTES];
    if (fan_game_read(game, text, length, &turn, &error) == FAN_TURN_READ) {
        if (fan_game_play(game, &turn, NULL) == FAN_GAME_OK) {
            return true;
        }
        snprintf(reason, sizeof reason, "there are too many turns");
    } else {
        fan_turn_error_write(game->board, &error, text, length, reason, sizeof reason);
    }
    snprintf(why, FAN_PROTOCOL_WHY_MAX, "turns=, number %zu: %s", game->length + 1, reason);
    return false;
}

/* The turns made since, with commas between: what repetition counts (R5.4). */
static bool play_turns(FanPerfect *perfect, const char *turns, char why[FAN_PROTOCOL_WHY_MAX]) {
    while (*turns) {
        size_t length = strcspn(turns, ",");
        if (!play_turn(&perfect->game, turns, length, why)) {
            return false;
        }
        turns += length;
        turns += *turns == ',';
    }
    return true;
}

/* Reads what is asked; false with the status, reason and sentence of its refusal. */
static bool read_question(FanPerfect *perfect, const json_t *values, unsigned *status,
                          const char **reason, char why[FAN_PROTOCOL_WHY_MAX]) {
    const FanServerConfig *config = &perfect->perfects->server->config;
    *status = 400;
    *reason = "malformed";
    if (!read_position(perfect, values, why) ||
        !play_turns(perfect, text_of(values, "turns"), why)) {
        return false;
    }
    if (perfect->game.outcome.result != FAN_ONGOING) {
        *reason = "over";
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "the game is over in this position");
        return false;
    }
    perfect->set =
        fan_proofs_find(config->proofs, &perfect->board, &perfect->rules, &perfect->game.position);
    if (!perfect->set) {
        *status = 404;
        *reason = "unknown";
        snprintf(why, FAN_PROTOCOL_WHY_MAX,
                 "nothing is proved here of this board under these rules");
        return false;
    }
    if (!fan_proofs_ready(config->proofs, perfect->set)) {
        *status = 503;
        *reason = "not-now";
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "the proof is being read; ask again in some minutes");
        return false;
    }
    const FanTableSet *tables = fan_shelf_find(config->shelf, &perfect->board, &perfect->rules);
    perfect->tables = tables ? tables->tables : NULL;
    return true;
}

static void write_question(FanPerfect *perfect, const json_t *values) {
    int length =
        snprintf(perfect->question, sizeof perfect->question, "%s\n%s\n%s", text_of(values, "fen"),
                 text_of(values, "rules"), text_of(values, "turns"));
    if (!perfect->searches || length < 0 || length >= KEY_BYTES) {
        perfect->question[0] = '\0';
    }
}

/* --- the work, on a thread of libuv's -----------------------------------------------------------
 */

/* What both sides can hold from here. */
static json_t *find_promises(const FanPerfect *perfect) {
    const FanPosition *position = &perfect->game.position;
    const char *mover = fan_promise_word(fan_proof_promise(perfect->set->proof, position));
    const char *other = fan_promise_word(fan_proof_kept(perfect->set->proof, position));
    bool white = position->side == FAN_WHITE;
    return json_pack("{s:s, s:s}", "white", white ? mover : other, "black", white ? other : mover);
}

/* Searches until it is done or nobody waits. */
static bool given_up(const FanPerfect *perfect) {
    return perfect->stop || perfect->perfects->ending;
}

static bool search(FanPerfect *perfect, FanEngine *engine) {
    const FanJob job = {.nodes = FAN_PERFECT_NODES, .perfect = true};
    fan_engine_set_tables(engine, perfect->tables);
    fan_engine_set_proof(engine, perfect->set->proof);
    if (fan_engine_begin(engine, &perfect->game, &job) != FAN_ENGINE_OK) {
        return false;
    }
    while (!given_up(perfect) && fan_engine_run(engine, SLICE_NODES)) {
    }
    return !given_up(perfect);
}

/* A turn that keeps the promise; where there is none, whoever asks plays as well by itself. */
static json_t *find_turn(FanPerfect *perfect) {
    if (fan_proof_promise(perfect->set->proof, &perfect->game.position) == FAN_PROMISE_NONE) {
        return json_pack("{s:s}", "promise", fan_promise_word(FAN_PROMISE_NONE));
    }
    FanEngine *engine = fan_engine_new(FAN_PERFECT_HASH_BYTES, NULL);
    json_t *found = NULL;
    if (engine && search(perfect, engine)) {
        char text[FAN_TURN_TEXT_MAX];
        FanTurn turn = fan_engine_turn(engine);
        fan_turn_write(&perfect->board, &turn, text);
        found = json_pack("{s:s, s:s}", "promise", fan_promise_word(fan_engine_promise(engine)),
                          "turn", text);
    }
    fan_engine_free(engine);
    return found;
}

static void work(uv_work_t *request) {
    FanPerfect *perfect = request->data;
    perfect->found = perfect->searches ? find_turn(perfect) : find_promises(perfect);
}

/* --- its life -----------------------------------------------------------------------------------
 */

static void free_perfect(FanPerfect *perfect) {
    if (perfect) {
        json_decref(perfect->found);
        free(perfect->plies);
        free(perfect);
    }
}

static void start_next(FanPerfects *perfects);

static void after_work(uv_work_t *request, int status) {
    FanPerfect *perfect = request->data;
    FanPerfects *perfects = perfect->perfects;
    perfects->working--;
    perfects->asked--;
    if (perfect->found) {
        remember(perfects, perfect->question, perfect->found);
    }
    if (perfect->answered && status == 0 && perfect->found) {
        reply(perfect->answered, perfect->context, 200, json_incref(perfect->found));
    } else if (perfect->answered) {
        refuse(perfect->answered, perfect->context, 503, "too-many",
               "this cannot be searched now; ask again");
    }
    free_perfect(perfect);
    start_next(perfects);
    free_when_done(perfects);
}

/* As many are searched at a time as computer opponents may think. */
static void start_next(FanPerfects *perfects) {
    unsigned engines = perfects->server->config.engines;
    while (perfects->waiting && !perfects->ending && perfects->working < (engines ? engines : 1)) {
        FanPerfect *perfect = perfects->waiting;
        perfects->waiting = perfect->next;
        perfects->working++;
        uv_queue_work(&perfects->server->loop, &perfect->work, work, after_work);
    }
}

static void line_up(FanPerfects *perfects, FanPerfect *perfect) {
    FanPerfect **last = &perfects->waiting;
    while (*last) {
        last = &(*last)->next;
    }
    *last = perfect;
    perfects->asked++;
    start_next(perfects);
}

FanPerfect *fan_perfect_ask(FanServer *server, bool searches, const json_t *values,
                            FanAnswered *answered, void *context) {
    FanPerfects *perfects = server->perfects;
    if (!perfects) {
        refuse(answered, context, 404, "unknown", "this server has no proofs");
        return NULL;
    }
    FanPerfect *perfect = perfects->asked < FAN_PERFECTS_MAX ? calloc(1, sizeof *perfect) : NULL;
    if (!perfect) {
        refuse(answered, context, 503, "too-many", "too many positions are being searched");
        return NULL;
    }
    perfect->perfects = perfects;
    perfect->searches = searches;
    perfect->answered = answered;
    perfect->context = context;
    perfect->work.data = perfect;
    char why[FAN_PROTOCOL_WHY_MAX];
    const char *reason;
    unsigned status;
    if (!read_question(perfect, values, &status, &reason, why)) {
        free_perfect(perfect);
        refuse(answered, context, status, reason, why);
        return NULL;
    }
    write_question(perfect, values);
    json_t *known = recall(perfects, perfect->question);
    if (known) {
        free_perfect(perfect);
        reply(answered, context, 200, known);
        return NULL;
    }
    line_up(perfects, perfect);
    return perfect;
}

void fan_perfect_drop(FanPerfect *perfect) {
    if (!perfect) {
        return;
    }
    perfect->answered = NULL;
    perfect->stop = true;
    FanPerfects *perfects = perfect->perfects;
    for (FanPerfect **at = &perfects->waiting; *at; at = &(*at)->next) {
        if (*at == perfect) {
            *at = perfect->next;
            perfects->asked--;
            free_perfect(perfect);
            free_when_done(perfects);
            return;
        }
    }
    uv_cancel((uv_req_t *)&perfect->work); /* after_work frees it */
}
