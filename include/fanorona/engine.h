/* The engine's façade: a search that can be cut into slices, stopped at once and asked at any time.
 *
 * It never prints. An engine belongs to one thread at a time; only fan_engine_stop may be called
 * from any other thread (or a signal handler). The same job on the same position with a cleared
 * engine visits the same nodes and gives the same answer on every build, however it is sliced,
 * unless it is limited by time or has more than one thread.
 *
 * Further threads are the engine's own. They begin with the search and are gone when fan_engine_run
 * has returned false, and after fan_engine_begin without them, fan_engine_clear or fan_engine_free.
 * Between two slices they search on for some tenths of a second at most, and go on with the next.
 */
#ifndef FANORONA_ENGINE_H
#define FANORONA_ENGINE_H

#include <fanorona/game.h>
#include <fanorona/proof.h>
#include <fanorona/tables.h>

FAN_BEGIN_DECLS

typedef struct FanEngine FanEngine;

/* Milliseconds from any fixed moment, never going back. */
typedef uint64_t FanClock(void);

/* A new engine with a transposition table of at most hash_bytes (at least 64 KiB is taken). `clock`
 * may be NULL if no job has a budget of time. Returns NULL without memory. Freed by fan_engine_free
 * (NULL is fine). */
FAN_API FAN_NODISCARD FanEngine *fan_engine_new(size_t hash_bytes, FanClock *clock);
FAN_API void fan_engine_free(FanEngine *engine);

/* Forgets everything learned from earlier searches. */
FAN_API void fan_engine_clear(FanEngine *engine);

enum {
    FAN_LEVEL_FULL = 0, /* no level: as strong as the limits allow */
    FAN_LEVELS = 8,     /* levels 1 to 8, one petal each */
    FAN_DEPTH_MAX = 64,
    FAN_LINES_MAX = 16,
#ifdef __wasi__
    FAN_THREADS_MAX = 1, /* WebAssembly has none to give */
#else
    FAN_THREADS_MAX = 256,
#endif
};

/* Scores are hundredths of a stone for the side to move. A forced win in n plies is FAN_SCORE_WIN -
 * n, a forced loss the negative. */
typedef int32_t FanScore;
#define FAN_SCORE_WIN            30000
#define FAN_SCORE_IS_WIN(score)  ((score) >= FAN_SCORE_WIN - 2 * FAN_DEPTH_MAX * FAN_CHAIN_MAX)
#define FAN_SCORE_IS_LOSS(score) FAN_SCORE_IS_WIN(-(score))

/* A win by endgame tables, n plies from there or from the next capture, is FAN_SCORE_TABLE_WIN - n
 * where it is sure to come before the quiet limit (R5.3), and FAN_SCORE_TABLE_LATE - n where only
 * the limit might save the other side; a loss the negative. n is less than FAN_SCORE_TABLE_PLIES,
 * and says nothing of when the game ends: no win in so many plies is announced by it. Evaluations
 * stay within FAN_SCORE_EVALUATION_MAX. */
#define FAN_SCORE_TABLE_WIN      26000
#define FAN_SCORE_TABLE_LATE     24000
#define FAN_SCORE_TABLE_PLIES    1001
#define FAN_SCORE_EVALUATION_MAX 20000
#define FAN_SCORE_IS_TABLE_WIN(score)                                                              \
    ((score) > FAN_SCORE_TABLE_LATE - FAN_SCORE_TABLE_PLIES && (score) <= FAN_SCORE_TABLE_WIN)
#define FAN_SCORE_IS_TABLE_LOSS(score) FAN_SCORE_IS_TABLE_WIN(-(score))

/* The winning chances of the side to move, in thousandths: what part of a point it can expect from
 * such a score, a draw counting half. Fitted to games of the engine against itself
 * (docs/engine.md); 500 for 0, 1000 only for a win that is sure, and fan_score_chance(score) +
 * fan_score_chance(-score) = 1000. */
FAN_API unsigned fan_score_chance(FanScore score);

/* What to search for. A zero means no limit of that kind; with no limit at all the search goes on
 * to FAN_DEPTH_MAX or until stopped. */
typedef struct FanJob {
    uint64_t nodes; /* positions to look at; several threads together may look at some hundred more
                       each */
    uint64_t budget_ms; /* time; needs a clock */
    /* The clock of the side to move, if left_ms is not 0; needs a clock. The engine divides its
       time itself: it plays an only turn at once, and never thinks for more than a third of what
       is left without the overhead, which is lost on the way. */
    uint64_t left_ms, increment_ms, overhead_ms;
    bool ponder;      /* time does not count before fan_engine_ponderhit */
    unsigned depth;   /* plies, at most FAN_DEPTH_MAX */
    unsigned lines;   /* best first turns to report, 1 (or 0) to FAN_LINES_MAX */
    unsigned level;   /* FAN_LEVEL_FULL, or 1 to FAN_LEVELS: sets limits of its own and plays below
                         its strength */
    bool perfect;     /* play only what keeps the best promise of fan_engine_set_proof; of levels
                         only with the highest */
    uint64_t seed;    /* levels choose among near turns with it; same seed, same choice */
    unsigned threads; /* to search on, 1 (or 0) to FAN_THREADS_MAX; a level always has one */
} FanJob;

typedef enum FanEngineStatus {
    FAN_ENGINE_OK,
    FAN_ENGINE_OVER,   /* the game has ended: nothing to search */
    FAN_ENGINE_MEMORY, /* not enough memory, or no such number of threads to be had */
    FAN_ENGINE_JOB, /* a field of the job is out of its range, or time is asked for without a clock
                     */
} FanEngineStatus;

/* Begins a search of the position now in the game, whose history counts for repetition (R5.4). Telo
 * (section 6) is solved here, in a few milliseconds, and its search ends after one depth, unless
 * the job is for a level that does not know the solution. The game is copied as far as it is
 * needed. A search still running is dropped, unless the game is over or the job is wrong: these
 * leave the engine as it was. After FAN_ENGINE_MEMORY there is no search to ask about. */
FAN_API FAN_NODISCARD FanEngineStatus fan_engine_begin(FanEngine *engine, const FanGame *game,
                                                       const FanJob *job);

/* Searches on for at most `slice` nodes of the calling thread (0: to the end). Returns true while
 * there is more to search. */
FAN_API FAN_NODISCARD bool fan_engine_run(FanEngine *engine, uint64_t slice);

/* Makes a running search end before the next position it would look at, in every thread of it. Any
 * thread. */
FAN_API void fan_engine_stop(FanEngine *engine);

/* The turn that a search with `ponder` was for is played: from now on its time counts. Ends it with
 * the next fan_engine_run if it has thought long enough already. Between slices, on the engine's
 * thread; does nothing where no search ponders. */
FAN_API void fan_engine_ponderhit(FanEngine *engine);

enum { FAN_LINE_MAX = 32 };

/* One line: a first turn, what it is worth, and how it goes on. */
typedef struct FanLine {
    FanScore score;
    size_t length;               /* turns in it, at least 1 */
    FanTurn turns[FAN_LINE_MAX]; /* each legal in turn */
} FanLine;

typedef struct FanReport {
    unsigned depth;      /* last depth finished */
    unsigned deepest;    /* plies below the root reached */
    uint64_t nodes;      /* so far, of all threads */
    uint64_t elapsed_ms; /* since it began; 0 without a clock */
    size_t lines;       /* lines that fan_engine_line gives; 0 before the first depth is finished */
    bool out_of_memory; /* why it ended before its limits; what it had found stands */
} FanReport;

/* How far the search is. May be asked between slices and after the end. */
FAN_API FanReport fan_engine_report(const FanEngine *engine);

/* Line `index` (0 is the best) of the last depth finished; with a single line, of the depth cut
 * short if that has found a better one. Returns false past the last. */
FAN_API FAN_NODISCARD bool fan_engine_line(const FanEngine *engine, size_t index, FanLine *line);

/* The turn to play, with the level's choice made. Only after fan_engine_begin succeeded; then it is
 * always there, even if the search was stopped at its first node. */
FAN_API FanTurn fan_engine_turn(const FanEngine *engine);

/* The whole search in one call on the calling thread: begin, run to the end. */
FAN_API FAN_NODISCARD FanEngineStatus fan_engine_search(FanEngine *engine, const FanGame *game,
                                                        const FanJob *job, FanTurn *turn);

/* --- networks ------------------------------------------------------------------------------------
 */

/* A trained evaluation of the capture game for one size of board (docs/engine.md, "The network").
 * Nothing changes it once it is read; any number of engines, on any threads, may use it. */
typedef struct FanNetwork FanNetwork;

typedef enum FanNetworkStatus {
    FAN_NETWORK_OK,
    FAN_NETWORK_NONE,    /* not the file of a network at all */
    FAN_NETWORK_OTHER,   /* of another version or shape than this library's */
    FAN_NETWORK_DAMAGED, /* cut short, changed on the way, or numbers out of their range */
    FAN_NETWORK_MEMORY,  /* not enough memory */
} FanNetworkStatus;

/* Reads the file of a network, all of which is in memory. Bytes from anywhere may be given. On
 * FAN_NETWORK_OK *network is the caller's, to be freed by fan_network_free (NULL is fine) when no
 * engine uses it any more; otherwise it is untouched. */
FAN_API FAN_NODISCARD FanNetworkStatus fan_network_read(const void *bytes, size_t size,
                                                        FanNetwork **network);
FAN_API void fan_network_free(FanNetwork *network);

/* The network that comes with the library for a board, or NULL if there is none: not for every
 * size, and none at all in WebAssembly, where the page fetches it. It lives as long as the library.
 */
FAN_API const FanNetwork *fan_network_builtin(const FanBoard *board);

/* Whether it is for boards of this size. */
FAN_API bool fan_network_fits(const FanNetwork *network, const FanBoard *board);

/* Its name by content: the eight hexadecimal digits in the name of its file. */
FAN_API uint32_t fan_network_name(const FanNetwork *network);

/* What the engine evaluates with from the next fan_engine_begin on: this network where it fits the
 * board, the hand-written evaluation elsewhere. NULL: everywhere the hand-written one. A new engine
 * uses the networks that come with the library. */
FAN_API void fan_engine_set_network(FanEngine *engine, const FanNetwork *network);

/* --- endgame tables ------------------------------------------------------------------------------
 */

/* Endgame tables from the next fan_engine_begin on; NULL, as at first: none. They are used where
 * they fit the game (fan_tables_fit), at full strength and by level 8; they must outlive their use,
 * which ends with this call or fan_engine_free: a search still running is dropped.
 *
 * The search takes their values for positions just entered by a capture. Where they hold what every
 * first turn leads to, it chooses only among turns that keep the value of the position under the
 * quiet limit (R5.3) of the game, of wins those with the nearest capture or end; this needs
 * distances (DTC), without which only the values without a limit are kept. */
FAN_API void fan_engine_set_tables(FanEngine *engine, const FanTables *tables);

/* --- what is proved ------------------------------------------------------------------------------
 */

/* What perfect jobs play by from the next fan_engine_begin on; NULL, as at first: nothing. It is
 * used where it fits the game (fan_proof_fit), and must outlive its use, which ends with this call
 * or fan_engine_free. The tables of fan_engine_set_tables should be those it was made with: they
 * show the way home where certificates end.
 *
 * A perfect job chooses only among the turns after which the best that any turn keeps is kept,
 * whatever the other side does: a win (nearer along its certificate at every turn) before not
 * losing. Among them the search decides, so that whoever errs is made to pay. Where no turn keeps
 * anything it plays at full strength. The promise is asked anew at every job, so it holds again
 * when the game comes back to what is proved. */
FAN_API void fan_engine_set_proof(FanEngine *engine, const FanProof *proof);

/* What the side to move can hold, and what the turn to play keeps: of the job begun last, if it is
 * perfect; FAN_PROMISE_NONE otherwise. */
FAN_API FanPromise fan_engine_promise(const FanEngine *engine);

/* What the evaluation alone gives a position, for the side to move: that of the network if there is
 * one and it fits the board, else the hand-written one. */
FAN_API FanScore fan_engine_evaluate(const FanBoard *board, const FanNetwork *network,
                                     const FanPosition *position);

FAN_END_DECLS
#endif
