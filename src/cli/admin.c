/* `fanorona admin`: what those who run a server do by hand. It works on the database, beside the
 * servers that have it; they hear of it within a second. */
#include "cli/arguments.h"
#include "cli/json.h"
#include "cli/serve/fold.h"
#include "cli/serve/tool.h"
#include "protocol/protocol.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LISTED_AT_ONCE = 200,
    REPORTS_MAX = 1000,
    CLOSE_TRIES = 8, /* against those who play on */
};

typedef struct Admin {
    const FanArguments *arguments;
    FanTool tool;
    const char *word; /* after the action: a name, a player, a game */
    bool block;
    bool done;
    FanStoreStatus status;
    size_t listed;
    int64_t last_ms; /* the last game listed */
    FanFolding folding;
    char id[FAN_STORE_ID_MAX]; /* of that game, or of the player meant */
} Admin;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wait_done(Admin *admin) {
    fan_tool_wait(&admin->tool, &admin->done);
    admin->done = false;
}

static void on_done(void *context, FanStoreStatus status) {
    Admin *admin = context;
    admin->status = status;
    admin->done = true;
}

static FanExit complain_store(const Admin *admin) {
    const char *trouble = fan_store_trouble(admin->tool.store);
    return fan_complain(admin->arguments, FAN_EXIT_FAILED, "the database did not do it%s%s",
                        *trouble ? ": " : "", trouble);
}

static bool json(const Admin *admin) {
    return fan_arguments_given(admin->arguments, "json");
}

static const char *write_time(int64_t at_ms, char text[24]) {
    struct tm at;
    time_t seconds = (time_t)(at_ms / 1000);
    gmtime_r(&seconds, &at);
    strftime(text, 24, "%Y-%m-%dT%H:%M:%SZ", &at);
    return text;
}

/* --- rooms --------------------------------------------------------------------------------------
 */

static const char *or_dash(const char *text) {
    return text ? text : "-";
}

static void print_game(const Admin *admin, const FanStoreGame *game) {
    char changed[24];
    write_time(game->changed_ms, changed);
    if (json(admin)) {
        fan_json_print(admin->arguments,
                       json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:i, s:s}", "game", game->id,
                                 "variant", game->variant, "state", game->state, "white",
                                 game->white, "black", game->black, "turns", (int)game->turns,
                                 "changed", changed));
    } else {
        fprintf(fan_out(admin->arguments), "%s %s %s white %s black %s turns %u changed %s\n",
                game->id, game->state, game->variant, or_dash(game->white), or_dash(game->black),
                game->turns, changed);
    }
}

static void on_games(void *context, FanStoreStatus status, const FanStoreGame *games,
                     size_t count) {
    Admin *admin = context;
    for (size_t i = 0; i < count; i++) {
        print_game(admin, &games[i]);
    }
    admin->listed = count;
    if (count > 0) {
        admin->last_ms = games[count - 1].changed_ms;
        snprintf(admin->id, sizeof admin->id, "%s", games[count - 1].id);
    }
    on_done(admin, status);
}

/* All games in this state, those that changed last first. */
static FanExit list_games(Admin *admin, const char *state) {
    FanStoreGamesWanted wanted = {.state = state, .limit = LISTED_AT_ONCE};
    char last[FAN_STORE_ID_MAX];
    do {
        fan_store_games(admin->tool.store, &wanted, on_games, admin);
        wait_done(admin);
        if (admin->status != FAN_STORE_OK) {
            return complain_store(admin);
        }
        snprintf(last, sizeof last, "%s", admin->id);
        wanted.before_ms = admin->last_ms;
        wanted.before_id = last;
    } while (admin->listed == LISTED_AT_ONCE);
    return FAN_EXIT_FINE;
}

/* Games that are being played, then those that wait. */
static FanExit list_rooms(Admin *admin) {
    FanExit exit = list_games(admin, "playing");
    return exit == FAN_EXIT_FINE ? list_games(admin, "waiting") : exit;
}

/* --- reports ------------------------------------------------------------------------------------
 */

static void on_reports(void *context, FanStoreStatus status, const FanStoreThing *things,
                       size_t count) {
    Admin *admin = context;
    for (size_t i = 0; i < count; i++) {
        char made[24];
        write_time(things[i].made_ms, made);
        if (json(admin)) {
            json_t *text = json_loads(things[i].text, 0, NULL);
            fan_json_print(admin->arguments,
                           json_pack("{s:s, s:s, s:s?, s:o?}", "report", things[i].id, "made", made,
                                     "by", things[i].owner, "what", text));
        } else {
            fprintf(fan_out(admin->arguments), "%s %s by %s %s\n", things[i].id, made,
                    or_dash(things[i].owner), things[i].text);
        }
    }
    on_done(admin, status);
}

static FanExit list_reports(Admin *admin) {
    fan_store_things(admin->tool.store, "report", NULL, NULL, now_ms(), REPORTS_MAX, on_reports,
                     admin);
    wait_done(admin);
    return admin->status == FAN_STORE_OK ? FAN_EXIT_FINE : complain_store(admin);
}

/* --- names --------------------------------------------------------------------------------------
 */

static void on_player(void *context, FanStoreStatus status, const FanStorePlayer *player) {
    Admin *admin = context;
    if (status != FAN_STORE_OK) {
        on_done(admin, status);
        return;
    }
    FanStorePlayer changed = *player;
    changed.blocked = admin->block;
    changed.epoch++; /* ends every session, and is what takes a blocking back */
    snprintf(admin->id, sizeof admin->id, "%s", player->id);
    fan_store_player_change(admin->tool.store, &changed, on_done, admin);
}

/* A name nobody has: it is kept, or given free, as a name nobody may take. */
static void keep_name(Admin *admin) {
    char small[FAN_STORE_ID_MAX];
    snprintf(small, sizeof small, "%s", admin->word);
    for (char *c = small; *c; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
    if (admin->block) {
        const FanStoreThing thing = {
            .kind = "name", .id = small, .text = "{}", .made_ms = now_ms()};
        fan_store_thing_keep(admin->tool.store, &thing, true, on_done, admin);
    } else {
        fan_store_thing_take(admin->tool.store, "name", small, on_done, admin);
    }
    wait_done(admin);
}

static bool may_be_name(const char *word) {
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *text = json_string(word);
    bool fine = text && fan_protocol_check("Name", text, why);
    json_decref(text);
    return fine;
}

static FanExit block_name(Admin *admin) {
    FanQuote quote;
    fan_quote(&quote, admin->word, strlen(admin->word));
    if (strlen(admin->word) >= FAN_STORE_ID_MAX) {
        return fan_complain(admin->arguments, FAN_EXIT_USAGE, "%s is too long for a name",
                            quote.text);
    }
    fan_store_player(admin->tool.store, NULL, admin->word, on_player, admin);
    wait_done(admin);
    if (admin->status == FAN_STORE_NOTHING) { /* guests have no name; reports say ids */
        fan_store_player(admin->tool.store, admin->word, NULL, on_player, admin);
        wait_done(admin);
    }
    if (admin->status == FAN_STORE_OK) {
        fan_store_publish(admin->tool.store, "people", admin->id);
        fprintf(fan_out(admin->arguments), "%s %s\n", admin->block ? "blocked" : "unblocked",
                admin->word);
        return FAN_EXIT_FINE;
    }
    if (admin->status == FAN_STORE_NOTHING && !may_be_name(admin->word)) {
        return fan_complain(admin->arguments, FAN_EXIT_USAGE,
                            "%s: nobody is called so, and nobody can be: names are 2 to 20 "
                            "letters, digits, - and _",
                            quote.text);
    }
    if (admin->status == FAN_STORE_NOTHING) {
        keep_name(admin);
        if (admin->status == FAN_STORE_OK) {
            fprintf(fan_out(admin->arguments), "the name is %s\n",
                    admin->block ? "kept from everybody" : "free");
            return FAN_EXIT_FINE;
        }
    }
    return admin->status == FAN_STORE_NOTHING ? fan_complain(admin->arguments, FAN_EXIT_FAILED,
                                                             "%s: nobody is called so, and the "
                                                             "name is not blocked",
                                                             quote.text)
                                              : complain_store(admin);
}

/* --- games --------------------------------------------------------------------------------------
 */

static void on_events(void *context, FanStoreStatus status, const FanStoreGame *game,
                      const char *const *events, size_t count) {
    Admin *admin = context;
    FanClosing closing;
    if (status != FAN_STORE_OK) {
        on_done(admin, status);
        return;
    }
    admin->folding = fan_fold_closing(game, events, count, now_ms(), &closing);
    if (admin->folding == FAN_FOLDED) {
        fan_store_append(admin->tool.store, &closing.game, (const char *const *)closing.events,
                         closing.count, on_done, admin);
    } else {
        on_done(admin, FAN_STORE_FAILED);
    }
    fan_closing_free(&closing);
}

static FanExit close_game(Admin *admin) {
    FanQuote quote;
    fan_quote(&quote, admin->word, strlen(admin->word));
    for (int i = 0; i < CLOSE_TRIES; i++) {
        fan_store_events(admin->tool.store, admin->word, 0, on_events, admin);
        wait_done(admin);
        if (admin->status == FAN_STORE_FAILED && admin->folding != FAN_FOLDED) {
            return fan_complain(admin->arguments, FAN_EXIT_FAILED, "the game %s is %s", quote.text,
                                admin->folding == FAN_FOLD_NOTHING ? "over" : "damaged");
        }
        if (admin->status == FAN_STORE_OK) {
            fprintf(fan_out(admin->arguments), "closed %s\n", admin->word);
            return FAN_EXIT_FINE;
        }
        if (admin->status != FAN_STORE_CONFLICT) {
            break;
        }
    }
    return admin->status == FAN_STORE_NOTHING
               ? fan_complain(admin->arguments, FAN_EXIT_FAILED, "there is no game %s", quote.text)
               : complain_store(admin);
}

/* --- the command --------------------------------------------------------------------------------
 */

static const struct Action {
    const char *name;
    const char *wants; /* the word after it; NULL: none */
    bool block;
    FanExit (*run)(Admin *admin);
} actions[] = {
    {"rooms", NULL, false, list_rooms},   {"reports", NULL, false, list_reports},
    {"block", "NAME", true, block_name},  {"unblock", "NAME", false, block_name},
    {"close", "GAME", false, close_game},
};

static FanExit run_action(const FanArguments *arguments, const struct Action *action) {
    size_t words = fan_operands_count(arguments);
    if (words != (action->wants ? 2 : 1)) {
        return action->wants
                   ? fan_complain(arguments, FAN_EXIT_USAGE, "%s: %s is missing", action->name,
                                  action->wants)
                   : fan_complain(arguments, FAN_EXIT_USAGE, "%s: one word too many", action->name);
    }
    Admin admin = {.arguments = arguments,
                   .word = action->wants ? fan_operand_text(arguments, 1) : NULL,
                   .block = action->block};
    FanExit exit = fan_tool_open(&admin.tool, arguments);
    if (exit == FAN_EXIT_FINE) {
        exit = action->run(&admin);
        fan_tool_close(&admin.tool);
    }
    return exit;
}

static FanExit admin(FanArguments *arguments) {
    const char *word = fan_operand_text(arguments, 0);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(word, actions[i].name) == 0) {
            return run_action(arguments, &actions[i]);
        }
    }
    FanQuote quote;
    return fan_complain(arguments, FAN_EXIT_USAGE,
                        "%s is none of rooms, reports, block, unblock, close",
                        fan_quote(&quote, word, strlen(word)));
}

static const FanParameter options[] = {
    {.name = "db",
     .argument = "WHERE",
     .help = "the server's database: a file, or postgres://...",
     .type = FAN_PARAMETER_TEXT,
     .standard = "fanorona.db in the folder of data"},
    {.name = NULL},
};

static const FanParameter operand = {
    .name = "ACTION",
    .help = "rooms, reports, block NAME, unblock NAME or close GAME",
    .type = FAN_PARAMETER_TEXT,
};

const FanCommand fan_command_admin = {
    .name = "admin",
    .summary = "look after a server: its games, names and reports",
    .description = "rooms          games that are played or wait for somebody\n"
                   "reports        what players have reported\n"
                   "block NAME     ends the account or bot of this name, or keeps a free name\n"
                   "               from everybody; a guest is named by id, as reports tell it\n"
                   "unblock NAME   takes that back\n"
                   "close GAME     ends a game without a result\n"
                   "\n"
                   "It may be used while the server runs, which hears of it within a second.\n",
    .options = options,
    .operand = &operand,
    .operands_min = 1,
    .operands_max = 2,
    .takes = FAN_TAKES_JSON,
    .environment = true,
    .run = admin,
};
