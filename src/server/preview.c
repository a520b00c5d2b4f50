#include "server/preview.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/picture.h"

/* --- languages -----------------------------------------------------------------------------------
 */

typedef struct Words {
    const char *language;
    const char *game;         /* what it is */
    const char *by, *invited; /* of a game that waits: by somebody with a name, or without */
    const char *playing, *white, *black, *draw, *none;
    const char *guest, *computer;
    const char *open, *missing;
} Words;

static const Words all[] = {
    {"en", "A game of Fanorona", "%s invites you.", "You are invited to play.",
     "The game is being played.", "White wins", "Black wins", "Draw", "Without a result", "Guest",
     "Computer", "Open the game", "There is no such game here"},
    {"fr", "Une partie de fanorona", "%s vous invite.", "On vous invite à jouer.",
     "La partie est en cours.", "Les Blancs gagnent", "Les Noirs gagnent", "Partie nulle",
     "Sans résultat", "Invité", "Ordinateur", "Ouvrir la partie", "Cette partie n’existe pas ici"},
    {"mg", "Lalao Fanorona", "Manasa anao i %s.", "Asaina hilalao ianao.",
     "Mbola mandeha ny lalao.", "Mandresy ny Fotsy", "Mandresy ny Mainty", "Ady sahala",
     "Tsy misy vokatra", "Vahiny", "Solosaina", "Sokafy ny lalao",
     "Tsy misy izany lalao izany eto"},
    {"nl", "Een partij fanorona", "%s nodigt je uit.", "Je bent uitgenodigd om te spelen.",
     "De partij is bezig.", "Wit wint", "Zwart wint", "Remise", "Zonder uitslag", "Gast",
     "Computer", "Open de partij", "Zo’n partij is er hier niet"},
    {"ru", "Партия в фанорону", "%s приглашает вас.", "Вас приглашают сыграть.", "Партия идёт.",
     "Победа белых", "Победа чёрных", "Ничья", "Без результата", "Гость", "Компьютер",
     "Открыть партию", "Такой партии здесь нет"},
};
enum { LANGUAGES = sizeof all / sizeof all[0] };

static const Words *words_of(const char *language) {
    for (unsigned i = 0; i < LANGUAGES; i++) {
        if (language && strcasecmp(all[i].language, language) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

/* The weight of an item, "fr-CA;q=0.8", in thousandths; 1000 without one. */
static int weight_of(const char *item, size_t length) {
    const char *semicolon = memchr(item, ';', length);
    int weight = 0, part = 100;
    if (!semicolon) {
        return 1000;
    }
    const char *at = semicolon + 1, *end = item + length;
    at += strspn(at, " \t");
    if (end - at < 3 || strncasecmp(at, "q=", 2) != 0 || (at[2] != '0' && at[2] != '1')) {
        return 0;
    }
    weight = at[2] == '1' ? 1000 : 0;
    at += 3;
    at += at < end && *at == '.';
    for (; at < end && *at >= '0' && *at <= '9' && part > 0; at++, part /= 10) {
        weight += part * (*at - '0');
    }
    return weight > 1000 ? 1000 : weight;
}

const char *fan_preview_language(const char *accept) {
    const char *best = "en";
    int best_weight = 0;
    while (accept && *accept) {
        accept += strspn(accept, ", \t");
        size_t length = strcspn(accept, ","), tag = strcspn(accept, ",;- \t");
        char language[4] = "";
        if (tag < sizeof language) {
            memcpy(language, accept, tag);
        }
        const Words *words = words_of(language);
        int weight = words ? weight_of(accept, length) : 0;
        if (weight > best_weight) {
            best = words->language;
            best_weight = weight;
        }
        accept += length;
    }
    return best;
}

/* --- what it says --------------------------------------------------------------------------------
 */

enum { LINE_MAX_BYTES = 256 };

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* Names are letters, digits, - and _; still nothing goes into the page that was not escaped. */
static void name_of(const json_t *player, const Words *words, char name[64]) {
    const char *kind = text_of(player, "kind"), *given = text_of(player, "name");
    if (strcmp(kind, "computer") == 0) {
        snprintf(name, 64, "%s %d", words->computer,
                 (int)json_integer_value(json_object_get(player, "level")));
    } else {
        snprintf(name, 64, "%s", *given ? given : words->guest);
    }
}

static void write_title(const json_t *summary, const Words *words, char title[LINE_MAX_BYTES]) {
    const json_t *white = json_object_get(summary, "white"),
                 *black = json_object_get(summary, "black");
    char one[64], two[64];
    if (!white || !black) {
        snprintf(title, LINE_MAX_BYTES, "%s", words->game);
        return;
    }
    name_of(white, words, one);
    name_of(black, words, two);
    snprintf(title, LINE_MAX_BYTES, "%s – %s", one, two);
}

/* "%s invites you." with a name that was checked when it was made. */
static void write_invitation(const json_t *summary, const Words *words, char line[LINE_MAX_BYTES]) {
    const json_t *white = json_object_get(summary, "white");
    const char *name = text_of(white ? white : json_object_get(summary, "black"), "name");
    const char *mark = strstr(words->by, "%s");
    if (*name) {
        snprintf(line, LINE_MAX_BYTES, "%.*s%.64s%s", (int)(mark - words->by), words->by, name,
                 mark + 2);
    } else {
        snprintf(line, LINE_MAX_BYTES, "%s", words->invited);
    }
}

static const char *result_word(const char *result, const Words *words) {
    return strcmp(result, "white") == 0   ? words->white
           : strcmp(result, "black") == 0 ? words->black
           : strcmp(result, "draw") == 0  ? words->draw
                                          : words->none;
}

static void write_line(const json_t *summary, const Words *words, char line[LINE_MAX_BYTES]) {
    const char *state = text_of(summary, "state");
    if (strcmp(state, "waiting") == 0) {
        write_invitation(summary, words, line);
    } else {
        bool ended = strcmp(state, "ended") == 0;
        snprintf(line, LINE_MAX_BYTES, "%s",
                 ended ? result_word(text_of(summary, "result"), words) : words->playing);
    }
}

/* --- the page ------------------------------------------------------------------------------------
 */

static void put_escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static void put_meta(FILE *out, const char *attribute, const char *name, const char *content) {
    fprintf(out, "<meta %s=\"%s\" content=\"", attribute, name);
    put_escaped(out, content);
    fputs("\">\n", out);
}

static void put_head(FILE *out, const Words *words, const char *title) {
    fprintf(out,
            "<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
            words->language);
    put_escaped(out, title);
    fputs("</title>\n", out);
}

static void put_link(FILE *out, const char *address, const char *text) {
    fputs("</head>\n<body>\n<p><a href=\"", out);
    put_escaped(out, address);
    fputs("\">", out);
    put_escaped(out, text);
    fputs("</a></p>\n</body>\n</html>\n", out);
}

static void put_picture(FILE *out, const char *public_url, const json_t *summary,
                        const char *title) {
    char address[LINE_MAX_BYTES + 300], size[16];
    /* The number of turns makes it another address when the board has changed, since what previews
     * links keeps pictures for long. */
    snprintf(address, sizeof address, "%.250s/api/v1/games/%.24s.png?%d", public_url,
             text_of(summary, "game"), (int)json_integer_value(json_object_get(summary, "turns")));
    put_meta(out, "property", "og:image", address);
    put_meta(out, "property", "og:image:type", "image/png");
    snprintf(size, sizeof size, "%d", FAN_PICTURE_WIDTH);
    put_meta(out, "property", "og:image:width", size);
    snprintf(size, sizeof size, "%d", FAN_PICTURE_HEIGHT);
    put_meta(out, "property", "og:image:height", size);
    put_meta(out, "property", "og:image:alt", title);
    put_meta(out, "name", "twitter:card", "summary_large_image");
}

static void put_game(FILE *out, const json_t *summary, const char *public_url, const Words *words) {
    char title[LINE_MAX_BYTES], line[LINE_MAX_BYTES], here[64], address[LINE_MAX_BYTES + 300];
    const char *game = text_of(summary, "game");
    write_title(summary, words, title);
    write_line(summary, words, line);
    snprintf(here, sizeof here, "/#/net/%.24s", game);
    snprintf(address, sizeof address, "%.250s/g/%.24s", public_url, game);
    put_head(out, words, title);
    put_meta(out, "name", "description", line);
    put_meta(out, "property", "og:type", "website");
    put_meta(out, "property", "og:site_name", "Fanorona");
    put_meta(out, "property", "og:title", title);
    put_meta(out, "property", "og:description", line);
    put_meta(out, "property", "og:url", address);
    put_picture(out, public_url, summary, title);
    fputs("<meta http-equiv=\"refresh\" content=\"0; url=", out);
    put_escaped(out, here);
    fputs("\">\n", out);
    put_link(out, here, words->open);
}

char *fan_preview_page(const json_t *summary, const char *public_url, const char *language) {
    char *page = NULL;
    size_t size;
    const Words *known = words_of(language), *words = known ? known : &all[0];
    FILE *out = open_memstream(&page, &size);
    if (!out) {
        return NULL;
    }
    if (summary) {
        put_game(out, summary, public_url, words);
    } else {
        put_head(out, words, words->missing);
        put_link(out, "/", words->missing);
    }
    bool fine = !ferror(out);
    if (fclose(out) != 0 || !fine) {
        free(page);
        return NULL;
    }
    return page;
}
