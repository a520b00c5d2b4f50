/* Messages of the net protocol: the first line names the definition, the rest is the text. */
#include "fuzz/require.h"
#include "protocol/protocol.h"

/* What comes from outside, and events, which come from a store. */
static const char *const names[] = {
    "Command",          "Say",          "Event",      "MakeGame",      "MakeSeek",
    "Credentials",      "NewPassword",  "ReportSent", "TransferTaken", "MakeBot",
    "PushSubscription", "PasswordOnly", "PushEnd",
};

static const char *name_of(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) {
            return names[i];
        }
    }
    return NULL;
}

/* What was taken is taken again as it is written, and is the same. */
static void require_taken_again(const char *name, json_t *value) {
    char why[FAN_PROTOCOL_WHY_MAX];
    char *text = json_dumps(value, JSON_COMPACT);
    REQUIRE(text);
    /* Numbers and escapes may be written longer than they were. */
    if (strlen(text) <= FAN_PROTOCOL_MESSAGE_MAX) {
        json_t *again = fan_protocol_read(name, text, strlen(text), why);
        REQUIRE(again && json_equal(value, again));
        json_decref(again);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data, *end = memchr(text, '\n', size);
    char why[FAN_PROTOCOL_WHY_MAX];
    size_t first = end ? (size_t)(end - text) : size;
    const char *name = name_of(text, first);
    REQUIRE(fan_protocol_begin());
    if (!end || !name) {
        return 0;
    }
    memset(why, 'x', sizeof why);
    json_t *value = fan_protocol_read(name, end + 1, size - first - 1, why);
    if (value) {
        require_taken_again(name, value);
        json_decref(value);
    } else {
        require_sentence(why, strlen(why), sizeof why);
        REQUIRE(why[0]);
    }
    return 0;
}
