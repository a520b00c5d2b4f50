#include "record/random_game.h"

static bool is_kind(const Sample *sample, GameKind kind) {
    const FanRules *rules = &sample->rules;
    bool vela = rules->vela != FAN_VELA_NONE;
    switch (kind) {
    case GAME_TELO:
        return rules->telo;
    case GAME_VELA_WHITE:
        return rules->vela == FAN_VELA_WHITE;
    case GAME_VELA_BLACK:
        return rules->vela == FAN_VELA_BLACK;
    default:
        return !rules->telo && !vela;
    }
}

static BoardSize size_of(Random *random, GameKind kind) {
    static const BoardSize tsivy = {9, 5}, dimy = {5, 5}, telo = {3, 3};
    switch (kind) {
    case GAME_TSIVY:
        return tsivy;
    case GAME_DIMY:
        return dimy;
    case GAME_TELO:
        return telo;
    case GAME_ODD:
        return board_sizes[random_size(random, BOARD_SIZES)];
    default:
        return random_below(random, 2) ? tsivy : dimy;
    }
}

Sample random_setup(Random *random, GameKind kind) {
    Sample sample;
    do {
        sample = sample_random_on(random, size_of(random, kind));
    } while (!is_kind(&sample, kind));
    if (random_below(random, 2) == 0) {
        sample.position = fan_position_start(&sample.board, &sample.rules);
    }
    return sample;
}

size_t random_turns(Random *random, FanGame *game, size_t count) {
    size_t made = 0;
    while (made < count && game->outcome.result == FAN_ONGOING) {
        Sample now = {*game->board, game->rules, game->position};
        FanTurn turn;
        FanPosition after;
        assert_true(sample_random_turn(random, &now, &turn, &after));
        assert_int_equal(fan_game_play(game, &turn, NULL), FAN_GAME_OK);
        made++;
    }
    return made;
}

static void end_by_word(Random *random, FanGame *game) {
    FanSide loser = random_below(random, 2) ? FAN_WHITE : FAN_BLACK;
    FanGameStatus status = FAN_GAME_OK;
    switch (game->outcome.result == FAN_ONGOING ? random_below(random, 6) : 5) {
    case 0:
        status = fan_game_resign(game, loser);
        break;
    case 1:
        status = fan_game_agree_draw(game);
        break;
    case 2:
        status = fan_game_lose_on_time(game, loser);
        break;
    case 3:
        status = fan_game_abandon(game, loser);
        break;
    case 4:
        game->outcome = (FanOutcome){.result = (uint8_t)(1 + random_below(random, 3)),
                                     .clause = FAN_CLAUSE(5, 5)};
        break;
    }
    assert_int_equal(status, FAN_GAME_OK);
}

void random_game(Random *random, GameKind kind, RandomGame *made) {
    made->sample = random_setup(random, kind);
    fan_game_begin(&made->game, &made->sample.board, &made->sample.rules, &made->sample.position,
                   made->plies, RANDOM_PLIES_MAX);
    random_turns(random, &made->game, random_size(random, RANDOM_PLIES_MAX + 1));
    end_by_word(random, &made->game);
}

/* --- Records -----------------------------------------------------------------------------------
 */

/* Text of up to `most` characters, of which some mean something in a record. */
static size_t random_text(Random *random, bool lines, size_t most, char *text) {
    static const char *const pieces[] = {
        "a",      "B",  " ",  "{",  "}",    "\"",        "\\",
        "[",      "]",  ";",  "%",  "1-0",  "*",         "(",
        ")",      "$1", "!",  "\n", "\r\n", "\xC3\xA9",  "\xE2\x80\xA6",
        "e2-e3A", "\t", "\r", "1",  "2.",   "long word", "\xF0\x9F\x90\x83",
    };
    size_t length = 0;
    text[0] = '\0';
    for (size_t count = random_size(random, most + 1); count > 0; count--) {
        const char *piece = pieces[random_size(random, COUNT(pieces))];
        if (lines || !strpbrk(piece, "\r\n\t")) {
            strcpy(text + length, piece);
            length += strlen(piece);
        }
    }
    return length;
}

static void random_tags(Random *random, FanRecord *record) {
    static const char *const names[] = {"Event",       "Site",      "Date", "Round",
                                        "White",       "Black",     "A_1",  "TimeControl",
                                        "Termination", "annotator", "0",    "SetUp"};
    char text[512];
    for (size_t count = random_size(random, 6); count > 0; count--) {
        random_text(random, false, 12, text);
        FanEdit edit = fan_record_set_tag(record, names[random_size(random, COUNT(names))], text);
        /* Only Termination is refused: where the outcome has its own word. */
        assert_true(edit == FAN_EDIT_OK || edit == FAN_EDIT_NAME);
    }
}

static void random_notes(Random *random, FanRecord *record) {
    char text[1024];
    while (random_below(random, 4) == 0) {
        if (random_below(random, 2)) {
            uint8_t nag = (uint8_t)random_below(random, random_below(random, 2) ? 8 : 256);
            assert_int_equal(fan_record_add_nag(record, nag), FAN_EDIT_OK);
        } else {
            size_t length = random_text(random, true, random_below(random, 4) ? 6 : 60, text);
            FanEdit edit = fan_record_add_comment(record, text, length);
            assert_true(edit == FAN_EDIT_OK || edit == FAN_EDIT_TEXT);
        }
    }
}

static void record_turns(Random *random, FanRecord *record, const FanGame *game, size_t from,
                         unsigned depth);

/* A variation in place of turn `index` of a game. */
static void random_variation(Random *random, FanRecord *record, const FanGame *game, size_t index,
                             unsigned depth) {
    FanPly *plies = malloc(RANDOM_PLIES_MAX * sizeof *plies);
    FanGame line = *game;
    assert_non_null(plies);
    line.undone = 0;
    fan_game_move_history(&line, plies, RANDOM_PLIES_MAX);
    while (line.length > index) {
        assert_int_equal(fan_game_undo(&line), FAN_GAME_OK);
    }
    assert_int_equal(fan_record_open_variation(record), FAN_EDIT_OK);
    random_notes(random, record);
    random_turns(random, &line,
                 random_size(random, RANDOM_PLIES_MAX - index < 5 ? RANDOM_PLIES_MAX - index : 5));
    record_turns(random, record, &line, index, depth);
    assert_int_equal(fan_record_close_variation(record), FAN_EDIT_OK);
    free(plies);
}

/* Adds the turns of a game from one on, with what may stand around them. */
static void record_turns(Random *random, FanRecord *record, const FanGame *game, size_t from,
                         unsigned depth) {
    for (size_t i = from; i < game->length; i++) {
        assert_int_equal(fan_record_add_turn(record, &game->plies[i].turn), FAN_EDIT_OK);
        random_notes(random, record);
        while (depth < 4 && random_below(random, 12) == 0) {
            random_variation(random, record, game, i, depth + 1);
            random_notes(random, record);
        }
    }
}

void random_record(Random *random, GameKind kind, FanRecord *record) {
    static RandomGame made;
    random_game(random, kind, &made);
    fan_record_begin(record, &made.sample.board, &made.sample.rules, &made.sample.position);
    fan_record_set_outcome(record, made.game.outcome);
    random_tags(random, record);
    random_notes(random, record);
    record_turns(random, record, &made.game, 0, 0);
}
