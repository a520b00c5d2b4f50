/* `fanorona legal`: the legal turns of a position. */
#include "cli/json.h"
#include "cli/setup.h"
#include "cli/turns.h"

static FanExit print_json(FanArguments *arguments, const FanSetup *setup, const FanTurnList *list) {
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(&setup->board, &setup->position, text);
    json_t *turns = json_array();
    for (size_t i = 0; i < list->count; i++) {
        fan_json_append(&turns, json_string(list->turns[i].text));
    }
    return fan_json_print(arguments, json_pack("{s:s, s:o}", "position", text, "turns", turns));
}

static FanExit print_turns(FanArguments *arguments, const FanTurnList *list) {
    for (size_t i = 0; i < list->count; i++) {
        fprintf(fan_out(arguments), "%s\n", list->turns[i].text);
    }
    return FAN_EXIT_FINE;
}

static FanExit run_legal(FanArguments *arguments) {
    FanSetup setup;
    FanExit status = fan_setup_read(arguments, &setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    FanTurnList list;
    if (!fan_turn_list(&list, &setup.board, &setup.rules, &setup.position)) {
        status = fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for the turns");
    } else if (fan_arguments_given(arguments, "json")) {
        status = print_json(arguments, &setup, &list);
    } else {
        status = print_turns(arguments, &list);
    }
    fan_turn_list_free(&list);
    return status;
}

const FanCommand fan_command_legal = {
    .name = "legal",
    .summary = "list the legal turns of a position",
    .description =
        "Lists the legal turns of a position, one a line, each in the form that is\n"
        "written everywhere (R9.1), sorted by bytes. A position that has ended has none.\n",
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON,
    .run = run_legal,
};
