#include "people/known.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = FAN_KNOWN_MAX };

typedef struct Entry {
    char key[FAN_STORE_ID_MAX];
    FanKnown known;
    int64_t read_ms;
    struct Entry *next;          /* of its chain */
    struct Entry *newer, *older; /* by use; a ring with the table's head */
} Entry;

struct FanKnownTable {
    unsigned char secret[crypto_shorthash_KEYBYTES];
    Entry *chains[CHAINS];
    Entry head; /* head.newer: used longest ago; head.older: used last */
    unsigned count;
};

FanKnownTable *fan_known_new(void) {
    FanKnownTable *table = calloc(1, sizeof *table);
    if (table) {
        crypto_shorthash_keygen(table->secret);
        table->head.newer = table->head.older = &table->head;
    }
    return table;
}

void fan_known_free(FanKnownTable *table) {
    if (!table) {
        return;
    }
    for (Entry *entry = table->head.newer, *next; entry != &table->head; entry = next) {
        next = entry->newer;
        free(entry);
    }
    free(table);
}

static Entry **chain(FanKnownTable *table, const char *key) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)key, strlen(key),
                     table->secret);
    return &table->chains[hash % CHAINS];
}

static Entry **find(FanKnownTable *table, const char *key) {
    Entry **entry = chain(table, key);
    while (*entry && strcmp((*entry)->key, key) != 0) {
        entry = &(*entry)->next;
    }
    return entry;
}

static void unlink_use(Entry *entry) {
    entry->newer->older = entry->older;
    entry->older->newer = entry->newer;
}

static void link_newest(FanKnownTable *table, Entry *entry) {
    entry->older = table->head.older;
    entry->newer = &table->head;
    entry->older->newer = entry->newer->older = entry;
}

void fan_known_drop(FanKnownTable *table, const char *key) {
    Entry **place = find(table, key), *entry = *place;
    if (entry) {
        *place = entry->next;
        unlink_use(entry);
        free(entry);
        table->count--;
    }
}

void fan_known_put(FanKnownTable *table, const char *key, const FanKnown *known, int64_t now_ms) {
    Entry *entry = *find(table, key);
    if (!entry && strlen(key) < sizeof entry->key) {
        if (table->count >= FAN_KNOWN_MAX) {
            fan_known_drop(table, table->head.newer->key);
        }
        entry = calloc(1, sizeof *entry);
        if (!entry) {
            return; /* asked of the store again */
        }
        strcpy(entry->key, key);
        Entry **first = chain(table, key);
        entry->next = *first;
        *first = entry;
        link_newest(table, entry);
        table->count++;
    }
    if (entry) {
        entry->known = *known;
        entry->read_ms = now_ms;
    }
}

const FanKnown *fan_known_get(FanKnownTable *table, const char *key, int64_t now_ms) {
    Entry *entry = *find(table, key);
    if (!entry || now_ms - entry->read_ms >= FAN_KNOWN_MS || now_ms < entry->read_ms) {
        return NULL;
    }
    unlink_use(entry);
    link_newest(table, entry);
    return &entry->known;
}

unsigned fan_known_count(const FanKnownTable *table) {
    return table->count;
}
