/* Open addressing with linear probing; what is removed is closed up at once. */
#include "hub/map.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *key) {
    static unsigned char secret[crypto_shorthash_KEYBYTES];
    static bool drawn;
    if (!drawn) {
        randombytes_buf(secret, sizeof secret);
        drawn = true;
    }
    unsigned char out[crypto_shorthash_BYTES];
    size_t value;
    crypto_shorthash(out, (const unsigned char *)key, strlen(key), secret);
    memcpy(&value, out, sizeof value);
    return value;
}

/* The slot that holds the key, or the free one where it belongs. The map has one. */
static size_t seek_slot(const FanMap *map, const char *key) {
    size_t i = hash(key) & (map->capacity - 1);
    while (map->slots[i].key && strcmp(map->slots[i].key, key) != 0) {
        i = (i + 1) & (map->capacity - 1);
    }
    return i;
}

void *fan_map_find(const FanMap *map, const char *key) {
    return map->count ? map->slots[seek_slot(map, key)].thing : NULL;
}

static bool grow(FanMap *map) {
    FanMap larger = {.capacity = map->capacity ? 2 * map->capacity : 16, .count = map->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots) {
        return false;
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->slots[i].key) {
            larger.slots[seek_slot(&larger, map->slots[i].key)] = map->slots[i];
        }
    }
    free(map->slots);
    *map = larger;
    return true;
}

bool fan_map_add(FanMap *map, const char *key, void *thing) {
    if (4 * (map->count + 1) > 3 * map->capacity && !grow(map)) {
        return false;
    }
    map->slots[seek_slot(map, key)] = (FanMapSlot){key, thing};
    map->count++;
    return true;
}

void fan_map_remove(FanMap *map, const char *key) {
    if (map->count == 0) {
        return;
    }
    size_t mask = map->capacity - 1, hole = seek_slot(map, key);
    if (!map->slots[hole].key) {
        return;
    }
    for (size_t i = (hole + 1) & mask; map->slots[i].key; i = (i + 1) & mask) {
        size_t home = hash(map->slots[i].key) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            map->slots[hole] = map->slots[i];
            hole = i;
        }
    }
    map->slots[hole] = (FanMapSlot){NULL, NULL};
    map->count--;
}

void fan_map_free(FanMap *map) {
    free(map->slots);
    *map = (FanMap){0};
}
