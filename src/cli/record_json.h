/* A game of a record as JSON. */
#ifndef FAN_CLI_RECORD_JSON_H
#define FAN_CLI_RECORD_JSON_H

#include <fanorona/record.h>
#include <jansson.h>

/* NULL without memory. */
json_t *fan_record_to_json(const char *file, uint64_t number, const FanRecord *record);
json_t *fan_record_fault_to_json(const char *file, const FanRecordFault *fault);

#endif
