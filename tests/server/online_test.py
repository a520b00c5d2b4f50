"""Playing through the running server: WebSockets, requests that change something, who may, and how much.

Servers are started and spoken to as in serve_test.py. The WebSocket's client here is written by hand, so that
it can break the rules."""

import base64
import hashlib
import json
import os
import random
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import unittest

from serve_test import DATA, PATIENCE_S, PROGRAM, Server, databases, page_folder, read_all, status_of

ORIGIN = "https://fanorona.example"
SPEC = {"variant": "tsivy", "rules": "", "clock": {"kind": "none"}, "rated": False}
GAME = {"spec": SPEC, "side": "white", "opponent": {"kind": "link"}}
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class WebSocket:
    """A client's side, over any connected socket."""

    def __init__(self, connection, headers=None, path="/api/v1/ws", protocol="fanorona.v1"):
        self.connection = connection
        key = base64.b64encode(os.urandom(16)).decode()
        head = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
                "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": protocol} | (headers or {})
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in head.items() if value is not None]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            piece = connection.recv(4096)
            if not piece:
                break
            self.buffer += piece
        answer, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status, self.head = status_of(answer), answer.decode().lower()
        self.told = []
        if self.status == 101:
            accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
            assert f"sec-websocket-accept: {accept.decode().lower()}" in self.head, self.head

    def frame(self, opcode, payload, last=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(128 if last else 0) | opcode])
        head += bytes([128 | size]) if size < 126 else bytes([254]) + struct.pack("!H", size) if size < 65536 \
            else bytes([255]) + struct.pack("!Q", size)
        return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))

    def send_raw(self, opcode, payload, last=True):
        self.connection.sendall(self.frame(opcode, payload, last))

    def send(self, **message):
        self.send_raw(TEXT, json.dumps(message).encode())

    def read(self, size):
        while len(self.buffer) < size:
            piece = self.connection.recv(65536)
            if not piece:
                raise EOFError
            self.buffer += piece
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def receive_frame(self):
        first, second = self.read(2)
        size = second & 127
        if size > 125:
            size = struct.unpack("!H", self.read(2))[0] if size == 126 else struct.unpack("!Q", self.read(8))[0]
        return first >> 7, first & 15, self.read(size)

    def receive(self):
        """The next message, or ("closed", status)."""
        text = b""
        while True:
            last, opcode, payload = self.receive_frame()
            if opcode == PING:
                self.send_raw(PONG, payload)
            elif opcode == CLOSE:
                return "closed", struct.unpack("!H", payload[:2])[0] if payload else None
            elif opcode != PONG:
                text += payload
                if last:
                    return json.loads(text)

    def ask(self, **message):
        """Says something and returns what answers it; other tells are kept."""
        self.send(**message)
        while True:
            tell = self.receive()
            if isinstance(tell, tuple):
                return tell
            if tell["is"] == "welcome" or tell.get("id") == message.get("id", 0) or tell["is"] == "pong":
                return tell
            self.told.append(tell)

    def close_status(self):
        """The status it is closed with, passing over what is told before."""
        while True:
            try:
                tell = self.receive()
            except (EOFError, ConnectionResetError):
                return None
            if isinstance(tell, tuple):
                return tell[1]

    def end(self):
        self.connection.close()


class Online(unittest.TestCase):
    """Tests that share a server."""

    options = ()
    headers = {}

    @classmethod
    def setUpClass(cls):
        cls.folder = page_folder({"index.html": b"page"})
        cls.server = Server(cls.folder, *cls.options)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)
        status, _, err = cls.server.stop()
        assert (status, err) == (0, ""), (status, err)

    def api(self, method, path, body=None, headers=None, server=None):
        head = dict(self.headers)
        if body is not None:
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            head["Content-Type"] = "application/json"
        elif method != "GET":
            body = b""
        answer = (server or self.server).ask("/api/v1" + path, method, head | (headers or {}), body)
        answer.json = json.loads(answer.content) if answer.content[:1] in (b"{", b"[") else None
        return answer

    def reason(self, answer):
        return answer.json["why"]["reason"]

    def session(self, **how):
        """A new guest: the header that says who it is."""
        answer = self.api("POST", "/session", **how)
        self.assertEqual(answer.status, 200, answer.content)
        return {"Cookie": answer.headers["set-cookie"].split(";")[0]}

    def socket(self, headers=None, server=None, **how):
        return WebSocket((server or self.server).connect(), self.headers | (headers or {}), **how)


class Requests(Online):
    def test_a_guest_is_made_once(self):
        answer = self.api("POST", "/session")
        cookie = answer.headers["set-cookie"]
        self.assertRegex(cookie, r"^fanorona=[^;]+; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax$")
        mine = {"Cookie": cookie.split(";")[0]}
        again = self.api("POST", "/session", headers=mine)
        self.assertEqual((again.status, again.json["player"]), (200, answer.json["player"]))
        me = self.api("GET", "/me", headers=mine)
        self.assertEqual((me.status, me.json), (200, answer.json))
        self.assertEqual(me.headers["cache-control"], "no-store")
        self.assertEqual(self.api("DELETE", "/session", headers=mine).status, 204)

    def test_who_is_nobody(self):
        for headers in [{}, {"Cookie": "fanorona=forged"}, {"Cookie": "fanorona=1.x.0.0.y.z"}]:
            answer = self.api("GET", "/me", headers=headers)
            self.assertEqual((answer.status, self.reason(answer)), (401, "needs-player"))
        answer = self.api("GET", "/lobby", headers={"Authorization": "Bearer forged"})
        self.assertEqual((answer.status, self.reason(answer)), (401, "needs-player"))
        mine = self.session()
        answer = self.api("GET", "/bots", headers=mine)
        self.assertEqual((answer.status, self.reason(answer)), (403, "needs-account"))

    def test_a_game_over_requests(self):
        white, black = self.session(), self.session()
        made = self.api("POST", "/games", GAME, white)
        self.assertEqual(made.status, 201)
        game = made.json["game"]
        self.assertEqual(made.json["link"], f"http://localhost:{self.server.port}/g/{game}")
        self.assertTrue(made.json["here_only"])
        do = lambda who, **command: self.api("POST", f"/games/{game}/commands", command | {"game": game}, who)
        self.assertEqual(do(black, do="sit").status, 200)
        self.assertEqual(do(white, do="turn", ply=0, turn="e2-e3A").status, 200)
        wrong = do(white, do="turn", ply=1, turn="e2-e3A")
        self.assertEqual(self.reason(wrong), "not-your-turn")
        self.assertGreaterEqual(wrong.status, 400)
        self.assertEqual(do(black, do="resign").status, 200)
        events = self.api("GET", f"/games/{game}/events?from=2").json
        self.assertEqual([event["n"] for event in events["events"]], list(range(2, 2 + len(events["events"]))))
        record = self.server.ask(f"/api/v1/games/{game}.fgn")
        self.assertIn(b"1. e2-e3A 1-0", record.content)

    def test_links_and_pictures(self):
        game = self.api("POST", "/games", GAME, self.session()).json["game"]
        page = self.server.ask(f"/g/{game}")
        self.assertEqual((page.status, page.headers["content-type"]), (200, "text/html; charset=utf-8"))
        self.assertEqual(page.headers["vary"], "accept-language")
        self.assertIn(f"#/net/{game}".encode(), page.content)
        self.assertEqual(self.server.ask("/g/0123456789").status, 404)
        for path in ["/g/", "/g/short", "/g/0123456789/x", "/g/01234-6789"]:
            self.assertEqual(self.server.ask(path).status, 404, path)
        self.assertEqual(self.server.ask(f"/g/{game}", "POST").status, 405)
        picture = self.server.ask(f"/api/v1/games/{game}.png")
        self.assertEqual((picture.status, picture.headers["content-type"]), (200, "image/png"))
        self.assertTrue(picture.content.startswith(b"\x89PNG"))
        known = {"If-None-Match": picture.headers["etag"]}
        self.assertEqual(self.server.ask(f"/api/v1/games/{game}.png", headers=known).status, 304)

    def test_computers_leave_threads_to_others(self):
        server = Server(self.folder, "--engines", "9")
        mine = self.session(server=server)
        threads = lambda: len(os.listdir(f"/proc/{server.process.pid}/task"))
        before = threads()
        self.api("POST", "/account", {"name": "threads", "password": "correct horse"}, mine, server)
        self.assertEqual(threads() - before, 9 + 4)  # libuv begins all at once
        server.stop()

    def test_analysis(self):
        answer = self.api("GET", "/analysis?fen=9/4B4/9/9/3WW4%20w%200%201&lines=2")
        self.assertEqual(answer.status, 200, answer.content)
        self.assertEqual(len(answer.json["lines"]), 2)
        self.assertEqual(answer.json["lines"][0]["turns"][0][0], "d")
        again = self.api("GET", "/analysis?fen=9/4B4/9/9/3WW4+w+0+1&lines=2")
        self.assertEqual(again.json, answer.json)
        for query in ["", "?fen=x", "?fen=9/9/9/9/9&lines=99", "?fen=B4/5/5/5/4W&variant=tsivy",
                      "?fen=9/4B4/9/9/3WW4&rules=chain=x", "?fen=9/4B4/9/9/9"]:
            self.assertEqual(self.api("GET", "/analysis" + query).status, 400, query)

    def test_changing_requests_come_from_our_own_page(self):
        ours = f"http://127.0.0.1:{self.server.port}"
        for origin in ["http://evil.example", "null", ours + "0", ours.replace("http", "https")]:
            answer = self.api("POST", "/session", headers={"Origin": origin})
            self.assertEqual((answer.status, self.reason(answer)), (403, "not-allowed"), origin)
            self.assertIsNone(answer.headers["set-cookie"])
        for site in ["cross-site", "same-site"]:
            self.assertEqual(self.api("DELETE", "/session", headers={"Sec-Fetch-Site": site}).status, 403)
        self.assertEqual(self.api("POST", "/session", headers={"Origin": ours, "Sec-Fetch-Site": "same-origin"}).status, 200)
        self.assertEqual(self.api("GET", "/lobby", headers={"Origin": "http://evil.example"}).status, 200)
        self.assertIsNone(self.api("GET", "/lobby").headers["access-control-allow-origin"])

    def test_bodies(self):
        mine = self.session()
        long = json.dumps(GAME)[:-1] + " " * 4096 + "}"
        cases = [
            (GAME, {"Content-Type": "text/plain"}, 415),
            (GAME, {"Content-Type": "application/x-www-form-urlencoded"}, 415),
            (long.encode(), {}, 413),
            (b"x" * 60000, {}, 413),
            (b"{", {}, 400),
            (b"", {}, 400),
            (b"[]", {}, 400),
            (GAME | {"more": 1}, {}, 400),
            (b'{"spec":1,"spec":2}', {}, 400),
            (b"\xff\xfe", {}, 400),
        ]
        for body, headers, status in cases:
            answer = self.api("POST", "/games", body, mine | headers)
            self.assertEqual((answer.status, self.reason(answer)), (status, "malformed"), body)
        for path in ["/session", "/transfer"]:
            self.assertEqual(self.api("POST", path, {}, mine).status, 400, path)
        self.assertEqual(self.api("GET", "/lobby", b"{}").status, 400)

    def test_bodies_in_every_dress(self):
        cookie = self.session()["Cookie"]
        body = json.dumps(GAME).encode()
        head = f"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n".encode()
        length = f"Content-Length: {len(body)}\r\n".encode()
        self.assertEqual(status_of(self.server.raw(head + length + b"Connection: close\r\n\r\n" + body)), 201)
        with self.server.connect() as connection:  # byte by byte, and then once more on the same connection
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in head + length + b"\r\n" + body:
                connection.sendall(bytes([byte]))
            received = b""
            while not received.endswith(b"}"):
                received += connection.recv(65536)
            self.assertEqual(status_of(received), 201)
            connection.sendall(head + length + b"Connection: close\r\n\r\n" + body)
            self.assertEqual(status_of(read_all(connection)), 201)
        for extra in [b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"Content-Length: 5, 6\r\n\r\nabcde",
                      b"Content-Length: -5\r\n\r\nabcde", b"Content-Length: 99999999999999999999\r\n\r\nabcde"]:
            self.assertIn(status_of(self.server.raw(head + extra)), [400, 411, 413], extra)
        with self.server.connect() as connection:  # a body that never comes whole
            connection.sendall(head + length + b"\r\n" + body[:10])
            connection.shutdown(socket.SHUT_WR)
            self.assertEqual(read_all(connection), b"")

    def test_pipelined_changes_are_answered_in_order(self):
        cookie = self.session()["Cookie"]
        body = json.dumps(GAME).encode()
        post = f"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        empty = b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
        get = b"GET /api/v1/lobby HTTP/1.1\r\nHost: x\r\n\r\n"
        last = b"GET /api/v1/lobby HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answers = self.server.raw(post + (get + empty + get) * 5 + last)
        statuses = re.findall(rb"HTTP/1\.1 (\d+)", answers)
        self.assertEqual(statuses, [b"201"] + [b"200"] * 16)
        # A body that is sent before the answer to what is before it ends the connection, and nothing is done.
        before = self.api("GET", "/me/games", headers={"Cookie": cookie}).json["games"]
        for request in [get + post + last, post[:-len(body)] + body + post + last, empty + post * 3 + last]:
            statuses = re.findall(rb"HTTP/1\.1 (\d+)", self.server.raw(request))
            self.assertEqual((len(statuses), statuses[-1]), (2, b"400"), request)
        after = self.api("GET", "/me/games", headers={"Cookie": cookie}).json["games"]
        self.assertEqual(len(after), len(before) + 1)

    def test_random_pipelines_do_no_harm(self):
        dice = random.Random(4711)
        body, bad = json.dumps(GAME).encode(), b'{"a":1234}'

        def request(method, path, content=None, **headers):
            lines = [f"{method} {path} HTTP/1.1", "Host: x"] + [f"{name}: {value}" for name, value in headers.items()]
            if content is not None:
                lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
            return "\r\n".join(lines + ["", ""]).encode() + (content or b"")

        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": 13,
                   "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "fanorona.v1"}
        for round in range(300):
            cookie = self.session()["Cookie"] if round % 10 == 0 else cookie
            pieces = [
                request("GET", "/"), request("GET", "/api/v1/me", Cookie=cookie), request("GET", "/api/v1/lobby"),
                request("POST", "/api/v1/session", b""), request("POST", "/api/v1/games", body, Cookie=cookie),
                request("POST", "/api/v1/games", body), request("POST", "/api/v1/games", bad, Cookie=cookie),
                request("POST", "/api/v1/games", body, Origin="http://evil.example"), request("DELETE", "/api/v1/me", b"{}"),
                request("POST", "/api/v1/session"), request("GET", "/api/v1/ws", **upgrade), request("PUT", "/x", body),
                request("GET", "/api/v1/analysis?fen=9/4B4/9/9/3WW4"), request("GET", "/", b"x" * 30), b"junk", b"\r\n",
                WebSocket.frame(None, TEXT, b'{"do":"hello","protocol":1}'), body, request("HEAD", "/api/v1/lobby"),
            ]
            with self.server.connect() as connection:
                try:
                    connection.sendall(b"".join(dice.choice(pieces) for _ in range(dice.randrange(1, 8))))
                    if dice.randrange(2):
                        connection.shutdown(socket.SHUT_WR)
                        read_all(connection)
                    elif dice.randrange(2):
                        connection.recv(100)
                except OSError:
                    pass
            if round % 20 == 0:
                self.assertEqual(self.server.ask("/healthz").status, 200)
        self.assertEqual(self.server.ask("/healthz").status, 200)

    def test_a_post_without_a_length_has_no_body(self):
        answer = self.server.raw(b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(status_of(answer), 200)
        self.assertIn(b"set-cookie: fanorona=", answer)

    def test_methods(self):
        for method, path, allow in [("PUT", "/games", "GET, POST"), ("PATCH", "/session", "POST, DELETE"),
                                    ("GET", "/session", "POST, DELETE"), ("OPTIONS", "/games", "GET, POST")]:
            answer = self.api(method, path)
            self.assertEqual((answer.status, answer.headers["allow"]), (405, allow), method)
        self.assertEqual(self.api("GET", "/nothing").status, 404)
        self.assertEqual(self.reason(self.api("GET", "/nothing")), "unknown")
        self.assertEqual(self.server.ask("/api/v2/lobby").status, 404)
        for path in ["/api/v1/server", "/healthz", "/", "/metrics"]:
            self.assertEqual(self.server.ask(path, "POST").status, 405, path)

    def test_security_headers(self):
        for answer in [self.api("GET", "/lobby"), self.api("POST", "/session"), self.api("GET", "/me"),
                       self.api("POST", "/games", b"x" * 5000), self.server.ask("/g/0123456789")]:
            self.assertIn("frame-ancestors 'none'", answer.headers["content-security-policy"])
            self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
            self.assertIsNone(answer.headers["strict-transport-security"])

    def test_many_who_leave_before_their_answer(self):
        body = json.dumps(GAME).encode()
        cookie = self.session()["Cookie"]
        request = f"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        for _ in range(100):
            with self.server.connect() as connection:
                connection.sendall(request + body)
        for _ in range(20):
            with self.server.connect() as connection:
                connection.sendall(b"GET /api/v1/analysis?fen=9/4B4/9/9/3WW4 HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(self.api("GET", "/lobby").status, 200)

    def test_counts(self):
        self.session()
        answer = self.server.ask("/metrics")
        self.assertEqual(answer.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        names = set()
        for line in answer.content.decode().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) fanorona_\w+ .+|fanorona_\w+(\{\w+="[^"]+"\})? [0-9.e+-]+)$')
            names.add(line.split(" ")[0].split("{")[0])
        self.assertLessEqual({"fanorona_peers", "fanorona_turns_total", "fanorona_store_up", "fanorona_sessions_total",
                              "fanorona_connections", "fanorona_turn_seconds_bucket"}, names)
        self.assertIn("\nfanorona_store_up 1\n", answer.content.decode())


class Sockets(Online):
    def test_a_game(self):
        white, black = self.session(), self.session()
        game = self.api("POST", "/games", GAME, white).json["game"]
        a, b, watcher = self.socket(white), self.socket(black), self.socket()
        for who in (a, b, watcher):
            self.assertEqual(who.status, 101)
            self.assertIn("sec-websocket-protocol: fanorona.v1", who.head)
            welcome = who.ask(do="hello", protocol=1)
            self.assertEqual((welcome["is"], welcome["protocol"]), ("welcome", 1))
        self.assertEqual(b.ask(do="sit", game=game, id=1)["is"], "done")
        for who in (a, b, watcher):
            self.assertEqual(who.ask(do="watch", game=game, id=2)["is"], "done")
        self.assertEqual(a.ask(do="turn", game=game, ply=0, turn="e2-e3A", id=3)["is"], "done")
        self.assertEqual(a.ask(do="turn", game=game, ply=0, turn="e2-e3A", id=4)["is"], "refused")
        self.assertEqual(watcher.ask(do="resign", game=game, id=5)["why"]["reason"], "needs-player")
        self.assertEqual(b.ask(do="resign", game=game, id=6)["is"], "done")
        while True:
            tell = watcher.receive()
            if tell["is"] == "events" and tell["events"][-1]["kind"] == "end":
                break
        self.assertEqual(tell["events"][-1]["result"], "white")
        for who in (a, b, watcher):
            who.end()

    def test_who_may_open_one(self):
        ours = f"http://127.0.0.1:{self.server.port}"
        cases = [
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": "http://x"}, 101),
            ({"Sec-Fetch-Site": "cross-site"}, 403),
            ({"Host": f"127.0.0.1:{self.server.port}", "Origin": ours}, 101),
            ({"Sec-WebSocket-Protocol": None}, 400),
            ({"Sec-WebSocket-Protocol": "fanorona.v0"}, 400),
            ({"Sec-WebSocket-Protocol": "chat, fanorona.v1"}, 101),
            ({"Sec-WebSocket-Version": "8"}, 426),
            ({"Sec-WebSocket-Version": None}, 426),
            ({"Sec-WebSocket-Key": "short"}, 426),
            ({"Sec-WebSocket-Key": None}, 426),
            ({"Connection": "keep-alive"}, 426),
            ({"Upgrade": "h2c"}, 426),
            ({"Upgrade": None, "Connection": None}, 426),
            ({"Host": None}, 400),
        ]
        for headers, status in cases:
            client = self.socket(headers)
            self.assertEqual(client.status, status, headers)
            if status == 426:
                self.assertIn("upgrade: websocket", client.head)
            if status != 101:
                self.assertIn("content-security-policy:", client.head)
            client.end()
        for path in ["/", "/api/v1/lobby", "/api/v1/ws/", "/api/v1/WS"]:
            client = self.socket(path=path)
            self.assertNotEqual(client.status, 101, path)
            client.end()

    def test_one_after_a_request_on_the_same_connection(self):
        connection = self.server.connect()
        connection.sendall(b"GET /api/v1/lobby HTTP/1.1\r\nHost: x\r\n\r\n")
        received = b""
        while b"\r\n\r\n{" not in received or not received.endswith(b"}"):
            received += connection.recv(65536)
        client = WebSocket(connection)
        self.assertEqual(client.status, 101)
        self.assertEqual(client.ask(do="hello", protocol=1)["is"], "welcome")
        client.end()

    def test_messages_that_come_with_the_handshake(self):
        connection = self.server.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        frame = WebSocket.frame(None, TEXT, b'{"do":"hello","protocol":1}')
        connection.sendall(f"GET /api/v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                           f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: fanorona.v1\r\n\r\n".encode() + frame * 3)
        received = b""
        while received.count(b'"welcome"') < 1 or received.count(b'"is"') < 3:
            piece = connection.recv(65536)
            self.assertTrue(piece, received)
            received += piece
        connection.close()

    def test_messages_in_pieces(self):
        client = self.socket()
        hello = b'{"do":"hello","protocol":1}'
        for i, byte in enumerate(hello):
            client.send_raw(TEXT if i == 0 else 0, bytes([byte]), i == len(hello) - 1)
        self.assertEqual(client.receive()["is"], "welcome")
        client.send_raw(TEXT, b'{"do":"ping",', False)
        client.send_raw(PING, b"between")  # control frames come between pieces
        client.send_raw(0, b'"sent":1.5}')
        self.assertEqual(client.receive_frame(), (1, PONG, b"between"))
        self.assertEqual(client.receive()["sent"], 1.5)
        padded = b'{"do":"ping","sent":2' + b" " * 4070 + b"}"
        client.send_raw(TEXT, padded)
        self.assertEqual(client.receive()["sent"], 2)
        client.end()

    def test_what_is_no_message_closes(self):
        cases = [
            (lambda c: c.send_raw(BINARY, b"{}"), 1003),
            (lambda c: c.send_raw(TEXT, b"x" * 4097), 1009),
            (lambda c: [c.send_raw(TEXT if i == 0 else 0, b"x" * 1000, False) for i in range(5)], 1009),
            (lambda c: c.send_raw(TEXT, b"\xff\xfe\xfd"), 1007),
            (lambda c: c.send_raw(3, b"x"), 1002),
            (lambda c: c.send_raw(0, b"x"), 1002),
            (lambda c: c.connection.sendall(b"\xf1\x80" + b"\0" * 4), 1002),
        ]
        for do, status in cases:
            client = self.socket()
            do(client)
            self.assertEqual(client.close_status(), status)
            client.end()

    def test_a_message_that_makes_no_sense_is_refused(self):
        client = self.socket(self.session())
        client.ask(do="hello", protocol=1)
        for text in [b"", b"[]", b"{", b'{"do":"x"}', b'{"do":"turn"}', b'{"do":"ping","sent":1,"sent":2}', b"\x00"]:
            client.send_raw(TEXT, text)
            self.assertEqual(client.receive()["why"]["reason"], "malformed", text)
        client.end()

    def test_a_clients_closing_is_answered(self):
        client = self.socket()
        client.send_raw(CLOSE, struct.pack("!H", 1000))
        self.assertEqual(client.close_status(), 1000)
        client.end()

    def test_an_older_version_is_told(self):
        client = self.socket()
        tell = client.ask(do="hello", protocol=0)
        self.assertTrue(tell == ("closed", 1000) or tell["is"] in ("refused", "bye") or tell.get("old"), tell)
        client.end()

    def test_hundreds_that_come_and_go(self):
        clients = [self.socket() for _ in range(300)]
        for client in clients:
            client.send(do="hello", protocol=1)
        for client in clients:
            self.assertEqual(client.receive()["is"], "welcome")
        self.assertIn(b"\nfanorona_websockets 300\n", self.server.ask("/metrics").content)
        for i, client in enumerate(clients):
            if i % 3 == 0:  # without a word
                client.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif i % 3 == 1:
                client.send_raw(CLOSE, b"")
            client.end()
        end = time.monotonic() + PATIENCE_S
        while b"\nfanorona_websockets 0\n" not in self.server.ask("/metrics").content:
            self.assertLess(time.monotonic(), end)

    def test_long_messages_come_in_pieces(self):
        """A hundred games waiting: the lobby, or the list of them, is long."""
        mine = self.session()
        for _ in range(3):
            client = self.socket(mine)
            client.ask(do="hello", protocol=1)
            client.send(do="lobby", on=True, id=1)
            while True:
                tell = client.receive()
                if tell["is"] == "lobby":
                    break
            client.end()


class Limits(Online):
    """What one address may do, as a proxy tells it."""

    options = ("--proxy", "127.0.0.1")
    addresses = (f"198.51.{number // 250}.{number % 250}" for number in range(60000))  # no two alike

    def from_(self, address):
        return {"X-Forwarded-For": address}

    def until_refused(self, ask):
        """Asks until it is too much, and returns that answer."""
        for _ in range(1000):
            answer = ask()
            if answer.status == 429:
                self.assertEqual(self.reason(answer), "too-fast")
                self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)
                return
        self.fail("nothing is too much")

    def test_requests(self):
        there = self.from_("203.0.113.1")
        for _ in range(200):
            self.assertEqual(self.api("GET", "/lobby", headers=there).status, 200)
        # Many at once, for what is used comes back with time.
        one = b"GET /api/v1/lobby HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n"
        statuses = re.findall(rb"HTTP/1\.1 (\d+)", self.server.raw((one + b"\r\n") * 400 + one + b"Connection: close\r\n\r\n"))
        self.assertEqual(len(statuses), 401)
        self.assertEqual(set(statuses), {b"200", b"429"})
        # the page itself, others, and this machine are not touched
        self.assertEqual(self.server.ask("/", headers=there).status, 200)
        self.assertEqual(self.api("GET", "/lobby", headers=self.from_("203.0.113.2")).status, 200)
        self.assertEqual({self.api("GET", "/lobby").status for _ in range(250)}, {200})

    def test_a_household_of_ipv6_is_one(self):
        hosts = iter(range(10000))
        for _ in range(40):
            self.assertEqual(self.api("POST", "/session", headers=self.from_(f"2001:db8:1:2::{next(hosts):x}")).status, 200)
        self.until_refused(lambda: self.api("POST", "/session", headers=self.from_(f"2001:db8:1:2:{next(hosts):x}::1")))
        self.assertEqual(self.api("POST", "/session", headers=self.from_("2001:db8:1:3::1")).status, 200)

    def test_an_address_that_is_made_up_does_not_help(self):
        another = lambda: {"X-Forwarded-For": f"{next(self.addresses)}, 203.0.113.50"}
        self.until_refused(lambda: self.api("POST", "/session", headers=another()))

    def test_connections(self):
        there = self.from_("203.0.113.60")
        clients = [self.socket(there) for _ in range(105)]
        statuses = [client.status for client in clients]
        self.assertEqual(statuses, [101] * 100 + [429] * 5)
        self.assertIn("retry-after:", clients[-1].head)
        clients[0].end()
        end = time.monotonic() + PATIENCE_S
        status = 429
        while status == 429 and time.monotonic() < end:
            client = self.socket(there)
            status = client.status
            client.end()
        self.assertEqual(status, 101)
        for client in clients:
            client.end()

    def test_messages_over_the_limit_wait_and_are_not_lost(self):
        clients = [self.socket(self.from_("203.0.113.70")) for _ in range(28)]
        for client in clients:
            client.ask(do="hello", protocol=1)
        for client in clients:
            for i in range(20):
                client.send(do="ping", sent=i)
        for client in clients:
            self.assertEqual([client.receive()["sent"] for _ in range(20)], list(range(20)))
            client.end()
        paused = re.search(rb"\nfanorona_paused_total (\d+)\n", self.server.ask("/metrics").content)
        self.assertGreater(int(paused.group(1)), 0)

    def test_a_client_that_writes_forwarded_itself_does_not_become_another(self):
        another = lambda: self.from_("203.0.113.75") | {"Forwarded": f"for={next(self.addresses)}"}
        self.until_refused(lambda: self.api("POST", "/session", headers=another()))

    def test_a_list_that_is_made_long_does_not_help(self):
        long = self.from_(", ".join(["198.51.100.7"] * 150 + ["203.0.113.81"]))
        self.assertEqual(self.server.ask("/metrics", headers=long).status, 404)
        self.until_refused(lambda: self.api("POST", "/session", headers=long))

    def test_a_seek_in_escapes_is_one(self):
        server = Server(self.folder, *self.options)
        client = self.socket(self.from_("203.0.113.82"), server=server)
        client.ask(do="hello", protocol=1)
        for _ in range(42):
            client.send_raw(1, b'{"do":"s\\u0065ek"}')
        for _ in range(42):
            self.assertEqual(client.receive()["is"], "refused")
        paused = re.search(rb"\nfanorona_paused_total (\d+)\n", server.ask("/metrics").content)
        self.assertGreater(int(paused.group(1)), 0)
        client.end()
        server.stop()

    def test_counts_are_not_for_everybody(self):
        self.assertEqual(self.server.ask("/metrics", headers=self.from_("203.0.113.80")).status, 404)

    def test_the_log_tells_who_it_was_and_no_secrets(self):
        server = Server(self.folder, "--log", *self.options)
        server.ask("/?password=hunter2", headers=self.from_("203.0.113.90"))
        mine = self.session(headers=self.from_("203.0.113.91"), server=server)
        self.api("POST", "/login", {"name": "somebody", "password": "correct horse"},
                 mine | self.from_("203.0.113.92"), server)
        _, _, err = server.stop()
        lines = [json.loads(line) for line in err.splitlines()]
        self.assertIn("203.0.113.90", [line.get("peer") for line in lines])
        for secret in ["hunter2", "correct horse", mine["Cookie"].split("=")[1]]:
            self.assertNotIn(secret, err)


class Behind(Online):
    """Behind a proxy that speaks TLS."""

    options = ("--proxy", "127.0.0.1", "--public-url", ORIGIN)
    headers = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"}

    def test_the_cookie_is_the_hosts_and_secure(self):
        answer = self.api("POST", "/session", headers={"Origin": ORIGIN})
        self.assertRegex(answer.headers["set-cookie"], r"^__Host-fanorona=[^;]+; Path=/; .*; Secure$")
        value = answer.headers["set-cookie"].split(";")[0].split("=")[1]
        self.assertEqual(self.api("GET", "/me", headers={"Cookie": "__Host-fanorona=" + value}).status, 200)
        self.assertEqual(self.api("GET", "/me", headers={"Cookie": "fanorona=" + value}).status, 401)

    def test_only_the_public_origin_is_ours(self):
        for origin, status in [(ORIGIN, 200), ("http://fanorona.example", 403), (f"http://127.0.0.1:{self.server.port}", 403)]:
            self.assertEqual(self.api("POST", "/session", headers={"Origin": origin}).status, status, origin)
            client = self.socket({"Origin": origin})
            self.assertEqual(client.status, 101 if status == 200 else 403, origin)
            client.end()

    def test_links_are_of_the_public_address(self):
        made = self.api("POST", "/games", GAME, self.session())
        self.assertEqual(made.json["link"], f"{ORIGIN}/g/{made.json['game']}")
        self.assertFalse(made.json.get("here_only", False))

    def test_browsers_are_told_to_stay_with_tls(self):
        self.assertEqual(self.server.ask("/").headers["strict-transport-security"], "max-age=31536000")

    def test_the_policy_names_the_public_socket(self):
        self.assertIn("connect-src 'self' wss://fanorona.example;", self.server.ask("/").headers["content-security-policy"])

    def test_push_is_offered(self):
        self.assertIn("push", json.loads(self.server.ask("/api/v1/server").content)["features"])


class Standard(Online):
    """Behind a proxy that sets Forwarded."""

    options = ("--proxy", "127.0.0.1", "--proxy-header", "forwarded")

    def test_only_what_it_sets_is_believed(self):
        cookie = lambda **headers: self.api("POST", "/session", headers=headers).headers["set-cookie"].split("=")[0]
        self.assertEqual(cookie(**{"Forwarded": "for=203.0.113.5;proto=https"}), "__Host-fanorona")
        self.assertEqual(cookie(**{"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"}), "fanorona")
        # A client that writes the other header itself does not become another one.
        another = lambda: {"Forwarded": "for=203.0.113.6", "X-Forwarded-For": next(Limits.addresses)}
        Limits.until_refused(self, lambda: self.api("POST", "/session", headers=another()))


class Unnamed(Online):
    """Behind a proxy that nobody named."""

    def test_counts_are_not_shown_through_it(self):
        server = Server(self.folder)
        self.assertEqual(server.ask("/metrics").status, 200)
        self.assertEqual(server.ask("/metrics", headers={"X-Forwarded-For": "203.0.113.5"}).status, 404)
        server.stop()

    def test_is_not_believed_and_told_once(self):
        server = Server(self.folder)
        for i in range(3):
            answer = self.api("POST", "/session", headers={"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"},
                              server=server)
            self.assertTrue(answer.headers["set-cookie"].startswith("fanorona="))
        _, _, err = server.stop()
        lines = [json.loads(line) for line in err.splitlines()]
        self.assertEqual([(line["level"], line["event"], line["peer"]) for line in lines],
                         [("warning", "proxy-not-named", "127.0.0.1")])


def certificate(folder, name):
    path = os.path.join(folder, name)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost", "-keyout", path + ".key", "-out", path + ".crt"],
        check=True, capture_output=True)
    return path + ".crt", path + ".key"


class Tls(Online):
    @classmethod
    def setUpClass(cls):
        cls.certificates = tempfile.mkdtemp(prefix="fanorona-tls-")
        for name in ("first", "second"):
            certificate(cls.certificates, name)
        cls.use("first")
        cls.options = ("--tls-cert", cls.certificates + "/now.crt", "--tls-key", cls.certificates + "/now.key",
                       "--log-file", f"{DATA.name}/{next(databases)}.log")
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.certificates)

    @classmethod
    def use(cls, name, key=None):
        shutil.copy(f"{cls.certificates}/{name}.crt", f"{cls.certificates}/now.crt")
        shutil.copy(f"{cls.certificates}/{key or name}.key", f"{cls.certificates}/now.key")

    def connect(self):
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context.wrap_socket(self.server.connect())

    def shown(self):
        """The name in the certificate the server shows now."""
        with self.connect() as connection:
            der = connection.getpeercert(True)
        pem = subprocess.run(["openssl", "x509", "-inform", "der", "-noout", "-subject"], input=der, check=True,
                             capture_output=True).stdout.decode()
        return pem.strip().rpartition("= ")[2]

    def reload(self, name, key=None):
        self.use(name, key)
        self.server.process.send_signal(signal.SIGHUP)

    def wait_shown(self, name):
        end = time.monotonic() + PATIENCE_S
        while self.shown() != name:
            self.assertLess(time.monotonic(), end)

    def test_everything_over_tls(self):
        self.assertIn("https://localhost:", self.server.first_line)
        with self.connect() as connection:
            self.assertIn(connection.version(), ["TLSv1.3", "TLSv1.2"])
            connection.sendall(b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            answer = read_all(connection)
        cookie = re.search(rb"set-cookie: (__Host-fanorona=[^;]+); [^\r]*; Secure\r", answer)
        self.assertTrue(cookie, answer)
        client = WebSocket(self.connect(), {"Cookie": cookie.group(1).decode(), "Origin": "https://x"})
        self.assertEqual(client.status, 101)
        self.assertIn("you", client.ask(do="hello", protocol=1))
        other = WebSocket(self.connect(), {"Origin": "http://x"})
        self.assertEqual(other.status, 403)
        other.end()
        client.end()

    def test_plain_http_is_no_tls(self):
        answer = self.server.raw(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertNotIn(b"page", answer)

    def test_the_certificate_is_read_anew(self):
        old = WebSocket(self.connect())
        old.ask(do="hello", protocol=1)
        self.reload("second")
        self.wait_shown("second")
        self.reload("first", key="second")  # do not fit: the old ones stay
        self.assertEqual(self.shown(), "second")
        self.assertEqual(old.ask(do="ping", sent=1)["sent"], 1)
        old.end()
        self.reload("first")
        self.wait_shown("first")

    def test_files_that_do_not_fit_are_refused_at_the_start(self):
        base = [PROGRAM, "serve", "--port", "0", "--web", self.folder, "--db", f"{DATA.name}/{next(databases)}.db"]
        first = f"{self.certificates}/first"
        for cert, key in [(first + ".crt", f"{self.certificates}/second.key"), ("/nowhere.crt", first + ".key"),
                          (first + ".key", first + ".key"), (first + ".crt", first + ".crt")]:
            result = subprocess.run(base + ["--tls-cert", cert, "--tls-key", key], capture_output=True, text=True,
                                    timeout=PATIENCE_S)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("--tls-cert, --tls-key: ", result.stderr)


class Stopping(unittest.TestCase):
    def setUp(self):
        self.folder = page_folder({"index.html": b"page"})
        self.database = f"{DATA.name}/{next(databases)}.db"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def start(self, *options):
        return Server(self.folder, "--db", self.database, *options)

    def test_players_are_told_and_nothing_is_lost(self):
        api = Requests("test_counts")
        api.server = server = self.start()
        white, black = api.session(), api.session()
        game = api.api("POST", "/games", GAME, white).json["game"]
        clients = [WebSocket(server.connect(), who) for who in (white, black)]
        for client in clients:
            client.ask(do="hello", protocol=1)
            client.ask(do="watch", game=game, id=1)
        clients[1].ask(do="sit", game=game, id=2)
        self.assertEqual(clients[0].ask(do="turn", game=game, ply=0, turn="e2-e3A", id=3)["is"], "done")
        server.process.send_signal(signal.SIGTERM)
        for client in clients:
            tell = client.receive()
            while not isinstance(tell, tuple):
                last, tell = tell, client.receive()
            self.assertEqual((last["is"], last["reason"], tell), ("bye", "draining", ("closed", 1001)))
        self.assertEqual(server.process.wait(timeout=PATIENCE_S), 0)
        server.process.communicate()
        api.server = server = self.start()
        events = api.api("GET", f"/games/{game}/events").json["events"]
        self.assertEqual(events[-1]["turn"], "e2-e3A")
        self.assertEqual(api.api("GET", "/me", headers=white).status, 200)  # sessions outlive it
        self.assertEqual(server.stop(), (0, "", ""))

    def test_within_five_seconds_whatever_clients_do(self):
        server = self.start()
        clients = [WebSocket(server.connect()) for _ in range(20)]  # they read nothing, answer nothing
        half = [server.connect() for _ in range(5)]
        for connection in half:
            connection.sendall(b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
        begin = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(timeout=PATIENCE_S), 0)
        # Five on a machine that has nothing else to do; without the limit it would be for ever.
        self.assertLess(time.monotonic() - begin, 20)
        server.process.communicate()
        for connection in half + [client.connection for client in clients]:
            connection.close()

    def test_a_second_signal_ends_it_at_once(self):
        server = self.start()
        client = WebSocket(server.connect())
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(timeout=PATIENCE_S), 0)
        server.process.communicate()
        client.end()

    def test_the_log_is_opened_anew(self):
        log = f"{DATA.name}/{next(databases)}.log"
        server = self.start("--log", "--log-file", log)
        server.ask("/one")
        os.rename(log, log + ".1")
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE_S
        while not os.path.exists(log):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        server.ask("/two")
        self.assertEqual(server.stop(), (0, "", ""))
        with open(log + ".1") as old, open(log) as new:
            self.assertIn('"/one"', old.read())
            lines = new.read()
        self.assertIn('"/two"', lines)
        self.assertNotIn('"/one"', lines)
        self.assertEqual(os.stat(log).st_mode & 0o007, 0)


class Tools(Online):
    """--export, --backup and admin, beside the server that has the database."""

    @classmethod
    def setUpClass(cls):
        cls.database = f"{DATA.name}/{next(databases)}.db"
        cls.options = ("--db", cls.database)
        super().setUpClass()

    def run_program(self, *words, status=0):
        result = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(result.returncode, status, (words, result))
        return result.stdout if status == 0 else result.stderr

    def admin(self, *words, status=0):
        return self.run_program("admin", *words, "--db", self.database, status=status)

    def play(self):
        white, black = self.session(), self.session()
        game = self.api("POST", "/games", GAME, white).json["game"]
        self.api("POST", f"/games/{game}/commands", {"do": "sit", "game": game}, black)
        self.api("POST", f"/games/{game}/commands", {"do": "turn", "ply": 0, "turn": "e2-e3A", "game": game}, white)
        return game, white, black

    def test_export_is_a_file_of_records(self):
        games = [self.play()[0] for _ in range(3)]
        text = self.run_program("serve", "--export", "--db", self.database)
        self.assertGreaterEqual(text.count("[Variant \"tsivy\"]"), len(games))
        path = f"{DATA.name}/{next(databases)}.fgn"
        with open(path, "w") as file:
            file.write(text)
        self.run_program("record", "check", path)

    def test_backup_is_a_database(self):
        game = self.play()[0]
        path = f"{DATA.name}/{next(databases)}.db"
        self.run_program("serve", "--backup", path, "--db", self.database)
        server = Server(self.folder, "--db", path)
        self.assertEqual(self.api("GET", f"/games/{game}", server=server).json["turns"], 1)
        self.assertEqual(server.stop(), (0, "", ""))
        self.assertIn("--backup: ", self.run_program("serve", "--backup", "/nowhere/x.db", "--db", self.database, status=1))

    def test_rooms(self):
        game = self.play()[0]
        self.assertRegex(self.admin("rooms"), rf"(?m)^{game} playing tsivy white \w+ black \w+ turns 1 changed ")
        rows = [json.loads(line) for line in self.admin("rooms", "--json").splitlines()]
        self.assertIn((game, "playing", 1), [(row["game"], row["state"], row["turns"]) for row in rows])

    def test_closing_a_game(self):
        game, white, _ = self.play()
        client = self.socket(white)
        client.ask(do="hello", protocol=1)
        client.ask(do="watch", game=game, id=1)
        self.assertEqual(self.admin("close", game), f"closed {game}\n")
        while True:
            tell = client.receive()
            if tell["is"] == "events" and tell["events"][-1]["kind"] == "end":
                break
        self.assertEqual((tell["events"][-1]["result"], tell["events"][-1]["reason"]), ("none", "closed"))
        client.end()
        self.assertIn("is over", self.admin("close", game, status=1))
        self.assertIn("there is no game", self.admin("close", "0123456789", status=1))

    def test_blocking_a_name(self):
        mine = self.session()
        made = self.api("POST", "/account", {"name": "Naughty", "password": "long enough"}, mine)
        self.assertEqual(made.status, 200, made.content)
        mine = {"Cookie": made.headers["set-cookie"].split(";")[0]} if made.headers["set-cookie"] else mine
        client = self.socket(mine)
        client.ask(do="hello", protocol=1)
        self.admin("block", "naughty")
        while client.close_status() is not None:
            pass
        answer = self.api("GET", "/me", headers=mine)
        self.assertIn(answer.status, [401, 403])
        login = lambda: self.api("POST", "/login", {"name": "Naughty", "password": "long enough"})
        self.assertEqual(self.reason(login()), "blocked")
        self.admin("unblock", "Naughty")
        end = time.monotonic() + PATIENCE_S
        while login().status != 200:
            self.assertLess(time.monotonic(), end)

    def test_keeping_a_name_from_everybody(self):
        account = {"name": "Nobodys", "password": "long enough"}
        self.assertIn("kept", self.admin("block", "Nobodys"))
        self.assertEqual(self.reason(self.api("POST", "/account", account, self.session())), "name-taken")
        self.assertIn("free", self.admin("unblock", "nobodys"))
        self.assertEqual(self.api("POST", "/account", account, self.session()).status, 200)
        self.assertIn("nobody is called so", self.admin("unblock", "never-was", status=1))
        self.assertIn("nobody can be", self.admin("block", "a/b c", status=2))

    def test_blocking_a_guest_by_id(self):
        mine = self.session()
        guest = self.api("GET", "/me", headers=mine).json["player"]["id"]
        self.assertEqual(self.admin("block", guest), f"blocked {guest}\n")
        end = time.monotonic() + PATIENCE_S
        while self.api("GET", "/me", headers=mine).status == 200:
            self.assertLess(time.monotonic(), end)

    def test_all_rooms_are_listed(self):
        made = {self.api("POST", "/games", GAME, self.session()).json["game"] for _ in range(201)}
        rows = [line.split()[0] for line in self.admin("rooms").splitlines()]
        self.assertEqual(len(rows), len(set(rows)))
        self.assertLessEqual(made, set(rows))

    def test_reports(self):
        mine, other = self.session(), self.api("POST", "/session").json["player"]["id"]
        self.assertEqual(self.api("POST", "/reports", {"player": other, "why": "stalling"}, mine).status, 204)
        self.assertIn("stalling", self.admin("reports"))
        self.assertIn(other, [json.loads(line)["what"]["player"] for line in self.admin("reports", "--json").splitlines()])

    def test_bad_words(self):
        for words in [(), ("dance",), ("block",), ("rooms", "x"), ("close",)]:
            self.admin(*words, status=2)
        self.assertIn("--db: ", self.run_program("admin", "rooms", "--db", "/nowhere/x.db", status=1))
        missing = self.run_program("admin", "rooms", "--db", f"{self.database}-missing", status=1)
        self.assertIn("No such file or directory", missing)
        away = self.run_program("admin", "rooms", "--db", "postgres://x@127.0.0.1:1/x", status=1)
        self.assertRegex(away, r"^[ -~]+\n$")
        self.assertNotIn("\\x09", away)
        self.assertIn("neither a file", self.run_program("admin", "rooms", "--db", "mysql://host/x", status=2))
        self.assertIn("one at a time", self.run_program("serve", "--export", "--backup", "x", status=2))


class Patience(Online):
    def test_a_body_drop_by_drop_is_cut_off(self):
        with self.server.connect() as connection:
            connection.sendall(b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{")
            end = time.monotonic() + PATIENCE_S
            with self.assertRaises((BrokenPipeError, ConnectionResetError)):
                while time.monotonic() < end:
                    connection.sendall(b" ")
                    time.sleep(0.5)
        self.assertEqual(self.server.ask("/healthz").status, 200)


class Pings(Online):
    options = ("--ping", "1")

    def test_who_answers_none_is_let_go(self):
        client = self.socket()
        client.ask(do="hello", protocol=1)
        pings = 0
        with self.assertRaises((EOFError, ConnectionResetError)):
            while True:
                if client.receive_frame()[1] == PING:
                    pings += 1
        self.assertEqual(pings, 2)

    def test_who_answers_stays(self):
        client = self.socket()
        client.ask(do="hello", protocol=1)
        for _ in range(5):
            _, opcode, payload = client.receive_frame()
            self.assertEqual(opcode, PING)
            client.send_raw(PONG, payload)
        self.assertEqual(client.ask(do="ping", sent=1)["is"], "pong")
        client.end()


if __name__ == "__main__":
    unittest.main()
