#include "server/proofs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proof/reading.h"

enum {
    PATH_BYTES = 4096,
    FILES_MAX = 256,
    SUM_BYTES = 8, /* of the checksum at a certificate's end (docs/solved.md) */
};

__attribute__((format(printf, 3, 4))) static bool fail(FanProofError *error, const char *name,
                                                       const char *format, ...) {
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(error->text, sizeof error->text, "%.200s: %s", name, why);
    return false;
}

/* --- opening ------------------------------------------------------------------------------------
 */

static bool is_proof(const char *name) {
    size_t length = strlen(name);
    return length > 6 && strcmp(name + length - 6, ".proof") == 0;
}

static bool is_address(const char *name) {
    static const char signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.";
    return strlen(name) < FAN_PROOF_NAME_MAX && name[0] != '.' && name[strspn(name, signs)] == '\0';
}

/* The checksum at the end of a certificate tells it from any other. */
static void write_etag(FanProofFile *file) {
    uint64_t sum = 0;
    for (size_t i = 0; i < SUM_BYTES; i++) {
        sum |= (uint64_t)file->bytes[file->len_bytes - SUM_BYTES + i] << 8 * i;
    }
    snprintf(file->etag, sizeof file->etag, "\"%016" PRIx64 "\"", sum);
}

/* Maps an open file. Returns NULL, or why it cannot be. */
static const char *map_file(int handle, FanProofFile *file) {
    struct stat found;
    if (fstat(handle, &found) != 0) {
        return strerror(errno);
    }
    if (!S_ISREG(found.st_mode) || found.st_size == 0) {
        return "no certificate";
    }
    void *bytes = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_SHARED, handle, 0);
    if (bytes == MAP_FAILED) {
        return strerror(errno);
    }
    file->bytes = bytes;
    file->len_bytes = (size_t)found.st_size;
    return NULL;
}

static void unmap_file(FanProofFile *file) {
    munmap((void *)(uintptr_t)file->bytes, file->len_bytes);
}

static bool is_of(const FanProofSet *set, const FanBoard *board, const FanRules *rules) {
    return set->board.files == board->files && set->board.ranks == board->ranks &&
           set->rules.chain == rules->chain && set->rules.blocked == rules->blocked;
}

/* The number of the set, which is made if it is new; false without memory. */
static bool take_set(FanProofs *proofs, const FanBoard *board, const FanRules *rules,
                     const FanShelf *shelf, size_t *number) {
    for (*number = 0; *number < proofs->sets_count; (*number)++) {
        if (is_of(&proofs->sets[*number], board, rules)) {
            return true;
        }
    }
    FanProofSet *grown = realloc(proofs->sets, (proofs->sets_count + 1) * sizeof *grown);
    if (!grown) {
        return false;
    }
    proofs->sets = grown;
    const FanTableSet *tables = fan_shelf_find(shelf, board, rules);
    FanProofSet *set = &grown[proofs->sets_count];
    *set = (FanProofSet){.board = *board, .rules = *rules};
    set->proof = fan_proof_new(&set->board, rules, tables ? tables->tables : NULL);
    proofs->sets_count += set->proof != NULL;
    return set->proof != NULL;
}

/* Puts a mapped file with what it says of itself into its set. Returns NULL, or why it cannot be.
 */
static const char *take_file(FanProofs *proofs, FanProofFile *file, const FanShelf *shelf) {
    FanReading reading;
    const char *why = fan_reading_begin(&reading, file->bytes, file->len_bytes);
    if (why) {
        return why;
    }
    if (proofs->files_count == FILES_MAX) {
        return "there are too many certificates";
    }
    if (!take_set(proofs, &reading.board, &reading.rules, shelf, &file->set)) {
        return "not enough memory";
    }
    file->stones = reading.stones;
    for (unsigned i = 0; i < reading.claims_count; i++) {
        file->answers += reading.claims[i].answers;
    }
    write_etag(file);
    proofs->files[proofs->files_count++] = *file;
    return NULL;
}

static bool add_file(FanProofs *proofs, const char *folder, const char *name, const FanShelf *shelf,
                     FanProofError *error) {
    char path[PATH_BYTES];
    FanProofFile file = {0};
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!is_address(name) || length >= PATH_BYTES) {
        return fail(error, name,
                    "a certificate's name is of at most %d letters, digits, - and _ and .",
                    FAN_PROOF_NAME_MAX - 1);
    }
    memcpy(file.name, name, strlen(name) + 1);
    int handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *why = handle < 0 ? strerror(errno) : map_file(handle, &file);
    if (handle >= 0) {
        close(handle);
    }
    if (!why) {
        why = take_file(proofs, &file, shelf);
        if (why) {
            unmap_file(&file);
        }
    }
    return !why || fail(error, path, "%s", why);
}

static int compare_files(const void *a, const void *b) {
    const FanProofFile *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static bool add_folder(FanProofs *proofs, DIR *opened, const char *folder, const FanShelf *shelf,
                       FanProofError *error) {
    struct dirent *entry;
    while ((entry = readdir(opened))) {
        if (is_proof(entry->d_name) && !add_file(proofs, folder, entry->d_name, shelf, error)) {
            return false;
        }
    }
    if (proofs->files_count) {
        qsort(proofs->files, proofs->files_count, sizeof *proofs->files, compare_files);
    }
    return true;
}

bool fan_proofs_open(FanProofs *proofs, const char *folder, const FanShelf *shelf,
                     FanProofError *error) {
    *proofs = (FanProofs){0};
    DIR *opened = opendir(folder);
    if (!opened) {
        return errno == ENOENT || errno == ENOTDIR || fail(error, folder, "%s", strerror(errno));
    }
    proofs->files = calloc(FILES_MAX, sizeof *proofs->files);
    bool fine = proofs->files ? add_folder(proofs, opened, folder, shelf, error)
                              : fail(error, folder, "not enough memory");
    closedir(opened);
    if (!fine) {
        fan_proofs_close(proofs);
    }
    return fine;
}

void fan_proofs_close(FanProofs *proofs) {
    for (size_t i = 0; i < proofs->files_count; i++) {
        unmap_file(&proofs->files[i]);
    }
    for (size_t i = 0; i < proofs->sets_count; i++) {
        fan_proof_free(proofs->sets[i].proof);
    }
    free(proofs->files);
    free(proofs->sets);
    *proofs = (FanProofs){0};
}

/* --- reading ------------------------------------------------------------------------------------
 */

static bool go_on(void *context, uint64_t answers, uint64_t of) {
    const FanProofs *proofs = context;
    (void)answers;
    (void)of;
    return !proofs->stop;
}

static void read_file(FanProofs *proofs, FanProofFile *file) {
    const FanProofSet *set = &proofs->sets[file->set];
    fan_proof_watch(set->proof, go_on, proofs);
    file->refused = !fan_proof_add(set->proof, file->bytes, file->len_bytes, &file->why);
}

static void read_set(FanProofs *proofs, size_t number) {
    FanProofSet *set = &proofs->sets[number];
    for (size_t i = 0; i < proofs->files_count && !proofs->stop; i++) {
        if (proofs->files[i].set == number) {
            read_file(proofs, &proofs->files[i]);
        }
    }
    FanPosition start = fan_position_start(&set->board, &set->rules);
    set->start[FAN_WHITE] = fan_proof_promise(set->proof, &start);
    set->start[FAN_BLACK] = fan_proof_kept(set->proof, &start);
}

void fan_proofs_read(FanProofs *proofs, void (*told)(void *context), void *context) {
    for (size_t i = 0; i < proofs->sets_count; i++) {
        read_set(proofs, i);
        if (proofs->stop) {
            return;
        }
        proofs->sets_read = i + 1;
        told(context);
    }
}

void fan_proofs_stop(FanProofs *proofs) {
    proofs->stop = true;
}

bool fan_proofs_ready(const FanProofs *proofs, const FanProofSet *set) {
    return (size_t)(set - proofs->sets) < proofs->sets_read;
}

/* --- asking -------------------------------------------------------------------------------------
 */

const FanProofSet *fan_proofs_find(const FanProofs *proofs, const FanBoard *board,
                                   const FanRules *rules, const FanPosition *position) {
    bool plain = position->mode == FAN_MODE_CAPTURE && !position->first;
    for (size_t i = 0; plain && proofs && i < proofs->sets_count; i++) {
        if (is_of(&proofs->sets[i], board, rules)) {
            return &proofs->sets[i];
        }
    }
    return NULL;
}

const FanProofFile *fan_proofs_file(const FanProofs *proofs, const char *name) {
    for (size_t i = 0; proofs && i < proofs->files_count; i++) {
        const FanProofFile *file = &proofs->files[i];
        if (file->set < proofs->sets_read && !file->refused && strcmp(file->name, name) == 0) {
            return file;
        }
    }
    return NULL;
}
