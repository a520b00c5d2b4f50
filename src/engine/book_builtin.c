/* The book that lies in the library. Its bytes are made by the build from books/ (CMakeLists.txt);
 * the page's module has none and is given the file. */
#include "engine/book.h"

#include <assert.h>
#include <stdatomic.h>

#ifdef FAN_BOOK_TSIVY

extern const unsigned char fan_book_tsivy[];
extern const size_t fan_book_tsivy_size;

static _Atomic(FanBook *) builtin;

/* Two threads may both read it at first; one keeps its own. */
static const FanBook *read_builtin(void) {
    FanBook *known = atomic_load(&builtin), *book;
    if (known) {
        return known;
    }
    FanBookFault fault = fan_book_read(fan_book_tsivy, fan_book_tsivy_size, &book, NULL);
    assert(fault == FAN_BOOK_OK || fault == FAN_BOOK_MEMORY); /* a test reads the file */
    if (fault == FAN_BOOK_OK && !atomic_compare_exchange_strong(&builtin, &known, book)) {
        fan_book_free(book);
        return known;
    }
    return book;
}

#else

static const FanBook *read_builtin(void) {
    return NULL;
}

#endif

const FanBook *fan_book_builtin(const FanBoard *board, const FanRules *rules) {
    const FanBook *book = read_builtin();
    if (!book) {
        return NULL;
    }
    FanBookFacts facts = fan_book_facts(book);
    bool fits = facts.files == board->files && facts.ranks == board->ranks &&
                fan_rules_equal(&facts.rules, rules);
    return fits ? book : NULL;
}
