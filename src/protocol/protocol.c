#include "protocol/protocol.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "protocol/shapes.h"

static struct {
    json_t *schema;
    Shapes *shapes;
} protocol;

bool fan_protocol_begin(void) {
    char why[FAN_PROTOCOL_WHY_MAX];
    if (protocol.schema) {
        return true;
    }
    protocol.schema = json_loadb((const char *)fan_protocol_text, fan_protocol_text_size,
                                 JSON_REJECT_DUPLICATES, NULL);
    protocol.shapes = protocol.schema ? fan_shapes_new(protocol.schema, why) : NULL;
    if (!protocol.shapes || !fan_asks_begin(protocol.schema, protocol.shapes, why)) {
        fan_protocol_end();
        return false;
    }
    return true;
}

void fan_protocol_end(void) {
    fan_asks_end();
    fan_shapes_free(protocol.shapes);
    json_decref(protocol.schema);
    protocol.shapes = NULL;
    protocol.schema = NULL;
}

bool fan_protocol_check(const char *name, const json_t *value, char why[FAN_PROTOCOL_WHY_MAX]) {
    assert(protocol.shapes);
    const Shape *shape = fan_shapes_find(protocol.shapes, name);
    assert(shape);
    return fan_shape_check(shape, value, why);
}

/* What jansson says quotes the text near the fault; only its own words are taken, so that nothing
 * from outside comes back unchecked. */
static void tell_fault(const json_error_t *error, char why[FAN_PROTOCOL_WHY_MAX]) {
    int kept = (int)strcspn(error->text, "'");
    snprintf(why, FAN_PROTOCOL_WHY_MAX, "not JSON, at byte %d: %.*s", error->position, kept,
             error->text);
    for (char *c = why; *c; c++) {
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
    }
}

json_t *fan_protocol_read(const char *name, const char *text, size_t length,
                          char why[FAN_PROTOCOL_WHY_MAX]) {
    json_error_t error;
    if (length > FAN_PROTOCOL_MESSAGE_MAX) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "longer than %d bytes", FAN_PROTOCOL_MESSAGE_MAX);
        return NULL;
    }
    json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!value) {
        tell_fault(&error, why);
        return NULL;
    }
    if (!fan_protocol_check(name, value, why)) {
        json_decref(value);
        return NULL;
    }
    return value;
}
