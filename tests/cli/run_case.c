/* Runs the program as a user would and compares what it says.
 *
 *   run_case PROGRAM FILE [TITLE]      one case, or all of the file
 *
 * A case is a run of lines, ended by an empty one:
 *   case TITLE     begins it and says what holds
 *   run WORDS      the program is run with these words, which a shell reads
 *   sh LINE        or: a whole line for the shell; the program is "$FANORONA", and
 *                  "$INTERRUPTED" before a command presses Ctrl-C once it is at work
 *   out LINE       the next line of standard output, exactly; none is expected beyond those named
 *   out~ REGEX     the same, the whole line fitting an extended regular expression
 *   err LINE       the next line of standard error, exactly
 *   status N       the exit status, 0 if not named
 *
 * Prints "ok TITLE", or "not ok TITLE" with what was wanted and what came. */
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES_MAX = 32, LINE_MAX_BYTES = 4096 };

typedef struct Wanted {
    char *lines[LINES_MAX];
    bool regex[LINES_MAX];
    size_t count;
} Wanted;

typedef struct Case {
    char title[256];
    char line[LINE_MAX_BYTES];
    Wanted out, err;
    int status;
} Case;

__attribute__((noreturn)) static void die(const char *what, const char *where) {
    fprintf(stderr, "run_case: %s: %s\n", what, where);
    exit(2);
}

static void want(Wanted *wanted, const char *line, bool regex) {
    if (wanted->count == LINES_MAX) {
        die("too many lines", line);
    }
    wanted->regex[wanted->count] = regex;
    wanted->lines[wanted->count++] = strdup(line);
}

static void clear(Case *test) {
    for (size_t i = 0; i < test->out.count; i++) {
        free(test->out.lines[i]);
    }
    for (size_t i = 0; i < test->err.count; i++) {
        free(test->err.lines[i]);
    }
    *test = (Case){0};
}

/* The value after a key and a blank, "" after a key alone, NULL if the line has another key. */
static const char *value_of(const char *line, const char *key) {
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || (line[length] != ' ' && line[length] != '\0')) {
        return NULL;
    }
    return line + length + (line[length] == ' ');
}

static void read_line(Case *test, const char *line) {
    const char *value;
    if ((value = value_of(line, "case")) != NULL) {
        snprintf(test->title, sizeof test->title, "%s", value);
    } else if ((value = value_of(line, "run")) != NULL) {
        snprintf(test->line, sizeof test->line, "\"$FANORONA\" %s", value);
    } else if ((value = value_of(line, "sh")) != NULL) {
        snprintf(test->line, sizeof test->line, "%s", value);
    } else if ((value = value_of(line, "out")) != NULL) {
        want(&test->out, value, false);
    } else if ((value = value_of(line, "out~")) != NULL) {
        want(&test->out, value, true);
    } else if ((value = value_of(line, "err")) != NULL) {
        want(&test->err, value, false);
    } else if ((value = value_of(line, "status")) != NULL) {
        test->status = atoi(value);
    } else {
        die("unknown key", line);
    }
}

/* Reads the next case. Returns false at the end of the file. */
static bool read_case(FILE *file, Case *test) {
    char line[LINE_MAX_BYTES];
    clear(test);
    while (fgets(line, sizeof line, file)) {
        if (!strchr(line, '\n')) {
            die("a line is too long", line);
        }
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' && test->title[0]) {
            return true;
        }
        if (line[0] != '\0' && line[0] != '#') {
            read_line(test, line);
        }
    }
    return test->title[0] != '\0';
}

static bool line_fits(const Wanted *wanted, size_t index, const char *line) {
    if (!wanted->regex[index]) {
        return strcmp(wanted->lines[index], line) == 0;
    }
    char whole[LINE_MAX_BYTES + 8];
    snprintf(whole, sizeof whole, "^(%s)$", wanted->lines[index]);
    regex_t regex;
    if (regcomp(&regex, whole, REG_EXTENDED | REG_NOSUB) != 0) {
        die("no regular expression", wanted->lines[index]);
    }
    bool fits = regexec(&regex, line, 0, NULL, 0) == 0;
    regfree(&regex);
    return fits;
}

/* Compares all lines of a stream; writes the difference to `report`. */
static bool stream_fits(const char *name, const Wanted *wanted, FILE *stream, FILE *report) {
    char line[LINE_MAX_BYTES];
    size_t count = 0;
    bool fits = true;
    rewind(stream);
    for (; fgets(line, sizeof line, stream); count++) {
        line[strcspn(line, "\n")] = '\0';
        if (count >= wanted->count) {
            fprintf(report, "    %s, not wanted: %s\n", name, line);
            fits = false;
        } else if (!line_fits(wanted, count, line)) {
            fprintf(report, "    %s wanted: %s\n    %s got:    %s\n", name, wanted->lines[count],
                    name, line);
            fits = false;
        }
    }
    for (; count < wanted->count; count++) {
        fprintf(report, "    %s, missing: %s\n", name, wanted->lines[count]);
        fits = false;
    }
    return fits;
}

static int run_shell(const char *line, FILE *out, FILE *err) {
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        die("cannot run", line);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool run_case(const Case *test) {
    FILE *out = tmpfile(), *err = tmpfile(), *report = tmpfile();
    if (!out || !err || !report) {
        die("cannot make a file", test->title);
    }
    int status = run_shell(test->line, out, err);
    bool fits = stream_fits("standard output", &test->out, out, report);
    fits = stream_fits("standard error", &test->err, err, report) && fits;
    if (status != test->status) {
        fprintf(report, "    status wanted: %d, got: %d\n", test->status, status);
        fits = false;
    }
    printf("%s %s\n", fits ? "ok" : "not ok", test->title);
    rewind(report);
    for (int c; (c = getc(report)) != EOF;) {
        putchar(c);
    }
    fclose(out);
    fclose(err);
    fclose(report);
    return fits;
}

int main(int argc, char **argv) {
    FILE *file = argc > 2 ? fopen(argv[2], "r") : NULL;
    if (!file) {
        die("cannot read the cases", argc > 2 ? argv[2] : "none named");
    }
    setenv("FANORONA", argv[1], 1);
    setenv("LC_ALL", "C", 1);
    static Case test;
    unsigned ran = 0, failed = 0;
    while (read_case(file, &test)) {
        if (argc < 4 || strcmp(argv[3], test.title) == 0) {
            ran++;
            failed += !run_case(&test);
        }
    }
    clear(&test);
    fclose(file);
    return ran == 0 || failed > 0; /* a title that is not there proves nothing */
}
