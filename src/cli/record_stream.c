#include "cli/record_stream.h"

#include "cli/clock.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TICK_MS = 200, NAME_MAX_BYTES = 1024 };

typedef struct Stream {
    const FanArguments *arguments;
    const FanRecordUse *use;
    FanRecordCount *count;
    FanRecordReader *reader;
    int file;
    int error;             /* of the last read that failed */
    uint64_t whole_bytes;  /* of all files; 0 if one of them has no size */
    uint64_t behind_bytes; /* of the files before this one */
    bool tells;            /* how far it is is told */
    uint64_t began_ms, told_ms;
    FanRecord record; /* one for all games */
} Stream;

static bool is_standard_input(const char *name) {
    return strcmp(name, "-") == 0;
}

/* A name as it is shown: what is neither printable ASCII nor part of a longer character escaped. */
static void show_name(const char *name, char *shown) {
    size_t length = 0;
    for (; *name && length + 5 < NAME_MAX_BYTES; name++) {
        unsigned char c = (unsigned char)*name;
        bool plain = c >= ' ' && c <= '~';
        length += (size_t)snprintf(shown + length, 5, plain ? "%c" : "\\x%02x", c);
    }
    shown[length] = '\0';
}

/* --- How far it is -----------------------------------------------------------------------------
 */

/* The bytes of all files together, 0 if that is not known. */
static uint64_t whole_size(const FanArguments *arguments, size_t first) {
    uint64_t whole = 0;
    for (size_t i = first; i < fan_operands_count(arguments); i++) {
        const char *name = fan_operand_text(arguments, i);
        struct stat info;
        int failed = is_standard_input(name) ? fstat(STDIN_FILENO, &info) : stat(name, &info);
        if (failed || !S_ISREG(info.st_mode)) {
            return 0;
        }
        whole += (uint64_t)info.st_size;
    }
    return whole;
}

void fan_record_clear_progress(const FanArguments *arguments) {
    if (fan_err_is_terminal(arguments)) {
        fputs("\r\033[K", fan_err(arguments));
        fflush(fan_err(arguments));
    }
}

/* One line that is overwritten. */
static void show_progress(Stream *stream) {
    FILE *err = fan_err(stream->arguments);
    uint64_t now_ms = fan_now_ms(), elapsed_ms = now_ms - stream->began_ms;
    uint64_t bytes = stream->behind_bytes + fan_record_reader_bytes(stream->reader);
    if (!stream->tells || elapsed_ms < 1000 || now_ms - stream->told_ms < TICK_MS) {
        return;
    }
    stream->told_ms = now_ms;
    if (stream->whole_bytes && bytes && bytes <= stream->whole_bytes) {
        double done = (double)bytes / (double)stream->whole_bytes;
        fprintf(err, "\rrecord: %.0f %%, about %.0f s left \033[K", 100 * done,
                (double)elapsed_ms / 1000 * (1 - done) / done);
    } else {
        fprintf(err, "\rrecord: %" PRIu64 " games, %.0f MB \033[K", stream->count->games,
                (double)bytes / 1e6);
    }
    fflush(err);
}

/* --- Reading -----------------------------------------------------------------------------------
 */

/* Waits in short pieces, so that Ctrl-C is heard while nothing comes. */
static ptrdiff_t read_file(void *context, char *bytes, size_t size) {
    Stream *stream = context;
    for (;;) {
        struct pollfd waiting = {.fd = stream->file, .events = POLLIN};
        int ready = poll(&waiting, 1, TICK_MS);
        show_progress(stream);
        if (fan_interrupted()) {
            stream->error = EINTR;
            return -1;
        }
        if (ready == 0 || (ready < 0 && errno == EINTR)) {
            continue;
        }
        ssize_t count = read(stream->file, bytes, size);
        if (count >= 0 || errno != EINTR) {
            stream->error = count < 0 ? errno : 0;
            return count;
        }
    }
}

/* Gives one game or fault away; whether to go on. */
static bool use_one(Stream *stream, const char *name, FanRecordReading reading) {
    uint64_t number = fan_record_reader_games(stream->reader);
    stream->count->games++;
    if (stream->count->games % 256 == 0) {
        show_progress(stream);
    }
    if (reading == FAN_RECORD_GAME) {
        return stream->use->game(stream->use->context, name, number, &stream->record);
    }
    stream->count->faults++;
    return stream->use->fault(stream->use->context, name, fan_record_reader_fault(stream->reader));
}

/* Reads an open file to its end. *more is made false if the reading is to end there. */
static FanExit read_games(Stream *stream, const char *name, bool *more) {
    FanRecordReading reading = FAN_RECORD_MEMORY;
    stream->reader = fan_record_reader_new(read_file, stream, NULL);
    while (*more && stream->reader && !fan_interrupted() &&
           (reading = fan_record_read(stream->reader, &stream->record)) <= FAN_RECORD_FAULT) {
        *more = use_one(stream, name, reading);
    }
    stream->behind_bytes += stream->reader ? fan_record_reader_bytes(stream->reader) : 0;
    fan_record_reader_free(stream->reader);
    if (fan_interrupted()) {
        *more = false;
        return FAN_EXIT_INTERRUPTED;
    }
    if (reading == FAN_RECORD_MEMORY) {
        *more = false;
        return fan_complain(stream->arguments, FAN_EXIT_FAILED, "%s: not enough memory", name);
    }
    if (reading == FAN_RECORD_FAILED) {
        return fan_complain(stream->arguments, FAN_EXIT_FAILED, "%s: cannot be read: %s", name,
                            strerror(stream->error));
    }
    return FAN_EXIT_FINE;
}

/* Whether what is written goes into the file that is read, which would then never end. */
static bool is_output(const Stream *stream, const struct stat *read) {
    struct stat written;
    return S_ISREG(read->st_mode) && fstat(fileno(fan_out(stream->arguments)), &written) == 0 &&
           written.st_dev == read->st_dev && written.st_ino == read->st_ino;
}

static FanExit read_named(Stream *stream, const char *path, bool *more) {
    char name[NAME_MAX_BYTES];
    struct stat info;
    show_name(path, name);
    stream->file = is_standard_input(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    bool opened = stream->file >= 0 && fstat(stream->file, &info) == 0;
    bool folder = opened && S_ISDIR(info.st_mode);
    FanExit status;
    if (!opened || folder) {
        status = fan_complain(stream->arguments, FAN_EXIT_USAGE, "%s: cannot be opened: %s", name,
                              strerror(folder ? EISDIR : errno));
    } else if (is_output(stream, &info)) {
        status = fan_complain(stream->arguments, FAN_EXIT_USAGE,
                              "%s: the output goes into this file", name);
    } else {
        status = read_games(stream, name, more);
    }
    if (stream->file > STDIN_FILENO) {
        close(stream->file);
    }
    return status;
}

FanExit fan_record_stream(const FanArguments *arguments, size_t first, const FanRecordUse *use,
                          FanRecordCount *count) {
    Stream stream = {.arguments = arguments,
                     .use = use,
                     .count = count,
                     .whole_bytes = whole_size(arguments, first),
                     .tells = fan_err_is_terminal(arguments) && !use->quiet,
                     .began_ms = fan_now_ms()};
    FanExit worst = FAN_EXIT_FINE;
    bool more = true;
    *count = (FanRecordCount){0};
    fan_record_init(&stream.record, NULL);
    fan_interrupt_watch();
    for (size_t i = first; more && i < fan_operands_count(arguments); i++) {
        FanExit status = read_named(&stream, fan_operand_text(arguments, i), &more);
        worst = status > worst ? status : worst;
    }
    fan_interrupt_unwatch();
    fan_record_free(&stream.record);
    if (stream.tells) {
        fan_record_clear_progress(arguments);
    }
    return worst == FAN_EXIT_INTERRUPTED ? fan_complain(arguments, worst, "interrupted") : worst;
}
