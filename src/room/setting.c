#include "room/setting.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MS_A_SECOND = 1000, MS_A_DAY = 86400000 };

static bool fail(char why[SETTING_WHY_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool fail(char why[SETTING_WHY_MAX], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, SETTING_WHY_MAX, format, arguments);
    va_end(arguments);
    return false;
}

static const char *word(const json_t *spec, const char *name) {
    return json_string_value(json_object_get(spec, name));
}

static bool read_board_and_rules(Setting *setting, const json_t *spec, char *why) {
    const char *variant = word(spec, "variant"), *rules = word(spec, "rules");
    FanRulesError error;
    FanBoard board;
    if (!fan_rules_read(&setting->rules, rules, strlen(rules), &error)) {
        fan_rules_error_write(&error, rules, why, SETTING_WHY_MAX);
        return false;
    }
    if (!fan_variant_read(&board, &setting->rules, variant, strlen(variant))) {
        return fail(why, "there is no such board");
    }
    setting->board = fan_room_board(board.files, board.ranks);
    return true;
}

static bool read_start(Setting *setting, const char *text, char *why) {
    FanSetupError error;
    FanBoard board;
    if (!text) {
        setting->start = fan_position_start(setting->board, &setting->rules);
    } else if (fan_position_read(&board, &setting->start, &setting->rules, setting->board, text,
                                 strlen(text), &error, 1) != 0) {
        fan_setup_error_write(&error, text, why, SETTING_WHY_MAX);
        return false;
    }
    FanPosition usual = fan_position_start(setting->board, &setting->rules);
    setting->usual = fan_position_equal(&setting->start, &usual);
    return true;
}

static json_int_t number(const json_t *clock, const char *name) {
    return json_integer_value(json_object_get(clock, name));
}

static bool read_clock(Setting *setting, const json_t *clock, char *why) {
    const char *kind = word(clock, "kind");
    if (strcmp(kind, "real") == 0) {
        setting->clock = FAN_ROOM_CLOCK_REAL;
        setting->base_ms = number(clock, "base_s") * MS_A_SECOND;
        setting->increment_ms = number(clock, "increment_s") * MS_A_SECOND;
        if (setting->base_ms == 0) {
            setting->base_ms = setting->increment_ms;
        }
        return setting->base_ms > 0 || fail(why, "a clock without time");
    }
    setting->clock = FAN_ROOM_CLOCK_NONE;
    if (strcmp(kind, "days") == 0) {
        setting->clock = FAN_ROOM_CLOCK_DAYS;
        setting->base_ms = number(clock, "days") * MS_A_DAY;
    }
    return true;
}

/* Whether it is one of the games that have ratings: a named one as everybody plays it. */
static bool may_be_rated(const Setting *setting) {
    char variant[FAN_VARIANT_TEXT_MAX];
    FanRules usual = fan_rules_default();
    usual.telo = setting->rules.telo;
    fan_variant_write(setting->board, &setting->rules, variant);
    return setting->usual && fan_rules_equal(&setting->rules, &usual) &&
           setting->clock != FAN_ROOM_CLOCK_NONE && strchr(variant, 'x') == NULL;
}

static bool can_be_played(const Setting *setting, char *why) {
    if (!fan_rules_fit(&setting->rules, setting->board)) {
        return fail(why, "these rules do not fit the board");
    }
    if (fan_rules_endless(&setting->rules)) {
        return fail(why, "without quiet-limit and repetition a game might never end (R8)");
    }
    if (fan_position_outcome(setting->board, &setting->rules, &setting->start).result !=
        FAN_ONGOING) {
        return fail(why, "the game is over in the position it begins with");
    }
    if (setting->rated && !may_be_rated(setting)) {
        return fail(why, "rated games are tsivy, dimy or telo from the usual start, with every "
                         "rule at its default, and with a clock");
    }
    return true;
}

bool fan_room_setting_read(Setting *setting, const json_t *spec, char why[SETTING_WHY_MAX]) {
    memset(setting, 0, sizeof *setting);
    setting->rated = json_is_true(json_object_get(spec, "rated"));
    if (!read_board_and_rules(setting, spec, why)) {
        return false;
    }
    /* Vela on a board that has none has no start. */
    if (!word(spec, "start") && !fan_rules_fit(&setting->rules, setting->board)) {
        return fail(why, "these rules do not fit the board");
    }
    return read_start(setting, word(spec, "start"), why) &&
           read_clock(setting, json_object_get(spec, "clock"), why) && can_be_played(setting, why);
}

/* A base of 0 is written as what it means: the increment is the first stock. */
static json_t *write_clock(const Setting *setting) {
    switch (setting->clock) {
    case FAN_ROOM_CLOCK_REAL:
        return json_pack("{s:s, s:I, s:I}", "kind", "real", "base_s",
                         (json_int_t)(setting->base_ms / MS_A_SECOND), "increment_s",
                         (json_int_t)(setting->increment_ms / MS_A_SECOND));
    case FAN_ROOM_CLOCK_DAYS:
        return json_pack("{s:s, s:I}", "kind", "days", "days",
                         (json_int_t)(setting->base_ms / MS_A_DAY));
    case FAN_ROOM_CLOCK_NONE:
        break;
    }
    return json_pack("{s:s}", "kind", "none");
}

json_t *fan_room_setting_write(const Setting *setting) {
    char variant[FAN_VARIANT_TEXT_MAX], rules[FAN_RULES_TEXT_MAX], start[FAN_POSITION_TEXT_MAX];
    fan_variant_write(setting->board, &setting->rules, variant);
    fan_rules_write(&setting->rules, rules);
    fan_position_write(setting->board, &setting->start, start);
    return json_pack("{s:s, s:s, s:o, s:b, s:s*}", "variant", variant, "rules", rules, "clock",
                     write_clock(setting), "rated", (int)setting->rated, "start",
                     setting->usual ? NULL : start);
}
