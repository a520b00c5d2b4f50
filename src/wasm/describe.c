#include "wasm/describe.h"

#include <stdlib.h>

static const char *const sides[] = {"white", "black"};
static const char *const kinds[] = {"paika", "approach", "withdrawal"};

static void member_integer(FanJson *json, const char *key, int64_t value) {
    fan_json_key(json, key);
    fan_json_integer(json, value);
}

static void member_string(FanJson *json, const char *key, const char *value) {
    fan_json_key(json, key);
    fan_json_string(json, value);
}

static void member_boolean(FanJson *json, const char *key, bool value) {
    fan_json_key(json, key);
    fan_json_boolean(json, value);
}

static void member_points(FanJson *json, const char *key, FanPoints points) {
    fan_json_key(json, key);
    fan_json_open(json, '[');
    for (; points != 0; points &= points - 1) {
        fan_json_integer(json, __builtin_ctzll(points));
    }
    fan_json_close(json, ']');
}

static void member_stones(FanJson *json, const FanBoard *board, const FanPosition *position) {
    fan_json_key(json, "stones");
    fan_json_open(json, '[');
    for (unsigned point = 0; point < board->points; point++) {
        bool white = position->stones[FAN_WHITE] >> point & 1;
        bool black = position->stones[FAN_BLACK] >> point & 1;
        fan_json_integer(json, white ? 1 : black ? 2 : 0);
    }
    fan_json_close(json, ']');
}

static void member_clause(FanJson *json, FanClause clause) {
    char text[FAN_CLAUSE_TEXT_MAX] = "";
    member_string(json, "clause", clause ? fan_clause_write(clause, text) : text);
}

void fan_describe_outcome(FanJson *json, const FanOutcome *outcome) {
    fan_json_key(json, "outcome");
    fan_json_open(json, '{');
    member_string(json, "result", fan_result_word((FanResult)outcome->result));
    member_string(json, "reason", fan_reason_word((FanReason)outcome->reason));
    member_clause(json, outcome->clause);
    fan_json_close(json, '}');
}

void fan_describe_variant(FanJson *json, const FanBoard *board, const FanRules *rules) {
    char variant[FAN_VARIANT_TEXT_MAX], options[FAN_RULES_TEXT_MAX];
    fan_rules_write(rules, options);
    member_string(json, "variant", fan_variant_write(board, rules, variant));
    member_string(json, "rules", options);
}

static void member_hand(FanJson *json, const FanPosition *position) {
    fan_json_key(json, "hand");
    fan_json_open(json, '[');
    fan_json_integer(json, fan_position_hand(position, FAN_WHITE));
    fan_json_integer(json, fan_position_hand(position, FAN_BLACK));
    fan_json_close(json, ']');
}

static void members_vela(FanJson *json, const FanPosition *position) {
    fan_json_key(json, "giver");
    if (fan_position_is_vela(position)) {
        fan_json_string(json, sides[fan_position_giver(position)]);
    } else {
        fan_json_null(json);
    }
    member_integer(json, "toGive", fan_position_to_give(position));
}

static void member_position(FanJson *json, const FanBoard *board, const FanPosition *position) {
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(board, position, text);
    member_string(json, "position", text);
}

/* Before which plies the position before `then` has occurred; that one is the last. */
static void member_occurrences(FanJson *json, const FanGame *then) {
    size_t capacity = then->length + 1;
    size_t *at = malloc(capacity * sizeof *at);
    if (at == NULL) {
        json->failed = true;
        return;
    }
    unsigned count = fan_game_occurrences(then, at, capacity);
    fan_json_key(json, "occurrences");
    fan_json_open(json, '[');
    for (unsigned i = 0; i < count; i++) {
        fan_json_integer(json, (int64_t)at[i]);
    }
    fan_json_close(json, ']');
    free(at);
}

/* The game when `ply` turns were made. What has been played on had not ended. */
static FanGame game_at(const FanGame *game, size_t ply) {
    FanGame then = *game;
    if (ply < game->length) {
        then.position = *fan_game_position_at(game, ply);
        then.length = ply;
        then.outcome = (FanOutcome){.result = FAN_ONGOING};
    }
    return then;
}

void fan_describe_view(FanJson *json, const FanGame *game, size_t ply) {
    const FanGame then = game_at(game, ply);
    const FanPosition *position = &then.position;
    bool ongoing = then.outcome.result == FAN_ONGOING;
    fan_json_open(json, '{');
    fan_describe_variant(json, then.board, &then.rules);
    member_integer(json, "files", then.board->files);
    member_integer(json, "ranks", then.board->ranks);
    member_stones(json, then.board, position);
    member_string(json, "side", sides[position->side]);
    member_hand(json, position);
    members_vela(json, position);
    member_points(json, "row",
                  fan_position_row(position, FAN_WHITE) | fan_position_row(position, FAN_BLACK));
    member_integer(json, "quiet", position->quiet);
    member_integer(json, "quietLimit", then.rules.quiet_limit);
    member_integer(json, "number", position->number);
    member_position(json, then.board, position);
    member_boolean(json, "mustCapture", ongoing && fan_position_must_capture(then.board, position));
    member_points(json, "movable", ongoing ? fan_position_movable(then.board, position) : 0);
    fan_describe_outcome(json, &then.outcome);
    member_occurrences(json, &then);
    member_integer(json, "ply", (int64_t)ply);
    member_integer(json, "length", (int64_t)game->length);
    member_integer(json, "undone", (int64_t)game->undone);
    fan_json_close(json, '}');
}

static void describe_fault(FanJson *json, const FanSetupError *error) {
    static const char *const codes[] = {
        [FAN_SETUP_EMPTY] = "empty",
        [FAN_SETUP_LENGTH] = "length",
        [FAN_SETUP_SIZE] = "size",
        [FAN_SETUP_OTHER_SIZE] = "other-size",
        [FAN_SETUP_CHARACTER] = "character",
        [FAN_SETUP_RANK_LONG] = "rank-long",
        [FAN_SETUP_RANK_SHORT] = "rank-short",
        [FAN_SETUP_SIDE] = "side",
        [FAN_SETUP_QUIET] = "quiet",
        [FAN_SETUP_NUMBER] = "number",
        [FAN_SETUP_KEY] = "key",
        [FAN_SETUP_REPEATED] = "repeated",
        [FAN_SETUP_STONES] = "stones",
        [FAN_SETUP_OPTION] = "option",
        [FAN_SETUP_HAND] = "hand",
        [FAN_SETUP_HAND_BOARD] = "hand-board",
        [FAN_SETUP_HAND_STONES] = "hand-stones",
        [FAN_SETUP_HAND_SIDE] = "hand-side",
        [FAN_SETUP_ROWS] = "rows",
        [FAN_SETUP_VELA] = "vela",
        [FAN_SETUP_VELA_BOARD] = "vela-board",
        [FAN_SETUP_VELA_STONES] = "vela-stones",
    };
    fan_json_open(json, '{');
    member_string(json, "code", codes[error->fault]);
    member_string(json, "side", sides[error->side]);
    member_integer(json, "rank", error->rank);
    member_integer(json, "offset", (int64_t)error->offset);
    member_integer(json, "length", (int64_t)error->length);
    fan_json_close(json, '}');
}

void fan_describe_setup(FanJson *json, const FanBoard *board, const FanRules *rules,
                        const FanPosition *position, const FanSetupError *errors, size_t count) {
    fan_json_open(json, '{');
    fan_json_key(json, "faults");
    fan_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        describe_fault(json, &errors[i]);
    }
    fan_json_close(json, ']');
    if (count == 0) {
        const FanOutcome outcome = fan_position_outcome(board, rules, position);
        fan_describe_variant(json, board, rules);
        member_position(json, board, position);
        fan_describe_outcome(json, &outcome);
    }
    fan_json_close(json, '}');
}

static void describe_step(FanJson *json, FanPoint from, FanPoint to, unsigned kind,
                          FanPoints taken) {
    fan_json_open(json, '{');
    member_integer(json, "from", from);
    member_integer(json, "to", to);
    member_string(json, "kind", kinds[kind]);
    member_points(json, "taken", taken);
    fan_json_close(json, '}');
}

/* The steps of a turn, played from where it began. */
static void member_steps(FanJson *json, const FanBoard *board, const FanPosition *before,
                         const FanTurn *turn) {
    FanPosition position = *before;
    FanPoint from = turn->from;
    fan_json_key(json, "steps");
    fan_json_open(json, '[');
    for (unsigned i = 0; i < turn->count; i++) {
        const FanStep *step = &turn->steps[i];
        FanPoints taken = fan_step_taken(board, &position, from, step->to, (FanKind)step->kind);
        describe_step(json, from, step->to, step->kind, taken);
        position.stones[position.side] ^=
            (from == FAN_HAND ? 0 : UINT64_C(1) << from) | UINT64_C(1) << step->to;
        position.stones[!position.side] ^= taken;
        from = step->to;
    }
    fan_json_close(json, ']');
}

static void member_turn_text(FanJson *json, const char *key, const FanBoard *board,
                             const FanTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(board, turn, text);
    member_string(json, key, text);
}

void fan_describe_turn(FanJson *json, const FanBoard *board, const FanPosition *before,
                       const FanTurn *turn) {
    fan_json_open(json, '{');
    member_turn_text(json, "text", board, turn);
    member_string(json, "side", sides[before->side]);
    member_steps(json, board, before, turn);
    fan_json_close(json, '}');
}

void fan_describe_draft(FanJson *json, const FanGame *game, const FanDraft *draft) {
    bool ongoing = game->outcome.result == FAN_ONGOING;
    FanOpenStep open[FAN_FIRST_STEPS_MAX];
    size_t count = ongoing ? fan_draft_steps(game->board, &game->rules, draft, open) : 0;
    bool may_stop = ongoing && fan_draft_may_stop(game->board, &game->rules, draft);
    fan_json_open(json, '{');
    if (draft->turn.count > 0) {
        member_turn_text(json, "text", game->board, &draft->turn);
    } else {
        member_string(json, "text", "");
    }
    member_steps(json, game->board, &draft->start, &draft->turn);
    member_stones(json, game->board, &draft->current);
    fan_json_key(json, "open");
    fan_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        describe_step(json, open[i].from, open[i].to, open[i].kind, open[i].taken);
    }
    fan_json_close(json, ']');
    member_boolean(json, "mayStop", may_stop);
    member_boolean(json, "complete", may_stop && count == 0);
    fan_json_close(json, '}');
}

void fan_describe_refusal(FanJson *json, const FanRefusal *refusal) {
    fan_json_open(json, '{');
    member_string(json, "code", fan_refusal_word((FanRefusalCode)refusal->code));
    member_clause(json, refusal->clause);
    member_points(json, "points", refusal->points);
    fan_json_close(json, '}');
}

static void members_malformed(FanJson *json, const FanTurnError *error) {
    static const char *const faults[] = {"",     "empty", "character", "point",
                                         "kind", "end",   "length"};
    member_string(json, "fault", faults[error->fault]);
    member_integer(json, "offset", (int64_t)error->offset);
}

static void members_ambiguous(FanJson *json, const FanBoard *board, const FanTurnError *error) {
    size_t told = error->candidates < FAN_CANDIDATES_MAX ? error->candidates : FAN_CANDIDATES_MAX;
    member_integer(json, "count", (int64_t)error->candidates);
    fan_json_key(json, "candidates");
    fan_json_open(json, '[');
    for (size_t i = 0; i < told; i++) {
        char text[FAN_TURN_TEXT_MAX];
        fan_turn_write(board, &error->candidate[i], text);
        fan_json_string(json, text);
    }
    fan_json_close(json, ']');
}

void fan_describe_reading(FanJson *json, const FanGame *game, FanTurnReading reading,
                          const FanTurn *turn, const FanTurnError *error) {
    static const char *const words[] = {"read", "malformed", "illegal", "ambiguous"};
    fan_json_open(json, '{');
    member_string(json, "reading", words[reading]);
    switch (reading) {
    case FAN_TURN_READ:
        fan_json_key(json, "turn");
        fan_describe_turn(json, game->board, &game->position, turn);
        break;
    case FAN_TURN_MALFORMED:
        members_malformed(json, error);
        break;
    case FAN_TURN_ILLEGAL:
        member_integer(json, "offset", (int64_t)error->offset);
        fan_json_key(json, "refusal");
        fan_describe_refusal(json, &error->refusal);
        break;
    case FAN_TURN_AMBIGUOUS:
        members_ambiguous(json, game->board, error);
        break;
    }
    fan_json_close(json, '}');
}

static void describe_line(FanJson *json, const FanBoard *board, const FanLine *line) {
    fan_json_open(json, '{');
    member_integer(json, "score", line->score);
    member_integer(json, "chance", (int64_t)fan_score_chance(line->score));
    if (FAN_SCORE_IS_WIN(line->score)) {
        member_integer(json, "winIn", FAN_SCORE_WIN - line->score);
    } else if (FAN_SCORE_IS_LOSS(line->score)) {
        member_integer(json, "lossIn", FAN_SCORE_WIN + line->score);
    }
    fan_json_key(json, "turns");
    fan_json_open(json, '[');
    for (size_t i = 0; i < line->length; i++) {
        char text[FAN_TURN_TEXT_MAX];
        fan_turn_write(board, &line->turns[i], text);
        fan_json_string(json, text);
    }
    fan_json_close(json, ']');
    fan_json_close(json, '}');
}

void fan_describe_report(FanJson *json, const FanBoard *board, const FanEngine *engine,
                         bool answer) {
    const FanReport report = fan_engine_report(engine);
    FanLine line;
    fan_json_open(json, '{');
    member_integer(json, "depth", report.depth);
    member_integer(json, "nodes", (int64_t)report.nodes);
    member_integer(json, "elapsedMs", (int64_t)report.elapsed_ms);
    fan_json_key(json, "lines");
    fan_json_open(json, '[');
    for (size_t i = 0; fan_engine_line(engine, i, &line); i++) {
        describe_line(json, board, &line);
    }
    fan_json_close(json, ']');
    member_string(json, "promise", fan_promise_word(fan_engine_promise(engine)));
    if (answer) {
        const FanTurn turn = fan_engine_turn(engine);
        member_turn_text(json, "turn", board, &turn);
    }
    fan_json_close(json, '}');
}
