/* The tree a book grows from: positions that were searched, each with its best turns, and what the
 * searches of later positions say of them. Positions that fold to one are one, so it is a graph. */
#ifndef FAN_CLI_BOOK_TREE_H
#define FAN_CLI_BOOK_TREE_H

#include "engine/book.h"

#include <fanorona/game.h>

#define FAN_TREE_NONE SIZE_MAX

enum { FAN_TREE_TURNS_MAX = FAN_LINES_MAX };

/* A turn of a position that was searched. */
typedef struct FanTreeTurn {
    FanMove move;      /* folded */
    FanScore searched; /* what the search of its own position said */
    FanScore value;    /* what the tree says */
    FanFold after;     /* where it leads */
    size_t child;      /* the position there, or FAN_TREE_NONE */
    bool last;         /* the game ends there */
    uint32_t wins, draws, losses;
} FanTreeTurn;

typedef struct FanTreePosition {
    FanFold fold;
    unsigned lines; /* turns that the search was asked for */
    unsigned depth;
    uint64_t nodes;
    size_t legal; /* moves there are */
    unsigned count;
    FanTreeTurn turns[FAN_TREE_TURNS_MAX];
    FanScore value; /* of the best turn */
    int64_t cost;   /* how far from the play that matters; see fan_tree_next */
} FanTreePosition;

typedef struct FanTree {
    FanBoard board;
    FanRules rules;
    FanTreePosition *positions; /* owned; the start is the first */
    size_t count, room;
    size_t *slots; /* owned: a hash table of places in `positions`, empty ones FAN_TREE_NONE */
    size_t slots_count;
} FanTree;

/* What a search found in a position. */
typedef struct FanTreeSearch {
    unsigned lines, depth, count;
    uint64_t nodes;
    FanMove moves[FAN_TREE_TURNS_MAX]; /* folded, each once, legal */
    FanScore scores[FAN_TREE_TURNS_MAX];
} FanTreeSearch;

void fan_tree_init(FanTree *tree, const FanBoard *board, const FanRules *rules);
void fan_tree_free(FanTree *tree);

/* The place of a position, or FAN_TREE_NONE. */
size_t fan_tree_find(const FanTree *tree, const FanFold *fold);

/* Whether the tree could hold this of the position. */
bool fan_tree_fits(const FanTree *tree, const FanFold *fold, const FanTreeSearch *search);

/* Adds a position, or puts a wider search in place of the one it has. Returns false without memory.
 */
bool fan_tree_add(FanTree *tree, const FanFold *fold, const FanTreeSearch *search);

/* Carries values from the leaves to the start; call after positions were added. */
void fan_tree_settle(FanTree *tree);

/* What to search next: the start if there is nothing yet; a position whose turns have all become
 * worse than its search thought, with twice as many lines; else the turn not yet followed that is
 * nearest to the start, where each turn counts a step and what it is worse than the best one
 * (drop-out expansion, Lincke 2001). Returns false when everything near balance was followed. */
bool fan_tree_next(FanTree *tree, FanFold *fold, unsigned *lines);

/* Adds a game that was won, drawn or lost by who moved in the tree's first position, to the turns
 * of its path. `moves` are folded. */
void fan_tree_count(FanTree *tree, const FanMove *moves, size_t count, FanResult result);

/* The tree as a book: its bytes, for free(); NULL without memory. */
uint8_t *fan_tree_write(const FanTree *tree, size_t *size);

#endif
