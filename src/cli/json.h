/* JSON answers: one value a line. */
#ifndef FAN_CLI_JSON_H
#define FAN_CLI_JSON_H

#include "cli/command.h"

#include <jansson.h>

/* Appends a value, owned from now on, to an array. Without memory there is no array any more but
 * NULL, so that an answer never lacks an item in silence. */
void fan_json_append(json_t **array, json_t *value);

/* Writes a value, owned from now on, on a line of its own. NULL (memory ran out while it was built)
 * and a failure to encode are told; a stream that cannot be written is left to the caller's flush.
 */
FanExit fan_json_print(const FanArguments *arguments, json_t *value);

#endif
