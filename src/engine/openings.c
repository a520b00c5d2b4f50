/* The names players give to openings of tsivy. docs/engine.md names the sources. */
#include <fanorona/book.h>
#include <string.h>

static const FanOpeningName names[] = {
    {"e2-e3A", "Vaki loha"}, {"f2-e3A", "Havanana"}, {"d2-e3A", "Havia"},
    {"d3-e3A", "Fohy"},      {"d3-e3W", "Kobana"},
};

enum { NAMES = sizeof names / sizeof *names };

const FanOpeningName *fan_opening_names(size_t *count) {
    *count = NAMES;
    return names;
}

/* The position the game had after its first turn, as far as it is known. */
static const FanPosition *second_position(const FanGame *game) {
    const FanPosition *first = fan_game_position_at(game, 0);
    return first->number == 1 && first->side == FAN_BLACK ? first
           : game->length > 0                             ? fan_game_position_at(game, 1)
                                                          : NULL;
}

const char *fan_opening_name(const FanGame *game) {
    const FanBoard *board = game->board;
    const FanPosition *second = second_position(game);
    if (!second || board->files != 9 || board->ranks != 5 || game->rules.vela != FAN_VELA_NONE) {
        return NULL;
    }
    FanPosition start = fan_position_start(board, &game->rules);
    for (size_t i = 0; i < NAMES; i++) {
        FanTurn turn;
        FanPosition after;
        if (fan_turn_read(board, &game->rules, &start, names[i].turn, strlen(names[i].turn), &turn,
                          NULL) == FAN_TURN_READ &&
            fan_position_play(board, &game->rules, &start, &turn, &after).code == FAN_LEGAL &&
            fan_position_same(&after, second)) {
            return names[i].name;
        }
    }
    return NULL;
}
