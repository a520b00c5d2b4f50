/* Certificates in a folder. */
#include "proof/proof.h"
#include "proof/reading.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static bool fail(FanProofError *error, const char *path, const char *why) {
    snprintf(error->text, sizeof error->text, "%.250s: %.250s", path, why);
    return false;
}

/* Maps a file. Returns NULL, with the reason. */
static void *map(const char *path, size_t *len_bytes, FanProofError *error) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found;
    if (file < 0 || fstat(file, &found) != 0) {
        fail(error, path, strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return NULL;
    }
    void *bytes = MAP_FAILED;
    if (!S_ISREG(found.st_mode) || found.st_size == 0) {
        fail(error, path, "no certificate");
    } else {
        *len_bytes = (size_t)found.st_size;
        bytes = mmap(NULL, *len_bytes, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED) {
            fail(error, path, strerror(errno));
        }
    }
    close(file);
    return bytes == MAP_FAILED ? NULL : bytes;
}

static bool add_file(FanProof *proof, const char *path, FanProofError *error) {
    size_t len_bytes;
    FanReading reading;
    FanProofError reason;
    void *bytes = map(path, &len_bytes, error);
    if (!bytes) {
        return false;
    }
    const char *why = fan_reading_begin(&reading, bytes, len_bytes);
    bool good = why ? fail(error, path, why)
                    : !fan_proof_fit(proof, &reading.board, &reading.rules) ||
                          fan_proof_add(proof, bytes, len_bytes, &reason) ||
                          fail(error, path, reason.text);
    munmap(bytes, len_bytes);
    return good;
}

static int is_certificate(const struct dirent *entry) {
    size_t length = strlen(entry->d_name), end = strlen(".proof");
    return length > end && strcmp(entry->d_name + length - end, ".proof") == 0;
}

bool fan_proof_add_folder(FanProof *proof, const char *folder, FanProofError *error) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_certificate, alphasort);
    bool good = true;
    if (count < 0) {
        return errno == ENOENT || fail(error, folder, strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (good) {
            good = length < PATH_BYTES ? add_file(proof, path, error)
                                       : fail(error, folder, "the name is too long");
        }
        free(entries[i]);
    }
    free(entries);
    return good;
}
