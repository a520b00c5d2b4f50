/* The table of subcommands. */
#include "cli/program.h"

const FanCommand *const fan_commands[] = {
    &fan_command_serve,   &fan_command_admin,  &fan_command_play,   &fan_command_legal, &fan_command_apply,
    &fan_command_analyse, &fan_command_book, &fan_command_record, &fan_command_match, &fan_command_ugi,
    &fan_command_perft,   &fan_command_bench,  &fan_command_tables,  &fan_command_solve,  &fan_command_datagen,
    &fan_command_help,    NULL,
};
