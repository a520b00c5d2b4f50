#include "cli/match/openings.h"

#include "cli/turns.h"

#include <errno.h>
#include <fanorona/record.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES_MAX = 2000, /* random openings looked at for one that is balanced */
    JUDGE_NODES = 5000,
    OPENINGS_MAX = 1000000,
    LINE_MAX_BYTES = FAN_POSITION_INPUT_MAX + 2,
};

void fan_openings_free(FanOpenings *openings) {
    free(openings->items);
    free(openings->turns);
    openings->items = NULL;
    openings->turns = NULL;
    openings->count = openings->turns_count = 0;
}

/* --- reading a file ------------------------------------------------------------------------------
 */

static FanExit complain_memory(const FanArguments *arguments) {
    return fan_complain(arguments, FAN_EXIT_FAILED, "--openings: not enough memory");
}

static FanExit add_opening(FanOpenings *openings, const FanArguments *arguments,
                           const FanPosition *start) {
    FanOpening *items = openings->count < OPENINGS_MAX ? fan_grow(openings->items, openings->count,
                                                                  &openings->room, sizeof *items)
                                                       : NULL;
    if (!items) {
        return openings->count < OPENINGS_MAX
                   ? complain_memory(arguments)
                   : fan_complain(arguments, FAN_EXIT_USAGE, "--openings: there are more than %d",
                                  OPENINGS_MAX);
    }
    openings->items = items;
    items[openings->count++] = (FanOpening){.start = *start, .turn = openings->turns_count};
    return FAN_EXIT_FINE;
}

static FanExit add_turn(FanOpenings *openings, const FanArguments *arguments, const FanTurn *turn) {
    FanTurn *turns =
        fan_grow(openings->turns, openings->turns_count, &openings->turns_room, sizeof *turns);
    if (!turns) {
        return complain_memory(arguments);
    }
    openings->turns = turns;
    turns[openings->turns_count++] = *turn;
    openings->items[openings->count - 1].count++;
    return FAN_EXIT_FINE;
}

static FanExit read_position(FanOpenings *openings, const FanArguments *arguments, const char *path,
                             uint64_t number, const char *text, size_t length) {
    const FanSetup *setup = openings->setup;
    FanBoard board;
    FanRules rules = setup->rules;
    FanPosition position;
    FanSetupError error;
    char sentence[256];
    size_t faults =
        fan_position_read(&board, &position, &rules, &setup->board, text, length, &error, 1);
    if (faults) {
        fan_setup_error_write(&error, text, sentence, sizeof sentence);
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--openings: %s, line %" PRIu64 ": %s (offset %zu)", path, number,
                            sentence, error.offset);
    }
    if (!fan_rules_equal(&rules, &setup->rules)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--openings: %s, line %" PRIu64
                            ": of another game than the match (R9.3)",
                            path, number);
    }
    if (fan_position_outcome(&board, &rules, &position).result != FAN_ONGOING) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--openings: %s, line %" PRIu64 ": the game is over", path, number);
    }
    return add_opening(openings, arguments, &position);
}

static FanExit read_positions(FanOpenings *openings, const FanArguments *arguments,
                              const char *path, FILE *file) {
    FanExit status = FAN_EXIT_FINE;
    char line[LINE_MAX_BYTES];
    for (uint64_t number = 1; status == FAN_EXIT_FINE && fgets(line, sizeof line, file); number++) {
        size_t length = strlen(line);
        if (length == sizeof line - 1 && line[length - 1] != '\n') {
            return fan_complain(arguments, FAN_EXIT_USAGE,
                                "--openings: %s, line %" PRIu64 ": too long for a position", path,
                                number);
        }
        while (length && strchr(" \t\r\n", line[length - 1])) {
            line[--length] = '\0';
        }
        const char *text = line + strspn(line, " \t");
        if (*text && *text != '#') {
            status = read_position(openings, arguments, path, number, text, strlen(text));
        }
    }
    return status;
}

static ptrdiff_t read_file(void *context, char *bytes, size_t size) {
    FILE *file = context;
    size_t got = fread(bytes, 1, size, file);
    return got == 0 && ferror(file) ? -1 : (ptrdiff_t)got;
}

static FanExit take_record(FanOpenings *openings, const FanArguments *arguments, const char *path,
                           uint64_t number, const FanRecord *record) {
    const FanSetup *setup = openings->setup;
    if (record->board.files != setup->board.files || record->board.ranks != setup->board.ranks ||
        !fan_rules_equal(&record->rules, &setup->rules)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--openings: %s, game %" PRIu64
                            ": of another board or other rules than the match",
                            path, number);
    }
    if (record->outcome.result != FAN_ONGOING) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--openings: %s, game %" PRIu64
                            ": the game is over; an opening ends with *",
                            path, number);
    }
    FanExit status = add_opening(openings, arguments, &record->start);
    const FanTurn *turn;
    for (size_t at = 0;
         status == FAN_EXIT_FINE && (turn = fan_record_next_turn(record, &at)) != NULL;) {
        status = add_turn(openings, arguments, turn);
    }
    return status;
}

static FanExit read_records(FanOpenings *openings, const FanArguments *arguments, const char *path,
                            FILE *file) {
    FanRecordReader *reader = fan_record_reader_new(read_file, file, NULL);
    FanRecord record;
    FanExit status = FAN_EXIT_FINE;
    FanRecordReading reading = reader ? FAN_RECORD_GAME : FAN_RECORD_MEMORY;
    fan_record_init(&record, NULL);
    while (status == FAN_EXIT_FINE && reading == FAN_RECORD_GAME) {
        reading = fan_record_read(reader, &record);
        if (reading == FAN_RECORD_GAME) {
            status =
                take_record(openings, arguments, path, fan_record_reader_games(reader), &record);
        } else if (reading == FAN_RECORD_FAULT) {
            const FanRecordFault *fault = fan_record_reader_fault(reader);
            status = fan_complain(arguments, FAN_EXIT_USAGE,
                                  "--openings: %s, line %" PRIu64 ", column %" PRIu64
                                  ", game %" PRIu64 ": %s",
                                  path, fault->line, fault->column, fault->game, fault->reason);
        } else if (reading == FAN_RECORD_MEMORY) {
            status = complain_memory(arguments);
        }
    }
    fan_record_free(&record);
    fan_record_reader_free(reader);
    return status;
}

static bool ends_in(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

FanExit fan_openings_read(FanOpenings *openings, const FanArguments *arguments, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--openings: %s: %s", path, strerror(errno));
    }
    FanExit status = ends_in(path, ".fgn") ? read_records(openings, arguments, path, file)
                                           : read_positions(openings, arguments, path, file);
    if (status == FAN_EXIT_FINE && ferror(file)) {
        status =
            fan_complain(arguments, FAN_EXIT_USAGE, "--openings: %s: %s", path, strerror(errno));
    }
    fclose(file);
    return status == FAN_EXIT_FINE && openings->count == 0
               ? fan_complain(arguments, FAN_EXIT_USAGE, "--openings: %s: there is none in it",
                              path)
               : status;
}

/* --- random openings -----------------------------------------------------------------------------
 */

/* SplitMix64. */
static uint64_t chance(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Draws one of the turns shown, each as likely as any other, without storing them. */
typedef struct Lot {
    uint64_t state, shown;
    FanTurn turn;
} Lot;

static bool draw(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)after;
    Lot *lot = context;
    if (chance(&lot->state) % ++lot->shown == 0) {
        lot->turn = *turn;
    }
    return true;
}

/* Whether the game goes on and the engine sees no side too far ahead. */
static bool is_balanced(const FanOpenings *openings, FanEngine *engine, const FanGame *game,
                        bool *memory) {
    FanJob job = {.nodes = JUDGE_NODES};
    FanLine line;
    if (game->outcome.result != FAN_ONGOING || openings->balance >= FAN_SCORE_WIN) {
        return game->outcome.result == FAN_ONGOING;
    }
    fan_engine_clear(engine);
    *memory = *memory || fan_engine_begin(engine, game, &job) != FAN_ENGINE_OK;
    if (*memory) {
        return false;
    }
    while (fan_engine_run(engine, 0)) {
    }
    return fan_engine_line(engine, 0, &line) && line.score >= -openings->balance &&
           line.score <= openings->balance;
}

static FanOpeningStatus begin_random(const FanOpenings *openings, uint64_t pair, FanEngine *engine,
                                     FanBout *bout) {
    Lot lot = {.state = openings->seed};
    lot.state = chance(&lot.state) ^ pair;
    bool memory = false;
    for (int i = 0; i < TRIES_MAX && !memory; i++) {
        memory = !fan_bout_begin(bout, &openings->setup->position);
        for (unsigned ply = 0;
             !memory && ply < openings->plies && bout->game.outcome.result == FAN_ONGOING; ply++) {
            lot.shown = 0;
            fan_turns_visit(bout->game.board, &bout->game.rules, &bout->game.position, draw, &lot);
            memory = !fan_bout_open(bout, &lot.turn);
        }
        if (!memory && is_balanced(openings, engine, &bout->game, &memory)) {
            return FAN_OPENING_FINE;
        }
    }
    return memory ? FAN_OPENING_MEMORY : FAN_OPENING_NONE;
}

FanOpeningStatus fan_openings_begin(const FanOpenings *openings, uint64_t pair, FanEngine *engine,
                                    FanBout *bout) {
    if (openings->count == 0) {
        return begin_random(openings, pair, engine, bout);
    }
    const FanOpening *opening = &openings->items[pair % openings->count];
    bool fine = fan_bout_begin(bout, &opening->start);
    for (size_t i = 0; fine && i < opening->count; i++) {
        fine = fan_bout_open(bout, &openings->turns[opening->turn + i]);
    }
    return fine ? FAN_OPENING_FINE : FAN_OPENING_MEMORY;
}
