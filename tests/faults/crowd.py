"""A crowd that plays games written beforehand against a server that may vanish at any moment, and remembers
what it was told.

Each game is played by one task with two WebSockets, White's and Black's. A turn counts as acknowledged when
the server has said `done` to it. Whenever the server is back, the task asks for the game's events from the
beginning and holds them to what it knows: every acknowledged turn is there, none twice, and nothing else but
perhaps the one that was on its way."""

import asyncio
import functools
import json
import os
import random
import re
import subprocess
import tempfile

import websockets

PROGRAM = os.environ["FANORONA"]
AGAIN_S = 0.05
ANSWER_S = 10
SPEC = {"variant": "tsivy", "rules": "", "clock": {"kind": "real", "base_s": 600, "increment_s": 2}, "rated": False}


class Broken(AssertionError):
    """What must never be."""


class Away(Exception):
    """The server, or what it needs, is not there now."""


@functools.cache
def games(count=5):
    """Games of the usual start, as lists of turns, played by the engine after random turns."""
    with tempfile.TemporaryDirectory(prefix="fanorona-games-") as folder:
        path = os.path.join(folder, "games.fgn")
        subprocess.run([PROGRAM, "match", f"{PROGRAM} ugi", f"{PROGRAM} ugi", "--games", str(2 * count), "--nodes", "1",
                        "--plies", "12", "--save", path], check=True, stdout=subprocess.DEVNULL)
        with open(path) as file:
            records = re.split(r"\n\n(?=\[)", file.read())
    turn = r"[a-i][1-5](?:-[a-i][1-5][AW]?)+"
    return [re.findall(turn, record.split("]\n\n")[-1]) for record in records[::2]]


def turns_of(events):
    """The turns that stand, and whether the game is over, by a list of events; Broken if it is none."""
    turns, over = [], False
    for number, event in enumerate(events):
        if event["n"] != number:
            raise Broken(f"event {event['n']} stands where {number} should: {events}")
        if event["kind"] == "turn":
            turns.append(event["turn"])
        over = over or event["kind"] == "end"
    return turns, over


class Game:
    """One game as this side knows it."""

    def __init__(self, script):
        self.script = script
        self.id = None
        self.acknowledged = 0  # turns
        self.sent = 0          # turns that were ever sent
        self.over = False      # that was told
        self.seated = False

    def hold(self, events):
        """Holds what the server has to what was told. Returns how many turns were made."""
        turns, over = turns_of(events)
        if turns != self.script[:len(turns)]:
            raise Broken(f"{self.id}: other turns than were made: {turns} of {self.script}")
        if len(turns) < self.acknowledged:
            raise Broken(f"{self.id}: {self.acknowledged} turns were acknowledged, {len(turns)} are there")
        if len(turns) > self.sent:
            raise Broken(f"{self.id}: {self.sent} turns were sent, {len(turns)} are there")
        if self.over and not over:
            raise Broken(f"{self.id}: its end was acknowledged and is not there")
        self.acknowledged = len(turns)
        self.over = over
        return len(turns)


class Line:
    """A WebSocket whose answers are found by their ids."""

    def __init__(self, crowd, cookie):
        self.crowd, self.cookie = crowd, cookie
        self.socket, self.reader, self.ids, self.waiting = None, None, 0, {}
        self.events = {}  # of the game that is watched, by number

    async def open(self):
        try:
            self.socket = await websockets.connect(
                f"ws://127.0.0.1:{self.crowd.port}/api/v1/ws", subprotocols=["fanorona.v1"], open_timeout=ANSWER_S,
                extra_headers={"Cookie": self.cookie}, ping_interval=None, close_timeout=0.2, max_queue=None, compression=None)
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            raise Away from error
        self.waiting, self.ids = {}, 0
        self.reader = asyncio.create_task(self.read())
        # Nothing is said before it is known that this was heard.
        await self.ask(self.crowd.again_s, do="hello", protocol=1)

    async def read(self):
        try:
            async for text in self.socket:
                tell = json.loads(text)
                if tell["is"] == "events":
                    for event in tell["events"]:
                        self.events[event["n"]] = event
                said = 1 if tell["is"] == "welcome" else tell.get("id")
                future = self.waiting.pop(said, None)
                if future and not future.done():
                    future.set_result(tell)
        except (OSError, websockets.WebSocketException):
            pass
        for future in self.waiting.values():
            if not future.done():
                future.set_result(None)  # nobody will answer
        self.waiting = {}

    async def ask(self, again_s=None, **message):
        """Says something and waits for `done` or `refused`. With again_s it is said again and again, with the same
        id, until it is answered."""
        self.ids += 1
        message["id"] = self.ids
        future = self.waiting[self.ids] = asyncio.get_running_loop().create_future()
        for _ in range(1 if again_s is None else int(ANSWER_S / again_s)):
            try:
                await self.socket.send(json.dumps(message))
                tell = await asyncio.wait_for(asyncio.shield(future), again_s or ANSWER_S)
                if tell is None:
                    raise Away
                if tell["is"] == "refused" and tell["why"]["reason"] in ("storage", "draining", "too-fast"):
                    self.crowd.refused[tell["why"]["reason"]] = self.crowd.refused.get(tell["why"]["reason"], 0) + 1
                    raise Away
                return tell
            except asyncio.TimeoutError:
                continue
            except (OSError, websockets.WebSocketException) as error:
                raise Away from error
        raise Away

    async def close(self):
        if self.reader:
            self.reader.cancel()
        if self.socket:
            try:
                await asyncio.wait_for(self.socket.close(), 0.5)
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException):
                pass
        self.socket = self.reader = None


class Crowd:
    def __init__(self, port, seed=1, again_s=None):
        self.port, self.again_s = port, again_s
        self.dice = random.Random(seed)
        self.scripts = games()
        self.played = []   # every Game that has an id
        self.turns = 0     # acknowledged, of all
        self.comebacks = 0
        self.refused = {}
        self.broken = None
        self.ending = False

    async def request(self, method, path, body=None, cookie=None):
        """A request by hand: its status, the cookie it set and its JSON."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(content)}\r\n"
        head += "Content-Type: application/json\r\n" if body is not None else ""
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(head.encode() + b"\r\n" + content)
            answer = await asyncio.wait_for(reader.read(-1), ANSWER_S)
            writer.close()
        except (OSError, asyncio.TimeoutError) as error:
            raise Away from error
        if b"\r\n\r\n" not in answer:
            raise Away
        head, _, content = answer.partition(b"\r\n\r\n")
        status = int(head.split(b" ")[1])
        if status in (429, 503):
            raise Away
        set_cookie = re.search(rb"set-cookie: ([^;\r]+)", head)
        return status, set_cookie.group(1).decode() if set_cookie else None, json.loads(content or b"null")

    async def until_there(self, do):
        """Does something again until the server is there for it."""
        while not self.ending:
            try:
                return await do()
            except Away:
                await asyncio.sleep(AGAIN_S)
        return None

    async def guest(self):
        answer = await self.until_there(lambda: self.request("POST", "/session"))
        return answer and answer[1]

    async def make(self, game, cookie):
        status, _, made = await self.request("POST", "/games", {"spec": SPEC, "side": "white", "opponent": {"kind": "link"}}, cookie)
        if status != 201:
            raise Broken(f"no game was made: {status} {made}")
        game.id = made["game"]
        self.played.append(game)

    async def sit_down(self, game, lines):
        """Opens both lines and finds out how the game stands. Returns the turns made."""
        for line in lines:
            await line.close()
            await line.open()
            line.events = {}
        tell = await lines[1].ask(self.again_s, do="sit", game=game.id)
        if tell["is"] == "refused" and (not game.seated and tell["why"]["reason"] not in ("repeated", "own-game", "over", "seat-taken")):
            raise Broken(f"{game.id}: no seat: {tell}")
        game.seated = True
        while True:
            for line in lines:
                tell = await line.ask(self.again_s, do="watch", game=game.id, **{"from": 0})
                if tell["is"] != "done":
                    raise Broken(f"{game.id}: {tell}")
            events = lines[0].events
            if sorted(events) == list(range(len(events))) and len(events) >= tell["number"]:
                return game.hold([events[number] for number in sorted(events)])

    async def play_on(self, game, lines):
        ply = await self.sit_down(game, lines)
        self.comebacks += 1
        while not game.over and not self.ending:
            if ply < len(game.script):
                game.sent = max(game.sent, ply + 1)
                tell = await lines[ply % 2].ask(self.again_s, do="turn", game=game.id, ply=ply, turn=game.script[ply])
            else:
                tell = await lines[ply % 2].ask(self.again_s, do="resign", game=game.id)
            if tell["is"] == "refused":
                reason = tell["why"]["reason"]
                if reason not in ("stale", "over", "not-your-turn", "repeated"):
                    raise Broken(f"{game.id}: {tell}")
                raise Away  # it was carried out before; see how the game stands
            if ply < len(game.script):
                ply += 1
                game.acknowledged = ply
                self.turns += 1
            else:
                game.over = True

    async def one_table(self):
        """Plays game after game."""
        cookies = [await self.guest(), await self.guest()]
        lines = [Line(self, cookie) for cookie in cookies]
        try:
            while not self.ending:
                game = Game(self.dice.choice(self.scripts))
                await self.until_there(lambda: self.make(game, cookies[0]))
                while not game.over and not self.ending:
                    await self.until_there(lambda: self.play_on(game, lines))
        except Broken as broken:
            self.broken = self.broken or broken
            self.ending = True
        finally:
            for line in lines:
                await line.close()

    async def play(self, tables, director):
        """Plays at so many tables while `director` (a coroutine) does its worst, then lets everybody go, and
        holds every game once more to what was told."""
        tasks = [asyncio.create_task(self.one_table()) for _ in range(tables)]
        directing = asyncio.create_task(director)
        await asyncio.wait([directing, *tasks], return_when=asyncio.FIRST_EXCEPTION if self.broken else asyncio.FIRST_COMPLETED)
        directing.cancel() if self.broken else None
        result = await asyncio.gather(directing, return_exceptions=True)
        self.ending = True
        await asyncio.gather(*tasks)
        if self.broken:
            raise self.broken
        if isinstance(result[0], BaseException):
            raise result[0]
        self.ending = False
        for game in self.played:
            answer = await self.until_there(lambda: self.request("GET", f"/games/{game.id}/events?from=0"))
            game.hold(answer[2]["events"])
