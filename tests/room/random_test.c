/* Random commands from random seats, at random times, held against a simple model of a game.
 *
 * The model knows no rules of the board: whether a turn is legal it asks the room's position, whose
 * turns other tests judge. What it knows by itself is who may say what when, what stands offered,
 * and what time does. stage_do holds every refused command to having changed nothing, stage_end
 * replays the events into a fresh room; here every record is read back by the record's reader,
 * which plays every turn. */
#include <fanorona/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/stage.h"
#include "room/transcript.h"
#include "support/random.h"

enum { NOBODY = FAN_ROOM_NO_SIDE, GAMES = 120, COMMANDS_AFTER = 30 };

/* --- the model ---------------------------------------------------------------------------------
 */

typedef struct Model {
    FanRoomState state;
    FanRoomClock clock;
    int64_t full_ms, increment_ms;
    unsigned to_move, turns, ever; /* ever: those taken back too */
    bool begun, may_vela, is_vela;
    unsigned draw, ask;
    unsigned draw_from[2], asked_at[2], phrases[2], rematches[2];
    const char *rematch; /* that stands, offered by: */
    unsigned rematch_by;
    bool agreed, remade, closed;
    int64_t left[2], mark_ms;
    bool runs;
} Model;

static int64_t model_left(const Model *model, unsigned side, int64_t now_ms) {
    bool mine = model->runs && model->to_move == side;
    int64_t left = model->left[side] - (mine ? now_ms - model->mark_ms : 0);
    return left > 0 ? left : 0;
}

static bool model_is_late(const Model *model, int64_t now_ms) {
    if (model->state == FAN_ROOM_PLAYING && model->runs) {
        return model_left(model, model->to_move, now_ms) == 0;
    }
    return model->state == FAN_ROOM_PLAYING && model->clock == FAN_ROOM_CLOCK_REAL &&
           now_ms - model->mark_ms >= FAN_ROOM_FIRST_TURN_MS;
}

static bool model_has_turned(const Model *model, unsigned side) {
    return model->turns >= (model->to_move == side ? 2U : 1U);
}

/* Refusals of what may only be said during play. */
static const char *model_play(const Model *model, const FanCommand *command) {
    unsigned side = command->side, other = 1 - side;
    switch (command->kind) {
    case FAN_COMMAND_OFFER_DRAW:
        return model->draw == other                   ? NULL
               : model->draw == side                  ? "repeated"
               : model->ever < model->draw_from[side] ? "not-now"
                                                      : NULL;
    case FAN_COMMAND_DECLINE_DRAW:
        return model->draw == other ? NULL : "nothing-offered";
    case FAN_COMMAND_ASK_TAKEBACK:
        return model->ask == other                                              ? NULL
               : model->ask == side || model->asked_at[side] == model->ever + 1 ? "repeated"
               : !model_has_turned(model, side)                                 ? "not-now"
                                                                                : NULL;
    case FAN_COMMAND_DECLINE_TAKEBACK:
        return model->ask == other ? NULL : "nothing-offered";
    case FAN_COMMAND_CLAIM:
        return model->clock == FAN_ROOM_CLOCK_DAYS ? "not-now" : !model->begun ? "not-begun" : NULL;
    default:
        return NULL;
    }
}

static bool model_like_offer(const Model *model, const FanCommand *command) {
    return model->rematch && strcmp(model->rematch, command->text) == 0;
}

/* Refusals of what may be said after the end. */
static const char *model_after(const Model *model, const FanCommand *command) {
    unsigned side = command->side;
    bool vela = command->text && strcmp(command->text, "vela") == 0;
    switch (command->kind) {
    case FAN_COMMAND_PHRASE:
        return model->state == FAN_ROOM_WAITING               ? "not-begun"
               : model->phrases[side] >= FAN_ROOM_PHRASES_MAX ? "too-many"
                                                              : NULL;
    case FAN_COMMAND_OFFER_REMATCH:
        return model->state != FAN_ROOM_ENDED || model->closed || model->agreed ? "not-now"
               : vela && !model->may_vela                                       ? "rules"
               : model_like_offer(model, command) ? (model->rematch_by == side ? "repeated" : NULL)
               : model->rematches[side] >= FAN_ROOM_REMATCHES_MAX ? "too-many"
                                                                  : NULL;
    case FAN_COMMAND_DECLINE_REMATCH:
        return model->agreed ? "too-late" : model->rematch ? NULL : "nothing-offered";
    case FAN_COMMAND_ABORT:
        return model->state == FAN_ROOM_ENDED ? "over" : model->begun ? "too-late" : NULL;
    default:
        return NULL;
    }
}

/* Why the model refuses a command that is no turn; NULL: it does not. */
static const char *model_refuses(const Model *model, const FanCommand *command) {
    bool of_play = command->kind <= FAN_COMMAND_CLAIM && command->kind != FAN_COMMAND_ABORT;
    if (command->side == NOBODY ||
        (model->state == FAN_ROOM_WAITING && command->side == FAN_BLACK)) {
        return "no-seat";
    }
    if (of_play && model->state != FAN_ROOM_PLAYING) {
        return model->state == FAN_ROOM_WAITING ? "not-begun" : "over";
    }
    return of_play ? model_play(model, command) : model_after(model, command);
}

/* --- the model follows what it was told --------------------------------------------------------
 */

static const char *word(const json_t *event, const char *name) {
    return json_string_value(json_object_get(event, name));
}

static void follow_left(Model *model, const json_t *event) {
    const json_t *left = json_object_get(event, "left");
    if (!left) {
        return;
    }
    model->mark_ms = json_integer_value(json_object_get(event, "at"));
    model->runs = json_is_array(left);
    for (unsigned side = 0; model->runs && side < 2; side++) {
        model->left[side] = json_integer_value(json_array_get(left, side));
    }
}

static void follow_turn(Model *model, unsigned side) {
    model->turns++;
    model->ever++;
    model->to_move = 1 - side;
    model->begun = model->begun || model->turns == 2;
    model->draw = model->draw == side ? side : NOBODY;
    model->ask = NOBODY;
    model->phrases[0] = model->phrases[1] = 0;
}

static void follow_end(Model *model, const json_t *event) {
    model->state = FAN_ROOM_ENDED;
    model->draw = model->ask = NOBODY;
    model->phrases[0] = model->phrases[1] = 0;
    model->runs = false;
    model->closed = strcmp(word(event, "reason"), "closed") == 0;
    /* R7.6: a winner gives; after a draw the roles stay, where there were roles. */
    model->may_vela = model->may_vela && strcmp(word(event, "result"), "none") != 0 &&
                      (model->is_vela || strcmp(word(event, "result"), "draw") != 0);
}

static void follow_rematch(Model *model, unsigned side, const char *rematch) {
    bool same = model->rematch && strcmp(model->rematch, rematch) == 0;
    model->agreed = same && model->rematch_by != side;
    model->rematch = strcmp(rematch, "vela") == 0 ? "vela" : "colours";
    model->rematch_by = side;
    model->rematches[side]++;
}

static void follow(Model *model, const char *text) {
    json_t *event = json_loads(text, 0, NULL);
    const char *kind = word(event, "kind"), *seat = word(event, "side");
    unsigned side = seat && strcmp(seat, "black") == 0 ? FAN_BLACK : FAN_WHITE;
    if (strcmp(kind, "turn") == 0) {
        follow_turn(model, side);
    } else if (strcmp(kind, "takeback") == 0) {
        unsigned ply = (unsigned)json_integer_value(json_object_get(event, "ply"));
        model->to_move ^= (model->turns - ply) & 1;
        model->turns = ply;
        model->draw = model->ask = NOBODY;
    } else if (strcmp(kind, "draw-offer") == 0) {
        model->draw = side;
        model->draw_from[side] = model->ever + FAN_ROOM_OFFER_TURNS;
    } else if (strcmp(kind, "draw-decline") == 0) {
        model->draw = NOBODY;
    } else if (strcmp(kind, "takeback-ask") == 0) {
        model->ask = side;
        model->asked_at[side] = model->ever + 1;
    } else if (strcmp(kind, "takeback-decline") == 0) {
        model->ask = NOBODY;
    } else if (strcmp(kind, "phrase") == 0) {
        model->phrases[side]++;
    } else if (strcmp(kind, "rematch-offer") == 0) {
        follow_rematch(model, side, word(event, "rematch"));
    } else if (strcmp(kind, "rematch-decline") == 0) {
        model->rematch = NULL;
    } else if (strcmp(kind, "remade") == 0) {
        model->remade = true;
    } else if (strcmp(kind, "join") == 0 && side == FAN_BLACK) {
        model->state = FAN_ROOM_PLAYING;
    }
    follow_left(model, event);
    if (strcmp(kind, "end") == 0) {
        follow_end(model, event);
    }
    json_decref(event);
}

/* --- a random game -----------------------------------------------------------------------------
 */

static const char *const specs[] = {
    SPEC("tsivy", "", CLOCK_NONE, "false"),
    SPEC("tsivy", "", CLOCK_REAL, "true"),
    SPEC("dimy", "chain=mandatory,quiet-limit=6", CLOCK_REAL, "false"),
    SPEC("telo", "", CLOCK_DAYS, "true"),
    SPEC("telo", "blocked=draw,repetition=2", CLOCK_NONE, "false"),
    SPEC("tsivy", "vela=white", CLOCK_REAL, "false"),
    SPEC("dimy", "vela=black,vela-first=giver", CLOCK_DAYS, "false"),
    SPEC("5x3", "first-turn=single", "'clock':{'kind':'real','base_s':0,'increment_s':2}", "false"),
    SPEC("3x3", "quiet-limit=0", CLOCK_NONE, "false"),
    "{'variant':'7x3','rules':''," CLOCK_NONE ",'rated':false,'start':'B6/3BW2/6W b 3 9'}",
};

typedef struct Choice {
    Random *random;
    unsigned seen;
    FanTurn turn;
} Choice;

static bool choose(void *context, const FanTurn *turn, const FanPosition *after) {
    Choice *choice = context;
    (void)after;
    if (random_below(choice->random, ++choice->seen) == 0) {
        choice->turn = *turn;
    }
    return choice->seen < 64;
}

/* A legal turn as text, mostly; else something else. */
static void random_turn(Random *random, const FanGame *game, char text[FAN_TURN_TEXT_MAX]) {
    static const char *const wrong[] = {"", "a1", "a1-a1", "z9-z8", "e2-e3AAA", "-", "a1-b2W-c3A"};
    Choice choice = {.random = random};
    (void)fan_turns_visit(game->board, &game->rules, &game->position, choose, &choice);
    if (choice.seen == 0 || random_below(random, 8) == 0) {
        strcpy(text, wrong[random_below(random, sizeof wrong / sizeof *wrong)]);
    } else {
        fan_turn_write(game->board, &choice.turn, text);
    }
}

static FanCommandKind random_kind(Random *random, const Model *model) {
    static const FanCommandKind others[] = {
        FAN_COMMAND_OFFER_DRAW,       FAN_COMMAND_DECLINE_DRAW,
        FAN_COMMAND_ASK_TAKEBACK,     FAN_COMMAND_ASK_TAKEBACK,
        FAN_COMMAND_DECLINE_TAKEBACK, FAN_COMMAND_PHRASE,
        FAN_COMMAND_PHRASE,           FAN_COMMAND_ABORT,
        FAN_COMMAND_DECLINE_REMATCH,  FAN_COMMAND_CLAIM,
        FAN_COMMAND_OFFER_REMATCH,
    };
    bool turn = model->state == FAN_ROOM_PLAYING ? random_below(random, 3) > 0
                                                 : random_below(random, 20) == 0;
    if (random_below(random, 120) == 0) {
        return random_below(random, 2) ? FAN_COMMAND_RESIGN : FAN_COMMAND_ABORT;
    }
    if (model->ask != NOBODY && random_below(random, 2) == 0) {
        return FAN_COMMAND_ASK_TAKEBACK;
    }
    return turn ? FAN_COMMAND_TURN : others[random_below(random, sizeof others / sizeof *others)];
}

static unsigned random_seat(Random *random, const Model *model) {
    unsigned dice = (unsigned)random_below(random, 12);
    return dice == 0  ? NOBODY
           : dice < 3 ? 1 - model->to_move
           : dice < 6 ? dice & 1
                      : model->to_move;
}

static const char *random_word(Random *random, FanCommandKind kind) {
    static const char *const phrases[] = {"hello", "thanks", "goodbye"};
    static const char *const rematches[] = {"colours", "vela"};
    return kind == FAN_COMMAND_PHRASE ? phrases[random_below(random, 3)]
                                      : rematches[random_below(random, 2)];
}

/* Whether the room's refusal of a turn is one the model could have: it knows order and seat. */
static void check_turn(const Stage *stage, const Model *model, const FanCommand *command) {
    const char *reason = stage->verdict.reason, *refused = model_refuses(model, command);
    if (refused) {
        stage_refused(stage, refused);
    } else if (command->ply != model->turns) {
        assert_true(reason && (strcmp(reason, "stale") == 0 || strcmp(reason, "repeated") == 0));
    } else if (command->side != model->to_move) {
        stage_refused(stage, "not-your-turn");
    } else {
        assert_true(!reason || strcmp(reason, "illegal") == 0 || strcmp(reason, "malformed") == 0);
    }
}

/* No clock ever has more than it had and an increment; and the room tells the model's time. */
static void check_clocks(const Stage *stage, const Model *before, const Model *after) {
    for (unsigned side = 0; side < 2 && after->clock != FAN_ROOM_CLOCK_NONE; side++) {
        bool days = after->clock == FAN_ROOM_CLOCK_DAYS;
        int64_t bound = before->left[side] + after->increment_ms;
        assert_true(after->left[side] <= (days ? after->full_ms : bound));
        assert_int_equal(fan_room_left(stage->room, side, stage->now_ms),
                         model_left(after, side, stage->now_ms));
    }
    assert_int_equal(fan_room_running(stage->room), after->runs);
}

static void step(Stage *stage, Model *model, Random *random) {
    char turn[FAN_TURN_TEXT_MAX];
    const FanGame *game = fan_room_game(stage->room);
    FanCommand command = {.kind = random_kind(random, model), .side = random_seat(random, model)};
    Model before = *model;
    bool late = model_is_late(model, stage->now_ms);
    command.ply = (uint32_t)game->length - (game->length && random_below(random, 15) == 0);
    command.text = random_word(random, command.kind);
    command.away_ms = stage->now_ms - FAN_ROOM_ABSENCE_MS;
    if (command.kind == FAN_COMMAND_TURN) {
        random_turn(random, game, turn);
        command.text = turn;
    }
    const char *refused = model_refuses(model, &command);
    bool fine = stage_do(stage, &command);
    bool out_of_place =
        refused && (strcmp(refused, "no-seat") == 0 || strcmp(refused, "not-begun") == 0 ||
                    strcmp(refused, "over") == 0);
    if (late && !(out_of_place && !fine)) {
        stage_told(stage, model->begun ? "\"reason\":\"time\"" : "\"reason\":\"aborted\"");
    } else if (command.kind == FAN_COMMAND_TURN) {
        check_turn(stage, model, &command);
    } else if (refused) {
        stage_refused(stage, refused);
    } else if (!fine) {
        fail_msg("refused for %s: %s", stage->verdict.reason, stage->verdict.text);
    }
    for (unsigned i = 0; i < stage->verdict.count; i++) {
        follow(model, stage->verdict.events[i]);
    }
    check_clocks(stage, &before, model);
}

static Model model_of(const Stage *stage, const char *spec) {
    const FanGame *game = fan_room_game(stage->room);
    const json_t *clock = json_object_get(fan_room_spec(stage->room), "clock");
    Model model = {.state = FAN_ROOM_PLAYING, .clock = fan_room_clock(stage->room)};
    model.draw = model.ask = NOBODY;
    model.to_move = game->position.side;
    model.mark_ms = stage->now_ms;
    model.runs = model.clock == FAN_ROOM_CLOCK_DAYS;
    model.full_ms = model.runs ? json_integer_value(json_object_get(clock, "days")) * 86400000
                               : json_integer_value(json_object_get(clock, "base_s")) * 1000;
    model.increment_ms = json_integer_value(json_object_get(clock, "increment_s")) * 1000;
    model.left[0] = model.left[1] = model.full_ms;
    model.is_vela = strstr(spec, "'vela=") != NULL;
    model.may_vela = strstr(spec, "'tsivy'") || strstr(spec, "'dimy'");
    return model;
}

/* The record is read and every turn in it played by the reader. */
static void check_record(const Stage *stage) {
    char *text;
    size_t length;
    FanRecord record;
    assert_true(fan_room_record(stage->room, NULL, &text, &length));
    FanTextSource source = {.text = text, .length = length};
    FanRecordReader *reader = fan_record_reader_new(fan_text_source, &source, NULL);
    fan_record_init(&record, NULL);
    if (fan_record_read(reader, &record) != FAN_RECORD_GAME) {
        fail_msg("%s\n%s", fan_record_reader_fault(reader)->reason, text);
    }
    assert_int_equal(record.turns, fan_room_game(stage->room)->length);
    fan_record_free(&record);
    fan_record_reader_free(reader);
    free(text);
}

/* For tests/data/net_games.jsonl, when FAN_TRANSCRIPTS says where: the game so far. */
static void write_transcript(const Stage *stage) {
    const char *path = getenv("FAN_TRANSCRIPTS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) {
        return;
    }
    fputs("{\"events\":[", file);
    for (size_t i = 0; i < stage->count; i++) {
        fprintf(file, "%s%s", i ? "," : "", stage->events[i]);
    }
    json_t *looks = transcript_looks(stage->room, stage->now_ms);
    char *text = json_dumps(looks, JSON_COMPACT);
    fprintf(file, "],\"now\":%lld,\"looks\":%s}\n", (long long)stage->now_ms, text);
    free(text);
    json_decref(looks);
    fclose(file);
}

/* What was seen over all games, so that the test cannot pass by having seen nothing. */
typedef struct Seen {
    unsigned ended, by_rules, late, takebacks, agreed, refused;
} Seen;

static void see(Seen *seen, const Stage *stage, const Model *model) {
    const char *reason = fan_room_reason(stage->room);
    seen->ended += reason != NULL;
    seen->by_rules += reason && fan_room_game(stage->room)->outcome.reason < FAN_REASON_AGREEMENT &&
                      fan_room_decided(stage->room);
    seen->late += reason && strcmp(reason, "time") == 0;
    seen->takebacks += model->ever > model->turns;
    seen->agreed += model->agreed;
}

static void random_commands_do_what_the_model_says(void **state) {
    (void)state;
    Random random = {.state = 6};
    Seen seen = {0};
    for (unsigned i = 0; i < GAMES; i++) {
        const char *spec = specs[i % (sizeof specs / sizeof *specs)];
        Stage stage;
        stage_start(&stage, spec);
        Model model = model_of(&stage, spec);
        for (unsigned after = 0; after < COMMANDS_AFTER;) {
            after += model.state == FAN_ROOM_ENDED;
            /* Mostly seconds; now and then long enough that a clock runs out. */
            stage.now_ms += (int64_t)random_below(&random, 3000);
            stage.now_ms += random_below(&random, 60) == 0 ? 45000 : 0;
            step(&stage, &model, &random);
            if (stage.count == 12 + i % 20 && !stage.verdict.reason) {
                write_transcript(&stage);
            }
            seen.refused += stage.verdict.reason != NULL;
        }
        write_transcript(&stage);
        see(&seen, &stage, &model);
        check_record(&stage);
        stage_end(&stage);
    }
    print_message(
        "%u ended, %u by the rules, %u on time, %u with takebacks, %u agreed, %u refused\n",
        seen.ended, seen.by_rules, seen.late, seen.takebacks, seen.agreed, seen.refused);
    assert_true(seen.ended == GAMES && seen.by_rules > 15 && seen.late > 3 && seen.takebacks > 10 &&
                seen.agreed > 8 && seen.refused > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_commands_do_what_the_model_says),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
