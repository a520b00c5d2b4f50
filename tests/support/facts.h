/* Reads the known facts of tests/data (their format: tests/data/README.md), so that every
 * implementation of the rules is tested against the same ones. Needs no rules itself.
 *
 * A file that is missing or written wrongly fails the test with the line. */
#ifndef FAN_TESTS_SUPPORT_FACTS_H
#define FAN_TESTS_SUPPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much work a count is, so that slow code, sanitizers and WebAssembly can leave some out. */
typedef enum FactCost {
    FACT_QUICK, /* under half a million: everyone */
    FACT_SLOW,  /* millions: optimised builds */
    FACT_DEEP,  /* over a hundred million: the fast code in optimised builds */
} FactCost;

/* "quick", "slow", "deep"; fails the test for any other word. */
FactCost fact_cost_read(const char *word);

enum {
    FACT_WORD_MAX = 64,
    FACT_TEXT_MAX = 256,
    FACT_TURNS_MAX = 16, /* named turns of a small case */
};

/* A line of perft.txt. */
typedef struct PerftFact {
    int line; /* in the file */
    int files, ranks;
    bool telo;                 /* the game on 3×3 is telo, not the capture game */
    char rules[FACT_WORD_MAX]; /* "" for the defaults */
    bool effects;              /* turns of one effect are merged; else they count by path */
    unsigned depth;
    uint64_t count;
    FactCost cost;
    char position[FACT_TEXT_MAX]; /* canonical text */
} PerftFact;

/* Calls `use` for every line; returns how many there are. */
typedef void PerftFactUser(void *context, const PerftFact *fact);
size_t perft_facts_each(PerftFactUser *use, void *context);

/* A turn and something said of it. */
typedef struct FactPair {
    char turn[FACT_TEXT_MAX];
    char text[FACT_TEXT_MAX];
} FactPair;

/* A case of small_cases.txt. */
typedef struct SmallCase {
    int line; /* of its name, in the file */
    char name[FACT_TEXT_MAX];
    char clause[FACT_WORD_MAX];
    char rules[FACT_WORD_MAX]; /* "" for the defaults */
    bool telo;                 /* the game on 3×3 is telo, not the capture game */
    char position[FACT_TEXT_MAX];
    char outcome[FACT_WORD_MAX]; /* of the position: "ongoing", or winner and reason */
    size_t turns;                /* how many legal turns there are */
    size_t named, absent, leads, ends;
    char named_turn[FACT_TURNS_MAX][FACT_TEXT_MAX];  /* legal; all of them when named == turns */
    char absent_turn[FACT_TURNS_MAX][FACT_TEXT_MAX]; /* well written, not legal */
    FactPair lead[FACT_TURNS_MAX];                   /* legal turn, position text after it */
    FactPair end[FACT_TURNS_MAX];                    /* legal turn, outcome after it */
} SmallCase;

/* Calls `use` for every case; returns how many there are. */
typedef void SmallCaseUser(void *context, const SmallCase *small);
size_t small_cases_each(SmallCaseUser *use, void *context);

#endif
