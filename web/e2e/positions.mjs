/* Games that lead where a test wants to be. Each is legal from the start of its board. */

/** White can go i3-h4A-g3W-f4A, and then take either way at e4. */
export const CHAIN = [
  'e2-e3A', 'f4-e5W-e4A', 'f2-e3A', 'd5-d4A', 'f1-f2A', 'e4-e5W', 'h1-h2A', 'c3-d3W', 'b2-b3A-c3W', 'd3-e3W',
];

/** White must capture and only d3 can. */
export const FORCED = [
  'e2-e3A', 'f4-e5W-e4A', 'g2-g3A', 'f3-e3A', 'd2-d3A', 'h3-h2A-g2W', 'e1-e2A', 'h4-g5W-g4A',
];

/** After Black's d5-d4A a step to d3 would go the same way. */
export const SAME_WAY = ['f2-e3A'];

/** 9×5: Black has no stones left. */
export const NO_STONES = [
  'd3-e3W', 'd4-d3A-c3W-d2A', 'b3-c3W-d4A-d3A-e3A-d2W', 'e4-e3A', 'g3-f3W-f4A-e4W-e5W-f5W', 'b4-c3A',
  'a2-a3A-b3A', 'c4-c3A', 'i3-i4A', 'c3-d4W', 'f2-e3A', 'h5-g5A-f4A-g3A-g4W', 'i4-h4A',
];

/** 5×5: the same position for the third time. */
export const REPETITION = [
  'b3-c3W', 'b4-b3A-a3W-b2A-c3W', 'a2-a3A-b3A', 'd4-d3A-c3W', 'b3-a3W-b4A-a4W', 'e4-e3A', 'c2-d2', 'e3-e4',
  'd2-c2', 'e4-e3', 'a4-a3', 'e3-e4', 'a3-a4', 'e4-e3',
];

/** 9×5: fifty turns without a capture. */
export const QUIET = [
  'f2-e3A', 'd5-d4A', 'e3-d3A', 'f3-e3W-d2A', 'b2-c3A', 'e4-e3A-f3W-f2A-e2W', 'h1-h2A-g3A-g2W', 'c4-c3A',
  'g2-f2A', 'c3-b2A-b3W', 'a2-a1W', 'b4-a3', 'i3-i2W', 'a3-a2A', 'f2-e3', 'b5-c5', 'e3-d4A', 'a2-b2',
  'd4-c3A-d3W', 'f5-g5', 'g1-h1', 'g5-h4', 'i1-h2', 'h4-h3A', 'i2-h2', 'h3-h4W', 'd3-c3', 'h4-g5', 'c3-b3',
  'g5-h4', 'b3-a3', 'h4-g4', 'a3-a4', 'g4-f4', 'a4-a3', 'f4-g4', 'a3-b2', 'g4-f4', 'b2-b3', 'f4-f5', 'b3-a3',
  'f5-g5', 'a3-a2', 'g5-h5', 'a2-a1', 'h5-i5', 'a1-b2', 'i5-h4', 'b2-a2', 'h4-h5', 'a2-a3', 'h5-h4', 'a3-b3',
  'h4-i4', 'b3-a3', 'i4-h4', 'a3-b3', 'h4-i5', 'b3-b4', 'i5-i4', 'b4-c4', 'i4-i3', 'c4-b4', 'i3-i2', 'b4-c4',
  'i2-i3', 'c4-b4', 'i3-i2', 'b4-c5', 'i2-h2', 'c5-b4', 'h2-h3', 'b4-b5', 'h3-h4', 'b5-b4', 'h4-i3',
];
