"""The board as the network sees it: sets of points in 64 bits, and the counts of the survey (src/engine/eval.c)."""

import numpy as np

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]  # of rank and file
LOW = np.array([bin(x).count("1") for x in range(1 << 16)], dtype=np.uint8)


def popcount(sets):
    parts = [LOW[(sets >> np.uint64(shift)) & np.uint64(0xFFFF)] for shift in (0, 16, 32, 48)]
    return np.sum(parts, axis=0, dtype=np.int64)


class Board:
    def __init__(self, files, ranks):
        self.files, self.ranks, self.points = files, ranks, files * ranks
        self.all = np.uint64((1 << self.points) - 1)
        self.leaves = [self.points_with_line(*direction) for direction in DIRECTIONS]
        self.offsets = [rank * files + file for rank, file in DIRECTIONS]

    def points_with_line(self, up, right):
        """R1.3: points whose line in a direction leads on; diagonals only from strong points."""
        found = 0
        for rank in range(self.ranks):
            for file in range(self.files):
                inside = 0 <= rank + up < self.ranks and 0 <= file + right < self.files
                strong = (rank + file) % 2 == 0
                if inside and (strong or up == 0 or right == 0):
                    found |= 1 << (rank * self.files + file)
        return np.uint64(found)

    def bits(self, sets):
        points = np.arange(self.points, dtype=np.uint64)
        return ((sets[:, None] >> points) & np.uint64(1)).astype(np.uint8)


def shift(sets, by):
    return sets << np.uint64(by) if by > 0 else sets >> np.uint64(-by)


def survey(board, own, other):
    """Steps of `own` to an empty point, and the stones of `other` that one of them could take."""
    empty = ~(own | other) & board.all
    steps = np.zeros(len(own), dtype=np.int64)
    taken = np.zeros(len(own), dtype=np.uint64)
    for d, (offset, leaves) in enumerate(zip(board.offsets, board.leaves)):
        to = shift(own & leaves, offset) & empty
        back = board.leaves[len(DIRECTIONS) - 1 - d]
        taken |= (shift(to & leaves, offset) | shift(shift(to, -offset) & back, -offset)) & other
        steps += popcount(to)
    return steps, popcount(taken)


def count(board, own, other):
    """The four counts: steps of the mover and of the other, stones the mover and the other could lose."""
    own_steps, gain = survey(board, own, other)
    other_steps, risk = survey(board, other, own)
    return np.stack([own_steps, other_steps, risk, gain], 1).astype(np.float32)


def mirrorings(board):
    """Where each point lies in the four mirrorings: bit 0 exchanges the sides, bit 1 the ends."""
    points = np.arange(board.points).reshape(board.ranks, board.files)
    return np.stack([points[::-1 if m & 2 else 1, ::-1 if m & 1 else 1].reshape(-1) for m in range(4)])
