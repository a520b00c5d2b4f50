/* Amounts as people write them: 2G of memory, 90m of time. */
#include "cli/arguments.h"
#include "cli/solve/solve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Unit {
    char letter;
    uint64_t worth;
} Unit;

static const Unit sizes[] = {{'K', 1 << 10}, {'M', 1 << 20}, {'G', 1 << 30}, {0, 0}};
static const Unit times[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {0, 0}};

/* A whole number and one of the letters, in either case. */
static bool read_amount(const char *text, const Unit *units, uint64_t *amount) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || errno != 0) {
        return false;
    }
    for (; units->letter; units++) {
        if ((*end | 32) == (units->letter | 32) && end[1] == '\0') {
            return !__builtin_mul_overflow(number, units->worth, amount);
        }
    }
    return false;
}

static FanExit complain(const FanArguments *arguments, const char *name, const char *text,
                        const char *wanted) {
    FanQuote quote;
    return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s is not %s", name,
                        fan_quote(&quote, text, strlen(text)), wanted);
}

FanExit fan_solve_memory(const FanArguments *arguments, uint64_t *bytes) {
    const char *text = fan_arguments_text(arguments, "memory", "1G");
    if (!read_amount(text, sizes, bytes) || *bytes < (1 << 20)) {
        return complain(arguments, "memory", text, "an amount of 1M or more, such as 512M or 4G");
    }
    uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    return *bytes <= all
               ? FAN_EXIT_FINE
               : fan_complain(arguments, FAN_EXIT_USAGE, "--memory: this machine has %llu MB",
                              (unsigned long long)(all >> 20));
}

FanExit fan_solve_time(const FanArguments *arguments, uint64_t *budget_ms) {
    const char *text = fan_arguments_text(arguments, "time", NULL);
    *budget_ms = UINT64_MAX;
    return !text || read_amount(text, times, budget_ms)
               ? FAN_EXIT_FINE
               : complain(arguments, "time", text, "a time such as 30s, 15m or 8h");
}
