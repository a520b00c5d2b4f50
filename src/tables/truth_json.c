/* Truths as JSON: the answer of `fanorona tables probe --json`, of the server and of the page's
 * core. All words in it are ours, so that nothing needs escaping. */
#include <fanorona/tables.h>

#include <stdlib.h>
#include <string.h>

enum {
    TRUTH_MAX = 96, /* bytes of a truth's members, longest numbers included */
    HEAD_MAX = 128, /* of what stands around the turns */
};

typedef struct Text {
    char *at;
} Text;

static void add(Text *text, const char *piece) {
    size_t length = strlen(piece);
    memcpy(text->at, piece, length);
    text->at += length;
}

static void add_number(Text *text, unsigned number) {
    char digits[12], *digit = digits + sizeof digits;
    *--digit = '\0';
    do {
        *--digit = (char)('0' + number % 10);
    } while (number /= 10);
    add(text, digit);
}

static void add_value(Text *text, const char *key, FanTableValue value) {
    add(text, key);
    add(text, "\"");
    add(text, fan_table_value_word(value));
    add(text, "\"");
}

static void add_truth(Text *text, const FanTruth *truth) {
    add_value(text, "\"value\":", truth->value);
    if (truth->has_distance) {
        add(text, ",\"distance\":");
        add_number(text, truth->distance);
    }
    if (truth->has_limited) {
        add_value(text, ",\"limited\":", truth->limited);
    }
    if (truth->has_limited && truth->limited != FAN_TABLE_DRAW) {
        add(text, ",\"limitedDistance\":");
        add_number(text, truth->limited_distance);
    }
}

const char *fan_table_value_word(FanTableValue value) {
    static const char *const words[] = {"draw", "win", "loss"};
    return words[value];
}

char *fan_truths_json(const FanTruths *truths) {
    static const char *const metrics[] = {"values", "dtc", "dtw"};
    size_t turn_max = TRUTH_MAX + FAN_TURN_TEXT_MAX + sizeof "{\"turn\":\"\",},";
    char *json = malloc(HEAD_MAX + TRUTH_MAX + truths->count * turn_max);
    if (!json) {
        return NULL;
    }
    Text text = {json};
    add(&text, "{");
    add_truth(&text, &truths->position);
    add(&text, ",\"metric\":\"");
    add(&text, metrics[truths->metric]);
    add(&text, "\",\"turns\":[");
    for (size_t i = 0; i < truths->count; i++) {
        add(&text, i ? ",{\"turn\":\"" : "{\"turn\":\"");
        add(&text, truths->turns[i].text);
        add(&text, "\",");
        add_truth(&text, &truths->turns[i].truth);
        add(&text, "}");
    }
    add(&text, "]}");
    *text.at = '\0';
    return json;
}
