/* `fanorona tables build` */
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/tables/place.h"
#include "tablegen/tablegen.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/statvfs.h>

enum { TICK_MS = 250 };

typedef struct Telling {
    const FanArguments *arguments;
    bool terminal;
    uint64_t start_ms, told_ms;
} Telling;

static bool tell(void *context, const FanBuildProgress *progress) {
    Telling *telling = context;
    uint64_t now_ms = fan_now_ms();
    if (telling->terminal && now_ms >= telling->told_ms + TICK_MS && progress->done > 0) {
        double elapsed_s = (double)(now_ms - telling->start_ms) / 1000;
        telling->told_ms = now_ms;
        fprintf(fan_err(telling->arguments),
                "\rtables: %u against %u, %.0f %%, about %.0f s left \033[K", progress->larger,
                progress->smaller, 100 * progress->done,
                elapsed_s * (1 - progress->done) / progress->done);
        fflush(fan_err(telling->arguments));
    }
    return !fan_interrupted();
}

/* Memory that could be had now; UINT64_MAX where the system does not say. */
static uint64_t free_memory(void) {
    FILE *stream = fopen("/proc/meminfo", "re");
    uint64_t kib = UINT64_MAX;
    char line[128];
    while (stream && fgets(line, sizeof line, stream)) {
        uint64_t found;
        if (sscanf(line, "MemAvailable: %" SCNu64, &found) == 1) {
            kib = found;
        }
    }
    if (stream) {
        fclose(stream);
    }
    return kib == UINT64_MAX ? kib : kib * 1024;
}

/* Room on the disk of a folder or, while it is not there, of the one it will be made in. */
static uint64_t free_disk(const char *folder) {
    char path[FAN_TABLES_PATH_MAX];
    struct statvfs room;
    snprintf(path, sizeof path, "%s", folder);
    while (statvfs(path, &room) != 0) {
        char *slash = strrchr(path, '/');
        if (!slash) {
            return statvfs(".", &room) == 0 ? (uint64_t)room.f_bavail * room.f_frsize : UINT64_MAX;
        }
        slash[slash == path] = '\0';
        if (slash == path && strcmp(path, "/") == 0 && statvfs(path, &room) != 0) {
            return UINT64_MAX;
        }
    }
    return (uint64_t)room.f_bavail * room.f_frsize;
}

/* What cannot end well is not begun. */
static FanExit check_room(const FanArguments *arguments, const FanBuild *build) {
    FanBuildNeeds needs = fan_build_needs(build);
    uint64_t memory = free_memory(), disk = free_disk(build->folder);
    if (needs.memory_bytes > memory) {
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "--stones: %u take up to %" PRIu64 " MB of memory, and %" PRIu64
                            " MB are free",
                            build->stones, needs.memory_bytes / 1000000, memory / 1000000);
    }
    return needs.disk_bytes > disk ? fan_complain(arguments, FAN_EXIT_FAILED,
                                                  "%s: %u stones take up to %" PRIu64
                                                  " MB, and %" PRIu64 " MB are free",
                                                  build->folder, build->stones,
                                                  needs.disk_bytes / 1000000, disk / 1000000)
                                   : FAN_EXIT_FINE;
}

static FanExit build_all(const FanArguments *arguments, FanBuild *build) {
    Telling telling = {arguments, fan_err_is_terminal(arguments), fan_now_ms(), 0};
    FanTablesError error;
    build->watch = tell;
    build->context = &telling;
    signal(SIGXFSZ, SIG_IGN); /* a file that gets too large is told as a full disk is */
    fan_interrupt_watch();
    FanBuildStatus status = fan_tables_build(build, &error);
    fan_interrupt_unwatch();
    if (telling.terminal) {
        fputs("\r\033[K", fan_err(arguments));
    }
    switch (status) {
    case FAN_BUILD_STOPPED:
        return fan_complain(arguments, FAN_EXIT_INTERRUPTED,
                            "interrupted; the same command goes on from the class it was in");
    case FAN_BUILD_FAILED:
        return fan_complain(arguments, FAN_EXIT_FAILED, "%s", error.text);
    default:
        return FAN_EXIT_FINE;
    }
}

FanExit fan_tables_run_build(FanArguments *arguments, const FanTablesPlace *place) {
    if (!fan_arguments_given(arguments, "stones")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "build: --stones is missing");
    }
    FanBuild build = {
        .board = &place->setup.board,
        .rules = &place->setup.rules,
        .stones = (unsigned)fan_arguments_number(arguments, "stones", 0),
        .metric = fan_tables_metric(arguments),
        .folder = place->folder,
        .threads = (unsigned)fan_arguments_number(arguments, "threads", 2),
    };
    FanExit status = check_room(arguments, &build);
    return status == FAN_EXIT_FINE ? build_all(arguments, &build) : status;
}
