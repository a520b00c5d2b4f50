#include "record/transcript.h"

void text_add(Text *text, const char *bytes, size_t length) {
    if (text->length + length + 1 > text->room) {
        text->room = 2 * (text->length + length + 1);
        text->bytes = realloc(text->bytes, text->room);
        assert_non_null(text->bytes);
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_print(Text *text, const char *format, ...) {
    char line[2048];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < sizeof line);
    text_add(text, line, (size_t)length);
}

void text_clear(Text *text) {
    text->length = 0;
    text_add(text, "", 0);
}

void text_free(Text *text) {
    free(text->bytes);
    *text = (Text){0};
}

bool text_sink(void *context, const char *bytes, size_t length) {
    text_add(context, bytes, length);
    return true;
}

ptrdiff_t pieces_source(void *context, char *bytes, size_t size) {
    Pieces *pieces = context;
    return fan_text_source(&pieces->text, bytes, size < pieces->step ? size : pieces->step);
}

void write_record(const FanRecord *record, Text *out) {
    assert_true(fan_record_write(record, text_sink, out));
}

static void print_fault(const FanRecordReader *reader, Text *out) {
    const FanRecordFault *fault = fan_record_reader_fault(reader);
    assert_true(strlen(fault->reason) > 0);
    text_print(out, "%llu:%llu: game %llu: %s\n", (unsigned long long)fault->line,
               (unsigned long long)fault->column, (unsigned long long)fault->game, fault->reason);
}

void transcribe(const char *text, size_t length, size_t step, Text *out) {
    Pieces pieces = {{text, length}, step};
    FanRecordReader *reader = fan_record_reader_new(pieces_source, &pieces, NULL);
    FanRecord record;
    FanRecordReading reading;
    assert_non_null(reader);
    fan_record_init(&record, NULL);
    text_add(out, "", 0);
    while ((reading = fan_record_read(reader, &record)) <= FAN_RECORD_FAULT) {
        if (reading == FAN_RECORD_GAME) {
            write_record(&record, out);
        } else {
            print_fault(reader, out);
        }
    }
    assert_int_equal(reading, FAN_RECORD_END);
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_END);
    assert_int_equal(fan_record_reader_bytes(reader), length);
    fan_record_free(&record);
    fan_record_reader_free(reader);
}

void expect_transcript(const char *text, size_t length, const char *expected) {
    const size_t steps[] = {length + 1, 1, 7};
    Text out = {0};
    for (size_t i = 0; i < COUNT(steps); i++) {
        text_clear(&out);
        transcribe(text, length, steps[i], &out);
        if (strcmp(out.bytes, expected) != 0) {
            fail_msg("in pieces of %zu\n--- text\n%.*s\n--- wanted\n%s\n--- got\n%s", steps[i],
                     (int)length, text, expected, out.bytes);
        }
    }
    text_free(&out);
}

void read_one(const char *text, size_t length, FanRecord *record) {
    FanTextSource source = {text, length};
    FanRecordReader *reader = fan_record_reader_new(fan_text_source, &source, NULL);
    assert_non_null(reader);
    if (fan_record_read(reader, record) != FAN_RECORD_GAME) {
        fail_msg("%s\n%.*s", fan_record_reader_fault(reader)->reason, (int)length, text);
    }
    FanRecord rest;
    fan_record_init(&rest, NULL);
    assert_int_equal(fan_record_read(reader, &rest), FAN_RECORD_END);
    fan_record_free(&rest);
    fan_record_reader_free(reader);
}
