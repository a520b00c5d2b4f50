/* What the benchmark and the gate on node counts search: positions of games the engine played
 * against itself from random first turns, one side sometimes at a low level, so that there are won,
 * lost and even ones. Mostly 9×5 from the start to a few stones, some 5×5 and 7×5, all under the
 * default rules. Changing one changes every count. */
#ifndef FAN_ENGINE_BENCH_POSITIONS_H
#define FAN_ENGINE_BENCH_POSITIONS_H

enum { FAN_BENCH_POSITIONS = 50 };

extern const char *const fan_bench_positions[FAN_BENCH_POSITIONS];

#endif
