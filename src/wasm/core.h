/* What the exports share: the text that goes in and out, and the game on the table. */
#ifndef FAN_WASM_CORE_H
#define FAN_WASM_CORE_H

#include <fanorona/game.h>

#include "wasm/json.h"

/* What crosses to the page. Elsewhere, where only tests call it, these are functions like others.
 */
#ifdef __wasm__
#    define EXPORT(name) __attribute__((export_name(#    name)))
#    define IMPORT(name) __attribute__((import_module("env"), import_name(#    name)))
#else
#    define EXPORT(name)
#    define IMPORT(name)
#endif

typedef enum CoreStatus { CORE_DONE, CORE_REFUSED, CORE_NO_MEMORY } CoreStatus;

enum {
    CORE_PLIES_MAX = 1 << 16, /* a quiet limit leaves no game more than 47 000 */
    CORE_SENTENCE_MAX = 512,
};

/* One game with the memory it needs. */
typedef struct CoreTable {
    FanBoard board;
    FanGame game;  /* its board is the one above, once the table stands where it stays */
    FanPly *plies; /* owned */
} CoreTable;

extern CoreTable core_table; /* the page's game; there always is one */
extern FanJson core_out;     /* the answer of the last call */
extern char *core_in;        /* the text for the call now; the call tells its length */

/* A piece of the input. */
typedef struct CoreText {
    const char *start;
    size_t length;
} CoreText;

/* Takes the next line off the front of `rest`. */
CoreText core_take_line(CoreText *rest);

/* The answer was written. */
CoreStatus core_done(void);

/* Answers with a sentence instead. */
CoreStatus core_refuse(const char *sentence);

/* What a set-up's lines give: variant, rules, and position ("" for the start). */
typedef struct CoreSetup {
    FanBoard board;
    FanRules rules;
    FanPosition position;
} CoreSetup;

/* Reads the first two lines of a set-up off the front of `rest`; fills board and rules. */
CoreStatus core_take_variant(CoreSetup *setup, CoreText *rest);

/* The start of the variant under the rules, if they fit its board. */
CoreStatus core_set_start(CoreSetup *setup);

/* Opens a table from lines: a set-up's three and one a turn. On anything but CORE_DONE there is
 * nothing to free. */
CoreStatus core_table_open(CoreTable *table, CoreText lines);

/* Plays a turn from its text. */
CoreStatus core_table_play(CoreTable *table, CoreText text);

/* Moves a table to where it stays, in place of the one there. */
void core_table_move(CoreTable *to, CoreTable *from);

#endif
