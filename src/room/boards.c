/* One board of each size for all rooms: geometry has four kilobytes, more than a room. */
#include <assert.h>
#include <pthread.h>

#include "room/setting.h"

enum { SIZES = (FAN_SIZE_MAX - FAN_SIZE_MIN) / 2 + 1 };

static FanBoard boards[SIZES][SIZES];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_boards(void) {
    for (unsigned files = 0; files < SIZES; files++) {
        for (unsigned ranks = 0; ranks < SIZES; ranks++) {
            /* Sizes that are none are left zero and never asked for. */
            (void)!fan_board_init(&boards[files][ranks], FAN_SIZE_MIN + 2 * files,
                                  FAN_SIZE_MIN + 2 * ranks);
        }
    }
}

const FanBoard *fan_room_board(unsigned files, unsigned ranks) {
    assert(fan_board_size_valid(files, ranks));
    pthread_once(&once, make_boards);
    return &boards[(files - FAN_SIZE_MIN) / 2][(ranks - FAN_SIZE_MIN) / 2];
}
