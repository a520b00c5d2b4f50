// The library from C++: its headers are clean there, its names are C's.
#include <fanorona/fanorona.h>

#include <cstdio>

int main() {
    FanBoard board;
    if (!fan_board_init(&board, 9, 5)) {
        return 1;
    }
    std::printf("%s\n", fan_result_word(FAN_ONGOING));
    return 0;
}
