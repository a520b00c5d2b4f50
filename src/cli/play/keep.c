/* Between the session and its file: every change is kept, and a kept game is taken up again. */
#include "cli/play/play.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How a record names who played; what is written here is read here, other names are persons'. */
static const char computer_name[] = "computer, level ", person_name[] = "player";

static void name_seat(const FanSession *session, FanSide side, FanText *text) {
    if (session->seats[side] == FAN_SEAT_COMPUTER) {
        snprintf(text->text, sizeof text->text, "%s%u", computer_name, session->level);
    } else {
        snprintf(text->text, sizeof text->text, "%s", person_name);
    }
}

/* The level if a tag names the computer, else 0. */
static unsigned level_of(const char *name) {
    size_t length = strlen(computer_name);
    if (!name || strncmp(name, computer_name, length) != 0) {
        return 0;
    }
    const char digit = name[length];
    return digit >= '1' && digit <= '0' + FAN_LEVELS && name[length + 1] == '\0'
               ? (unsigned)(digit - '0')
               : 0;
}

static void today(char date[16]) {
    time_t now = time(NULL);
    struct tm local;
    strftime(date, 16, "%Y.%m.%d", localtime_r(&now, &local));
}

/* The game now in the record. Returns false without memory. */
static bool fill_record(FanPlay *play) {
    FanText white, black;
    name_seat(&play->session, FAN_WHITE, &white);
    name_seat(&play->session, FAN_BLACK, &black);
    const char *const tags[][2] = {
        {"Event", "Game at a terminal"},
        {"Date", play->date},
        {"White", white.text},
        {"Black", black.text},
    };
    bool fine = fan_record_from_game(&play->record, &play->session.game) == FAN_EDIT_OK;
    for (size_t i = 0; i < sizeof tags / sizeof *tags && fine; i++) {
        fine = fan_record_set_tag(&play->record, tags[i][0], tags[i][1]) == FAN_EDIT_OK;
    }
    return fine;
}

void fan_play_keep(FanPlay *play) {
    const FanGame *game = &play->session.game;
    if (play->kept == play->session.changes) {
        return;
    }
    play->kept = play->session.changes;
    /* A game in which nothing has happened needs no file. */
    if (game->length == 0 && game->undone == 0 && !fan_session_is_over(&play->session) &&
        play->store.lock < 0) {
        return;
    }
    if (!fill_record(play)) {
        snprintf(play->trouble, sizeof play->trouble, "the game is too long to be kept");
    } else if (!fan_play_folder_keep(&play->store, &play->record)) {
        snprintf(play->trouble, sizeof play->trouble, "%s", play->store.why);
    } else {
        play->trouble[0] = '\0';
    }
}

void fan_play_begin(FanPlay *play) {
    today(play->date);
    fan_play_folder_begin(&play->store, NULL);
    fan_session_begin(&play->session, &play->setup, play->seats);
    play->kept = play->session.changes;
}

void fan_play_next(FanPlay *play, bool vela) {
    today(play->date);
    fan_play_folder_begin(&play->store, NULL);
    fan_session_next(&play->session, vela);
    play->kept = play->session.changes;
}

bool fan_play_load(FanPlay *play, bool kept) {
    const FanRecord *record = &play->record;
    unsigned white = level_of(fan_record_tag(record, "White"));
    unsigned black = level_of(fan_record_tag(record, "Black"));
    const char *date = fan_record_tag(record, "Date");
    uint8_t seats[2] = {play->seats[0], play->seats[1]};
    if (white || black) {
        seats[FAN_WHITE] = white ? FAN_SEAT_COMPUTER : FAN_SEAT_PERSON;
        seats[FAN_BLACK] = black && !white ? FAN_SEAT_COMPUTER : FAN_SEAT_PERSON;
        play->session.level = play->session.certificates ? FAN_LEVELS : white ? white : black;
    } else if (kept) {
        seats[FAN_WHITE] = seats[FAN_BLACK] = FAN_SEAT_PERSON;
    }
    today(play->date);
    if (date && strlen(date) < sizeof play->date) {
        snprintf(play->date, sizeof play->date, "%s", date);
    }
    if (!kept) {
        fan_play_folder_begin(&play->store, NULL);
    }
    bool fine = fan_session_load(&play->session, record, seats);
    if (!fine) {
        fan_session_refuse(&play->session, "not enough memory for the game");
        fan_play_folder_begin(&play->store, NULL); /* a part of it must not take its place */
    }
    play->kept = play->session.changes;
    return fine;
}

bool fan_play_open(FanPlay *play, const char *path) {
    if (!fan_play_folder_read(&play->store, &play->record, path)) {
        fan_session_refuse(&play->session, "%s", play->store.why);
        return false;
    }
    if (!fan_play_load(play, false)) {
        return false;
    }
    fan_session_say(&play->session, "Loaded %s", path);
    return true;
}

bool fan_play_save(FanPlay *play, const char *name) {
    if (!fill_record(play)) {
        fan_session_refuse(&play->session, "the game is too long to be saved");
        return false;
    }
    if (!fan_play_folder_save(&play->store, &play->record, name)) {
        fan_session_refuse(&play->session, "%s", play->store.why);
        return false;
    }
    fan_session_say(&play->session, "Saved as %s", play->store.saved);
    return true;
}

bool fan_play_find(FanPlay *play, FanText *text) {
    const FanRecord *record = &play->record;
    if (!fan_play_folder_resume(&play->store, &play->record)) {
        if (*play->store.why) {
            fan_session_refuse(&play->session, "A kept game is left alone: %s", play->store.why);
        }
        return false;
    }
    char variant[FAN_VARIANT_TEXT_MAX];
    fan_variant_write(&record->board, &record->rules, variant);
    const char *date = fan_record_tag(record, "Date");
    unsigned white = level_of(fan_record_tag(record, "White"));
    unsigned black = level_of(fan_record_tag(record, "Black"));
    char against[64] = "two players";
    if (white || black) {
        snprintf(against, sizeof against, "%s against the computer, level %u",
                 white ? "Black" : "White", white ? white : black);
    }
    snprintf(text->text, sizeof text->text, "%s, %s, %zu turn%s, of %.16s", variant, against,
             record->turns, record->turns == 1 ? "" : "s", date ? date : "?");
    return true;
}
