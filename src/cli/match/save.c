#include "cli/match/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- the file ------------------------------------------------------------------------------------
 */

static bool write_whole(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* What stands there may end in the middle of a line: what is added begins on its own. */
static int end_last_line(int file) {
    char last;
    off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0 || pread(file, &last, 1, size - 1) != 1 || last == '\n') {
        return 0;
    }
    return write_whole(file, "\n\n", 2) ? 0 : errno;
}

int fan_save_open(FanSave *save, const char *path) {
    fan_record_init(&save->record, NULL);
    save->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return save->file < 0 ? errno : end_last_line(save->file);
}

void fan_save_close(FanSave *save) {
    if (save->file >= 0) {
        close(save->file);
        fan_record_free(&save->record);
    }
    save->file = -1;
}

/* Adds a whole text or nothing. */
static int append(int file, const char *text, size_t length) {
    struct stat before;
    int error = fstat(file, &before) == 0 ? 0 : errno;
    if (error) {
        return error;
    }
    if (write_whole(file, text, length) && (fdatasync(file) == 0 || errno == EINVAL)) {
        return 0; /* a pipe cannot be synchronised: EINVAL */
    }
    error = errno;
    if (S_ISREG(before.st_mode) && ftruncate(file, before.st_size) != 0) {
        error = errno;
    }
    return error;
}

/* --- the record ----------------------------------------------------------------------------------
 */

/* "+0.35/7", "win 5/7": what a player thought of its turn, after so many turns ahead. */
static size_t write_thought(const FanThought *thought, char text[64]) {
    int length;
    if (thought->mate) {
        length =
            snprintf(text, 64, "%s %d", thought->score < 0 ? "loss" : "win", abs(thought->score));
    } else {
        length = snprintf(text, 64, "%c%d.%02d", thought->score < 0 ? '-' : '+',
                          abs(thought->score) / 100, abs(thought->score) % 100);
    }
    if (thought->depth) {
        length += snprintf(text + length, 64 - (size_t)length, "/%u", thought->depth);
    }
    return (size_t)length;
}

static FanEdit add_turns(FanRecord *record, const FanBout *bout) {
    FanEdit edit = FAN_EDIT_OK;
    for (size_t i = 0; i < bout->game.length && edit == FAN_EDIT_OK; i++) {
        char comment[64];
        edit = fan_record_add_turn(record, &bout->plies[i].turn);
        if (edit == FAN_EDIT_OK && bout->thoughts[i].scored) {
            size_t length = write_thought(&bout->thoughts[i], comment);
            edit = fan_record_add_comment(record, comment, length);
        }
    }
    return edit;
}

static FanEdit add_tags(FanRecord *record, const FanSaveTags *tags) {
    char date[16];
    time_t now = time(NULL);
    struct tm day;
    FanEdit edit = FAN_EDIT_OK;
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &day));
    const char *const values[][2] = {{"Event", "Match"},
                                     {"Site", "?"},
                                     {"Date", date},
                                     {"Round", tags->round},
                                     {"White", tags->white},
                                     {"Black", tags->black},
                                     {"TimeControl", tags->time_control}};
    for (size_t i = 0; i < sizeof values / sizeof *values && edit == FAN_EDIT_OK; i++) {
        edit = fan_record_set_tag(record, values[i][0], values[i][1]);
    }
    return edit;
}

static const char by_tables[] = "the result is that of the endgame tables";

/* How it ended, where R5.6 has no word for it in the words of other game records. */
static FanEdit add_verdict(FanRecord *record, const FanBout *bout, const FanVerdict *verdict) {
    FanEdit edit = FAN_EDIT_OK;
    FanOutcome outcome = bout->game.outcome;
    if (verdict->kind == FAN_VERDICT_ILLEGAL || verdict->kind == FAN_VERDICT_ADJUDICATED ||
        verdict->kind == FAN_VERDICT_TABLES) {
        outcome = (FanOutcome){.result = (uint8_t)verdict->result, .reason = FAN_REASON_NONE};
        edit = fan_record_set_tag(record, "Termination",
                                  verdict->kind == FAN_VERDICT_ILLEGAL ? "rules infraction"
                                                                       : "adjudication");
    }
    fan_record_set_outcome(record, outcome);
    if (edit == FAN_EDIT_OK && verdict->kind == FAN_VERDICT_TABLES) {
        edit = fan_record_add_comment(record, by_tables, strlen(by_tables));
    }
    if (edit == FAN_EDIT_OK && verdict->detail[0]) {
        char comment[FAN_VERDICT_DETAIL_MAX + 16];
        int length = snprintf(comment, sizeof comment, "%s %s",
                              verdict->side == FAN_WHITE ? "White" : "Black", verdict->detail);
        for (char *c = comment; *c; c++) {
            *c = *c == '}' ? ')' : *c == '{' ? '(' : *c;
        }
        edit = fan_record_add_comment(record, comment, (size_t)length);
    }
    return edit;
}

typedef struct Text {
    char *bytes; /* owned */
    size_t length, room;
} Text;

static bool add_bytes(void *context, const char *bytes, size_t length) {
    Text *text = context;
    if (text->length + length > text->room) {
        size_t room = 2 * (text->length + length) + 4096;
        char *grown = realloc(text->bytes, room);
        if (!grown) {
            return false;
        }
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return true;
}

int fan_save_game(FanSave *save, const FanBout *bout, const FanVerdict *verdict,
                  const FanSaveTags *tags) {
    const FanPosition *start = fan_game_position_at(&bout->game, 0);
    Text text = {.bytes = NULL};
    fan_record_begin(&save->record, bout->game.board, &bout->game.rules, start);
    FanEdit edit = add_tags(&save->record, tags);
    if (edit == FAN_EDIT_OK) {
        edit = add_turns(&save->record, bout);
    }
    if (edit == FAN_EDIT_OK) {
        edit = add_verdict(&save->record, bout, verdict);
    }
    int error = edit == FAN_EDIT_OK ? 0 : edit == FAN_EDIT_MEMORY ? ENOMEM : EFBIG;
    if (!error && !fan_record_write(&save->record, add_bytes, &text)) {
        error = ENOMEM;
    }
    if (!error) {
        error = append(save->file, text.bytes, text.length);
    }
    free(text.bytes);
    return error;
}
