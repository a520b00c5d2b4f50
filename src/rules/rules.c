#include <fanorona/rules.h>

#include <string.h>

#include "rules/text_in.h"
#include "rules/text_out.h"

FanRules fan_rules_default(void) {
    return (FanRules){.chain = FAN_CHAIN_OPTIONAL,
                      .first_turn = FAN_FIRST_FREE,
                      .blocked = FAN_BLOCKED_LOSS,
                      .repetition = 3,
                      .quiet_limit = 50,
                      .vela = FAN_VELA_NONE,
                      .vela_first = FAN_VELA_FIRST_TAKER};
}

bool fan_rules_endless(const FanRules *rules) {
    return rules->quiet_limit == 0 && rules->repetition == 0;
}

bool fan_rules_equal(const FanRules *a, const FanRules *b) {
    return a->chain == b->chain && a->first_turn == b->first_turn && a->blocked == b->blocked &&
           a->repetition == b->repetition && a->quiet_limit == b->quiet_limit &&
           a->vela == b->vela && a->vela_first == b->vela_first && a->telo == b->telo;
}

enum { CHAIN, FIRST_TURN, BLOCKED, QUIET_LIMIT, REPETITION, VELA, VELA_FIRST, OPTIONS };

static const FanOption options[OPTIONS] = {
    [CHAIN] = {"chain", "optional or mandatory", "optional"},
    [FIRST_TURN] = {"first-turn", "free or single", "free"},
    [BLOCKED] = {"blocked", "loss or draw", "loss"},
    [QUIET_LIMIT] = {"quiet-limit", "0 (off) or 1 to 1000", "50"},
    [REPETITION] = {"repetition", "0 (off) or 2 to 5", "3"},
    [VELA] = {"vela", "none, white or black", "none"},
    [VELA_FIRST] = {"vela-first", "taker or giver", "taker"},
};

enum { CHOICES_MAX = 3 };

/* The words of the options that are a choice of words. */
static const char *const choices[OPTIONS][CHOICES_MAX] = {[CHAIN] = {"optional", "mandatory"},
                                                          [FIRST_TURN] = {"free", "single"},
                                                          [BLOCKED] = {"loss", "draw"},
                                                          [VELA] = {"none", "white", "black"},
                                                          [VELA_FIRST] = {"taker", "giver"}};

const FanOption *fan_rules_options(size_t *count) {
    *count = OPTIONS;
    return options;
}

typedef struct Slice {
    const char *text;
    size_t length;
} Slice;

static bool slice_is(Slice slice, const char *word) {
    for (size_t i = 0; i < slice.length; i++) {
        if (word[i] == '\0' || lower(slice.text[i]) != word[i]) {
            return false;
        }
    }
    return word[slice.length] == '\0';
}

static Slice trim(Slice slice) {
    while (slice.length && is_blank(slice.text[0])) {
        slice.text++, slice.length--;
    }
    while (slice.length && is_blank(slice.text[slice.length - 1])) {
        slice.length--;
    }
    return slice;
}

/* A decimal number without sign, at most `most`; -1 for anything else. */
static int read_number(Slice slice, int most) {
    int value = 0;
    if (slice.length == 0) {
        return -1;
    }
    for (size_t i = 0; i < slice.length; i++) {
        if (!is_digit(slice.text[i])) {
            return -1;
        }
        value = value * 10 + (slice.text[i] - '0');
        if (value > most) {
            return -1;
        }
    }
    return value;
}

/* The number an option's value stands for, -1 if it takes no such value. */
static int read_value(int option, Slice value) {
    if (option == QUIET_LIMIT) {
        return read_number(value, FAN_QUIET_LIMIT_MAX);
    }
    if (option == REPETITION) {
        int times = read_number(value, FAN_REPETITION_MAX);
        return times == 1 ? -1 : times;
    }
    for (int i = 0; i < CHOICES_MAX && choices[option][i]; i++) {
        if (slice_is(value, choices[option][i])) {
            return i;
        }
    }
    return -1;
}

static void set_value(FanRules *rules, int option, int value) {
    switch (option) {
    case CHAIN:
        rules->chain = (uint8_t)value;
        break;
    case FIRST_TURN:
        rules->first_turn = (uint8_t)value;
        break;
    case BLOCKED:
        rules->blocked = (uint8_t)value;
        break;
    case QUIET_LIMIT:
        rules->quiet_limit = (uint16_t)value;
        break;
    case REPETITION:
        rules->repetition = (uint8_t)value;
        break;
    case VELA:
        rules->vela = (uint8_t)value;
        break;
    case VELA_FIRST:
        rules->vela_first = (uint8_t)value;
        break;
    }
}

static int get_value(const FanRules *rules, int option) {
    switch (option) {
    case CHAIN:
        return rules->chain;
    case FIRST_TURN:
        return rules->first_turn;
    case BLOCKED:
        return rules->blocked;
    case QUIET_LIMIT:
        return rules->quiet_limit;
    case REPETITION:
        return rules->repetition;
    case VELA:
        return rules->vela;
    default:
        return rules->vela_first;
    }
}

static int find_option(Slice name) {
    for (int option = 0; option < OPTIONS; option++) {
        if (slice_is(name, options[option].name)) {
            return option;
        }
    }
    return OPTIONS;
}

static FanRulesError fault_at(FanRulesFault fault, const char *text, Slice where,
                              const char *allowed) {
    return (FanRulesError){.fault = fault,
                           .offset = (size_t)(where.text - text),
                           .length = where.length,
                           .allowed = allowed};
}

/* Reads one NAME=VALUE into *rules; `given` remembers the options met. */
static FanRulesError read_item(FanRules *rules, unsigned *given, const char *text, Slice item) {
    const char *equals = item.length ? memchr(item.text, '=', item.length) : NULL;
    if (!equals) {
        return fault_at(FAN_RULES_SHAPE, text, trim(item), NULL);
    }
    Slice name = trim((Slice){item.text, (size_t)(equals - item.text)});
    Slice value = trim((Slice){equals + 1, item.length - (size_t)(equals + 1 - item.text)});
    int option = find_option(name);
    if (option == OPTIONS) {
        return fault_at(FAN_RULES_OPTION, text, name, NULL);
    }
    if (*given & 1u << option) {
        return fault_at(FAN_RULES_REPEATED, text, name, NULL);
    }
    *given |= 1u << option;
    int number = read_value(option, value);
    if (number < 0) {
        return fault_at(FAN_RULES_VALUE, text, value, options[option].values);
    }
    set_value(rules, option, number);
    return (FanRulesError){.fault = FAN_RULES_OK};
}

static FanRulesError read_items(FanRules *rules, const char *text, size_t length) {
    unsigned given = 0;
    if (length >= FAN_RULES_TEXT_MAX) {
        return (FanRulesError){.fault = FAN_RULES_LENGTH, .offset = FAN_RULES_TEXT_MAX - 1};
    }
    if (trim((Slice){text, length}).length == 0) {
        return (FanRulesError){.fault = FAN_RULES_OK};
    }
    for (size_t at = 0; at <= length;) {
        const char *comma = at < length ? memchr(text + at, ',', length - at) : NULL;
        size_t end = comma ? (size_t)(comma - text) : length;
        FanRulesError error = read_item(rules, &given, text, (Slice){text + at, end - at});
        if (error.fault != FAN_RULES_OK) {
            return error;
        }
        at = end + 1;
    }
    return (FanRulesError){.fault = FAN_RULES_OK};
}

bool fan_rules_read(FanRules *rules, const char *text, size_t length, FanRulesError *error) {
    FanRules read = fan_rules_default();
    FanRulesError fault = read_items(&read, text, length);
    if (error) {
        *error = fault;
    }
    if (fault.fault == FAN_RULES_OK) {
        *rules = read;
    }
    return fault.fault == FAN_RULES_OK;
}

size_t fan_rules_write(const FanRules *rules, char *text) {
    FanRules standard = fan_rules_default();
    Out out = out_begin(text, FAN_RULES_TEXT_MAX);
    for (int option = 0; option < OPTIONS; option++) {
        int value = get_value(rules, option);
        if (value == get_value(&standard, option)) {
            continue;
        }
        if (out.length) {
            out_char(&out, ',');
        }
        out_text(&out, options[option].name);
        out_char(&out, '=');
        if (option == QUIET_LIMIT || option == REPETITION) {
            out_number(&out, (unsigned)value);
        } else {
            out_text(&out, choices[option][value]);
        }
    }
    return out_end(&out);
}

char *fan_clause_write(FanClause clause, char *text) {
    Out out = out_begin(text, FAN_CLAUSE_TEXT_MAX);
    out_char(&out, 'R');
    out_number(&out, clause / 100u);
    if (clause % 100u) {
        out_char(&out, '.');
        out_number(&out, clause % 100u);
    }
    out_end(&out);
    return text;
}
