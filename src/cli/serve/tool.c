#include "cli/serve/tool.h"

#include "cli/serve/serve.h"
#include "protocol/protocol.h"

static void ring(void *context) {
    FanTool *tool = context;
    pthread_mutex_lock(&tool->mutex);
    tool->awake = true;
    pthread_cond_signal(&tool->rung);
    pthread_mutex_unlock(&tool->mutex);
}

FanExit fan_tool_open(FanTool *tool, const FanArguments *arguments) {
    char where[FAN_DATABASE_MAX], error[FAN_STORE_ERROR_MAX];
    FanExit exit = fan_serve_database(arguments, false, where);
    if (exit != FAN_EXIT_FINE) {
        return exit;
    }
    if (!fan_protocol_begin()) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    }
    *tool = (FanTool){.store = NULL};
    pthread_mutex_init(&tool->mutex, NULL);
    pthread_cond_init(&tool->rung, NULL);
    if (fan_store_open_beside(&tool->store, where, ring, tool, error) == FAN_STORE_OPENED) {
        return FAN_EXIT_FINE;
    }
    tool->store = NULL;
    fan_tool_close(tool);
    return fan_complain(arguments, FAN_EXIT_FAILED, "--db: %s", error);
}

void fan_tool_close(FanTool *tool) {
    fan_store_close(tool->store);
    fan_protocol_end();
    pthread_cond_destroy(&tool->rung);
    pthread_mutex_destroy(&tool->mutex);
}

void fan_tool_wait(FanTool *tool, const bool *done) {
    while (!*done) {
        pthread_mutex_lock(&tool->mutex);
        while (!tool->awake) {
            pthread_cond_wait(&tool->rung, &tool->mutex);
        }
        tool->awake = false;
        pthread_mutex_unlock(&tool->mutex);
        fan_store_deliver(tool->store);
    }
}
