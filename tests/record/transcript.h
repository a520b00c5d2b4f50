/* What reading a stream comes to, as text: every game in its canonical form, every fault as
 * `LINE:COLUMN: game N: REASON`, and how it ended if not by the end of the stream. */
#ifndef FAN_TESTS_RECORD_TRANSCRIPT_H
#define FAN_TESTS_RECORD_TRANSCRIPT_H

#include "support/random.h"
#include "support/test.h"

#include <fanorona/fanorona.h>

/* Text that grows; begins as {0}. */
typedef struct Text {
    char *bytes; /* zero-ended */
    size_t length, room;
} Text;

void text_add(Text *text, const char *bytes, size_t length);
void text_print(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *text); /* keeps the memory */
void text_free(Text *text);

/* A FanSink whose context is a Text. */
bool text_sink(void *context, const char *bytes, size_t length);

/* A source that gives at most `step` bytes at a time. */
typedef struct Pieces {
    FanTextSource text;
    size_t step;
} Pieces;
ptrdiff_t pieces_source(void *context, char *bytes, size_t size);

/* Reads all of a text in pieces. Appends to *out. */
void transcribe(const char *text, size_t length, size_t step, Text *out);

/* The whole text's transcript is `expected`, in pieces of any size. */
void expect_transcript(const char *text, size_t length, const char *expected);

/* Reads the one good game of a text. */
void read_one(const char *text, size_t length, FanRecord *record);

/* The canonical text of a record; appended. */
void write_record(const FanRecord *record, Text *out);

/* A number of elements, not of bytes. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
