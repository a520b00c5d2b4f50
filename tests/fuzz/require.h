/* What a fuzz target holds the code to: a claim that fails is printed and aborts. */
#ifndef FAN_TESTS_FUZZ_REQUIRE_H
#define FAN_TESTS_FUZZ_REQUIRE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(claim)                                                                             \
    ((claim) ? (void)0                                                                             \
             : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim), abort()))

/* A sentence written into `room` bytes: ended, as long as told, safe for a terminal. */
static inline void require_sentence(const char *text, size_t length, size_t room) {
    REQUIRE(length < room);
    REQUIRE(strlen(text) == length);
    for (size_t i = 0; i < length; i++) {
        REQUIRE(text[i] >= 0x20 && text[i] < 0x7F);
    }
}

#endif
