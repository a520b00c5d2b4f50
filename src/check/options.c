/* The rule options (section 8). */
#include "check/check.h"

#include <stdio.h>
#include <string.h>

CheckRules check_rules_default(void) {
    return (CheckRules){
        .chain = CHECK_CHAIN_OPTIONAL,
        .first_turn = CHECK_FIRST_FREE,
        .blocked = CHECK_BLOCKED_LOSS,
        .quiet_limit = 50,
        .repetition = 3,
        .vela = CHECK_VELA_NONE,
        .vela_first = CHECK_VELA_FIRST_TAKER,
        .telo = false,
    };
}

/* A whole number without sign or leading zero, at most `most`; -1 if the text is anything else. */
static int read_number(const char *text, int most) {
    char written[8];
    int number;
    if (sscanf(text, "%4d", &number) != 1 || number < 0 || number > most) {
        return -1;
    }
    sprintf(written, "%d", number);
    return strcmp(written, text) == 0 ? number : -1;
}

static bool read_option(const char *item, CheckRules *rules) {
    if (strcmp(item, "chain=optional") == 0) {
        return rules->chain = CHECK_CHAIN_OPTIONAL, true;
    }
    if (strcmp(item, "chain=mandatory") == 0) {
        return rules->chain = CHECK_CHAIN_MANDATORY, true;
    }
    if (strcmp(item, "first-turn=free") == 0) {
        return rules->first_turn = CHECK_FIRST_FREE, true;
    }
    if (strcmp(item, "first-turn=single") == 0) {
        return rules->first_turn = CHECK_FIRST_SINGLE, true;
    }
    if (strcmp(item, "blocked=loss") == 0) {
        return rules->blocked = CHECK_BLOCKED_LOSS, true;
    }
    if (strcmp(item, "blocked=draw") == 0) {
        return rules->blocked = CHECK_BLOCKED_DRAW, true;
    }
    if (strncmp(item, "quiet-limit=", 12) == 0) {
        return (rules->quiet_limit = read_number(item + 12, 1000)) >= 0;
    }
    if (strncmp(item, "repetition=", 11) == 0) {
        rules->repetition = read_number(item + 11, 5);
        return rules->repetition == 0 || rules->repetition >= 2;
    }
    if (strcmp(item, "vela=none") == 0) {
        return rules->vela = CHECK_VELA_NONE, true;
    }
    if (strcmp(item, "vela=white") == 0) {
        return rules->vela = CHECK_VELA_WHITE, true;
    }
    if (strcmp(item, "vela=black") == 0) {
        return rules->vela = CHECK_VELA_BLACK, true;
    }
    if (strcmp(item, "vela-first=taker") == 0) {
        return rules->vela_first = CHECK_VELA_FIRST_TAKER, true;
    }
    if (strcmp(item, "vela-first=giver") == 0) {
        return rules->vela_first = CHECK_VELA_FIRST_GIVER, true;
    }
    return false;
}

bool check_rules_read(const char *text, CheckRules *rules) {
    CheckRules read = check_rules_default();
    while (*text != '\0') {
        char item[32];
        size_t length = strcspn(text, ",");
        if (length >= sizeof item) {
            return false;
        }
        memcpy(item, text, length);
        item[length] = '\0';
        if (!read_option(item, &read)) {
            return false;
        }
        text += length;
        if (*text == ',' && *++text == '\0') {
            return false;
        }
    }
    *rules = read;
    return true;
}
