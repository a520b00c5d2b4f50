/* Texts that are sent to many and kept once. */
#define _GNU_SOURCE /* mempcpy */
#include "hub/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FanText *room_for(size_t length) {
    FanText *text = malloc(sizeof *text + length + 1);
    if (text) {
        *text = (FanText){.uses = 1, .length = length};
        text->bytes[length] = '\0';
    }
    return text;
}

FanText *fan_text_new(const char *bytes, size_t length) {
    FanText *text = room_for(length);
    if (text) {
        memcpy(text->bytes, bytes, length);
    }
    return text;
}

FanText *fan_text_of(json_t *value) {
    FanText *text = NULL;
    size_t length = value ? json_dumpb(value, NULL, 0, JSON_COMPACT) : 0;
    if (length) {
        text = room_for(length);
    }
    if (text) {
        json_dumpb(value, text->bytes, length, JSON_COMPACT);
    }
    json_decref(value);
    return text;
}

FanText *fan_text_keep(FanText *text) {
    text->uses++;
    return text;
}

void fan_text_drop(FanText *text) {
    if (text && --text->uses == 0) {
        free(text);
    }
}

FanText *fan_text_events(const char *game, FanText *const *texts, size_t from, size_t to, bool is) {
    char head[128];
    int head_length = snprintf(head, sizeof head, "{%s\"game\":\"%s\",\"from\":%zu,\"events\":[",
                               is ? "\"is\":\"events\"," : "", game, from);
    size_t length = (size_t)head_length + 2;
    for (size_t i = from; i < to; i++) {
        length += texts[i]->length + (i > from);
    }
    FanText *text = room_for(length);
    if (!text) {
        return NULL;
    }
    char *end = mempcpy(text->bytes, head, (size_t)head_length);
    for (size_t i = from; i < to; i++) {
        if (i > from) {
            *end++ = ',';
        }
        end = mempcpy(end, texts[i]->bytes, texts[i]->length);
    }
    memcpy(end, "]}", 2);
    return text;
}
