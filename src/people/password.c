#include "people/password.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPERATIONS crypto_pwhash_OPSLIMIT_INTERACTIVE
#define MEMORY     crypto_pwhash_MEMLIMIT_INTERACTIVE

static_assert(FAN_PASSWORD_HASH_MAX >= crypto_pwhash_STRBYTES, "room for what is kept");

/* Of a password nobody knows, by the parameters above: what is checked where there is none. */
const char fan_password_nobodys[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                                    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

typedef struct Job {
    uv_work_t work;
    FanPasswords *passwords;
    struct Job *next;
    char password[FAN_PASSWORD_BYTES_MAX + 1];
    char kept[FAN_PASSWORD_HASH_MAX];
    bool fine, exists;
    FanPasswordHashed *hashed;   /* one of the two */
    FanPasswordChecked *checked; /* is NULL */
    void *context;
} Job;

struct FanPasswords {
    uv_loop_t *loop;
    unsigned workers, working, waiting;
    uint64_t done;
    Job *first, **last;
    bool gone;
};

FanPasswords *fan_passwords_new(uv_loop_t *loop, unsigned workers) {
    FanPasswords *passwords = calloc(1, sizeof *passwords);
    if (passwords) {
        passwords->loop = loop;
        passwords->workers = workers ? workers : 1;
        passwords->last = &passwords->first;
    }
    return passwords;
}

static void free_job(Job *job) {
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void work_out(uv_work_t *work) {
    Job *job = work->data;
    size_t length = strlen(job->password);
    if (job->hashed) {
        job->fine = crypto_pwhash_str(job->kept, job->password, length, OPERATIONS, MEMORY) == 0;
    } else {
        job->fine = crypto_pwhash_str_verify(job->kept, job->password, length) == 0;
    }
}

static void tell(Job *job) {
    if (job->hashed) {
        job->hashed(job->context, job->fine ? job->kept : NULL);
    } else {
        job->checked(job->context, job->fine && job->exists);
    }
}

static void start_next(FanPasswords *passwords);

static void on_worked(uv_work_t *work, int status) {
    (void)status; /* never cancelled */
    Job *job = work->data;
    FanPasswords *passwords = job->passwords;
    passwords->working--;
    passwords->done++;
    if (!passwords->gone) {
        start_next(passwords);
        tell(job);
    } else if (passwords->working == 0) {
        free(passwords);
    }
    free_job(job);
}

static void start_next(FanPasswords *passwords) {
    while (passwords->first && passwords->working < passwords->workers) {
        Job *job = passwords->first;
        passwords->first = job->next;
        if (!passwords->first) {
            passwords->last = &passwords->first;
        }
        passwords->waiting--;
        passwords->working++;
        int status = uv_queue_work(passwords->loop, &job->work, work_out, on_worked);
        assert(status == 0);
        (void)status;
    }
}

void fan_passwords_free(FanPasswords *passwords) {
    if (!passwords) {
        return;
    }
    for (Job *job = passwords->first, *next; job; job = next) {
        next = job->next;
        free_job(job);
    }
    passwords->first = NULL;
    passwords->gone = true;
    if (passwords->working == 0) {
        free(passwords);
    }
}

static bool queue(FanPasswords *passwords, const char *password, const Job *like) {
    Job *job =
        passwords->waiting < FAN_PASSWORDS_WAITING_MAX && strlen(password) <= FAN_PASSWORD_BYTES_MAX
            ? malloc(sizeof *job)
            : NULL;
    if (!job) {
        return false;
    }
    *job = *like;
    job->passwords = passwords;
    job->work.data = job;
    strcpy(job->password, password);
    *passwords->last = job;
    passwords->last = &job->next;
    passwords->waiting++;
    start_next(passwords);
    return true;
}

bool fan_password_hash(FanPasswords *passwords, const char *password, FanPasswordHashed *done,
                       void *context) {
    return queue(passwords, password, &(Job){.hashed = done, .context = context});
}

bool fan_password_check(FanPasswords *passwords, const char *password, const char *kept,
                        FanPasswordChecked *done, void *context) {
    Job job = {.checked = done, .context = context, .exists = kept != NULL};
    snprintf(job.kept, sizeof job.kept, "%s", kept ? kept : fan_password_nobodys);
    return queue(passwords, password, &job);
}

unsigned fan_passwords_waiting(const FanPasswords *passwords) {
    return passwords->waiting + passwords->working;
}

uint64_t fan_passwords_done(const FanPasswords *passwords) {
    return passwords->done;
}
