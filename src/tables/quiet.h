/* Which entries of a class are of positions without a capture. */
#ifndef FAN_TABLES_QUIET_H
#define FAN_TABLES_QUIET_H

#include "tables/index.h"

/* Entries that can be listed at once. */
enum { FAN_QUIET_MAX = 1 << 15 };

/* Lists those of the entries [first, last) whose position has no capture (R3.1), from below, as
 * their distance from `first`. At most FAN_QUIET_MAX entries of the class, whose outer sets are
 * listed; `offsets` has room for all of them. Returns how many there are. */
size_t fan_quiet_entries(const FanTableSpace *space, FanTableClass class, uint64_t first,
                         uint64_t last, uint16_t *offsets);

#endif
