/* Texts that are sent to many and kept once. */
#ifndef FAN_HUB_TEXT_H
#define FAN_HUB_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct FanText {
    unsigned uses;
    size_t length;
    char bytes[]; /* zero-ended */
} FanText;

/* With one use, the caller's. NULL without memory. */
FanText *fan_text_new(const char *bytes, size_t length);
FanText *fan_text_of(json_t *value); /* takes the value over, NULL too */
FanText *fan_text_keep(FanText *text);
void fan_text_drop(FanText *text); /* NULL is fine */

/* {"is":"events",…} or, with `is` false, the body of game.events: texts[from … to) as they are. */
FanText *fan_text_events(const char *game, FanText *const *texts, size_t from, size_t to, bool is);

#endif
