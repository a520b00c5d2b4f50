/* A store opened beside the server that may have it, for what ends at once: its requests are waited
 * for. */
#ifndef FAN_CLI_SERVE_TOOL_H
#define FAN_CLI_SERVE_TOOL_H

#include "cli/command.h"
#include "store/store.h"

#include <pthread.h>

typedef struct FanTool {
    FanStore *store;
    pthread_mutex_t mutex;
    pthread_cond_t rung;
    bool awake;
} FanTool;

/* Opens what --db names; complains if it cannot. */
FanExit fan_tool_open(FanTool *tool, const FanArguments *arguments);
void fan_tool_close(FanTool *tool);

/* Delivers until *done, which the answer to a request sets. */
void fan_tool_wait(FanTool *tool, const bool *done);

#endif
