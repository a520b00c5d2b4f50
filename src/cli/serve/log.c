/* The log. Nothing secret is ever given to it: no query, no cookie, no token, no body. */
#include "cli/serve/serve.h"

#include "cli/arguments.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOG_MODE = 0640 };

static const char *const levels[] = {"info", "warning", "error"};

static FILE *open_file(const char *path) {
    int handle = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, LOG_MODE);
    FILE *file = handle >= 0 ? fdopen(handle, "a") : NULL;
    if (file) {
        setvbuf(file, NULL, _IOLBF, BUFSIZ); /* a line is written whole, and at once */
    } else if (handle >= 0) {
        close(handle);
    }
    return file;
}

/* Without --log and --log-file only what is worth a look is told. */
FanExit fan_serve_log_open(const FanArguments *arguments, FanServeLog *log) {
    log->path = fan_arguments_text(arguments, "log-file", NULL);
    bool all = log->path || fan_arguments_given(arguments, "log");
    log->least = all ? FAN_LOG_INFO : FAN_LOG_WARNING;
    log->file = log->path ? open_file(log->path) : fan_err(arguments);
    FanQuote quote;
    return log->file
               ? FAN_EXIT_FINE
               : fan_complain(arguments, FAN_EXIT_FAILED, "--log-file: cannot write %s: %s",
                              fan_quote(&quote, log->path, strlen(log->path)), strerror(errno));
}

void fan_serve_log_close(FanServeLog *log) {
    if (log->path && log->file) {
        fclose(log->file);
    }
    log->file = NULL;
}

void fan_serve_log_reopen(FanServeLog *log) {
    FILE *file = log->path ? open_file(log->path) : NULL;
    if (file) {
        fclose(log->file);
        log->file = file;
    } else if (log->path) {
        json_t *fields = json_pack("{s:s}", "why", strerror(errno));
        fan_serve_log_event(log, FAN_LOG_ERROR, "log-not-opened", fields);
        json_decref(fields);
    }
}

static void write_time(char text[32]) {
    struct timespec now;
    struct tm at;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &at);
    size_t length = strftime(text, 24, "%Y-%m-%dT%H:%M:%S", &at);
    snprintf(text + length, 32 - length, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

void fan_serve_log_event(FanServeLog *log, FanLogLevel level, const char *event,
                         const json_t *fields) {
    if (level < log->least) {
        return;
    }
    char time[32];
    write_time(time);
    json_t *line =
        json_pack("{s:s, s:s, s:s}", "time", time, "level", levels[level], "event", event);
    if (line && fields) {
        json_object_update_missing(line, (json_t *)(uintptr_t)fields);
    }
    char *text = line ? json_dumps(line, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    if (text) {
        fprintf(log->file, "%s\n", text);
    }
    free(text);
    json_decref(line);
}

/* A path may hold anything; all that is not plain is escaped as in an address. */
void fan_serve_log_request(FanServeLog *log, const FanServerRequest *request) {
    char time[32];
    write_time(time);
    fprintf(log->file,
            "{\"time\":\"%s\",\"level\":\"info\",\"event\":\"request\",\"peer\":\"%s\","
            "\"method\":\"%s\",\"path\":\"",
            time, request->peer, request->method);
    for (const char *c = request->path; *c; c++) {
        bool plain = *c > ' ' && *c < 127 && *c != '"' && *c != '\\' && *c != '%';
        fprintf(log->file, plain ? "%c" : "%%%02X", (unsigned char)*c);
    }
    fprintf(log->file, "\",\"status\":%u,\"encoding\":\"%s\",\"bytes\":%zu}\n", request->status,
            request->encoding, request->body_bytes);
}
