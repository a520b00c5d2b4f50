/* The Universal Game Interface: lines in, lines out (docs/ugi.md).
 *
 * A session holds one game and one engine. It reads no file and no stream: the caller brings the
 * lines as they come and, while a search runs, gives it slices of time in between, so that it
 * always listens. It survives any line; what it cannot follow it answers with `info string …` and
 * otherwise ignores. One thread at a time. */
#ifndef FAN_UGI_UGI_H
#define FAN_UGI_UGI_H

#include <fanorona/book.h>

typedef struct FanUgi FanUgi;

/* Takes one line of the session's, zero-ended, without its line end; it lives only during the call.
 */
typedef void FanUgiWrite(void *context, const char *line);

enum {
    FAN_UGI_LINE_MAX = 1 << 20, /* longest line that is understood */
    FAN_UGI_HASH_MB = 64,       /* the option Hash at first */
    FAN_UGI_HASH_MB_MAX = 65536,
};

/* A session at the start of tsivy. The engine's memory is taken with the first `isready` or `go`.
 * Returns NULL without memory. Freed by fan_ugi_free (NULL is fine). */
FanUgi *fan_ugi_new(FanClock *clock, FanUgiWrite *write, void *context);
void fan_ugi_free(FanUgi *ugi);

/* See fan_engine_set_network; before the first line. The network must outlive the session. */
void fan_ugi_set_network(FanUgi *ugi, const FanNetwork *network);

/* Opens the endgame tables of a board under these rules in the folder that the option TablesPath
 * names; they are freed by fan_tables_free. Returns NULL with the reason if there are none or they
 * cannot be read. */
typedef FanTables *FanUgiOpenTables(const char *folder, const FanBoard *board,
                                    const FanRules *rules, FanTablesError *error);

/* How to open tables; without this the option TablesPath takes no folder. */
void fan_ugi_set_tables(FanUgi *ugi, FanUgiOpenTables *open);

/* Opens what is proved of a board under these rules, by the certificates in the folder that the
 * option ProofPath names ("": none) and those that come with the program; freed by fan_proof_free.
 * The tables may be NULL. Returns NULL with the reason if a certificate is refused. The error is
 * empty before; what is said there beside a proof is what the folder lacks. */
typedef FanProof *FanUgiOpenProof(const char *folder, const FanBoard *board, const FanRules *rules,
                                  const FanTables *tables, FanProofError *error);

/* How to open certificates; without this nothing is proved, and the option ProofPath takes no
 * folder. */
void fan_ugi_set_proof(FanUgi *ugi, FanUgiOpenProof *open);

/* The book for the option OwnBook in place of the one that comes with the library; it must outlive
 * the session. */
void fan_ugi_set_book(FanUgi *ugi, const FanBook *book);

/* Obeys a line of `length` bytes, a line end at its end or not. Returns false after `quit`. */
bool fan_ugi_line(FanUgi *ugi, const char *line, size_t length);

/* Whether a search runs: then call fan_ugi_work again and again. */
bool fan_ugi_searching(const FanUgi *ugi);

/* Whether the search that runs has no limit: it ends with `stop` only, or ponders: then `ponderhit`
 * gives it one. */
bool fan_ugi_endless(const FanUgi *ugi);

/* Searches on for some milliseconds at most and writes what there is to tell. */
void fan_ugi_work(FanUgi *ugi);

#endif
