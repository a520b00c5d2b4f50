#!/usr/bin/env python3
"""A player that is a program:  bot.py SERVER --seek dimy

It plays whole games of Fanorona over the net protocol (docs/bots.md, docs/protocol.md). How it plays
is simple: the turn that takes most, one step after the other; of equals, any. Put your own player in
the place of choose(). The token, which the page makes under Account, is read from FANORONA_TOKEN.
Needs Python 3.9 and the module websockets (Debian: python3-websockets).
"""
import argparse
import asyncio
import json
import os
import random
import sys
import urllib.error
import urllib.request

try:
    import websockets
except ImportError:
    sys.exit("bot.py needs the Python module websockets; Debian's package is python3-websockets")

# --- how it plays --------------------------------------------------------------------------------

AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Position:
    """A position as docs/rules.md R9.3 writes it. Points are (file, rank), from 0."""

    def __init__(self, text):
        ranks, *fields = text.split()
        self.stones = {}
        rows = ranks.split("/")
        for rank, row in enumerate(reversed(rows)):
            file = 0
            for part in self.parts(row):
                if part.isdigit():
                    file += int(part)
                else:
                    self.stones[file, rank] = part
                    file += 1
        self.files, self.ranks = file, len(rows)
        self.own = fields[0].upper()
        self.other = "B" if self.own == "W" else "W"
        keys = dict(field.partition(":")[::2] for field in fields[3:])
        self.first = "first" in keys
        hands = keys.get("hand", "0,0").split(",")
        self.in_hand = int(hands[self.own == "B"])
        self.vela = keys.get("vela")

    @staticmethod
    def parts(row):
        number = ""
        for sign in row.upper():
            if sign.isdigit():
                number += sign
                continue
            if number:
                yield number
                number = ""
            yield sign
        if number:
            yield number

    def inside(self, point):
        return 0 <= point[0] < self.files and 0 <= point[1] < self.ranks

    def lines(self, point):
        """The directions a line leads from a point: diagonals from every second point only (R1.2)."""
        strong = sum(point) % 2 == 0
        return [d for d in AROUND if (strong or 0 in d) and self.inside(ahead(point, d))]

    def steps(self, point):
        for direction in self.lines(point):
            to = ahead(point, direction)
            if to not in self.stones:
                yield to, direction

    def row(self, start, direction):
        """The other side's stones from a point on, without a gap."""
        taken = []
        while self.stones.get(start) == self.other:
            taken.append(start)
            start = ahead(start, direction)
        return taken

    def captures(self, point, seen=(), last=None):
        """Every capturing step of a stone: taken, where to, how, in which direction (R3.2, R3.3, R4)."""
        for to, direction in self.steps(point):
            if to in seen or direction == last:
                continue
            back = (-direction[0], -direction[1])
            for kind, taken in (("A", self.row(ahead(to, direction), direction)),
                                ("W", self.row(ahead(point, back), back))):
                if taken:
                    yield taken, to, kind, direction

    def capture(self, point, step):
        taken, to, _, _ = step
        for stone in taken:
            del self.stones[stone]
        self.stones[to] = self.stones.pop(point)


def ahead(point, direction):
    return point[0] + direction[0], point[1] + direction[1]


def name(point):
    return f"{chr(97 + point[0])}{point[1] + 1}"


def most(steps):
    steps = list(steps)
    largest = max((len(step[0]) for step in steps), default=0)
    return random.choice([step for step in steps if len(step[0]) == largest]) if steps else None


def choose(text, telo):
    """A turn in the position of this text, as R9.1 writes it; None: this is a game it does not know."""
    position = Position(text)
    if position.vela:
        return None
    if position.in_hand:
        free = [(x, y) for x in range(3) for y in range(3) if (x, y) not in position.stones]
        return name(random.choice(free))
    own = [point for point, stone in position.stones.items() if stone == position.own]
    first = None if telo else most(
        (taken, to, kind, direction, point) for point in own
        for taken, to, kind, direction in position.captures(point))
    if not first:
        moves = [(point, to) for point in own for to, _ in position.steps(point)]
        return "-".join(name(point) for point in random.choice(moves))
    *step, point = first
    turn, seen = name(point), {point}
    while step:
        _, to, kind, direction = step
        turn += f"-{name(to)}{kind}"
        position.capture(point, step)
        point = to
        seen.add(point)
        # Where the first turn of a game may take once only, the position says so.
        step = None if position.first else most(position.captures(point, seen, direction))
    return turn


# --- how it speaks -------------------------------------------------------------------------------


class Bot:
    def __init__(self, server, token, wanted):
        self.server = server.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}
        self.wanted = wanted  # what the command line says
        self.me = None
        self.games = {}  # id → number of the next event
        self.ended = set()
        self.seeks = {}  # what others look for
        self.line = None
        self.said = 0

    def get(self, path):
        request = urllib.request.Request(f"{self.server}/api/v1/{path}", headers=self.headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def busy(self):
        return any(game not in self.ended for game in self.games)

    async def say(self, **message):
        self.said += 1  # a command said again with the same id is not carried out twice
        await self.line.send(json.dumps({**message, "id": self.said}))

    async def watch(self, game):
        if game not in self.games and game not in self.ended:
            self.games[game] = 0
            await self.say(do="watch", game=game)

    async def seek(self):
        spec = {"variant": self.wanted.seek, "rules": "", "rated": self.wanted.rated,
                "clock": {"kind": "real", "base_s": self.wanted.minutes * 60,
                          "increment_s": self.wanted.increment}}
        await self.say(do="seek", spec=spec, side="random")

    async def look(self, game):
        """Makes its turn, if it is its turn. What the server says of the game is all it needs."""
        summary = await asyncio.to_thread(self.get, f"games/{game}")
        if summary["state"] == "playing" and summary.get("your_turn"):
            turn = choose(summary["position"], summary["spec"]["variant"] == "telo")
            if turn:
                await self.say(do="turn", game=game, ply=summary["turns"], turn=turn)
            else:
                await self.say(do="resign", game=game)

    async def on_events(self, message):
        game, events = message["game"], message["events"]
        known = self.games.get(game, 0)
        if message["from"] > known:  # a gap: ask for what is missing
            await self.say(do="watch", game=game, **{"from": known})
            return
        events = [event for event in events if event["n"] >= known]
        self.games[game] = known + len(events)
        for event in events:
            await self.on_event(game, event)
        if any(event["kind"] in ("join", "turn", "takeback", "outage") for event in events):
            await self.look(game)

    async def on_event(self, game, event):
        kind = event["kind"]
        if kind == "draw-offer":
            await self.say(do="decline-draw", game=game)
        elif kind == "takeback-ask":
            await self.say(do="decline-takeback", game=game)
        elif kind == "end":
            print(f"{self.server}/g/{game} {event['result']} {event['reason']}", flush=True)
            self.ended.add(game)
            await self.look_for_more()
        elif kind == "remade":
            await self.watch(event["game"])

    async def look_for_more(self):
        if self.busy() or 0 < self.wanted.games <= len(self.ended):
            return
        if self.wanted.seek:
            await self.seek()
        if self.wanted.accept:
            for seek in self.seeks.values():
                if seek["by"]["id"] != self.me and not seek["spec"]["rules"]:
                    await self.say(do="accept", seek=seek["seek"])
                    del self.seeks[seek["seek"]]  # once is enough, whatever the answer
                    return

    async def on_lobby(self, add, remove):
        for seek in remove:
            self.seeks.pop(seek, None)
        self.seeks.update((seek["seek"], seek) for seek in add)
        if add and self.wanted.accept:
            await self.look_for_more()

    async def on_message(self, message):
        kind = message["is"]
        if kind == "welcome":
            self.me = message["you"]["id"]
        elif kind == "events":
            await self.on_events(message)
        elif kind == "yours":  # something happened in a game of its own that it does not watch
            await self.watch(message["game"]["game"])
        elif kind == "done" and "game" in message:
            await self.watch(message["game"])
        elif kind == "resync" and message.get("game") in self.games:
            game = message["game"]
            await self.say(do="watch", game=game, **{"from": self.games[game]})
        elif kind == "lobby":
            self.seeks = {}
            await self.on_lobby(message["seeks"], [])
        elif kind == "lobby-change":
            await self.on_lobby(message.get("add", []), message.get("remove", []))
        elif kind == "refused" and message["why"]["reason"] not in ("nothing-offered", "no-seek"):
            print(f"refused: {message['why']['text']}", file=sys.stderr)

    async def begin(self):
        await self.say(do="hello", protocol=1)
        for summary in self.get("me/games?state=playing")["games"]:
            await self.watch(summary["game"])
        if self.wanted.sit:
            await self.watch(self.wanted.sit)
            await self.say(do="sit", game=self.wanted.sit)
        if self.wanted.accept:
            await self.say(do="lobby", on=True)
        if not self.wanted.accept:
            await self.look_for_more()

    async def play(self):
        """Plays until the games it was to play are over; comes back when the line breaks."""
        address = self.server.replace("http", "ws", 1) + "/api/v1/ws"
        while True:
            try:
                async with websockets.connect(address, subprotocols=["fanorona.v1"],
                                              extra_headers=self.headers) as self.line:
                    self.games = {}
                    await self.begin()
                    async for text in self.line:
                        await self.on_message(json.loads(text))
                        if 0 < self.wanted.games <= len(self.ended):
                            return
            except (OSError, websockets.WebSocketException) as trouble:
                status = getattr(trouble, "status_code", getattr(trouble, "code", 0))
                if status in (401, 403):
                    raise SystemExit("the server does not know this token") from trouble
                print(f"the line is broken ({trouble}); again in 5 s", file=sys.stderr)
            await asyncio.sleep(5)


def main():
    parser = argparse.ArgumentParser(description="A bot that plays Fanorona over the net.")
    parser.add_argument("server", help="address, as https://play.example")
    parser.add_argument("--seek", metavar="VARIANT", help="look for a game in the lobby: tsivy, dimy, telo")
    parser.add_argument("--accept", action="store_true", help="accept what others look for")
    parser.add_argument("--sit", metavar="GAME", help="take the free seat of a game")
    parser.add_argument("--minutes", type=int, default=5, help="of the clock (5)")
    parser.add_argument("--increment", type=int, default=3, help="seconds a turn (3)")
    parser.add_argument("--rated", action="store_true")
    parser.add_argument("--games", type=int, default=0, help="leave after so many (0: never)")
    token = os.environ.get("FANORONA_TOKEN")
    wanted = parser.parse_args()
    if not token:
        parser.error("FANORONA_TOKEN is not set")
    if not wanted.server.startswith(("http://", "https://")):
        parser.error("SERVER begins with http:// or https://")
    try:
        asyncio.run(Bot(wanted.server, token, wanted).play())
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
