/* A map from short texts (ids) to things, for keys that strangers may choose: the hash is keyed. */
#ifndef FAN_HUB_MAP_H
#define FAN_HUB_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct FanMapSlot {
    const char *key; /* lives within the thing; NULL: free */
    void *thing;
} FanMapSlot;

/* All zero is an empty map. */
typedef struct FanMap {
    FanMapSlot *slots;
    size_t capacity, count; /* capacity: a power of two, or 0 */
} FanMap;

void *fan_map_find(const FanMap *map, const char *key); /* NULL: not there */
/* False without memory. The key must live as long as the thing is in the map, and must not be in it
 * yet. */
bool fan_map_add(FanMap *map, const char *key, void *thing) __attribute__((warn_unused_result));
void fan_map_remove(FanMap *map, const char *key); /* not there: nothing happens */
void fan_map_free(FanMap *map);

#endif
