/* Names that nobody may take, because they would pass for the house's own. Which names are blocked
 * beyond these is the administration's business: things of kind "name". */
#include <ctype.h>
#include <string.h>

#include "people/people.h"

/* As `plain` makes them. */
static const char *const exact[] = {
    "anonymous", "black",    "bot",    "computer",  "deleted", "draw",   "engine",
    "everybody", "everyone", "gone",   "guest",     "house",   "me",     "nobody",
    "null",      "owner",    "player", "referee",   "root",    "server", "staff",
    "support",   "system",   "team",   "undefined", "white",   "you",
};
/* In any part of a name. */
static const char *const within[] = {"admin", "fanorona", "moderator", "official", "sysop"};

/* Small letters; what looks like a letter is one; - and _ are passed over. */
static void plain(const char *name, char out[64]) {
    static const char looks[] = "0o1i3e4a5s7t";
    size_t length = 0;
    for (; *name && length < 63; name++) {
        if (*name == '-' || *name == '_') {
            continue;
        }
        const char *look = strchr(looks, *name);
        bool digit = look && isdigit((unsigned char)*name);
        out[length++] = digit ? look[1] : (char)tolower((unsigned char)*name);
    }
    out[length] = '\0';
}

bool fan_people_name_reserved(const char *name) {
    char text[64];
    plain(name, text);
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        if (strcmp(text, exact[i]) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof within / sizeof within[0]; i++) {
        if (strstr(text, within[i])) {
            return true;
        }
    }
    return text[0] == '\0';
}
