/* Lists of games. A list takes its newest from one or two sources that each have an index – those
 * of White and of Black, or those that live and those that have ended – and merges them. */
#include <stdio.h>
#include <string.h>

#include "store/games.h"
#include "store/internal.h"

enum { LIMIT_MAX = 200, SQL_MAX = 3072 };

typedef struct Games {
    FanRequest request;
    FanStoreGamesWanted wanted;
    FanStoreGame *games;
    size_t count;
    FanStoreGamesDone *done;
    void *context;
} Games;

/* The places of parameters are the same in every statement, so that they are bound alike; those
 * that a statement does not name are not bound. */
enum { PLAYER = 1, STATE, VARIANT, DEADLINE, BEFORE, BEFORE_ID, LIMIT };

typedef struct Sentence {
    char text[SQL_MAX];
    size_t used;
    bool more;            /* conditions come after `AND` */
    int places;           /* parameters so far */
    int place[LIMIT + 1]; /* where each is, 0: not yet */
} Sentence;

static void add(Sentence *sentence, const char *text) {
    size_t length = strlen(text);
    if (sentence->used + length < sizeof sentence->text) {
        memcpy(sentence->text + sentence->used, text, length + 1);
        sentence->used += length;
    }
}

/* PostgreSQL wants them numbered without gaps. */
static void add_place(Sentence *sentence, int parameter) {
    if (sentence->place[parameter] == 0) {
        sentence->place[parameter] = ++sentence->places;
    }
    char text[8];
    snprintf(text, sizeof text, "$%d", sentence->place[parameter]);
    add(sentence, text);
}

/* A condition before and after the parameter it is about, if it is about one. */
static void add_condition(Sentence *sentence, bool wanted, const char *before, int parameter,
                          const char *after) {
    if (!wanted) {
        return;
    }
    add(sentence, sentence->more ? " AND " : " WHERE ");
    sentence->more = true;
    add(sentence, before);
    if (parameter != 0) {
        add_place(sentence, parameter);
    }
    add(sentence, after);
}

static void add_before(Sentence *sentence, const FanStoreGamesWanted *wanted) {
    if (wanted->before_ms == 0) {
        return;
    }
    if (wanted->before_id == NULL) {
        add_condition(sentence, true, "changed_ms < ", BEFORE, "");
        return;
    }
    add_condition(sentence, true, "(changed_ms, id) < (", BEFORE, ", ");
    add_place(sentence, BEFORE_ID);
    add(sentence, ")");
}

static void add_order(Sentence *sentence) {
    add(sentence, " ORDER BY changed_ms DESC, id DESC LIMIT ");
    add_place(sentence, LIMIT);
}

/* One source: `source` is the condition its index answers, with a player where it names one. */
static void add_source(Sentence *sentence, const FanStoreGamesWanted *wanted, const char *source,
                       bool of_player) {
    add(sentence, "SELECT * FROM (SELECT " FAN_GAME_COLUMNS " FROM games");
    sentence->more = false;
    add_condition(sentence, true, source, of_player ? PLAYER : 0, "");
    add_condition(sentence, wanted->state != NULL, "state = ", STATE, "");
    add_condition(sentence, wanted->variant != NULL, "variant = ", VARIANT, "");
    add_condition(sentence, wanted->deadline_ms != 0,
                  "state <> 'ended' AND deadline_ms > 0 AND deadline_ms <= ", DEADLINE, "");
    add_condition(sentence, wanted->unsettled, "rated = 1 AND settled = 0 AND state = 'ended'", 0,
                  "");
    add_before(sentence, wanted);
    add_order(sentence);
    add(sentence, ") AS source");
}

static void write_sentence(Sentence *sentence, const FanStoreGamesWanted *wanted) {
    bool ended =
        wanted->unsettled || (wanted->state != NULL && strcmp(wanted->state, "ended") == 0);
    /* What has ended does not end by itself any more. */
    bool living =
        wanted->deadline_ms != 0 || (wanted->state != NULL && strcmp(wanted->state, "ended") != 0);
    bool whose = wanted->player != NULL;
    if (whose) {
        add_source(sentence, wanted, "white = ", true);
        add(sentence, " UNION ");
        add_source(sentence, wanted, "black = ", true);
    } else if (ended || living) {
        add_source(sentence, wanted, ended ? "state = 'ended'" : "state <> 'ended'", false);
    } else {
        add_source(sentence, wanted, "state <> 'ended'", false);
        add(sentence, " UNION ALL ");
        add_source(sentence, wanted, "state = 'ended'", false);
    }
    add_order(sentence);
}

static void bind(FanDbStatement *statement, const Sentence *sentence,
                 const FanStoreGamesWanted *wanted) {
    const struct {
        int parameter;
        const char *text;
    } texts[] = {{PLAYER, wanted->player},
                 {STATE, wanted->state},
                 {VARIANT, wanted->variant},
                 {BEFORE_ID, wanted->before_id}};
    const struct {
        int parameter;
        int64_t number;
    } numbers[] = {
        {DEADLINE, wanted->deadline_ms}, {BEFORE, wanted->before_ms}, {LIMIT, wanted->limit}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (sentence->place[texts[i].parameter] != 0) {
            fan_db_bind_text(statement, sentence->place[texts[i].parameter], texts[i].text);
        }
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (sentence->place[numbers[i].parameter] != 0) {
            fan_db_bind_int(statement, sentence->place[numbers[i].parameter], numbers[i].number);
        }
    }
}

static void read_games(FanDb *db, FanRequest *request) {
    Games *own = (Games *)request;
    Sentence sentence = {0};
    write_sentence(&sentence, &own->wanted);
    FanDbStatement *statement = fan_db_use(db, sentence.text);
    bind(statement, &sentence, &own->wanted);
    own->count = 0;
    own->games = NULL;
    while (fan_db_step(statement) == FAN_DB_ROW) {
        FanStoreGame *row =
            fan_request_row(request, (void **)&own->games, &own->count, sizeof *row);
        if (row == NULL) {
            break;
        }
        *row = fan_game_row_read(statement, request);
    }
}

static void answer_games(FanRequest *request) {
    Games *own = (Games *)request;
    bool fine = request->status == FAN_STORE_OK;
    own->done(own->context, request->status, fine ? own->games : NULL, fine ? own->count : 0);
}

static const FanRequestKind games_kind = {.carry_out = read_games, .answer = answer_games};

void fan_store_games(FanStore *store, const FanStoreGamesWanted *wanted, FanStoreGamesDone *done,
                     void *context) {
    Games *own = fan_request_new(&games_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY, NULL, 0);
        return;
    }
    FanRequest *request = &own->request;
    own->done = done;
    own->context = context;
    own->wanted = *wanted;
    own->wanted.player = fan_request_maybe_id(request, wanted->player);
    own->wanted.state = fan_request_maybe_id(request, wanted->state);
    own->wanted.variant = fan_request_maybe_id(request, wanted->variant);
    own->wanted.before_id = fan_request_maybe_id(request, wanted->before_id);
    if (wanted->limit < 1 || wanted->limit > LIMIT_MAX) {
        request->fault = "a list of games has 1 to 200";
    }
    fan_store_submit(store, request);
}
