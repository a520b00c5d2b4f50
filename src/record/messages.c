/* Faults in English sentences. */
#include "record/build.h"
#include "record/parse.h"
#include "record/utf8.h"
#include "rules/text_out.h"

static Out begin(FanRecordFault *fault) {
    return out_begin(fault->reason, sizeof fault->reason);
}

static void out_hex(Out *out, uint32_t value, unsigned digits) {
    while (digits-- > 0) {
        out_char(out, "0123456789ABCDEF"[value >> 4 * digits & 15]);
    }
}

/* One character: itself, or its number. */
static void out_character(Out *out, const char *text, size_t length) {
    uint32_t character;
    if (length == 0 || fan_utf8_read(text, length, &character) == 0) {
        out_text(out, "the byte ");
        out_hex(out, (unsigned char)*text, 2);
    } else if (character > ' ' && character <= '~') {
        out_quoted(out, text, 1);
    } else {
        out_text(out, "the character U+");
        out_hex(out, character, character > 0xFFFF ? 6 : 4);
    }
}

/* The sentences name these. */
_Static_assert(FAN_TAG_NAME_MAX == 64 && FAN_TAG_VALUE_MAX == 1024 && FAN_RECORD_TAGS_MAX == 128 &&
                   FAN_NAG_MAX == 255 && FAN_COMMENT_MAX == 65536 && FAN_RECORD_DEPTH_MAX == 64 &&
                   FAN_RECORD_ITEMS_MAX == 65536 && FAN_RECORD_TEXT_MAX == 262144 &&
                   FAN_RECORD_BYTES_MAX == 8388608,
               "a limit has changed: its sentence, too");

static const char *const sentences[] = {
    [FAN_FAULT_TAG_NAME] = "a tag needs a name of at most 64 letters, digits and underscores",
    [FAN_FAULT_TAG_VALUE] = "a tag needs a value in quotes after its name",
    [FAN_FAULT_TAG_QUOTE] = "the value of a tag is not closed by a quote on its line",
    [FAN_FAULT_TAG_BRACKET] = "a tag is not closed by ] after its value",
    [FAN_FAULT_TAG_LONG] = "the value of a tag is longer than 1024 bytes",
    [FAN_FAULT_TAG_REPEATED] = "the tag is given twice",
    [FAN_FAULT_TAGS_MANY] = "a game has at most 128 tags",
    [FAN_FAULT_VARIANT] = "the variant is neither tsivy, dimy nor telo nor a size such as 7x3, odd "
                          "both ways, at least 3 and at most 49 points",
    [FAN_FAULT_RULES_FIT] = "vela is played on tsivy and dimy only",
    [FAN_FAULT_RESULT] = "the tag Result must be 1-0, 0-1, 1/2-1/2 or *",
    [FAN_FAULT_MARK] = "a mark is one of ! ? !! ?? !? ?!",
    [FAN_FAULT_NAG] = "$ needs a number from 0 to 255 after it",
    [FAN_FAULT_COMMENT_OPEN] = "the comment is never closed by }",
    [FAN_FAULT_COMMENT_LONG] = "the comment is longer than 65536 bytes, or never closed",
    [FAN_FAULT_COMMENT_CLOSE] = "} closes no comment",
    [FAN_FAULT_VARIATION_OPEN] = "the variation is never closed by )",
    [FAN_FAULT_VARIATION_CLOSE] = ") closes no variation",
    [FAN_FAULT_VARIATION_NOTHING] = "the variation has no turn before it to replace",
    [FAN_FAULT_VARIATION_DEEP] = "more than 64 variations within each other",
    [FAN_FAULT_NO_RESULT] = "the game ends without a result: 1-0, 0-1, 1/2-1/2 or *",
    [FAN_FAULT_ITEMS] = "a game has at most 65536 turns, comments, marks and ends of variations",
    [FAN_FAULT_TEXT] = "the tags and comments of a game are longer than 262144 bytes together",
    [FAN_FAULT_BYTES] = "the game is longer than 8388608 bytes",
};

void fan_fault_write(FanRecordFault *fault, const char *text, size_t length) {
    Out out = begin(fault);
    switch ((FanRecordFaultCode)fault->code) {
    case FAN_FAULT_CHARACTER:
        out_character(&out, text, length);
        out_text(&out, " has no place here");
        break;
    case FAN_FAULT_CONTROL:
        out_character(&out, text, length);
        out_text(&out, " is a control character");
        break;
    case FAN_FAULT_UTF8:
        out_character(&out, text, 0);
        out_text(&out, " is not UTF-8");
        break;
    default: {
        const char *sentence =
            fault->code < sizeof sentences / sizeof *sentences ? sentences[fault->code] : NULL;
        out_text(&out, sentence ? sentence : "");
    }
    }
    out_clause(&out, fault->clause);
    out_end(&out);
}

static void end_at(FanRecordFault *fault, Out *out, size_t written) {
    out->length += written;
    out_clause(out, fault->clause);
    out_end(out);
}

void fan_fault_write_setup(FanRecordFault *fault, const FanSetupError *error, const char *text) {
    Out out = begin(fault);
    end_at(fault, &out, fan_setup_error_write(error, text, out.text, out.size));
}

void fan_fault_write_rules(FanRecordFault *fault, const FanRulesError *error, const char *text) {
    Out out = begin(fault);
    end_at(fault, &out, fan_rules_error_write(error, text, out.text, out.size));
}

void fan_fault_write_turn(FanRecordFault *fault, const FanBoard *board, const FanTurnError *error,
                          const char *text, size_t length) {
    Out out = begin(fault);
    out_quoted(&out, text, length);
    out_text(&out, " is ");
    size_t written = fan_turn_error_write(board, error, text, length, out.text + out.length,
                                          out.size - out.length);
    out.length += written;
    out_end(&out);
}

static void out_outcome(Out *out, FanOutcome outcome) {
    static const char *const words[] = {"the game goes on", "White has won", "Black has won",
                                        "the game is drawn"};
    out_text(out, words[outcome.result]);
    if (outcome.reason) {
        out_text(out, " by ");
        out_text(out, fan_reason_word((FanReason)outcome.reason));
    }
}

void fan_fault_write_ended(FanRecordFault *fault, FanOutcome outcome) {
    Out out = begin(fault);
    out_text(&out, "a turn after the end: ");
    out_outcome(&out, outcome);
    out_clause(&out, outcome.clause);
    out_end(&out);
}

static const char *terminator(FanResult result) {
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[result];
}

/* What a game came to: by the rules, else its result. */
static void out_end_of_game(Out *out, const char *told, FanOutcome outcome) {
    if (outcome.reason) {
        out_outcome(out, outcome);
    } else {
        out_text(out, told);
        out_text(out, terminator((FanResult)outcome.result));
    }
}

void fan_fault_write_results(FanRecordFault *fault, FanResult said, FanOutcome outcome) {
    Out out = begin(fault);
    out_text(&out, fault->code == FAN_FAULT_RESULT_TAG ? "the tag Result" : "the result");
    out_text(&out, " says ");
    out_text(&out, terminator(said));
    out_text(&out, ", but ");
    out_end_of_game(&out, "the game ends with ", outcome);
    out_clause(&out, fault->clause);
    out_end(&out);
}

void fan_fault_write_termination(FanRecordFault *fault, FanReason word, FanOutcome outcome) {
    Out out = begin(fault);
    out_text(&out, "the tag Termination says ");
    out_text(&out, fan_reason_word(word));
    out_text(&out, ", but ");
    if (!outcome.reason && !fan_reason_by_word(word)) {
        out_text(&out, "the rules do not end the game there");
    } else {
        out_end_of_game(&out, "the result is ", outcome);
    }
    out_clause(&out, fault->clause);
    out_end(&out);
}
