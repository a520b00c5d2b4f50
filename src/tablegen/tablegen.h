/* Building endgame tables: class by class from the fewest stones on, each written as it is done.
 *
 * A build can be killed at any moment and begun again: what is in the folder under its final name
 * is whole, and is not built twice. The same classes get the same bytes whatever the number of
 * threads. */
#ifndef FAN_TABLEGEN_TABLEGEN_H
#define FAN_TABLEGEN_TABLEGEN_H

#include <fanorona/tables.h>

/* How far a build is. */
typedef struct FanBuildProgress {
    unsigned larger, smaller; /* the class and its mirror that are being worked out, by stones */
    double done; /* of the whole, 0 to 1, by positions; what was there before is none of it */
} FanBuildProgress;

typedef struct FanBuild {
    const FanBoard *board;
    const FanRules *rules;
    unsigned stones;       /* all classes up to so many, 2 or more */
    FanTableMetric metric; /* FAN_TABLE_DTC or FAN_TABLE_DTW */
    const char *folder;    /* where the board's own folder is, or will be */
    unsigned threads;
    unsigned quiet_limit; /* looked at besides, under FAN_TABLE_DTC, at most 60; 0: the default one
                           * (R5.3) */
    bool plain;           /* without what only some processors have: slower, the same files */
    /* Called some times a second on the calling thread; false ends the build after what is in
     * hand. May be NULL. */
    bool (*watch)(void *context, const FanBuildProgress *progress);
    void *context;
} FanBuild;

/* What a build will take, at most. */
typedef struct FanBuildNeeds {
    uint64_t memory_bytes;
    uint64_t disk_bytes; /* beyond what is there; distances by the most that was ever seen */
} FanBuildNeeds;
FanBuildNeeds fan_build_needs(const FanBuild *build);

typedef enum FanBuildStatus {
    FAN_BUILD_DONE,
    FAN_BUILD_STOPPED, /* `watch` said so; what was finished is kept */
    FAN_BUILD_FAILED,  /* the error says why; what was finished is kept */
} FanBuildStatus;

FAN_NODISCARD FanBuildStatus fan_tables_build(const FanBuild *build, FanTablesError *error);

#endif
