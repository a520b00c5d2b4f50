/* Any wishes of two players at a terminal: the session stays whole, whatever is touched, typed,
 * taken back or ended in whatever order.
 *
 * The first byte chooses the game, each further one is a wish. */
#include "require.h"

#include "cli/play/session.h"

enum { TURNS_MAX = 400, TYPED_MAX = 24 };

static FanSession session;

static const char *const games[][2] = {
    {"tsivy", ""},
    {"dimy", ""},
    {"telo", ""},
    {"7x3", "chain=mandatory"},
    {"3x15", "first-turn=single"},
    {"tsivy", "vela=white"},
    {"dimy", "vela=black,vela-first=giver,quiet-limit=4"},
    {"telo", "quiet-limit=0,repetition=2"},
};

static void begin(uint8_t game) {
    const char *const *chosen = games[game % (sizeof games / sizeof *games)];
    static const uint8_t seats[2] = {FAN_SEAT_PERSON, FAN_SEAT_PERSON};
    FanSetup setup;
    REQUIRE(fan_rules_read(&setup.rules, chosen[1], strlen(chosen[1]), NULL));
    REQUIRE(fan_variant_read(&setup.board, &setup.rules, chosen[0], strlen(chosen[0])));
    setup.position = fan_position_start(&setup.board, &setup.rules);
    fan_session_begin(&session, &setup, seats);
}

/* Types the bytes up to the next that is no text; returns how many were used. */
static size_t type(const uint8_t *data, size_t size) {
    char text[TYPED_MAX + 1];
    size_t length = 0;
    while (length < size && length < TYPED_MAX && data[length] >= ' ' && data[length] < 127) {
        text[length] = (char)data[length];
        length++;
    }
    text[length] = '\0';
    fan_session_type(&session, text);
    return length;
}

static void end_or_go_on(uint8_t wish) {
    switch (wish % 4) {
    case 0:
        fan_session_resign(&session);
        break;
    case 1:
        fan_session_offer_draw(&session);
        break;
    default:
        if (fan_session_is_over(&session)) {
            fan_session_next(&session,
                             wish % 4 == 2 && fan_session_next_giver(&session) != FAN_VELA_NONE);
        }
    }
}

/* Does one wish; returns how many bytes it took. */
static size_t wish(const uint8_t *data, size_t size) {
    if (data[0] < 128) {
        fan_session_touch(&session, data[0] % session.board.points);
        return 1;
    }
    switch (data[0] % 8) {
    case 0:
        fan_session_choose(&session, FAN_APPROACH);
        return 1;
    case 1:
        fan_session_choose(&session, FAN_WITHDRAWAL);
        return 1;
    case 2:
        fan_session_stop(&session);
        return 1;
    case 3:
        fan_session_step_back(&session);
        return 1;
    case 4:
        fan_session_drop(&session);
        return 1;
    case 5:
        (void)(data[0] & 8 ? fan_session_undo(&session) : fan_session_redo(&session));
        return 1;
    case 6:
        end_or_go_on(data[0] / 8);
        return 1;
    default:
        return 1 + type(data + 1, size - 1);
    }
}

static void require_whole(void) {
    const FanPosition *position = &session.game.position;
    const FanDraft *draft = &session.draft;
    REQUIRE(strlen(session.said) < sizeof session.said);
    REQUIRE(fan_position_equal(&draft->start, position));
    REQUIRE(draft->turn.count > 0 || fan_position_equal(&draft->current, position));
    REQUIRE(draft->turn.count == 0 || session.lifted != FAN_NO_POINT);
    REQUIRE(!session.choosing ||
            (session.choice[0].kind == FAN_APPROACH && session.choice[1].kind == FAN_WITHDRAWAL));
    REQUIRE(!fan_session_is_over(&session) || draft->turn.count == 0);
    REQUIRE((fan_session_candidates(&session) & ~session.board.all) == 0);
    FanMarks marks;
    FanText text;
    fan_session_marks(&session, 0, &marks);
    REQUIRE((marks.stones[0] & marks.stones[1]) == 0);
    REQUIRE(marks.trail_count <= FAN_CHAIN_MAX + 1);
    fan_session_show_state(&session, &text);
    fan_session_show_draft(&session, &text);
    fan_session_show_point(&session, (FanPoint)(session.board.points - 1), &text);
}

static void draw(void) {
    FanMarks marks;
    fan_session_marks(&session, 0, &marks);
    static FanPicture picture;
    FanView view;
    REQUIRE(fan_view_fit(&view, &session.board, false, false, FAN_PICTURE_WIDTH_MAX,
                         FAN_PICTURE_HEIGHT_MAX));
    fan_picture_draw(&picture, &view, &session.board, &marks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!session.engine && !fan_session_init(&session)) {
        abort();
    }
    if (size == 0) {
        return 0;
    }
    begin(data[0]);
    for (size_t at = 1; at < size && session.game.length < TURNS_MAX;) {
        at += wish(data + at, size - at);
        require_whole();
    }
    draw();
    return 0;
}
