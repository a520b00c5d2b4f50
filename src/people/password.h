/* Passwords: argon2id by libsodium, off the loop.
 *
 * One costs 64 MB and most of a tenth of a second, so at most `workers` are worked out at once and
 * a bounded number waits. A password that is checked against nothing takes the same time. */
#ifndef FAN_PEOPLE_PASSWORD_H
#define FAN_PEOPLE_PASSWORD_H

#include <stdbool.h>
#include <uv.h>

typedef struct FanPasswords FanPasswords;

enum {
    FAN_PASSWORDS_WAITING_MAX = 64,
    FAN_PASSWORD_BYTES_MAX = 512, /* 128 characters of UTF-8 */
    FAN_PASSWORD_HASH_MAX = 128,  /* as it is kept, with its zero */
};

FanPasswords *fan_passwords_new(uv_loop_t *loop, unsigned workers); /* NULL without memory */
/* What is under way is finished, but nobody is told; the loop must run until then. */
void fan_passwords_free(FanPasswords *passwords);

/* `kept` is the text to keep; NULL without memory. */
typedef void FanPasswordHashed(void *context, const char *kept);
typedef void FanPasswordChecked(void *context, bool right);

/* False when too many wait; then nothing is called. The password is copied, and wiped afterwards.
 */
bool fan_password_hash(FanPasswords *passwords, const char *password, FanPasswordHashed *done,
                       void *context) __attribute__((warn_unused_result));
/* kept NULL: there is none, and it is never right. */
bool fan_password_check(FanPasswords *passwords, const char *password, const char *kept,
                        FanPasswordChecked *done, void *context)
    __attribute__((warn_unused_result));

/* What is checked where nothing is kept: of no password, by the parameters of all others. */
extern const char fan_password_nobodys[];

unsigned fan_passwords_waiting(const FanPasswords *passwords); /* and being worked out */
uint64_t fan_passwords_done(const FanPasswords *passwords);

#endif
