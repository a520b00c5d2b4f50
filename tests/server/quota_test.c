/* How much one address may do. */
#include "server/quota.h"

#include "support/test.h"

static FanAddress site(unsigned number) {
    FanAddress address = {{0x20, 1, 0xd, 0xb8, (uint8_t)(number >> 8), (uint8_t)number}};
    return address;
}

static FanQuotas *quotas_of(double per_s, double burst, unsigned connections, unsigned entries) {
    FanQuotaConfig config = {.connections = connections, .entries = entries};
    for (int i = 0; i < FAN_QUOTA_KINDS; i++) {
        config.rates[i] = (FanQuotaRate){per_s, burst};
    }
    FanQuotas *quotas = fan_quota_new(&config);
    assert_non_null(quotas);
    return quotas;
}

static bool take(FanQuotas *quotas, FanQuota *quota, double amount, uint64_t now_ms) {
    uint64_t wait_ms;
    return fan_quota_take(quotas, quota, FAN_QUOTA_REQUESTS, amount, now_ms, &wait_ms);
}

static void what_is_used_comes_back_with_time(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(2, 3, 0, 10);
    FanAddress one = site(1), two = site(2);
    FanQuota *quota = fan_quota_hold(quotas, &one, 1000),
             *other = fan_quota_hold(quotas, &two, 1000);
    uint64_t wait_ms = 0;
    for (int i = 0; i < 3; i++) {
        assert_true(take(quotas, quota, 1, 1000));
    }
    assert_true(!fan_quota_take(quotas, quota, FAN_QUOTA_REQUESTS, 1, 1000, &wait_ms));
    assert_int_equal(wait_ms, 501);
    assert_true(take(quotas, other, 1, 1000));
    uint64_t none;
    assert_true(fan_quota_take(quotas, quota, FAN_QUOTA_MAKES, 1, 1000, &none));
    assert_true(!take(quotas, quota, 1, 1400));
    assert_true(take(quotas, quota, 1, 1501));
    assert_true(!take(quotas, quota, 1, 1501));
    for (int i = 0; i < 3; i++) { /* no more than the burst has come together */
        assert_true(take(quotas, quota, 1, 100000));
    }
    assert_true(!take(quotas, quota, 1, 100000));
    assert_true(!take(quotas, quota, 1, 5)); /* a clock that went back gives nothing */
    fan_quota_release(quotas, quota);
    fan_quota_release(quotas, other);
    fan_quota_free(quotas);
}

static void more_than_the_burst_is_owed(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(10, 20, 0, 10);
    FanAddress one = site(1);
    FanQuota *quota = fan_quota_hold(quotas, &one, 0);
    assert_true(take(quotas, quota, 50, 0));
    assert_true(!take(quotas, quota, 1, 3000)); /* -30 + 30 */
    assert_true(take(quotas, quota, 1, 3200));
    fan_quota_release(quotas, quota);
    fan_quota_free(quotas);
}

static void no_rate_is_no_limit(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(0, 0, 0, 10);
    FanAddress one = site(1);
    FanQuota *quota = fan_quota_hold(quotas, &one, 0);
    for (int i = 0; i < 1000; i++) {
        assert_true(take(quotas, quota, 100, 0));
        assert_true(fan_quota_connect(quotas, quota));
    }
    fan_quota_free(quotas);
}

static void connections_are_counted(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(1, 1, 2, 10);
    FanAddress one = site(1);
    FanQuota *quota = fan_quota_hold(quotas, &one, 0), *again = fan_quota_hold(quotas, &one, 0);
    assert_true(quota == again);
    assert_true(fan_quota_connect(quotas, quota) && fan_quota_connect(quotas, quota));
    assert_true(!fan_quota_connect(quotas, quota));
    fan_quota_disconnect(quotas, quota);
    assert_true(fan_quota_connect(quotas, quota));
    fan_quota_free(quotas);
}

/* An address must not get a fresh allowance by letting go of its entry for a moment. */
static void what_rests_is_remembered_for_a_while(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(0.001, 1, 0, 100);
    FanAddress one = site(1);
    FanQuota *quota = fan_quota_hold(quotas, &one, 0);
    assert_true(take(quotas, quota, 1, 0));
    fan_quota_release(quotas, quota);
    quota = fan_quota_hold(quotas, &one, 1000);
    assert_true(!take(quotas, quota, 1, 1000));
    fan_quota_release(quotas, quota);
    assert_int_equal(fan_quota_count(quotas), 1);
    for (unsigned i = 2; i < 60; i++) { /* new ones push out what has rested for long */
        FanAddress other = site(i);
        fan_quota_release(quotas, fan_quota_hold(quotas, &other, 3600000));
    }
    assert_int_equal(fan_quota_count(quotas), 58);
    quota = fan_quota_hold(quotas, &one, 3600000);
    assert_true(take(quotas, quota, 1, 3600000));
    fan_quota_free(quotas);
}

static void a_full_table_forgets_what_is_as_new(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(1, 5, 0, 10);
    for (unsigned i = 0; i < 10; i++) {
        FanAddress at = site(i);
        FanQuota *quota = fan_quota_hold(quotas, &at, 0);
        assert_true(take(quotas, quota, i == 3 ? 5 : 1, 0));
        fan_quota_release(quotas, quota);
    }
    FanAddress late = site(100), busy = site(3);
    FanQuota *quota = fan_quota_hold(quotas, &late, 500); /* too early for any */
    assert_int_equal(fan_quota_count(quotas), 10);
    fan_quota_release(quotas, quota);
    FanQuota *first = fan_quota_hold(quotas, &late, 2000);
    FanAddress later = site(101);
    FanQuota *second = fan_quota_hold(quotas, &later, 2000);
    assert_true(first != second); /* not the common one */
    quota = fan_quota_hold(quotas, &busy, 2000);
    assert_true(take(quotas, quota, 2, 2000));
    assert_true(!take(quotas, quota, 1, 2000)); /* what was used is not forgotten */
    fan_quota_release(quotas, quota);
    fan_quota_release(quotas, first);
    fan_quota_release(quotas, second);
    fan_quota_free(quotas);
}

static void a_crowd_shares_what_is_left(void **state) {
    (void)state;
    FanQuotas *quotas = quotas_of(1, 5, 0, 10);
    FanQuota *each[20];
    for (unsigned i = 0; i < 20; i++) {
        FanAddress at = site(i);
        each[i] = fan_quota_hold(quotas, &at, 0);
    }
    assert_int_equal(fan_quota_count(quotas), 10);
    assert_true(each[10] == each[19] && each[9] != each[10]);
    for (unsigned i = 0; i < 5; i++) {
        assert_true(take(quotas, each[10 + i], 1, 0));
    }
    assert_true(!take(quotas, each[19], 1, 0));
    for (unsigned i = 0; i < 20; i++) {
        fan_quota_release(quotas, each[i]);
    }
    fan_quota_free(quotas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_used_comes_back_with_time),
        cmocka_unit_test(more_than_the_burst_is_owed),
        cmocka_unit_test(no_rate_is_no_limit),
        cmocka_unit_test(connections_are_counted),
        cmocka_unit_test(what_rests_is_remembered_for_a_while),
        cmocka_unit_test(a_full_table_forgets_what_is_as_new),
        cmocka_unit_test(a_crowd_shares_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
