#!/usr/bin/env python3
"""Trains a network for one size of board and writes it as the engine reads it.

    training/train.py --out networks/ tsivy-1.data tsivy-2.data

The files are those of `fanorona datagen`. What the network is, and what the numbers of its file mean, stands
in docs/engine.md and src/engine/network.h; the names here are those there. Needs Debian's python3-torch, and
libopenblas0-pthread for a tenth of the time.
The state is saved after every epoch (--state) and taken up again, so that a run may be ended at any time.
"""

import argparse
import math
import os
import sys
import time

import numpy as np
import torch

from board import Board, count, popcount
from network import FILTERS, HIDDEN, QUARTERS, Network, export

HEADER_BYTES = 512
RECORD = np.dtype([("white", "<u8"), ("black", "<u8"), ("score", "<i2"), ("ply", "<u2"), ("side", "u1"),
                   ("result", "i1"), ("flags", "u1"), ("quiet", "u1")])
LAST_OF_GAME = 4
WIN = 25000  # scores beyond are forced wins


def read(path):
    """The board of a file of positions, and its records."""
    with open(path, "rb") as file:
        header = file.read(HEADER_BYTES)
        if header[:8] != b"FANDATA\0" or int.from_bytes(header[8:12], "little") != 1:
            sys.exit(f"train: {path}: not a file of `fanorona datagen`, or one of another version")
        body = file.read()
    records = np.frombuffer(body[:len(body) // RECORD.itemsize * RECORD.itemsize], dtype=RECORD)
    return (header[16], header[17]), records


class Positions:
    """Records as the network wants them: from the side of who moves."""

    def __init__(self, board, records, scale, result_part):
        white = records["side"] == 0
        own = np.where(white, records["white"], records["black"])
        other = np.where(white, records["black"], records["white"])
        result = np.where(white, records["result"], -records["result"]).astype(np.float32)
        score = np.clip(records["score"].astype(np.float32), -WIN, WIN)
        chance = 1 / (1 + np.exp(-np.clip(score / scale, -30, 30)))
        goal = (1 - result_part) * chance + result_part * (result + 1) / 2
        own_count, other_count = popcount(own), popcount(other)
        self.stones = torch.from_numpy(np.concatenate([board.bits(own), board.bits(other)], 1))
        self.counts = torch.from_numpy(count(board, own, other))
        self.material = torch.from_numpy((own_count - other_count).astype(np.float32))
        quarter = (own_count + other_count - 1) * QUARTERS // (board.points - 1)
        self.quarter = torch.from_numpy(np.arange(QUARTERS) == quarter[:, None])
        self.goal = torch.from_numpy(goal.astype(np.float32))
        self.must = torch.from_numpy(records["flags"] & 1 != 0)

    def __len__(self):
        return len(self.goal)

    def batch(self, rows):
        return self.stones[rows].float(), self.counts[rows], self.material[rows], self.quarter[rows].float()


def loss(network, positions, rows):
    return (torch.sigmoid(network(*positions.batch(rows))) - positions.goal[rows]) ** 2


def judge(network, positions, rows):
    """Mean square error where nothing must be captured, and where something must."""
    with torch.no_grad():
        losses = torch.cat([loss(network, positions, part) for part in rows.split(65536)])
    must = positions.must[rows]
    return losses[~must].mean().item(), losses[must].mean().item()


def split(records):
    """Whole games apart: one in fifty is only looked at."""
    ends = np.cumsum(records["flags"] & LAST_OF_GAME != 0)
    game = ends - (records["flags"] & LAST_OF_GAME != 0)
    held = game % 50 == 0
    return torch.from_numpy(np.nonzero(~held)[0]), torch.from_numpy(np.nonzero(held)[0])


def train(network, positions, rows, held, options):
    optimizer = torch.optim.Adam(network.parameters(), options.rate)
    first = 0
    if options.state and os.path.exists(options.state):
        saved = torch.load(options.state)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["epochs"]
    elif options.begin:
        network.begin_with(torch.load(options.begin)["network"])
    batches = len(rows) // options.batch
    began = time.time()
    for epoch in range(first, options.epochs):
        order = rows[torch.randperm(len(rows))]
        total = 0.0
        for i in range(batches):
            done = (epoch * batches + i) / (options.epochs * batches)
            for group in optimizer.param_groups:
                group["lr"] = options.rate * (0.5 * (1 + math.cos(math.pi * done)) + 0.005)
            error = loss(network, positions, order[i * options.batch:(i + 1) * options.batch]).mean()
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
            network.bound()
            total += error.item()
        quiet, must = judge(network, positions, held)
        print(f"epoch {epoch + 1} of {options.epochs}: learned {total / batches:.5f}, held back: quiet {quiet:.5f}, "
              f"to capture {must:.5f}, {time.time() - began:.0f} s", flush=True)
        if options.state:
            saved = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "epochs": epoch + 1}
            torch.save(saved, options.state + ".new")
            os.replace(options.state + ".new", options.state)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files of positions, all of one size of board")
    parser.add_argument("--out", default=".", help="folder the network is written to, named by its content")
    parser.add_argument("--state", help="file the state is kept in from epoch to epoch")
    parser.add_argument("--begin", help="state of another run, whose network this one begins with; it may have fewer filters")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate at first")
    parser.add_argument("--scale", type=float, default=250, help="score that makes a chance of 73 %%")
    parser.add_argument("--result", type=float, default=0.6, help="part of the goal that the game's end is")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)

    read_files = [read(path) for path in options.files]
    sizes = {size for size, _ in read_files}
    if len(sizes) != 1:
        sys.exit("train: the files are of boards of different sizes")
    board = Board(*sizes.pop())
    records = np.concatenate([records for _, records in read_files])
    rows, held = split(records)
    if not 0 < options.batch <= len(rows):
        sys.exit(f"train: {len(rows)} positions to learn from do not fill a batch of {options.batch}")
    positions = Positions(board, records, options.scale, options.result)
    print(f"{len(positions)} positions on {board.files}x{board.ranks}, {len(held)} held back, "
          f"{positions.must.float().mean():.0%} to capture", flush=True)
    network = Network(board)
    print(f"{FILTERS} filters, {HIDDEN} hidden, {sum(p.numel() for p in network.parameters())} numbers")
    train(network, positions, rows, held, options)
    print(export(network, board, options.scale, options.out))


if __name__ == "__main__":
    main()
