/* Text that a record may keep: UTF-8 without control characters, so that whatever shows it later –
 * a terminal, a page, JSON – need not look again. */
#ifndef FAN_RECORD_UTF8_H
#define FAN_RECORD_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at the beginning of the text and its number; 0 if it is not UTF-8 (cut
 * short, longer than needed, a surrogate, beyond U+10FFFF). `length` is at least 1. */
size_t fan_utf8_read(const char *text, size_t length, uint32_t *character);

/* C0, DEL and C1. */
bool fan_is_control(uint32_t character);

/* How many bytes from the beginning may be kept: `length` if all may. `lines`: tabs and the ends of
 * lines may stand in it too. */
size_t fan_text_good(const char *text, size_t length, bool lines);

/* How many characters: bytes that do not continue one. */
size_t fan_utf8_count(const char *text, size_t length);

#endif
