/* Endgame tables: the exact value of every position with few stones, and how far its end is.
 *
 * A table is made by `fanorona tables build`; docs/tables.md has the format of its files. Values
 * are those of play without end: no quiet limit and no repetition (R5.3, R5.4), endless play is a
 * draw. A set of tables is for one board and for one choice of `chain` and `blocked` (R8).
 *
 * Once its files are in, any number of threads may ask FanTables for values at once. What positions
 * are numbered by is listed when one is first looked up, for each number of stones of the larger
 * side anew: on 9×5 for 7 of them 230 MB and about a second, for 6 a sixth of that. Without memory
 * for it such positions are answered like those the tables do not hold, and may be asked for again.
 *
 * Distances lie in compressed blocks; reading them takes a FanTableReader, of which every thread
 * has its own. */
#ifndef FANORONA_TABLES_H
#define FANORONA_TABLES_H

#include <fanorona/text.h>

FAN_BEGIN_DECLS

typedef struct FanTables FanTables;

/* For the side to move. */
typedef enum FanTableValue { FAN_TABLE_DRAW, FAN_TABLE_WIN, FAN_TABLE_LOSS } FanTableValue;

/* What a distance counts, in plies; the winner hurries, the loser delays, and neither gives the
 * value away. */
typedef enum FanTableMetric {
    FAN_TABLE_VALUES, /* nothing: the file holds values alone */
    FAN_TABLE_DTC,    /* to the next capture or the end of the game */
    FAN_TABLE_DTW,    /* to the end of the game */
} FanTableMetric;

/* Why a file or a folder was refused, one line in English. */
typedef struct FanTablesError {
    char text[512];
} FanTablesError;

/* Tables of a board under these rules, empty at first. NULL without memory, or when the rules are
 * those of another game than the capture game. Freed by fan_tables_free (NULL is fine). */
FAN_API FAN_NODISCARD FanTables *fan_tables_new(const FanBoard *board, const FanRules *rules);
FAN_API void fan_tables_free(FanTables *tables);

/* Adds a file, or several, one behind the other (`fanorona tables pack --bundle`), as bytes that
 * stay the caller's and must outlive the tables. Only heads are read here: damage further on is
 * told by whoever reads there, or by fan_tables_sound. Returns false, with the reason, for what is
 * no such file, or of another board or other rules; the tables are then as they were. Not while
 * other threads use the tables. */
FAN_API FAN_NODISCARD bool fan_tables_add(FanTables *tables, const void *bytes, size_t len_bytes,
                                          FanTablesError *error);

/* Whether all that fan_tables_value reads has its checksum; reads every file of values once. */
FAN_API bool fan_tables_sound(const FanTables *tables);

/* The tables of a board in a folder that `fanorona tables build` filled, mapped into memory, so
 * that processes share them. A folder without tables for these rules gives empty tables. Returns
 * NULL, with the reason, when a file cannot be read or is none of ours. Not part of the WebAssembly
 * build. */
FAN_API FAN_NODISCARD FanTables *fan_tables_open(const char *folder, const FanBoard *board,
                                                 const FanRules *rules, FanTablesError *error);

/* Whether these tables tell the truth about the capture game on this board under these rules, quiet
 * limit and repetition aside. NULL tables fit nothing. */
FAN_API bool fan_tables_fit(const FanTables *tables, const FanBoard *board, const FanRules *rules);

/* Whether the value of every position with so many stones of the side to move and so many of the
 * other can be looked up, memory permitting. Looks none up. Any thread. */
FAN_API bool fan_tables_hold(const FanTables *tables, unsigned own, unsigned foe);

/* The largest n such that the value of every position of at most n stones is here to be had at
 * once; 0 if there is none. */
FAN_API unsigned fan_tables_stones(const FanTables *tables);

/* The largest n such that fan_table_reader_probe knows every position of at most n stones by this
 * metric; 0 if there is none. Not part of the WebAssembly build. */
FAN_API unsigned fan_tables_distances(const FanTables *tables, FanTableMetric metric);

/* The value of a position, with a capture or without. Returns false, and leaves *value alone, where
 * the tables do not hold it: more stones, a first turn under first-turn=single, vela's first phase,
 * or without memory. A side without stones has lost (R5.1). The counters of the position are not
 * looked at. Any thread. */
FAN_API FAN_NODISCARD bool fan_tables_value(const FanTables *tables, const FanPosition *position,
                                            FanTableValue *value);

/* What is told of a position. */
typedef struct FanTableProbe {
    FanTableValue value;
    unsigned distance; /* plies by the metric asked for; 0 of a draw */
} FanTableProbe;

typedef enum FanProbeStatus {
    FAN_PROBE_OK,
    FAN_PROBE_ABSENT,  /* the tables do not hold it (see fan_tables_value), or not by this metric,
                        * or memory ran out */
    FAN_PROBE_DAMAGED, /* a block it stands in does not have its checksum, or cannot be unpacked */
} FanProbeStatus;

/* Reads distances. Belongs to one thread at a time; the tables must outlive it. NULL without
 * memory. Freed by fan_table_reader_free (NULL is fine). Not part of the WebAssembly build. */
typedef struct FanTableReader FanTableReader;
FAN_API FAN_NODISCARD FanTableReader *fan_table_reader_new(const FanTables *tables);
FAN_API void fan_table_reader_free(FanTableReader *reader);

/* Value and distance of a position by FAN_TABLE_DTC or FAN_TABLE_DTW. Files of that metric are
 * enough; where values are there too it is faster. By FAN_TABLE_VALUES the value alone, distance 0,
 * from files of any kind. On anything but FAN_PROBE_OK *probe is left alone. */
FAN_API FAN_NODISCARD FanProbeStatus fan_table_reader_probe(FanTableReader *reader,
                                                            const FanPosition *position,
                                                            FanTableMetric metric,
                                                            FanTableProbe *probe);

/* Value and distance by FAN_TABLE_DTC under the default quiet limit of 50 turns (R5.3), the
 * position's own quiet counter looked at: a capture counts only when what it leads to keeps its
 * value under the same limit, and a win or a loss is in time where counter and distance together
 * are at most 50 (R5.6); else it is a draw. Nothing is said about other limits, and repetition is
 * left aside. FAN_PROBE_ABSENT also where the tables were built without it. */
FAN_API FAN_NODISCARD FanProbeStatus fan_table_reader_limited(FanTableReader *reader,
                                                              const FanPosition *position,
                                                              FanTableProbe *probe);

/* --- the truth about a position and its turns ---------------------------------------------------
 */

/* What is known of a position, for the side to move, or of a turn, for the side that makes it. */
typedef struct FanTruth {
    FanTableValue value; /* of play without a quiet limit */
    bool has_distance;   /* in plies by the metric asked for; never of a draw */
    unsigned distance;
    bool has_limited; /* under the default quiet limit (R5.3), the position's own counter included:
                       * told where that is the limit of the rules and the tables have it */
    FanTableValue limited;
    unsigned limited_distance; /* by FAN_TABLE_DTC, under that limit; 0 of a draw */
} FanTruth;

typedef struct FanTruthTurn {
    FanTurn turn;
    char text[FAN_TURN_TEXT_MAX]; /* canonical */
    FanTruth truth;
} FanTruthTurn;

/* The truth about a position and about each of its legal turns by path (R4.4), every point at which
 * a chain may stop included. */
typedef struct FanTruths {
    FanOutcome outcome; /* of the position alone; once it has ended there are no turns */
    FanTableMetric metric;
    FanTruth position;
    FanTruthTurn *turns; /* best first */
    size_t count;
} FanTruths;

/* Values alone, from any thread. The rules must fit the tables (fan_tables_fit); first-turn, the
 * quiet limit and the counters are those of `rules` and `position`. FAN_PROBE_ABSENT where the
 * tables do not hold the position or memory ran out; nothing is to be freed then. Otherwise the
 * truths are freed by fan_truths_free.
 *
 * Order: by the value under the quiet limit, where it is told, else by the one without, nearer wins
 * and farther losses first; then by the value without and its distance, then by text. */
FAN_API FAN_NODISCARD FanProbeStatus fan_tables_truths(const FanTables *tables,
                                                       const FanRules *rules,
                                                       const FanPosition *position,
                                                       FanTruths *truths);

/* The same with what the reader knows besides: distances by FAN_TABLE_DTC or FAN_TABLE_DTW and
 * values under the quiet limit. FAN_PROBE_DAMAGED where a block that is needed is damaged. Not part
 * of the WebAssembly build. */
FAN_API FAN_NODISCARD FanProbeStatus fan_table_reader_truths(FanTableReader *reader,
                                                             const FanRules *rules,
                                                             const FanPosition *position,
                                                             FanTableMetric metric,
                                                             FanTruths *truths);

/* Gives back what truths hold, and empties them; all zero is fine. */
FAN_API void fan_truths_free(FanTruths *truths);

/* "draw", "win" or "loss". Static memory. */
FAN_API const char *fan_table_value_word(FanTableValue value);

/* The truths as one JSON object (docs/tables.md), zero-ended, to be freed by free(); NULL without
 * memory. */
FAN_API FAN_NODISCARD char *fan_truths_json(const FanTruths *truths);

FAN_END_DECLS
#endif
