#define _GNU_SOURCE /* asprintf */
#include "server/preview.h"

#include <stdio.h>
#include <stdlib.h>

const char *fan_preview_language(const char *accept_language) {
    (void)accept_language;
    return "en";
}

char *fan_preview_page(const json_t *summary, const char *public_url, const char *language) {
    (void)public_url, (void)language;
    const char *game = json_string_value(json_object_get(summary, "game"));
    char *page = NULL;
    int size = game ? asprintf(&page,
                               "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Fanorona</title>\n"
                               "<meta http-equiv=\"refresh\" content=\"0; url=/#/net/%s\">\n"
                               "<a href=\"/#/net/%s\">Fanorona</a>\n",
                               game, game)
                    : asprintf(&page, "<!doctype html>\n<meta charset=\"utf-8\">\n"
                                      "<title>Fanorona</title>\n<a href=\"/\">Fanorona</a>\n");
    return size >= 0 ? page : NULL;
}
