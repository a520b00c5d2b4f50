/* The endgame tables that the page has brought. */
#ifndef FAN_WASM_TABLES_H
#define FAN_WASM_TABLES_H

#include <fanorona/tables.h>

/* Those that fit, or NULL. */
const FanTables *core_tables_find(const FanBoard *board, const FanRules *rules);

#endif
