#include "server/quota.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    ENTRIES_STANDARD = 20000,
    LOOKED_AT = 8,        /* idle entries that are looked at for one to be forgotten */
    IDLE_MS = 10 * 60000, /* every bucket is full again long before */
};

struct FanQuota {
    FanAddress site;
    FanQuota *next;          /* in its chain */
    FanQuota *older, *newer; /* among those nobody holds, by their last use */
    uint64_t used_ms;
    double have[FAN_QUOTA_KINDS]; /* at used_ms */
    unsigned held, connections;
};

struct FanQuotas {
    FanQuotaConfig config;
    FanQuota **chains;
    size_t chains_mask;
    uint64_t seed;
    unsigned count;
    FanQuota *oldest, *newest; /* that nobody holds */
    FanQuota crowd;            /* shared by those for whom there is no room */
};

FanQuotaConfig fan_quota_standard(void) {
    return (FanQuotaConfig){
        .rates =
            {
                [FAN_QUOTA_REQUESTS] = {20, 200},
                [FAN_QUOTA_MESSAGES] = {40, 400},
                [FAN_QUOTA_BYTES] = {65536, 524288},
                [FAN_QUOTA_MAKES] = {0.5, 40},
                [FAN_QUOTA_SEARCHES] = {2, 20},
            },
        .connections = 100,
        .entries = ENTRIES_STANDARD,
    };
}

static void fill(const FanQuotas *quotas, FanQuota *entry, uint64_t now_ms) {
    entry->used_ms = now_ms;
    for (int i = 0; i < FAN_QUOTA_KINDS; i++) {
        entry->have[i] = quotas->config.rates[i].burst;
    }
}

FanQuotas *fan_quota_new(const FanQuotaConfig *config) {
    FanQuotas *quotas = calloc(1, sizeof *quotas);
    size_t chains = 256;
    if (!quotas) {
        return NULL;
    }
    quotas->config = *config;
    quotas->config.entries = config->entries ? config->entries : ENTRIES_STANDARD;
    while (chains < quotas->config.entries) {
        chains *= 2;
    }
    quotas->chains = calloc(chains, sizeof(FanQuota *));
    quotas->chains_mask = chains - 1;
    if (!quotas->chains || getrandom(&quotas->seed, sizeof quotas->seed, 0) < 0) {
        fan_quota_free(quotas);
        return NULL;
    }
    fill(quotas, &quotas->crowd, 0);
    return quotas;
}

void fan_quota_free(FanQuotas *quotas) {
    if (!quotas) {
        return;
    }
    for (size_t i = 0; quotas->chains && i <= quotas->chains_mask; i++) {
        for (FanQuota *entry = quotas->chains[i], *next; entry; entry = next) {
            next = entry->next;
            free(entry);
        }
    }
    free(quotas->chains);
    free(quotas);
}

/* Mixed with a seed of ours, so that nobody can choose addresses that fall into one chain. */
static FanQuota **chain_of(const FanQuotas *quotas, const FanAddress *site) {
    uint64_t words[2], sum = quotas->seed;
    memcpy(words, site->bytes, sizeof words);
    for (int i = 0; i < 2; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 29;
        sum *= UINT64_C(0xBF58476D1CE4E5B9);
        sum ^= sum >> 32;
    }
    return &quotas->chains[sum & quotas->chains_mask];
}

static void unlink_idle(FanQuotas *quotas, FanQuota *entry) {
    *(entry->older ? &entry->older->newer : &quotas->oldest) = entry->newer;
    *(entry->newer ? &entry->newer->older : &quotas->newest) = entry->older;
    entry->older = entry->newer = NULL;
}

static void link_idle(FanQuotas *quotas, FanQuota *entry) {
    entry->older = quotas->newest;
    entry->newer = NULL;
    *(quotas->newest ? &quotas->newest->newer : &quotas->oldest) = entry;
    quotas->newest = entry;
}

static void forget(FanQuotas *quotas, FanQuota *entry) {
    FanQuota **at = chain_of(quotas, &entry->site);
    while (*at != entry) {
        at = &(*at)->next;
    }
    *at = entry->next;
    unlink_idle(quotas, entry);
    free(entry);
    quotas->count--;
}

static double has_now(const FanQuotaRate *rate, const FanQuota *entry, int kind, uint64_t now_ms) {
    double passed_s = now_ms > entry->used_ms ? (double)(now_ms - entry->used_ms) / 1000 : 0;
    double have = entry->have[kind] + passed_s * rate->per_s;
    return have < rate->burst ? have : rate->burst;
}

/* Whether it is as if it were new: nothing is lost with it. */
static bool is_full(const FanQuotas *quotas, const FanQuota *entry, uint64_t now_ms) {
    bool full = true;
    for (int i = 0; i < FAN_QUOTA_KINDS; i++) {
        const FanQuotaRate *rate = &quotas->config.rates[i];
        full &= rate->per_s <= 0 || has_now(rate, entry, i, now_ms) >= rate->burst;
    }
    return full;
}

/* Makes room among those that nobody holds: those that have rested long enough, and, where there is
 * no room left, those that are as new. Who has many addresses would else fill the table for all the
 * others by a single request from each. */
static void forget_idle(FanQuotas *quotas, uint64_t now_ms) {
    bool crowded = quotas->count >= quotas->config.entries;
    FanQuota *entry = quotas->oldest;
    for (int i = 0; i < LOOKED_AT && entry; i++) {
        FanQuota *next = entry->newer;
        if (now_ms - entry->used_ms >= IDLE_MS || (crowded && is_full(quotas, entry, now_ms))) {
            forget(quotas, entry);
        }
        entry = next;
    }
}

FanQuota *fan_quota_hold(FanQuotas *quotas, const FanAddress *site, uint64_t now_ms) {
    FanQuota **chain = chain_of(quotas, site);
    for (FanQuota *entry = *chain; entry; entry = entry->next) {
        if (memcmp(&entry->site, site, sizeof *site) == 0) {
            if (entry->held++ == 0) {
                unlink_idle(quotas, entry);
            }
            return entry;
        }
    }
    forget_idle(quotas, now_ms);
    FanQuota *entry = quotas->count < quotas->config.entries ? calloc(1, sizeof *entry) : NULL;
    if (!entry) {
        quotas->crowd.held++;
        return &quotas->crowd;
    }
    entry->site = *site;
    entry->held = 1;
    fill(quotas, entry, now_ms);
    chain = chain_of(quotas, site); /* forget_idle may have changed it */
    entry->next = *chain;
    *chain = entry;
    quotas->count++;
    return entry;
}

void fan_quota_release(FanQuotas *quotas, FanQuota *entry) {
    if (--entry->held == 0 && entry != &quotas->crowd) {
        link_idle(quotas, entry);
    }
}

static void refill(const FanQuotas *quotas, FanQuota *entry, uint64_t now_ms) {
    if (now_ms <= entry->used_ms) {
        return;
    }
    for (int i = 0; i < FAN_QUOTA_KINDS; i++) {
        entry->have[i] = has_now(&quotas->config.rates[i], entry, i, now_ms);
    }
    entry->used_ms = now_ms;
}

bool fan_quota_take(FanQuotas *quotas, FanQuota *entry, FanQuotaKind kind, double amount,
                    uint64_t now_ms, uint64_t *wait_ms) {
    const FanQuotaRate *rate = &quotas->config.rates[kind];
    if (rate->per_s <= 0) {
        return true;
    }
    refill(quotas, entry, now_ms);
    double needed = amount < rate->burst ? amount : rate->burst;
    if (entry->have[kind] >= needed) {
        entry->have[kind] -= amount;
        return true;
    }
    *wait_ms = 1 + (uint64_t)((needed - entry->have[kind]) / rate->per_s * 1000);
    return false;
}

bool fan_quota_connect(FanQuotas *quotas, FanQuota *entry) {
    if (quotas->config.connections && entry->connections >= quotas->config.connections) {
        return false;
    }
    entry->connections++;
    return true;
}

void fan_quota_disconnect(FanQuotas *quotas, FanQuota *entry) {
    (void)quotas;
    entry->connections--;
}

unsigned fan_quota_count(const FanQuotas *quotas) {
    return quotas->count;
}
