/* The page a game's link opens: its language, what it says, and that nothing in it is markup. */
#include "server/preview.h"
#include "support/test.h"

static void the_reader_s_language_is_chosen(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {NULL, "en"},
        {"", "en"},
        {"fr", "fr"},
        {"fr-CA", "fr"},
        {"FR-ca,en;q=0.8", "fr"},
        {"de,nl;q=0.5,ru;q=0.7", "ru"},
        {"en;q=0.2, mg;q=0.9", "mg"},
        {"ru;q=0,nl;q=0.001", "nl"},
        {"nl;q=1", "nl"},
        {"nl;q=1.000,fr;q=0.999", "nl"},
        {"fr;q=0.5,nl;q=0.55", "nl"},
        {"xx,*;q=0.1", "en"},
        {"french", "en"},
        {"nl;q=x,fr;q=0.1", "fr"},
        {"nl;q=", "en"},
        {"nl;", "en"},
        {",,,;;;,fr;;", "en"},
        {"zh-Hant-TW, ru-RU", "ru"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *language = fan_preview_language(cases[i][0]);
        if (strcmp(language, cases[i][1]) != 0) {
            fail_msg("\"%s\" gave %s, not %s", cases[i][0] ? cases[i][0] : "", language,
                     cases[i][1]);
        }
    }
}

static json_t *game(const char *more) {
    json_t *summary = json_pack("{s:s, s:{s:s, s:s}, s:s, s:i, s:i, s:i}", "game", "abcdefghij",
                                "spec", "variant", "tsivy", "rules", "", "state", "playing",
                                "turns", 7, "events", 9, "changed", 1);
    json_t *rest = json_loads(more, 0, NULL);
    assert_non_null(rest);
    json_object_update(summary, rest);
    json_decref(rest);
    return summary;
}

static char *page(const char *more, const char *language) {
    json_t *summary = game(more);
    char *text = fan_preview_page(summary, "https://play.example", language);
    json_decref(summary);
    assert_non_null(text);
    return text;
}

static void says(char *text, const char *what) {
    if (!strstr(text, what)) {
        fail_msg("%s is not in\n%s", what, text);
    }
}

static void it_goes_on_to_the_game_and_shows_the_board(void **state) {
    (void)state;
    char *text = page("{\"white\":{\"id\":\"a\",\"kind\":\"account\",\"name\":\"Rakoto\"},"
                      "\"black\":{\"id\":\"b\",\"kind\":\"computer\",\"level\":4}}",
                      "en");
    says(text, "<meta http-equiv=\"refresh\" content=\"0; url=/#/net/abcdefghij\">");
    says(text, "<a href=\"/#/net/abcdefghij\">Open the game</a>");
    says(text, "content=\"https://play.example/api/v1/games/abcdefghij.png?7\"");
    says(text, "<meta property=\"og:url\" content=\"https://play.example/g/abcdefghij\">");
    says(text, "<meta property=\"og:title\" content=\"Rakoto – Computer 4\">");
    says(text, "<title>Rakoto – Computer 4</title>");
    says(text, "content=\"The game is being played.\"");
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "style"));
    free(text);
}

static void it_invites_in_the_reader_s_language(void **state) {
    (void)state;
    static const char waiting[] = "{\"state\":\"waiting\",\"white\":{\"id\":\"a\","
                                  "\"kind\":\"account\",\"name\":\"Rakoto\"}}";
    static const char *const lines[][2] = {
        {"en", "Rakoto invites you."},    {"fr", "Rakoto vous invite."},
        {"mg", "Manasa anao i Rakoto."},  {"nl", "Rakoto nodigt je uit."},
        {"ru", "Rakoto приглашает вас."}, {"xx", "Rakoto invites you."}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char *text = page(waiting, lines[i][0]);
        says(text, lines[i][1]);
        free(text);
    }
    char *text = page("{\"state\":\"waiting\",\"black\":{\"id\":\"a\",\"kind\":\"guest\"}}", "nl");
    says(text, "Je bent uitgenodigd om te spelen.");
    says(text, "<html lang=\"nl\">");
    free(text);
}

static void it_tells_the_result(void **state) {
    (void)state;
    static const char *const results[][2] = {{"white", "White wins"},
                                             {"black", "Black wins"},
                                             {"draw", "Draw"},
                                             {"none", "Without a result"}};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        char more[128];
        snprintf(more, sizeof more, "{\"state\":\"ended\",\"result\":\"%s\"}", results[i][0]);
        char *text = page(more, "en");
        says(text, results[i][1]);
        free(text);
    }
}

static void nothing_in_it_is_markup(void **state) {
    (void)state;
    char *text = page("{\"game\":\"\\\"><script>\",\"white\":{\"id\":\"a\",\"kind\":\"account\","
                      "\"name\":\"<b>&'\\\"%s%n\"},\"black\":{\"id\":\"b\",\"kind\":\"guest\"}}",
                      "en");
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "<b>"));
    says(text, "&lt;b&gt;&amp;&#39;&quot;%s%n – Guest");
    free(text);
    text = page("{\"state\":\"waiting\",\"white\":{\"id\":\"a\",\"kind\":\"account\","
                "\"name\":\"%s%s%n\"}}",
                "en");
    says(text, "%s%s%n invites you.");
    free(text);
}

static void a_game_that_is_not_there_is_told(void **state) {
    (void)state;
    char *text = fan_preview_page(NULL, "https://play.example", "fr");
    says(text, "<title>Cette partie n’existe pas ici</title>");
    says(text, "<a href=\"/\">");
    assert_null(strstr(text, "refresh"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reader_s_language_is_chosen),
        cmocka_unit_test(it_goes_on_to_the_game_and_shows_the_board),
        cmocka_unit_test(it_invites_in_the_reader_s_language),
        cmocka_unit_test(it_tells_the_result),
        cmocka_unit_test(nothing_in_it_is_markup),
        cmocka_unit_test(a_game_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
