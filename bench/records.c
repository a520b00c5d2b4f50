/* How fast records are read and how much memory that takes, every turn checked.
 *
 *   bench_records [GAMES [FILE]]     1000000 games, in a temporary file, if not said otherwise
 *
 * Writes random games of tsivy to the file and reads them back three times; the best counts, by the
 * processor's time. The peak of memory is the whole program's. Status 1 if not every game comes
 * back. */
#include <fanorona/fanorona.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { FILES = 9, RANKS = 5, ROUNDS = 3, TURNS_MAX = 400, MOVES_MAX = 16384 };

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* xorshift64*: enough for random games. */
static uint64_t random_next(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

__attribute__((noreturn)) static void die(const char *what) {
    perror(what);
    exit(2);
}

static bool to_file(void *context, const char *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

static ptrdiff_t from_file(void *context, char *bytes, size_t size) {
    size_t count = fread(bytes, 1, size, context);
    return count == 0 && ferror((FILE *)context) ? -1 : (ptrdiff_t)count;
}

static bool play_random_turn(FanGame *game, uint64_t *seed) {
    static FanMove moves[MOVES_MAX];
    FanTurn turn;
    size_t count = fan_moves(game->board, &game->rules, &game->position, moves, MOVES_MAX);
    FanMove move = moves[(random_next(seed) >> 16) % (count < MOVES_MAX ? count : MOVES_MAX)];
    return fan_move_turn(game->board, &game->rules, &game->position, move, &turn) &&
           fan_game_play(game, &turn, NULL) == FAN_GAME_OK;
}

static void write_game(FILE *file, FanRecord *record, uint64_t index, uint64_t *seed) {
    static FanPly plies[TURNS_MAX];
    FanGame game;
    char round[24];
    fan_game_begin(&game, &record->board, &record->rules, &record->start, plies, TURNS_MAX);
    while (game.outcome.result == FAN_ONGOING && game.length < TURNS_MAX) {
        if (!play_random_turn(&game, seed)) {
            abort();
        }
    }
    snprintf(round, sizeof round, "%" PRIu64, index + 1);
    if (fan_record_from_game(record, &game) != FAN_EDIT_OK ||
        fan_record_set_tag(record, "Event", "Random games") != FAN_EDIT_OK ||
        fan_record_set_tag(record, "Round", round) != FAN_EDIT_OK ||
        !fan_record_write(record, to_file, file)) {
        die("writing the games");
    }
}

static void write_games(FILE *file, uint64_t games) {
    uint64_t seed = 1;
    FanRecord record;
    fan_record_init(&record, NULL);
    for (uint64_t i = 0; i < games; i++) {
        write_game(file, &record, i, &seed);
    }
    if (fflush(file) != 0) {
        die("writing the games");
    }
    fan_record_free(&record);
}

typedef struct Count {
    uint64_t games, turns, bytes;
    double took_s;
} Count;

static Count read_games(FILE *file) {
    Count count = {.took_s = now_s()};
    FanRecord record;
    FanRecordReading reading;
    rewind(file);
    FanRecordReader *reader = fan_record_reader_new(from_file, file, NULL);
    fan_record_init(&record, NULL);
    while (reader && (reading = fan_record_read(reader, &record)) == FAN_RECORD_GAME) {
        count.games++;
        count.turns += record.turns;
    }
    if (!reader || reading != FAN_RECORD_END) {
        fprintf(stderr, "bench: %s\n", reader ? fan_record_reader_fault(reader)->reason : "memory");
        exit(1);
    }
    count.bytes = fan_record_reader_bytes(reader);
    fan_record_free(&record);
    fan_record_reader_free(reader);
    count.took_s = now_s() - count.took_s;
    return count;
}

int main(int argc, char **argv) {
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    FILE *file = argc > 2 ? fopen(argv[2], "w+b") : tmpfile();
    if (!file) {
        die(argc > 2 ? argv[2] : "temporary file");
    }
    write_games(file, games);
    Count best = read_games(file);
    for (int round = 1; round < ROUNDS; round++) {
        Count count = read_games(file);
        best.took_s = count.took_s < best.took_s ? count.took_s : best.took_s;
    }
    fclose(file);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("records: %" PRIu64 " games, %" PRIu64
           " turns, %.1f MB read at %.1f MB/s, %.2f M turns/s, "
           "peak memory %.1f MB\n",
           best.games, best.turns, (double)best.bytes / 1e6, (double)best.bytes / 1e6 / best.took_s,
           (double)best.turns / 1e6 / best.took_s, (double)usage.ru_maxrss / 1024);
    return best.games != games;
}
