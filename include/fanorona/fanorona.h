/* Fanorona, the board game of Madagascar: everything the library offers.
 *
 * The numbered clauses (R3.1 …) that contracts cite are in docs/rules.md. */
#ifndef FANORONA_FANORONA_H
#define FANORONA_FANORONA_H

#define FAN_VERSION_MAJOR 0
#define FAN_VERSION_MINOR 1
#define FAN_VERSION_PATCH 0
#define FAN_VERSION       "0.1.0"

#include <fanorona/board.h>
#include <fanorona/book.h>
#include <fanorona/engine.h>
#include <fanorona/game.h>
#include <fanorona/link.h>
#include <fanorona/move.h>
#include <fanorona/position.h>
#include <fanorona/proof.h>
#include <fanorona/record.h>
#include <fanorona/rules.h>
#include <fanorona/tables.h>
#include <fanorona/text.h>
#include <fanorona/turn.h>

#endif
