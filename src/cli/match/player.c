#include "cli/match/player.h"

#include "cli/clock.h"
#include "ugi/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRACE_MS = 1000, /* from `quit` to the end by force */
    OPTION_LINE_MAX = 2048,
};

/* --- options -------------------------------------------------------------------------------------
 */

/* Cuts `*text` at the first comma not behind a backslash, and takes the backslashes away. Returns
 * the item; *text is past it, NULL after the last. */
static char *take_item(char **text) {
    char *item = *text, *to = item, *from = item;
    for (; *from && *from != ','; from++) {
        from += *from == '\\' && from[1];
        *to++ = *from;
    }
    *text = *from ? from + 1 : NULL;
    *to = '\0';
    return item;
}

bool fan_player_spec_add(FanPlayerSpec *spec, const char *name, const char *value) {
    if (spec->options_count == FAN_PLAYER_OPTIONS_MAX) {
        return false;
    }
    spec->options[spec->options_count].name = name;
    spec->options[spec->options_count++].value = value;
    return true;
}

static bool is_one_line(const char *text) {
    return text[strcspn(text, "\r\n")] == '\0' && strlen(text) < OPTION_LINE_MAX / 3;
}

const char *fan_player_spec_read(FanPlayerSpec *spec, const char *command, const char *options) {
    *spec = (FanPlayerSpec){.command = command};
    spec->text = strdup(options);
    if (!spec->text) {
        return "not enough memory";
    }
    if (!is_one_line(options)) {
        return "too long, or more than one line";
    }
    for (char *rest = *spec->text ? spec->text : NULL; rest;) {
        char *name = take_item(&rest), *equals = strchr(name, '=');
        if (equals) {
            *equals = '\0';
        }
        if (!*name) {
            return "an option without a name; they are written NAME=VALUE,NAME=VALUE";
        }
        if (!fan_player_spec_add(spec, name, equals ? equals + 1 : NULL)) {
            return "too many options";
        }
    }
    return NULL;
}

void fan_player_spec_free(FanPlayerSpec *spec) {
    free(spec->text);
    *spec = (FanPlayerSpec){.command = NULL};
}

/* --- failing -------------------------------------------------------------------------------------
 */

__attribute__((format(printf, 3, 4))) static FanPlayerStatus
fail(FanPlayer *player, FanPlayerStatus status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(player->why, sizeof player->why, format, args);
    va_end(args);
    fan_player_end(player);
    return status;
}

static FanPlayerStatus fail_talking(FanPlayer *player, FanProcessStatus status, const char *what) {
    char how[FAN_PROCESS_END_MAX];
    switch (status) {
    case FAN_PROCESS_OK:
        return FAN_PLAYER_FINE;
    case FAN_PROCESS_STOPPED:
        return FAN_PLAYER_STOPPED;
    case FAN_PROCESS_CLOSED:
        return fail(player, FAN_PLAYER_DIED, "%s", fan_process_how_ended(&player->process, how));
    case FAN_PROCESS_FLOOD:
        return fail(player, FAN_PLAYER_FLOOD, "floods its output instead of %s", what);
    case FAN_PROCESS_LATE:
        break;
    }
    return fail(player, FAN_PLAYER_LATE, "did not say %s in time", what);
}

/* --- talking -------------------------------------------------------------------------------------
 */

static FanPlayerStatus say(FanPlayer *player, const char *text, const char *what) {
    return fail_talking(
        player,
        fan_process_say(&player->process, text, strlen(text), fan_now_ms() + player->patience_ms),
        what);
}

/* Looks at a line on the way to the one that is waited for. */
typedef void Look(FanPlayer *player, FanWord line, void *context);

/* Hears lines until one begins with `what`, and leaves the rest of it in *rest. */
static FanPlayerStatus hear(FanPlayer *player, const char *what, uint64_t deadline_ms, Look *look,
                            void *context, FanWord *rest) {
    for (;;) {
        FanWord line;
        char *text;
        FanProcessStatus status =
            fan_process_hear(&player->process, deadline_ms, &text, &line.length);
        if (status != FAN_PROCESS_OK) {
            return fail_talking(player, status, what);
        }
        line.text = text;
        *rest = line;
        if (fan_word_is(fan_word_next(rest), what)) {
            return FAN_PLAYER_FINE;
        }
        if (look) {
            look(player, line, context);
        }
    }
}

/* --- introductions -------------------------------------------------------------------------------
 */

static void keep_name(FanPlayer *player, FanWord name) {
    size_t length = 0;
    for (; length < name.length && length < FAN_PLAYER_NAME_MAX - 1; length++) {
        char c = name.text[length];
        player->name[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    player->name[length] = '\0';
}

/* The name of an option: what stands between `name` and `type`. */
static FanWord name_of_option(FanWord rest) {
    FanWord word = fan_word_next(&rest);
    FanWord name = {rest.text, 0};
    for (word = fan_word_next(&rest); word.length && !fan_word_is(word, "type");
         word = fan_word_next(&rest)) {
        name.length = (size_t)(word.text + word.length - name.text);
    }
    return fan_word_rest(name);
}

/* What a program says of an option it is to be given. */
typedef enum Offer { OFFER_NONE, OFFER_FITS, OFFER_OUT_OF_RANGE } Offer;

/* Whether a value is within the `min` and `max` that the line of an option tells, if it tells any.
 */
static Offer range_offer(FanWord line, const char *value) {
    FanWord word = fan_word_next(&line);
    for (; word.length; word = fan_word_next(&line)) {
        bool least = fan_word_is(word, "min");
        uint64_t bound, number;
        if ((!least && !fan_word_is(word, "max")) ||
            !fan_word_number(fan_word_next(&line), &bound)) {
            continue;
        }
        if (!value || !fan_word_number((FanWord){value, strlen(value)}, &number) ||
            (least ? number < bound : number > bound)) {
            return OFFER_OUT_OF_RANGE;
        }
    }
    return OFFER_FITS;
}

/* Notes the program's name, and what it says of the options it is to be given. */
static void look_at_greeting(FanPlayer *player, FanWord line, void *context) {
    Offer *offers = context;
    FanWord word = fan_word_next(&line);
    if (fan_word_is(word, "id") && fan_word_is(fan_word_next(&line), "name")) {
        keep_name(player, fan_word_rest(line));
    } else if (fan_word_is(word, "option")) {
        FanWord name = name_of_option(line);
        for (size_t i = 0; i < player->spec->options_count; i++) {
            if (fan_word_is(name, player->spec->options[i].name)) {
                offers[i] = range_offer(line, player->spec->options[i].value);
            }
        }
    }
}

static FanPlayerStatus set_options(FanPlayer *player, const Offer *offers) {
    FanPlayerStatus status = FAN_PLAYER_FINE;
    for (size_t i = 0; i < player->spec->options_count && status == FAN_PLAYER_FINE; i++) {
        const char *name = player->spec->options[i].name, *value = player->spec->options[i].value;
        char line[OPTION_LINE_MAX];
        if (offers[i] == OFFER_NONE) {
            return fail(player, FAN_PLAYER_OPTION, "has no option %.80s", name);
        }
        if (offers[i] == OFFER_OUT_OF_RANGE) {
            return fail(player, FAN_PLAYER_OPTION, "does not take %.40s for its option %.80s",
                        value ? value : "nothing", name);
        }
        snprintf(line, sizeof line, "setoption name %s%s%s\n", name, value ? " value " : "",
                 value ? value : "");
        status = say(player, line, "readyok");
    }
    return status;
}

static FanPlayerStatus wait_until_ready(FanPlayer *player) {
    FanWord rest;
    FanPlayerStatus status = say(player, "isready\n", "readyok");
    return status != FAN_PLAYER_FINE
               ? status
               : hear(player, "readyok", fan_now_ms() + player->patience_ms, NULL, NULL, &rest);
}

FanPlayer fan_player_make(const FanPlayerSpec *spec, const atomic_bool *stop,
                          uint64_t patience_ms) {
    return (FanPlayer){.spec = spec, .stop = stop, .patience_ms = patience_ms};
}

FanPlayerStatus fan_player_start(FanPlayer *player) {
    Offer offers[FAN_PLAYER_OPTIONS_MAX] = {OFFER_NONE};
    FanWord rest;
    if (player->running) {
        return FAN_PLAYER_FINE;
    }
    int error = fan_process_start(&player->process, player->spec->command, player->stop);
    player->running = true;
    if (error) {
        return fail(player, FAN_PLAYER_NOTHING, "cannot be started: %s", strerror(error));
    }
    FanPlayerStatus status = say(player, "ugi\n", "ugiok");
    if (status == FAN_PLAYER_FINE) {
        status = hear(player, "ugiok", fan_now_ms() + player->patience_ms, look_at_greeting, offers,
                      &rest);
    }
    if (status == FAN_PLAYER_FINE) {
        status = set_options(player, offers);
    }
    return status == FAN_PLAYER_FINE ? wait_until_ready(player) : status;
}

void fan_player_end(FanPlayer *player) {
    static const char quit[] = "quit\n";
    if (player->running) {
        if (player->process.pid) {
            (void)fan_process_say(&player->process, quit, strlen(quit), 0);
        }
        fan_process_end(&player->process, GRACE_MS);
    }
    player->running = player->pondering = false;
}

/* --- games ---------------------------------------------------------------------------------------
 */

FanPlayerStatus fan_player_new_game(FanPlayer *player) {
    FanPlayerStatus status = say(player, "uginewgame\n", "readyok");
    return status == FAN_PLAYER_FINE ? wait_until_ready(player) : status;
}

/* A whole number, cut at a billion. */
static bool read_number(FanWord word, int32_t *number) {
    uint64_t size;
    bool negative = word.length > 1 && *word.text == '-';
    FanWord digits = {word.text + negative, word.length - negative};
    if (!fan_word_number(digits, &size)) {
        return false;
    }
    int32_t cut = size < 1000000000 ? (int32_t)size : 1000000000;
    *number = negative ? -cut : cut;
    return true;
}

/* Keeps the score and depth of an `info` line about the best line. */
static void look_at_info(FanPlayer *player, FanWord line, void *context) {
    (void)player;
    FanThought *thought = context, told = {.scored = false};
    int32_t number, line_number = 1;
    if (!fan_word_is(fan_word_next(&line), "info")) {
        return;
    }
    for (FanWord word = fan_word_next(&line); word.length; word = fan_word_next(&line)) {
        if (fan_word_is(word, "string") || fan_word_is(word, "pv")) {
            break;
        } else if (fan_word_is(word, "depth") && read_number(fan_word_next(&line), &number)) {
            told.depth = number > 0 ? (unsigned)number : 0;
        } else if (fan_word_is(word, "multipv") && read_number(fan_word_next(&line), &number)) {
            line_number = number;
        } else if (fan_word_is(word, "cp") || fan_word_is(word, "mate")) {
            told.mate = fan_word_is(word, "mate");
            told.scored = read_number(fan_word_next(&line), &told.score);
        }
    }
    if (told.scored && line_number == 1) {
        *thought = told;
    }
}

static void keep_word(FanWord word, char text[FAN_ANSWER_MAX]) {
    size_t kept = word.length < FAN_ANSWER_MAX - 1 ? word.length : FAN_ANSWER_MAX - 1;
    memcpy(text, word.text, kept);
    text[kept] = '\0';
}

/* Waits for the answer to what was just said. */
static FanPlayerStatus hear_answer(FanPlayer *player, uint64_t start_ms, uint64_t time_ms,
                                   FanAnswer *answer) {
    FanWord rest;
    FanPlayerStatus status =
        hear(player, "bestmove", start_ms + time_ms, look_at_info, &answer->thought, &rest);
    if (status == FAN_PLAYER_FINE) {
        keep_word(fan_word_next(&rest), answer->turn);
        bool expects = fan_word_is(fan_word_next(&rest), "ponder");
        keep_word(expects ? fan_word_next(&rest) : (FanWord){"", 0}, answer->reply);
        answer->elapsed_ms = fan_now_ms() - start_ms;
    }
    return status;
}

static FanPlayerStatus say_by(FanPlayer *player, const char *lines, size_t length,
                              uint64_t deadline_ms) {
    return fail_talking(player, fan_process_say(&player->process, lines, length, deadline_ms),
                        "bestmove");
}

FanPlayerStatus fan_player_ask(FanPlayer *player, const char *lines, size_t length,
                               uint64_t time_ms, FanAnswer *answer) {
    uint64_t start_ms = fan_now_ms();
    answer->thought = (FanThought){.scored = false};
    fan_process_forget(&player->process);
    FanPlayerStatus status = say_by(player, lines, length, start_ms + time_ms);
    return status == FAN_PLAYER_FINE ? hear_answer(player, start_ms, time_ms, answer) : status;
}

FanPlayerStatus fan_player_ponder(FanPlayer *player, const char *lines, size_t length) {
    fan_process_forget(&player->process);
    FanPlayerStatus status = say_by(player, lines, length, fan_now_ms() + player->patience_ms);
    player->pondering = status == FAN_PLAYER_FINE;
    return status;
}

/* What it said while it pondered was about this turn too. */
FanPlayerStatus fan_player_hit(FanPlayer *player, uint64_t time_ms, FanAnswer *answer) {
    static const char hit[] = "ponderhit\n";
    uint64_t start_ms = fan_now_ms();
    answer->thought = (FanThought){.scored = false};
    player->pondering = false;
    FanPlayerStatus status = say_by(player, hit, strlen(hit), start_ms + time_ms);
    return status == FAN_PLAYER_FINE ? hear_answer(player, start_ms, time_ms, answer) : status;
}

FanPlayerStatus fan_player_unponder(FanPlayer *player) {
    static const char stop[] = "stop\n";
    FanAnswer unused = {.elapsed_ms = 0};
    if (!player->pondering) {
        return FAN_PLAYER_FINE;
    }
    player->pondering = false;
    uint64_t start_ms = fan_now_ms();
    FanPlayerStatus status = say_by(player, stop, strlen(stop), start_ms + player->patience_ms);
    return status == FAN_PLAYER_FINE ? hear_answer(player, start_ms, player->patience_ms, &unused)
                                     : status;
}
