/* The networks of the folder networks/, for tests that must judge alike on every build: in
 * WebAssembly none comes with the library. */
#ifndef FAN_TESTS_ENGINE_SHIPPED_H
#define FAN_TESTS_ENGINE_SHIPPED_H

#include <fanorona/engine.h>

/* That for a board, or NULL; it lives to the end. Its file's name must be its name. */
const FanNetwork *shipped_network(const FanBoard *board);

#endif
