/* Classes that were built, as files; and of them in memory what a larger pair needs. */
#ifndef FAN_TABLEGEN_STOCK_H
#define FAN_TABLEGEN_STOCK_H

#include "tablegen/store.h"
#include "tablegen/tablegen.h"

enum { FAN_STOCK_SIDES = FAN_TABLE_SIDE_MAX + 1 };

typedef struct FanStock {
    const FanBuild *build;
    const FanTableSpace *space;
    const char *folder;                            /* the board's own */
    void *unpacker;                                /* a ZSTD_DCtx */
    Known known[FAN_STOCK_SIDES][FAN_STOCK_SIDES]; /* by own and the other's stones */
} FanStock;

/* The quiet limit a build looks at. */
unsigned fan_build_limit(const FanBuild *build);

/* The pairs of a build in order, fewest stones first. Returns false after the last. Begin with
 * {0, 0}. */
bool fan_next_pair(const FanBuild *build, unsigned *large, unsigned *small);

/* Whether captures of the pair lead to this class. */
bool fan_pair_needs(unsigned large, unsigned small, FanTableClass class);

/* Asks whether all files of a class are there as this build would write them, sound throughout; its
 * outer sets are listed. Returns false, with the reason, where they cannot be read. */
FAN_NODISCARD bool fan_stock_find(const FanStock *stock, FanTableClass class, bool *found,
                                  FanTablesError *error);

/* Has in memory what the captures of a pair lead to, and nothing else. */
FAN_NODISCARD bool fan_stock_load(FanStock *stock, unsigned large, unsigned small,
                                  FanTablesError *error);

/* Gives all memory back. */
void fan_stock_empty(FanStock *stock);

#endif
