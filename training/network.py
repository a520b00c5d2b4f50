"""The network in floating point, and its file (docs/engine.md, "The network's file")."""

import os

import numpy as np
import torch

from board import mirrorings

FILTERS, HIDDEN, COUNTS, QUARTERS = 64, 16, 4, 4
ONE = 255
SQUARE_MOST = 4 * 254.004  # what a filter at 1 gives: four times 255 * 255 / 256
COUNT_SCALE = 16
HIDDEN_SCALE = ONE << 10
VALUE_SCALE = 1 << 10
WEIGHT_MAX, BIAS_MAX, HIDDEN_MAX, VALUE_MAX = 511, 4095, 1 << 14, (1 << 15) - 1
HIDDEN_BIAS_MAX = VALUE_BIAS_MAX = 1 << 29
STONE_MAX, COUNT_MAX = 1 << 20, 1 << 15


class Network(torch.nn.Module):
    def __init__(self, board):
        super().__init__()
        self.mirrorings = torch.tensor(mirrorings(board))
        self.filters = torch.nn.Parameter(torch.randn(FILTERS, 2, board.points) * 0.1)
        self.bias = torch.nn.Parameter(torch.full((FILTERS,), 0.2))
        self.hidden = torch.nn.Linear(FILTERS + COUNTS, QUARTERS * HIDDEN)
        self.value = torch.nn.Parameter(torch.randn(QUARTERS, HIDDEN) * 0.1)
        self.value_bias = torch.nn.Parameter(torch.zeros(QUARTERS))
        self.stone = torch.nn.Parameter(torch.full((QUARTERS,), 0.4))
        self.counts = torch.nn.Parameter(torch.zeros(QUARTERS, COUNTS))

    def forward(self, stones, counts, material, quarter):
        """Score in units of the scale; shapes: n × 2·points, n × 4, n, n × 4 (1 in the column of the quarter)."""
        laid = torch.stack([self.filters[:, :, points] for points in self.mirrorings])
        sums = stones @ laid.reshape(len(self.mirrorings) * FILTERS, -1).t() + self.bias.repeat(len(self.mirrorings))
        filters = sums.clamp(0, 1).square().reshape(-1, len(self.mirrorings), FILTERS).mean(1)
        counts = counts / COUNT_SCALE
        hidden = self.hidden(torch.cat([filters, counts], 1)).clamp(0, 1).reshape(-1, QUARTERS, HIDDEN)
        values = (hidden * self.value).sum(2) + self.value_bias + material[:, None] * self.stone + counts @ self.counts.t()
        return (values * quarter).sum(1)

    def begin_with(self, learned):
        """Takes over what a network of as many filters or fewer has learned; those it lacks begin as they were made."""
        filters = len(learned["filters"])
        if filters > FILTERS:
            raise SystemExit(f"train: the network to begin with has {filters} filters, this one {FILTERS}")
        own = self.state_dict()
        for name, values in learned.items():
            if name in ("filters", "bias"):
                own[name][:filters] = values
            elif name == "hidden.weight":
                own[name][:, :filters] = values[:, :filters]
                own[name][:, FILTERS:] = values[:, filters:]
            else:
                own[name].copy_(values)

    def bound(self):
        """Keeps the numbers where their integers fit."""
        with torch.no_grad():
            self.filters.clamp_(-WEIGHT_MAX / ONE, WEIGHT_MAX / ONE)
            most = torch.full((FILTERS + COUNTS,), SQUARE_MOST)
            most[FILTERS:] = COUNT_SCALE * COUNT_SCALE
            most *= HIDDEN_MAX / HIDDEN_SCALE
            self.hidden.weight.clamp_(-most, most)


def whole(values, most, kind):
    numbers = np.round(np.asarray(values, dtype=np.float64)).astype(np.int64)
    if np.abs(numbers).max() > most:
        raise SystemExit(f"train: a number of {np.abs(numbers).max()} does not fit the network's file, where {most} is the most")
    return numbers.astype(kind).tobytes()


def check_of(data):
    """FNV-1a, 64 bits."""
    check = 0xCBF29CE484222325
    for byte in data:
        check = (check ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return check


def head(state, quarter, scale):
    """One quarter's part of the file; `scale` is the score that an output of 1 is."""
    hidden = state["hidden.weight"].reshape(QUARTERS, HIDDEN, -1)[quarter].T.copy()
    hidden[:FILTERS] *= HIDDEN_SCALE / SQUARE_MOST
    hidden[FILTERS:] *= HIDDEN_SCALE / COUNT_SCALE / COUNT_SCALE
    value = scale * VALUE_SCALE
    return b"".join([
        whole(hidden, HIDDEN_MAX, "<i2"),
        whole(state["hidden.bias"].reshape(QUARTERS, HIDDEN)[quarter] * HIDDEN_SCALE, HIDDEN_BIAS_MAX, "<i4"),
        whole(state["value"][quarter] * value / ONE, VALUE_MAX, "<i2"),
        whole([state["value_bias"][quarter] * value], VALUE_BIAS_MAX, "<i4"),
        whole([state["stone"][quarter] * value], STONE_MAX, "<i4"),
        whole(state["counts"][quarter] * value / COUNT_SCALE / COUNT_SCALE, COUNT_MAX, "<i4"),
    ])


def export(network, board, scale, folder):
    """Writes the file and returns its path."""
    state = {name: value.numpy() for name, value in network.state_dict().items()}
    data = b"FANNET\0\1" + bytes([board.files, board.ranks, FILTERS, HIDDEN, COUNTS, QUARTERS])
    data += whole(state["filters"] * ONE, WEIGHT_MAX, "<i2") + whole(state["bias"] * ONE, BIAS_MAX, "<i2")
    data += b"".join(head(state, quarter, scale) for quarter in range(QUARTERS))
    check = check_of(data)
    variant = {(9, 5): "tsivy", (5, 5): "dimy"}.get((board.files, board.ranks), f"{board.files}x{board.ranks}")
    path = os.path.join(folder, f"{variant}-{check & 0xFFFFFFFF:08x}.net")
    with open(path + ".new", "wb") as file:
        file.write(data + check.to_bytes(8, "little"))
    os.replace(path + ".new", path)
    return path
