/* Rule options (R8) and the numbered clauses that results and refusals cite. */
#ifndef FANORONA_RULES_H
#define FANORONA_RULES_H

#include <fanorona/api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

FAN_BEGIN_DECLS

typedef enum FanChain { FAN_CHAIN_OPTIONAL, FAN_CHAIN_MANDATORY } FanChain;
typedef enum FanFirstTurn { FAN_FIRST_FREE, FAN_FIRST_SINGLE } FanFirstTurn;
typedef enum FanBlocked { FAN_BLOCKED_LOSS, FAN_BLOCKED_DRAW } FanBlocked;
typedef enum FanVela { FAN_VELA_NONE, FAN_VELA_WHITE, FAN_VELA_BLACK } FanVela;
typedef enum FanVelaFirst { FAN_VELA_FIRST_TAKER, FAN_VELA_FIRST_GIVER } FanVelaFirst;

enum {
    FAN_QUIET_LIMIT_MAX = 1000,
    FAN_REPETITION_MAX = 5,
    FAN_RULES_TEXT_MAX = 160, /* room for every option written out, with the final zero */
};

/* One choice for every point on which sources differ (R8). */
typedef struct FanRules {
    uint8_t chain;        /* FanChain: must a chain go on while it can? (R4.1) */
    uint8_t first_turn;   /* FanFirstTurn: may the game's first turn chain? */
    uint8_t blocked;      /* FanBlocked: what a player without a turn gets (R5.2) */
    uint8_t repetition;   /* occurrences that draw, 2 to 5; 0 is off (R5.4) */
    uint16_t quiet_limit; /* quiet turns that draw, 1 to 1000; 0 is off (R5.3) */
    uint8_t vela;         /* FanVela: who gives (R7.1) */
    uint8_t vela_first;   /* FanVelaFirst: who begins a game of vela (R7.4) */
    uint8_t telo; /* 1: the game is Fanoron-telo (section 6), 0: the capture game. A variant, not an
                     option of section 8, so it is neither read nor written with them. */
} FanRules;

/* The defaults of R8, for the capture game. */
FAN_API FanRules fan_rules_default(void);

/* Whether a game under these rules may never end; such rules are for analysis only (R8). */
FAN_API bool fan_rules_endless(const FanRules *rules);

FAN_API bool fan_rules_equal(const FanRules *a, const FanRules *b);

typedef enum FanRulesFault {
    FAN_RULES_OK,
    FAN_RULES_SHAPE,    /* not NAME=VALUE, or an empty item */
    FAN_RULES_OPTION,   /* no such option */
    FAN_RULES_VALUE,    /* the option does not take this value */
    FAN_RULES_REPEATED, /* the option is given twice */
    FAN_RULES_LENGTH,   /* longer than FAN_RULES_TEXT_MAX */
} FanRulesFault;

typedef struct FanRulesError {
    FanRulesFault fault;
    size_t offset;       /* where the faulty item (or value) begins */
    size_t length;       /* and how long it is */
    const char *allowed; /* the values the option takes, in words; static; NULL if not about one */
} FanRulesError;

/* Reads `name=value` items joined by commas, options at their default otherwise; "" is the default.
 * Case and blanks around items are ignored. Always of the capture game: a variant is set after it.
 * On failure returns false, *rules is left alone and *error (may be NULL) is filled. */
FAN_API FAN_NODISCARD bool fan_rules_read(FanRules *rules, const char *text, size_t length,
                                          FanRulesError *error);

/* Writes every option that is not at its default, as fan_rules_read takes it, zero-ended; "" for
 * the default rules. Returns the length; `text` has room for FAN_RULES_TEXT_MAX. */
FAN_API size_t fan_rules_write(const FanRules *rules, char *text);

/* One row per option, for help texts and for suggesting the nearest name. */
typedef struct FanOption {
    const char *name, *values, *standard;
} FanOption;

/* The options in R8's order; *count receives how many there are. Static memory. */
FAN_API const FanOption *fan_rules_options(size_t *count);

/* Clauses of docs/rules.md. FAN_CLAUSE(3, 1) is R3.1; section 8's options are whole sections:
 * FAN_CLAUSE(8, 0). */
typedef uint16_t FanClause;
#define FAN_CLAUSE(section, item) ((FanClause)((section)*100 + (item)))

enum { FAN_CLAUSE_TEXT_MAX = 12 };

/* Writes "R3.1" (or "R8" for item 0), zero-ended; `text` has room for FAN_CLAUSE_TEXT_MAX. Returns
 * text. */
FAN_API char *fan_clause_write(FanClause clause, char *text);

FAN_END_DECLS
#endif
