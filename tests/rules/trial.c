#include "rules/trial.h"

enum { TURNS_TRIED = 24, LONG_LIST = 3000 };

size_t trial_positions;
TurnList trial_turns;

void try_on(uint64_t seed, size_t share, Property *property) {
    Random random = {seed};
    for (size_t i = 0; i < trial_positions / share; i++) {
        Sample sample = sample_random(&random);
        list_turns(&sample, &trial_turns);
        if (trial_turns.count <= LONG_LIST) {
            property(&random, &sample);
        }
    }
}

const FanTurn *some_turn(Random *random, size_t *index, size_t trial) {
    *index = trial_turns.count <= TURNS_TRIED ? trial : random_size(random, trial_turns.count);
    return &trial_turns.turns[*index];
}

size_t turns_to_try(void) {
    return trial_turns.count < TURNS_TRIED ? trial_turns.count : TURNS_TRIED;
}

void fail_turn(const Sample *sample, const char *claim, const FanTurn *turn) {
    fail_sample(sample, claim, turn_text(&sample->board, turn));
}

FanRefusal refusal_of(const Sample *sample, const FanTurn *turn) {
    return fan_turn_refusal(&sample->board, &sample->rules, &sample->position, turn);
}

bool has_ended(const Sample *sample) {
    return fan_position_outcome(&sample->board, &sample->rules, &sample->position).result !=
           FAN_ONGOING;
}

static FanPoint end_of(const FanTurn *turn) {
    return turn->count ? turn->steps[turn->count - 1].to : turn->from;
}

/* Any point is near the hand. */
static FanPoint point_near(Random *random, const Sample *sample, FanPoint point) {
    if (point == FAN_HAND) {
        return (FanPoint)random_below(random, sample->board.points);
    }
    FanPoint near = sample->board.next[point][random_below(random, FAN_DIRECTIONS)];
    return near == FAN_NO_POINT ? (FanPoint)random_below(random, sample->board.points) : near;
}

static FanPoint before_end(const FanTurn *turn) {
    return turn->count > 1 ? turn->steps[turn->count - 2].to : turn->from;
}

/* The point after the turn's end in the direction of its last step, or one near it. */
static FanPoint straight_on(Random *random, const Sample *sample, const FanTurn *turn) {
    FanPoint end = end_of(turn);
    FanDirection direction = fan_board_direction(&sample->board, before_end(turn), end);
    FanPoint next =
        direction == FAN_NO_DIRECTION ? FAN_NO_POINT : sample->board.next[end][direction];
    return next == FAN_NO_POINT ? point_near(random, sample, end) : next;
}

static void add_step(Random *random, FanTurn *turn, FanPoint to) {
    if (turn->count < FAN_CHAIN_MAX) {
        turn->steps[turn->count++] = (FanStep){to, (uint8_t)random_below(random, 3)};
    }
}

/* A small change of a turn, which may leave it legal. */
static FanTurn changed(Random *random, const Sample *sample, FanTurn turn) {
    unsigned which = (unsigned)random_below(random, turn.count);
    FanStep *step = &turn.steps[which];
    switch (random_below(random, 7)) {
    case 0:
        step->kind = (uint8_t)random_below(random, 3);
        break;
    case 1:
        step->to = point_near(random, sample, which ? step[-1].to : turn.from);
        break;
    case 2:
        turn.from = random_below(random, 4) == 0 ? FAN_HAND : point_near(random, sample, turn.from);
        break;
    case 3:
        turn.count = (uint8_t)(1 + random_below(random, turn.count));
        break;
    case 4:
        add_step(random, &turn, before_end(&turn) == FAN_HAND ? end_of(&turn) : before_end(&turn));
        break;
    case 5:
        add_step(random, &turn, straight_on(random, sample, &turn));
        break;
    default:
        add_step(random, &turn, point_near(random, sample, end_of(&turn)));
    }
    return turn;
}

FanTurn near_miss(Random *random, const Sample *sample) {
    FanTurn turn = {.from = (FanPoint)random_below(random, sample->board.points), .count = 1};
    if (trial_turns.count) {
        turn = trial_turns.turns[random_size(random, trial_turns.count)];
    } else {
        turn.steps[0] =
            (FanStep){point_near(random, sample, turn.from), (uint8_t)random_below(random, 3)};
    }
    for (size_t changes = 1 + random_size(random, 2); changes > 0; changes--) {
        turn = changed(random, sample, turn);
    }
    return turn;
}
