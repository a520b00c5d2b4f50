/* How much one address may do: token buckets by kind, and connections at a time.
 *
 * Addresses are counted by their site (fan_address_site). What is not used for a while is
 * forgotten, and what is as new already when the table, which is bounded, is full. When it is full
 * of busy addresses a new one shares a common entry with all others that came too late. */
#ifndef FAN_SERVER_QUOTA_H
#define FAN_SERVER_QUOTA_H

#include "server/address.h"

typedef struct FanQuotas FanQuotas;
typedef struct FanQuota FanQuota;

typedef enum FanQuotaKind {
    FAN_QUOTA_REQUESTS, /* of the API */
    FAN_QUOTA_MESSAGES, /* over WebSockets */
    FAN_QUOTA_BYTES,    /* in these messages and in bodies */
    FAN_QUOTA_MAKES,    /* what leaves something in the store: sessions, games, seeks, accounts */
    FAN_QUOTA_SEARCHES, /* analyses and lookups in tables */
    FAN_QUOTA_KINDS,
} FanQuotaKind;

typedef struct FanQuotaRate {
    double per_s; /* what comes back every second; 0: this kind has no limit */
    double burst; /* what may be used at once */
} FanQuotaRate;

typedef struct FanQuotaConfig {
    FanQuotaRate rates[FAN_QUOTA_KINDS];
    unsigned connections; /* of one address at a time; 0: no limit */
    unsigned entries;     /* most addresses known at a time */
} FanQuotaConfig;

/* The usual ones. */
FanQuotaConfig fan_quota_standard(void);

FanQuotas *fan_quota_new(const FanQuotaConfig *config); /* NULL without memory */
void fan_quota_free(FanQuotas *quotas);

/* The entry of a site; held until fan_quota_release. Never NULL. */
FanQuota *fan_quota_hold(FanQuotas *quotas, const FanAddress *site, uint64_t now_ms);
void fan_quota_release(FanQuotas *quotas, FanQuota *entry);

/* Takes `amount` of a kind; false, with the milliseconds after which it would be there in *wait_ms
 * (never 0), if there is not so much now. An amount over the burst is taken when the bucket is
 * full. */
bool fan_quota_take(FanQuotas *quotas, FanQuota *entry, FanQuotaKind kind, double amount,
                    uint64_t now_ms, uint64_t *wait_ms) __attribute__((warn_unused_result));

/* One more connection; false if there are too many. */
bool fan_quota_connect(FanQuotas *quotas, FanQuota *entry) __attribute__((warn_unused_result));
void fan_quota_disconnect(FanQuotas *quotas, FanQuota *entry);

/* Addresses known now. */
unsigned fan_quota_count(const FanQuotas *quotas);

#endif
