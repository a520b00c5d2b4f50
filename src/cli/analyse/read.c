#include "cli/analyse/game.h"
#include "cli/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static ptrdiff_t read_stream(void *context, char *bytes, size_t size) {
    FILE *file = context;
    size_t got = fread(bytes, 1, size, file);
    return got == 0 && ferror(file) ? -1 : (ptrdiff_t)got;
}

/* What is to be told of a reading that did not end at the game that was asked for. */
static FanExit complain_reading(const FanArguments *arguments, const char *path, uint64_t number,
                                const FanRecordReader *reader, FanRecordReading reading) {
    const FanRecordFault *fault;
    uint64_t games = fan_record_reader_games(reader);
    switch (reading) {
    case FAN_RECORD_FAULT:
        fault = fan_record_reader_fault(reader);
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--game: %s:%" PRIu64 ":%" PRIu64 ": game %" PRIu64 ": %s", path,
                            fault->line, fault->column, fault->game, fault->reason);
    case FAN_RECORD_FAILED:
        return fan_complain(arguments, FAN_EXIT_USAGE, "--game: %s: cannot be read", path);
    case FAN_RECORD_MEMORY:
        return fan_complain(arguments, FAN_EXIT_FAILED, "--game: %s: not enough memory", path);
    default:
        return games == 0
                   ? fan_complain(arguments, FAN_EXIT_USAGE, "--game: %s: no game is in it", path)
                   : fan_complain(arguments, FAN_EXIT_USAGE,
                                  "--game-number: %s has no game %" PRIu64 ", only %" PRIu64, path,
                                  number, games);
    }
}

/* A fault in an earlier game is none of this one. */
static FanExit find_game(const FanArguments *arguments, const char *path, uint64_t number,
                         FanRecordReader *reader, FanRecord *record) {
    FanRecordReading reading;
    do {
        reading = fan_record_read(reader, record);
    } while (reading <= FAN_RECORD_FAULT && fan_record_reader_games(reader) < number);
    return reading == FAN_RECORD_GAME ? FAN_EXIT_FINE
                                      : complain_reading(arguments, path, number, reader, reading);
}

FanExit fan_analyse_read_game(const FanArguments *arguments, const char *path, uint64_t number,
                              FanRecord *record) {
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--game: %s: %s", path, strerror(errno));
    }
    FanRecordReader *reader = fan_record_reader_new(read_stream, file, NULL);
    FanExit status =
        reader ? find_game(arguments, path, number, reader, record)
               : fan_complain(arguments, FAN_EXIT_FAILED, "--game: %s: not enough memory", path);
    fan_record_reader_free(reader);
    if (!standard) {
        fclose(file);
    }
    return status;
}
