/* What a solver remembers, as a file: to go on another day. Written beside and renamed, so that
 * what has the name is whole. Numbers are little-endian. */
#include "solver/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD_BYTES = 40,
    ENTRY_BYTES = FAN_MEMO_ENTRY_BYTES,
    SUM_BYTES = 8,
    VERSION = 2,
    PATH_BYTES_MAX = 4096,
    /* Open positions below which fewer were opened are found again as soon as they are read, and
     * most are: they are left out. */
    WORK_LEAST = 4,
};
static const char magic[8] = "FANSOLVE";

static void put(uint8_t *bytes, uint64_t number, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
}

static uint64_t get(const uint8_t *bytes, unsigned count) {
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++) {
        number |= (uint64_t)bytes[i] << 8 * i;
    }
    return number;
}

/* FNV-1a (Fowler, Noll, Vo) over words of 64 bits: everything in the file is made of them. */
static uint64_t sum_words(uint64_t sum, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
        sum = (sum ^ get(bytes + i, 8)) * UINT64_C(0x100000001B3);
        sum ^= sum >> 32;
    }
    return sum;
}
#define SUM_FIRST UINT64_C(0xCBF29CE484222325)

static bool refuse(FanSolverError *error, const char *path, const char *what) {
    snprintf(error->text, sizeof error->text, "%.400s: %s", path, what);
    return false;
}

/* --- writing ------------------------------------------------------------------------------------
 */

typedef struct Writing {
    FILE *stream;
    uint64_t sum;
} Writing;

static bool write_words(Writing *writing, const uint8_t *bytes, size_t count) {
    writing->sum = sum_words(writing->sum, bytes, count);
    return fwrite(bytes, 1, count, writing->stream) == count;
}

static bool is_worth_writing(const FanKnown *known) {
    return known->state != FAN_STATE_OPEN || known->work >= WORK_LEAST;
}

static bool write_entry(void *context, FanMemoWords words, const FanKnown *known) {
    uint8_t bytes[ENTRY_BYTES];
    put(bytes, words.low, 8);
    put(bytes + 8, words.rest, 8);
    return !is_worth_writing(known) || write_words(context, bytes, sizeof bytes);
}

/* How many entries follow is not told: it changes while threads go on. */
static void make_head(const FanSolver *solver, uint64_t elapsed_ms, uint8_t head[HEAD_BYTES]) {
    const FanScene *scene = &solver->search.scene;
    memset(head, 0, HEAD_BYTES);
    memcpy(head, magic, sizeof magic);
    put(head + 8, VERSION, 4);
    head[12] = scene->board.files;
    head[13] = scene->board.ranks;
    head[14] = scene->rules.chain;
    head[15] = scene->rules.blocked;
    put(head + 24, solver->search.nodes, 8);
    put(head + 32, elapsed_ms, 8);
}

static bool write_all(FanSolver *solver, uint64_t elapsed_ms, FILE *stream) {
    Writing writing = {stream, SUM_FIRST};
    uint8_t head[HEAD_BYTES], sum[SUM_BYTES];
    make_head(solver, elapsed_ms, head);
    bool good = write_words(&writing, head, sizeof head) &&
                fan_memo_visit_words(solver->search.memo, write_entry, &writing);
    put(sum, writing.sum, SUM_BYTES);
    return good && fwrite(sum, 1, sizeof sum, stream) == sizeof sum && fflush(stream) == 0 &&
           fsync(fileno(stream)) == 0;
}

bool fan_solver_save(FanSolver *solver, const char *path, uint64_t elapsed_ms,
                     FanSolverError *error) {
    char draft[PATH_BYTES_MAX];
    if (snprintf(draft, sizeof draft, "%s.draft", path) >= PATH_BYTES_MAX) {
        return refuse(error, path, "the name is too long");
    }
    FILE *stream = fopen(draft, "wbe");
    bool good = stream && write_all(solver, elapsed_ms, stream);
    int why = errno;
    if (stream && fclose(stream) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(draft, path) != 0) {
        good = false;
        why = errno;
    }
    if (!good) {
        remove(draft);
        return refuse(error, path, strerror(why));
    }
    return true;
}

/* --- reading ------------------------------------------------------------------------------------
 */

static bool head_fits(const FanSolver *solver, const uint8_t head[HEAD_BYTES], const char *path,
                      FanSolverError *error) {
    const FanScene *scene = &solver->search.scene;
    if (memcmp(head, magic, sizeof magic) != 0) {
        return refuse(error, path, "is no state of a search");
    }
    if (get(head + 8, 4) != VERSION) {
        return refuse(error, path, "of another version of the format than this program's");
    }
    if (head[12] != scene->board.files || head[13] != scene->board.ranks) {
        return refuse(error, path, "of another board");
    }
    if (head[14] != scene->rules.chain || head[15] != scene->rules.blocked) {
        return refuse(error, path, "made under other rules");
    }
    return true;
}

/* Takes an entry over; false for one that cannot be. */
static bool take_entry(FanSolver *solver, const uint8_t bytes[ENTRY_BYTES]) {
    return fan_memo_take(solver->search.memo, solver->search.scene.board.all,
                         (FanMemoWords){get(bytes, 8), get(bytes + 8, 8)});
}

/* How many entries there are room for between head and checksum; false where they do not fill it.
 */
static bool count_entries(FILE *stream, uint64_t *entries) {
    off_t end = fseeko(stream, 0, SEEK_END) == 0 ? ftello(stream) : -1;
    if (end < HEAD_BYTES + SUM_BYTES || fseeko(stream, HEAD_BYTES, SEEK_SET) != 0) {
        return false;
    }
    uint64_t len_bytes = (uint64_t)end - HEAD_BYTES - SUM_BYTES;
    *entries = len_bytes / ENTRY_BYTES;
    return len_bytes % ENTRY_BYTES == 0;
}

static bool read_all(FanSolver *solver, FILE *stream, const char *path, uint64_t *elapsed_ms,
                     FanSolverError *error) {
    uint8_t head[HEAD_BYTES], entry[ENTRY_BYTES], sum[SUM_BYTES];
    uint64_t entries;
    if (fread(head, 1, sizeof head, stream) != sizeof head) {
        return refuse(error, path, "is no state of a search");
    }
    if (!head_fits(solver, head, path, error)) {
        return false;
    }
    if (!count_entries(stream, &entries)) {
        return refuse(error, path, "is cut short");
    }
    uint64_t expected = sum_words(SUM_FIRST, head, sizeof head);
    for (uint64_t left = entries; left > 0; left--) {
        if (fread(entry, 1, sizeof entry, stream) != sizeof entry) {
            return refuse(error, path, "is cut short");
        }
        expected = sum_words(expected, entry, sizeof entry);
        if (!take_entry(solver, entry)) {
            return refuse(error, path, "is damaged");
        }
    }
    if (fread(sum, 1, sizeof sum, stream) != sizeof sum || get(sum, SUM_BYTES) != expected) {
        return refuse(error, path, "is damaged");
    }
    solver->search.nodes = get(head + 24, 8);
    *elapsed_ms = get(head + 32, 8);
    return true;
}

bool fan_solver_load(FanSolver *solver, const char *path, uint64_t *elapsed_ms,
                     FanSolverError *error) {
    FILE *stream = fopen(path, "rbe");
    if (!stream) {
        return refuse(error, path, strerror(errno));
    }
    bool good = read_all(solver, stream, path, elapsed_ms, error);
    fclose(stream);
    return good;
}
