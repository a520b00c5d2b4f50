/* Networks of chance, as files: whatever a trained one could be, and more. */
#ifndef FAN_TESTS_ENGINE_NETWORK_MAKE_H
#define FAN_TESTS_ENGINE_NETWORK_MAKE_H

#include <fanorona/engine.h>

enum { NETWORK_BYTES_MAX = 1 << 16 };

/* Writes a file whose numbers are thrown within a part of their ranges, 1 all of it; returns its
 * length. */
size_t network_make(uint8_t *bytes, unsigned files, unsigned ranks, int part, uint64_t *seed);

/* Sets the checksum at the end right again. */
void network_seal(uint8_t *bytes, size_t length);

#endif
