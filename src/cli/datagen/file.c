#include "cli/datagen/file.h"

#include "cli/clock.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    READ_SAMPLES = 4096,     /* at once */
    SYNC_MS = 1000,          /* how long a game may not yet be on the disk */
    SYNC_BYTES = 256 * 1024, /* and how much */
    TAIL_MAX = 1 << 20,      /* what a machine that went down may have left behind the last game */
};

/* Returns how many bytes were read, fewer only at the end of the file; negative on errors. */
static ssize_t read_whole(int file, uint8_t *bytes, size_t size) {
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(file, bytes + length, size - length);
        if (got < 0 && errno != EINTR) {
            return -1;
        }
        if (got == 0) {
            break;
        }
        length += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)length;
}

static bool write_at(int file, const uint8_t *bytes, size_t length, uint64_t offset) {
    while (length > 0) {
        ssize_t written = pwrite(file, bytes, length, (off_t)offset);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            offset += (uint64_t)written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* --- counting ------------------------------------------------------------------------------------
 */

/* Games whose samples are read one by one. */
typedef struct Reading {
    const FanPlan *plan;
    FanDataCount *count;
    FanSample before;   /* within a game */
    bool within;        /* one is read */
    FanDataCount whole; /* after the last game that ended */
} Reading;

static void end_game(Reading *reading, const FanSample *sample, uint64_t offset) {
    FanDataCount *count = reading->count;
    count->games++;
    *(sample->result > 0 ? &count->white : sample->result < 0 ? &count->black : &count->drawn) += 1;
    count->end = offset + FAN_SAMPLE_BYTES;
    reading->whole = *count;
    reading->within = false;
}

/* Returns false at a fault. */
static bool take(Reading *reading, const FanSample *sample, uint64_t offset) {
    FanDataCount *count = reading->count;
    count->fault =
        fan_sample_fault(reading->plan, reading->within ? &reading->before : NULL, sample);
    if (count->fault) {
        count->offset = offset;
        return false;
    }
    count->positions++;
    count->must_capture += (sample->flags & FAN_SAMPLE_MUST_CAPTURE) != 0;
    count->exact += (sample->flags & FAN_SAMPLE_EXACT) != 0;
    reading->before = *sample;
    reading->within = true;
    if (sample->flags & FAN_SAMPLE_LAST) {
        end_game(reading, sample, offset);
    }
    return true;
}

/* Only whole games count; what is behind them is a fault. */
static void end_count(Reading *reading) {
    FanDataCount *count = reading->count;
    FanDataCount whole = reading->whole;
    whole.bytes = count->bytes;
    whole.fault = count->fault;
    whole.offset = count->offset;
    if (!whole.fault && whole.bytes > whole.end) {
        whole.fault = "the last game is not whole";
        whole.offset = whole.end;
    }
    *count = whole;
}

static int count_samples(int file, Reading *reading) {
    static _Thread_local uint8_t bytes[READ_SAMPLES * FAN_SAMPLE_BYTES];
    FanDataCount *count = reading->count;
    ssize_t got;
    bool fine = true;
    do {
        got = read_whole(file, bytes, sizeof bytes);
        for (ssize_t at = 0; fine && at + FAN_SAMPLE_BYTES <= got; at += FAN_SAMPLE_BYTES) {
            FanSample sample = fan_sample_read(bytes + at);
            fine = take(reading, &sample, count->bytes + (uint64_t)at);
        }
        count->bytes += got > 0 ? (uint64_t)got : 0;
    } while (got == sizeof bytes && fine && !fan_interrupted());
    return got < 0 ? errno : 0;
}

int fan_data_count(int file, FanPlan *plan, FanDataCount *count) {
    uint8_t header[FAN_PLAN_BYTES];
    Reading reading = {.plan = plan, .count = count};
    *count = (FanDataCount){0};
    ssize_t got = read_whole(file, header, sizeof header);
    if (got < 0) {
        return errno;
    }
    count->bytes = (uint64_t)got;
    count->fault = got < FAN_PLAN_BYTES ? "it is no training data" : fan_plan_read(plan, header);
    if (count->fault) {
        return 0;
    }
    count->end = FAN_PLAN_BYTES;
    reading.whole = *count;
    int error = count_samples(file, &reading);
    end_count(&reading);
    return error;
}

/* --- opening -------------------------------------------------------------------------------------
 */

static FanExit complain(const FanArguments *arguments, FanExit status, const FanDataFile *data,
                        const char *why) {
    return fan_complain(arguments, status, "--out: %s: %s", data->path, why);
}

static FanExit complain_number(const FanArguments *arguments, const FanDataFile *data,
                               const char *option, uint64_t was, uint64_t is) {
    return fan_complain(arguments, FAN_EXIT_USAGE,
                        "--out: %s: made with --%s %" PRIu64 ", not %" PRIu64, data->path, option,
                        was, is);
}

/* A file goes on by its own plan only: told is the first point in which another differs. */
static FanExit compare(const FanArguments *arguments, const FanDataFile *data, const FanPlan *was,
                       const FanPlan *is) {
    const struct {
        const char *option;
        uint64_t was, is;
    } numbers[] = {
        {"nodes", was->nodes, is->nodes},
        {"seed", was->seed, is->seed},
        {"plies-least", was->plies_least, is->plies_least},
        {"plies-most", was->plies_most, is->plies_most},
        {"balance", was->balance, is->balance},
        {"noise", was->noise, is->noise},
    };
    if (was->board.files != is->board.files || was->board.ranks != is->board.ranks) {
        return complain(arguments, FAN_EXIT_USAGE, data, "made on another board");
    }
    if (!fan_rules_equal(&was->rules, &is->rules)) {
        return complain(arguments, FAN_EXIT_USAGE, data, "made by other rules");
    }
    if (!fan_position_equal(&was->start, &is->start)) {
        return complain(arguments, FAN_EXIT_USAGE, data, "made from another position");
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].was != numbers[i].is) {
            return complain_number(arguments, data, numbers[i].option, numbers[i].was,
                                   numbers[i].is);
        }
    }
    if (was->tables_stones != is->tables_stones) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--out: %s: made with tables of %u stones, not of %u", data->path,
                            was->tables_stones, is->tables_stones);
    }
    return was->engine == is->engine ? FAN_EXIT_FINE
                                     : complain(arguments, FAN_EXIT_USAGE, data,
                                                "made by an engine that plays otherwise than this "
                                                "one; begin another file");
}

/* What a program that was ended leaves is short; anything else is damage, and not ours to cut off.
 */
static FanExit cut_tail(FanDataFile *data, const FanArguments *arguments, uint64_t bytes,
                        const FanDataCount *count) {
    if (bytes - count->end > TAIL_MAX) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--out: %s: damaged at offset %" PRIu64 ": %s", data->path,
                            count->offset, count->fault);
    }
    data->end = count->end;
    data->games = count->games;
    data->positions = count->positions;
    if (bytes > count->end && ftruncate(data->file, (off_t)count->end) != 0) {
        return complain(arguments, FAN_EXIT_FAILED, data, strerror(errno));
    }
    return FAN_EXIT_FINE;
}

/* A new file, or one whose header was never finished. */
static FanExit begin(FanDataFile *data, const FanArguments *arguments,
                     const uint8_t header[FAN_PLAN_BYTES]) {
    if (!write_at(data->file, header, FAN_PLAN_BYTES, 0)) {
        int error = errno;
        bool cut = ftruncate(data->file, 0) == 0;
        return complain(arguments, FAN_EXIT_FAILED, data, strerror(cut ? error : errno));
    }
    data->end = FAN_PLAN_BYTES;
    return FAN_EXIT_FINE;
}

static FanExit resume(FanDataFile *data, const FanArguments *arguments, const FanPlan *plan,
                      uint64_t bytes) {
    FanPlan was;
    FanDataCount count;
    int error = fan_data_count(data->file, &was, &count);
    if (error) {
        return complain(arguments, FAN_EXIT_FAILED, data, strerror(error));
    }
    if (count.end == 0) {
        return complain(arguments, FAN_EXIT_USAGE, data, count.fault);
    }
    FanExit status = compare(arguments, data, &was, plan);
    if (status == FAN_EXIT_FINE && fan_interrupted()) {
        return fan_complain(arguments, FAN_EXIT_INTERRUPTED, "interrupted");
    }
    return status == FAN_EXIT_FINE ? cut_tail(data, arguments, bytes, &count) : status;
}

static FanExit open_file(FanDataFile *data, const FanArguments *arguments, struct stat *found) {
    data->file = open(data->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (data->file < 0 || fstat(data->file, found) != 0) {
        return complain(arguments, FAN_EXIT_USAGE, data, strerror(errno));
    }
    if (!S_ISREG(found->st_mode)) {
        return complain(arguments, FAN_EXIT_USAGE, data, "not a file");
    }
    if (flock(data->file, LOCK_EX | LOCK_NB) != 0) {
        return complain(arguments, FAN_EXIT_USAGE, data,
                        errno == EWOULDBLOCK ? "another process adds to it" : strerror(errno));
    }
    return FAN_EXIT_FINE;
}

FanExit fan_data_open(FanDataFile *data, const FanArguments *arguments, const char *path,
                      const FanPlan *plan) {
    struct stat found;
    uint8_t header[FAN_PLAN_BYTES], there[FAN_PLAN_BYTES];
    *data = (FanDataFile){.path = path, .synced_ms = fan_now_ms()};
    FanExit status = open_file(data, arguments, &found);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    fan_plan_write(plan, header);
    ssize_t got = found.st_size < FAN_PLAN_BYTES ? pread(data->file, there, sizeof there, 0) : 0;
    if (got < 0) {
        return complain(arguments, FAN_EXIT_FAILED, data, strerror(errno));
    }
    return found.st_size < FAN_PLAN_BYTES && memcmp(there, header, (size_t)got) == 0
               ? begin(data, arguments, header)
               : resume(data, arguments, plan, (uint64_t)found.st_size);
}

/* --- adding --------------------------------------------------------------------------------------
 */

static int sync_sometimes(FanDataFile *data) {
    uint64_t now_ms = fan_now_ms();
    if (data->unsafe < SYNC_BYTES && now_ms - data->synced_ms < SYNC_MS) {
        return 0;
    }
    data->unsafe = 0;
    data->synced_ms = now_ms;
    return fdatasync(data->file) == 0 ? 0 : errno;
}

int fan_data_append(FanDataFile *data, const FanSample *samples, size_t count) {
    size_t length = count * FAN_SAMPLE_BYTES;
    uint8_t *bytes = malloc(length);
    if (!bytes) {
        return ENOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        fan_sample_write(&samples[i], bytes + i * FAN_SAMPLE_BYTES);
    }
    int error = write_at(data->file, bytes, length, data->end) ? 0 : errno;
    free(bytes);
    if (error) {
        return ftruncate(data->file, (off_t)data->end) == 0 ? error : errno;
    }
    data->end += length;
    data->unsafe += length;
    data->positions += count;
    data->games++;
    return sync_sometimes(data);
}

int fan_data_close(FanDataFile *data) {
    int error = 0;
    if (data->file >= 0) {
        error = data->unsafe == 0 || fdatasync(data->file) == 0 ? 0 : errno;
        close(data->file);
    }
    data->file = -1;
    return error;
}
