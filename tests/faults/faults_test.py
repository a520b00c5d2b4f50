"""What a server must come through: kills, a database that goes away, a full disk, a locked file, clients that do
not read, lines that lose messages. In all of it no acknowledged turn is lost, none is doubled, and every game
replays legally.

FAULTS_KILLS: how often the server is killed (10)."""

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
import postgres
import websockets
from crowd import Broken, Crowd, Game
from host import Host

KILLS = int(os.environ.get("FAULTS_KILLS", "10"))
TABLES = 5


def run(crowd, director, tables=TABLES):
    asyncio.run(crowd.play(tables, director))


async def some_turns(crowd, more):
    """Waits until so many more turns were acknowledged: the crowd plays."""
    until, end = crowd.turns + more, time.monotonic() + 60
    while crowd.turns < until and not crowd.ending:
        if time.monotonic() > end:
            raise AssertionError(f"nobody plays: {crowd.turns} of {until} turns, {crowd.refused}")
        await asyncio.sleep(0.005)


class Holding(unittest.TestCase):
    """The crowd notices what must never be."""

    def test_what_is_lost_doubled_or_made_up(self):
        def events(*turns, end=False):
            texts = [{"kind": "create"}] + [{"kind": "turn", "turn": turn} for turn in turns] + [{"kind": "end"}] * end
            return [event | {"n": number} for number, event in enumerate(texts)]

        def game():
            held = Game(["a", "b", "c"])
            held.id, held.acknowledged, held.sent = "G", 2, 3
            return held

        for fine in [events("a", "b"), events("a", "b", "c"), events("a", "b", "c", end=True)]:
            game().hold(fine)
        broken = [events("a"), events("a", "b", "b"), events("a", "a", "b"), events("a", "x"), events("a", "b", "c", "d"),
                  events("a", "b")[1:], events("a", "b") + events("a", "b")[-1:]]
        for wrong in broken:
            with self.assertRaises(Broken, msg=wrong):
                game().hold(wrong)
        over = game()
        over.over = True
        with self.assertRaises(Broken):
            over.hold(events("a", "b"))


class Kills(unittest.TestCase):
    """kill -9 at random moments while everybody plays."""

    def kill_again_and_again(self, host):
        crowd = Crowd(host.port)
        dice = random.Random(os.environ.get("FAULTS_SEED", "1"))

        async def director():
            for _ in range(KILLS):
                await some_turns(crowd, dice.randrange(1, 30))
                await asyncio.sleep(dice.random() * 0.02)
                host.kill()
                await asyncio.to_thread(host.start)
            await some_turns(crowd, 30)

        run(crowd, director())
        self.assertGreater(crowd.comebacks, KILLS)
        began = len([game for game in crowd.played if game.seated])
        self.assertEqual(host.stop(), 0)
        exported = host.check_export(began)
        print(f"{KILLS} kills: {len(crowd.played)} games, {exported} exported, {crowd.turns} turns acknowledged, "
              f"{crowd.comebacks} comebacks", flush=True)

    def test_on_sqlite(self):
        with Host() as host:
            self.kill_again_and_again(host)

    def test_on_postgres(self):
        with postgres.Cluster() as cluster, Host(cluster.database()) as host:
            self.kill_again_and_again(host)


class Storage(unittest.TestCase):
    """The database goes away under everybody's hands, and comes back."""

    def go_away(self, host, away, back, healthy_reads=False):
        crowd = Crowd(host.port)

        async def director():
            for _ in range(2):
                await some_turns(crowd, 20)
                await asyncio.to_thread(away)
                await host.health(503)
                before = crowd.turns
                await asyncio.sleep(1)
                self.assertLess(crowd.turns - before, 40)  # what was on its way may still be told
                self.assertEqual(host.ask("/")[0], 200)
                await asyncio.to_thread(back)
                await host.health(200)
                await some_turns(crowd, 20)

        run(crowd, director())
        self.assertIn("storage", crowd.refused)
        self.assertIsNone(host.process.poll())
        began = len([game for game in crowd.played if game.seated])
        self.assertEqual(host.stop(), 0)
        host.check_export(began)

    def test_postgres_is_stopped_and_started(self):
        with postgres.Cluster() as cluster, Host(cluster.database()) as host:
            self.go_away(host, lambda: cluster.stop("immediate"), cluster.start)

    def test_a_full_disk(self):
        with Host(prepare=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)) as host:
            size = lambda: max(os.path.getsize(host.database + end) for end in ("", "-wal") if os.path.exists(host.database + end))
            self.go_away(host, lambda: host.limit_files(size() - size() % 4096), lambda: host.limit_files(None))

    def test_a_locked_file(self):
        with Host() as host:
            crowd = Crowd(host.port)
            other = sqlite3.connect(host.database, check_same_thread=False, isolation_level=None, timeout=30)

            async def director():
                for seconds in (0.3, 3):
                    await some_turns(crowd, 20)
                    await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
                    await asyncio.sleep(seconds)
                    other.execute("ROLLBACK")
                    await host.health(200)
                    await some_turns(crowd, 20)

            run(crowd, director())
            other.close()
            began = len([game for game in crowd.played if game.seated])
            self.assertEqual(host.stop(), 0)
            host.check_export(began)


class Silence(unittest.TestCase):
    """The database is there and says nothing."""

    def test_it_ends_in_time_though_postgres_is_silent(self):
        with postgres.Cluster() as cluster, Host(cluster.database()) as host:
            crowd = Crowd(host.port)

            async def director():
                await some_turns(crowd, 20)
                await asyncio.to_thread(cluster.freeze)
                crowd.ending = True
                await asyncio.sleep(0.2)
                begin = time.monotonic()
                self.assertEqual(await asyncio.to_thread(host.stop), 0)
                self.assertLess(time.monotonic() - begin, 5)
                await asyncio.to_thread(cluster.thaw)
                await asyncio.to_thread(host.start)

            run(crowd, director())


class Clients(unittest.TestCase):
    def test_one_that_stops_reading_holds_up_nobody(self):
        """It watches every game with a small window and reads nothing; what waits for it is bounded."""
        with Host() as host:
            crowd = Crowd(host.port)

            async def deaf():
                connection = socket.socket()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.connect(("127.0.0.1", host.port))
                connection.setblocking(False)
                return await websockets.connect("ws://127.0.0.1/api/v1/ws", subprotocols=["fanorona.v1"], sock=connection,
                                                ping_interval=None, max_queue=1, read_limit=1024, compression=None)

            async def director():
                await some_turns(crowd, 10)
                line = await deaf()
                await line.send('{"do":"hello","protocol":1}')
                line.transport.pause_reading()
                begin = time.monotonic()
                asked = 0
                while host.count("resyncs_total") == 0 and time.monotonic() < begin + 60:
                    # Everything once more, from the beginning, of every game: far more than it may have waiting.
                    for game in crowd.played[-20:]:
                        if asked < 50 + 15 * (time.monotonic() - begin):  # as much as one may say
                            await line.send(json.dumps({"do": "watch", "game": game.id, "from": 0}))
                            asked += 1
                    await some_turns(crowd, 20)
                self.assertGreater(host.count("resyncs_total"), 0)
                await some_turns(crowd, 100)
                line.transport.resume_reading()
                seen = set()
                while "resync" not in seen:
                    seen.add(json.loads(await asyncio.wait_for(line.recv(), 30))["is"])
                await line.close()

            run(crowd, director())
            self.assertEqual(host.stop(), 0)

    def test_one_message_in_five_is_lost(self):
        """Between everybody and the server stands a line that forgets one message in five, in both directions."""
        with Host() as host:
            lossy = Lossy(host.port)
            crowd = Crowd(0, again_s=0.15)

            async def director():
                await some_turns(crowd, 150)

            async def play():
                server = await asyncio.start_server(lossy.serve, "127.0.0.1", 0)
                crowd.port = server.sockets[0].getsockname()[1]
                await crowd.play(TABLES, director())
                server.close()

            asyncio.run(play())
            self.assertGreater(lossy.lost, 30)
            began = len([game for game in crowd.played if game.seated])
            self.assertEqual(host.stop(), 0)
            host.check_export(began)
            print(f"{lossy.lost} messages of {lossy.seen} lost, {crowd.turns} turns acknowledged", flush=True)


class Lossy:
    """A proxy that drops whole messages of WebSockets, one in five. What is no WebSocket goes through."""

    def __init__(self, port):
        self.port, self.dice, self.lost, self.seen = port, random.Random(5), 0, 0

    async def serve(self, reader, writer):
        try:
            there, to = await asyncio.open_connection("127.0.0.1", self.port)
            head = await reader.readuntil(b"\r\n\r\n")
            to.write(head)
            if b"pgrade: websocket" in head:
                writer.write(await there.readuntil(b"\r\n\r\n"))
                await asyncio.gather(self.forget(reader, to), self.forget(there, writer))
            else:
                await asyncio.gather(self.pass_on(reader, to), self.pass_on(there, writer))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            for end in (writer, to):
                end.close()

    async def pass_on(self, reader, writer):
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
        writer.close()

    async def forget(self, reader, writer):
        message = []
        try:
            while True:
                head = await reader.readexactly(2)
                size = head[1] & 127
                if size > 125:
                    more = await reader.readexactly(2 if size == 126 else 8)
                    head, size = head + more, int.from_bytes(more, "big")
                frame = head + await reader.readexactly(size + (4 if head[1] & 128 else 0))
                opcode, last = head[0] & 15, head[0] & 128
                if opcode >= 8:
                    writer.write(frame)
                    continue
                message.append(frame)
                if last:
                    self.seen += 1
                    if self.dice.randrange(5):
                        writer.write(b"".join(message))
                    else:
                        self.lost += 1
                    message = []
                await writer.drain()
        finally:
            writer.close()


if __name__ == "__main__":
    unittest.main()
