#include "record/utf8.h"

#include <string.h>

size_t fan_utf8_read(const char *text, size_t length, uint32_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char c = (unsigned char)text[0];
    size_t bytes = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
    if (bytes == 0 || bytes > length) {
        return 0;
    }
    uint32_t value = bytes == 1 ? c : c & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        unsigned char next = (unsigned char)text[i];
        if (next >> 6 != 2) {
            return 0;
        }
        value = value << 6 | (next & 0x3F);
    }
    if (value < least[bytes] || value > 0x10FFFF || value >> 11 == 0xD800 >> 11) {
        return 0;
    }
    *character = value;
    return bytes;
}

bool fan_is_control(uint32_t character) {
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

static bool may_stand(uint32_t character, bool lines) {
    return !fan_is_control(character) ||
           (lines && (character == '\n' || character == '\r' || character == '\t'));
}

size_t fan_text_good(const char *text, size_t length, bool lines) {
    size_t at = 0;
    while (at < length) {
        uint32_t character = (unsigned char)text[at];
        size_t bytes = character < 0x80 ? 1 : fan_utf8_read(text + at, length - at, &character);
        if (bytes == 0 || !may_stand(character, lines)) {
            break;
        }
        at += bytes;
    }
    return at;
}

size_t fan_utf8_count(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += ((unsigned char)text[i] >> 6) != 2;
    }
    return count;
}
