/* A part of pair_body.h: cells, what they say, and finding those that say something. */
#if CELL_BITS == 8
typedef uint8_t Cell;
#    define CELL_ONES UINT64_C(0x0101010101010101)
#else
typedef uint16_t Cell;
#    define CELL_ONES UINT64_C(0x0001000100010001)
#endif
#define CELL_MAX   ((1u << CELL_BITS) - 1)
#define CELL_LANES (64 / CELL_BITS)
#define CELL_TOPS  (CELL_ONES << (CELL_BITS - 1))
#define LEVEL_MAX  ((CELL_MAX - CODE_WON_LATER) / 2 + 1)

typedef uint64_t __attribute__((may_alias)) CellWord;

static inline unsigned code_lost(unsigned plies) {
    return plies == 0 ? CODE_LOST : CODE_LOST_LATER - 2 + 2 * plies;
}
static inline unsigned code_won(unsigned plies) {
    return plies == 0 ? CODE_WON : CODE_WON_LATER - 2 + 2 * plies;
}
static inline unsigned code_level(unsigned code) {
    return code < CODE_VOID_LOST ? 0 : code < CODE_LOST_LATER ? 1 : (code - CODE_VOID_LOST) / 2;
}
static inline bool is_won_within(unsigned code, unsigned plies) {
    return code % 2 == 0 && code >= CODE_WON && code <= code_won(plies);
}

/* What is lost in so many plies: one code, in one ply that of void losses too. */
typedef struct LostAt {
    unsigned mask, code;
} LostAt;

static inline LostAt lost_at(unsigned plies) {
    return plies == 1 ? (LostAt){~(unsigned)(CODE_VOID_LOST ^ CODE_LOST_LATER), CODE_VOID_LOST}
                      : (LostAt){~0u, code_lost(plies)};
}
static inline bool is_lost_at(unsigned code, LostAt lost) {
    return (code & lost.mask) == lost.code;
}

/* Cells are read and written by several threads at once; see the head of this file. */
static inline unsigned load_cell(const Cell *cell) {
    return __atomic_load_n(cell, __ATOMIC_RELAXED);
}
static inline void store_cell(Cell *cell, unsigned code) {
    __atomic_store_n(cell, (Cell)code, __ATOMIC_RELAXED);
}
static inline void raise_flag(uint8_t *flag) {
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

static inline bool has_zero_lane(uint64_t word) {
    return ((word - CELL_ONES) & ~word & CELL_TOPS) != 0;
}

/* The first cell from `at` on with a code of `code` to `code` + 1 (`two`) or `code` alone; `end` if
 * there is none. */
static size_t seek(const Cell *cells, size_t at, size_t end, unsigned code, bool two) {
    const uint64_t first = CELL_ONES * code, second = CELL_ONES * (code + two);
    while (at < end) {
        if ((uintptr_t)(cells + at) % sizeof(CellWord) == 0) {
            for (; at + CELL_LANES <= end; at += CELL_LANES) {
                uint64_t word =
                    __atomic_load_n((const CellWord *)(const void *)(cells + at), __ATOMIC_RELAXED);
                if (has_zero_lane(word ^ first) || has_zero_lane(word ^ second)) {
                    break;
                }
            }
        }
        for (size_t i = 0; i < CELL_LANES && at < end; i++, at++) {
            if (load_cell(cells + at) - code <= (unsigned)two) {
                return at;
            }
            if ((uintptr_t)(cells + at + 1) % sizeof(CellWord) == 0) {
                at++;
                break;
            }
        }
    }
    return end;
}
