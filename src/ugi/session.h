/* A session as its files share it: what it holds, and how it speaks. */
#ifndef FAN_UGI_SESSION_H
#define FAN_UGI_SESSION_H

#include "ugi/options.h"
#include "ugi/ugi.h"

enum {
    FAN_UGI_FOLDER_MAX = 4096,
    FAN_UGI_SENTENCE_MAX = 512,
};

struct FanUgi {
    FanUgiWrite *write;
    void *context;
    FanClock *clock;

    FanEngine *engine; /* NULL before it is needed, and after its size changed */
    bool given;        /* `network` replaces those that come with the engine */
    const FanNetwork *network;
    const FanBook *book;             /* NULL: the one that comes with the library */
    FanUgiOpenTables *open_tables;   /* NULL: there is no way to */
    char folder[FAN_UGI_FOLDER_MAX]; /* of the option TablesPath; "" for none */
    bool looked;                     /* there, for tables of the board and rules that follow */
    FanBoard tables_board;
    FanRules tables_rules;
    FanTables *tables;                     /* owned; NULL: none */
    FanUgiOpenProof *open_proof;           /* NULL: there is no way to */
    char proof_folder[FAN_UGI_FOLDER_MAX]; /* of the option ProofPath; "" for none */
    bool proof_looked; /* there, for what is proved of the board of the tables */
    FanProof *proof;   /* owned; NULL: nothing */
    uint64_t values[FAN_UGI_OPTIONS];
    FanBoard start_board; /* of the option Variant */
    FanRules start_rules; /* of the options Variant and Rules */

    FanBoard board; /* of the game */
    FanGame game;
    FanPly *plies; /* owned */

    bool running;  /* a search; its answer is still to come */
    bool infinite; /* the answer waits for `stop` */
    bool ponders;  /* the answer waits for `ponderhit` or `stop` */
    bool ended;    /* a search whose answer waits, and that has nothing more to search */
    unsigned told; /* depth of the last `info` */
};

__attribute__((format(printf, 2, 3))) void fan_ugi_say(FanUgi *ugi, const char *format, ...);

/* A word of somebody else's, fit for a line of ours. */
typedef struct FanUgiShown {
    char text[41];
} FanUgiShown;
FanUgiShown fan_ugi_show(FanWord word);

/* The start of the variant and the rules that the options name. */
void fan_ugi_begin_start(FanUgi *ugi);

/* --- options (setoption.c) --- */

void fan_ugi_do_setoption(FanUgi *ugi, FanWord rest);

/* Sees that endgame tables and what is proved, if they are asked for, are those of this board and
 * these rules; what is wrong is told. To go through certificates takes time: some 400 000 answers a
 * second. */
void fan_ugi_choose_proof(FanUgi *ugi, const FanBoard *board, const FanRules *rules);

#endif
