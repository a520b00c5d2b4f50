#include "store/request.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1024, ROWS_FIRST = 8 };

struct FanBlock {
    FanBlock *next;
    size_t used, size;
    max_align_t bytes[];
};

void *fan_request_new(const FanRequestKind *kind, size_t bytes) {
    FanRequest *request = calloc(1, bytes);
    if (request != NULL) {
        request->kind = kind;
    }
    return request;
}

void fan_request_free(FanRequest *request) {
    while (request->blocks != NULL) {
        FanBlock *block = request->blocks;
        request->blocks = block->next;
        free(block);
    }
    free(request);
}

static FanBlock *add_block(FanRequest *request, size_t bytes) {
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    FanBlock *block = malloc(sizeof *block + size);
    if (block == NULL) {
        request->no_memory = true;
        return NULL;
    }
    *block = (FanBlock){.next = request->blocks, .size = size};
    request->blocks = block;
    return block;
}

void *fan_request_room(FanRequest *request, size_t bytes) {
    size_t align = _Alignof(max_align_t);
    bytes = (bytes + align - 1) / align * align;
    FanBlock *block = request->blocks;
    if (block == NULL || block->size - block->used < bytes) {
        block = add_block(request, bytes);
    }
    if (block == NULL) {
        return NULL;
    }
    void *room = (char *)block->bytes + block->used;
    block->used += bytes;
    return room;
}

/* UTF-8 as RFC 3629 has it; PostgreSQL takes no other, so SQLite is given no other. */
static size_t sequence_length(const unsigned char *c) {
    if (c[0] < 0x80) {
        return 1;
    }
    size_t length = c[0] >= 0xc2 && c[0] <= 0xdf   ? 2
                    : c[0] >= 0xe0 && c[0] <= 0xef ? 3
                    : c[0] >= 0xf0 && c[0] <= 0xf4 ? 4
                                                   : 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool surrogate = c[0] == 0xed && c[1] > 0x9f;
    bool too_high = c[0] == 0xf4 && c[1] > 0x8f;
    return overlong || surrogate || too_high ? 0 : length;
}

static bool is_utf8(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        size_t length = sequence_length(c);
        if (length == 0) {
            return false;
        }
        c += length;
    }
    return true;
}

static const char *copy(FanRequest *request, const char *text, size_t length) {
    char *room = fan_request_room(request, length + 1);
    if (room != NULL) {
        memcpy(room, text, length);
        room[length] = '\0';
    }
    return room;
}

const char *fan_request_maybe(FanRequest *request, const char *text, size_t max_bytes) {
    if (text == NULL) {
        return NULL;
    }
    size_t length = strnlen(text, max_bytes);
    if (length == max_bytes) {
        request->fault = "a text or an id is too long";
        return NULL;
    }
    if (!is_utf8(text)) {
        request->fault = "a text is not UTF-8";
        return NULL;
    }
    return copy(request, text, length);
}

const char *fan_request_text(FanRequest *request, const char *text, size_t max_bytes) {
    if (text == NULL) {
        request->fault = "a text or an id is missing";
    }
    return fan_request_maybe(request, text, max_bytes);
}

const char *fan_request_keep(FanRequest *request, const char *text) {
    return text != NULL ? copy(request, text, strlen(text)) : NULL;
}

void *fan_request_row(FanRequest *request, void **rows, size_t *count, size_t bytes) {
    bool full = *count == 0 || (*count >= ROWS_FIRST && (*count & (*count - 1)) == 0);
    if (full) {
        size_t room = *count == 0 ? ROWS_FIRST : *count * 2;
        void *more = fan_request_room(request, room * bytes);
        if (more == NULL) {
            return NULL;
        }
        if (*count > 0) {
            memcpy(more, *rows, *count * bytes);
        }
        *rows = more;
    }
    return (char *)*rows + bytes * (*count)++;
}
