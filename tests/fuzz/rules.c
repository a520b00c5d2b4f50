/* Rule options as text (R8). */
#include "fuzz/require.h"

#include <fanorona/text.h>

static void require_sound(const FanRules *rules) {
    REQUIRE(rules->chain <= FAN_CHAIN_MANDATORY);
    REQUIRE(rules->first_turn <= FAN_FIRST_SINGLE);
    REQUIRE(rules->blocked <= FAN_BLOCKED_DRAW);
    REQUIRE(rules->repetition <= FAN_REPETITION_MAX && rules->repetition != 1);
    REQUIRE(rules->quiet_limit <= FAN_QUIET_LIMIT_MAX);
    REQUIRE(rules->vela <= FAN_VELA_BLACK);
    REQUIRE(rules->vela_first <= FAN_VELA_FIRST_GIVER);
    REQUIRE(rules->telo == 0);
}

static void require_read_back(const FanRules *rules) {
    char text[FAN_RULES_TEXT_MAX];
    FanRules again;
    size_t length = fan_rules_write(rules, text);
    require_sentence(text, length, sizeof text);
    REQUIRE(fan_rules_read(&again, text, length, NULL));
    REQUIRE(fan_rules_equal(&again, rules));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    FanRules rules, before;
    FanRulesError error;
    memset(&rules, 0x5A, sizeof rules);
    before = rules;
    if (fan_rules_read(&rules, text, size, &error)) {
        REQUIRE(error.fault == FAN_RULES_OK);
        require_sound(&rules);
        require_read_back(&rules);
        return 0;
    }
    char sentence[512];
    REQUIRE(memcmp(&rules, &before, sizeof rules) == 0);
    REQUIRE(error.fault > FAN_RULES_OK && error.fault <= FAN_RULES_LENGTH);
    REQUIRE(error.offset <= size && error.length <= size - error.offset);
    REQUIRE((error.allowed != NULL) == (error.fault == FAN_RULES_VALUE));
    size_t length = fan_rules_error_write(&error, text, sentence, sizeof sentence);
    require_sentence(sentence, length, sizeof sentence);
    REQUIRE(length > 0);
    REQUIRE(!fan_rules_read(&before, text, size, NULL));
    return 0;
}
