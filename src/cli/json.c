#include "cli/json.h"

#include <stdlib.h>

void fan_json_append(json_t **array, json_t *value) {
    if (json_array_append_new(*array, value) != 0) {
        json_decref(*array);
        *array = NULL;
    }
}

FanExit fan_json_print(const FanArguments *arguments, json_t *value) {
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    json_decref(value);
    if (!text) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for the answer");
    }
    fprintf(fan_out(arguments), "%s\n", text);
    free(text);
    return FAN_EXIT_FINE;
}
