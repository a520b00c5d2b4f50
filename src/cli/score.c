#include "cli/score.h"

#include <stdlib.h>

const char *fan_score_write(FanScore score, char *text) {
    if (FAN_SCORE_IS_WIN(score)) {
        snprintf(text, FAN_SCORE_TEXT_MAX, "win %d", FAN_SCORE_WIN - score);
    } else if (FAN_SCORE_IS_LOSS(score)) {
        snprintf(text, FAN_SCORE_TEXT_MAX, "loss %d", FAN_SCORE_WIN + score);
    } else if (FAN_SCORE_IS_TABLE_WIN(score) || FAN_SCORE_IS_TABLE_LOSS(score)) {
        snprintf(text, FAN_SCORE_TEXT_MAX, "%s%s", score > 0 ? "won" : "lost",
                 abs(score) > FAN_SCORE_TABLE_LATE ? "" : "?");
    } else {
        snprintf(text, FAN_SCORE_TEXT_MAX, "%c%d.%02d", score < 0 ? '-' : '+', abs(score) / 100,
                 abs(score) % 100);
    }
    return text;
}

/* Whether it is sure to come before the quiet limit. */
static json_t *table_score_to_json(FanScore score) {
    return json_pack("{s:s, s:b}", "table", score > 0 ? "win" : "loss", "sure",
                     abs(score) > FAN_SCORE_TABLE_LATE);
}

json_t *fan_score_to_json(FanScore score) {
    return FAN_SCORE_IS_WIN(score)    ? json_pack("{s:i}", "win", FAN_SCORE_WIN - score)
           : FAN_SCORE_IS_LOSS(score) ? json_pack("{s:i}", "loss", FAN_SCORE_WIN + score)
           : FAN_SCORE_IS_TABLE_WIN(score) || FAN_SCORE_IS_TABLE_LOSS(score)
               ? table_score_to_json(score)
               : json_pack("{s:i}", "hundredths", score);
}
