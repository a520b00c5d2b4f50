/* Commands as $defs.Command of the schema has them. */
#include <string.h>

#include "room/room.h"

static const struct {
    const char *word;
    FanCommandKind kind;
    const char *text; /* the key of the command's text */
} commands[] = {
    {"turn", FAN_COMMAND_TURN, "turn"},
    {"resign", FAN_COMMAND_RESIGN, NULL},
    {"abort", FAN_COMMAND_ABORT, NULL},
    {"draw", FAN_COMMAND_OFFER_DRAW, NULL},
    {"decline-draw", FAN_COMMAND_DECLINE_DRAW, NULL},
    {"takeback", FAN_COMMAND_ASK_TAKEBACK, NULL},
    {"decline-takeback", FAN_COMMAND_DECLINE_TAKEBACK, NULL},
    {"claim", FAN_COMMAND_CLAIM, NULL},
    {"phrase", FAN_COMMAND_PHRASE, "phrase"},
    {"rematch", FAN_COMMAND_OFFER_REMATCH, "rematch"},
    {"decline-rematch", FAN_COMMAND_DECLINE_REMATCH, NULL},
    {"sit", FAN_COMMAND_JOIN, NULL},
};

bool fan_command_read(const json_t *message, FanCommand *command) {
    const char *word = json_string_value(json_object_get(message, "do"));
    const json_t *ply = json_object_get(message, "ply");
    for (size_t i = 0; word && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].word, word) == 0) {
            command->kind = commands[i].kind;
            command->text = commands[i].text
                                ? json_string_value(json_object_get(message, commands[i].text))
                                : NULL;
            command->ply = (uint32_t)json_integer_value(ply);
            command->at_ply = ply != NULL;
            return true;
        }
    }
    return false;
}
