"""The running server, through real sockets: `fanorona serve` is started on a free port and spoken to.

FANORONA names the program. No test measures time; waits only end what would otherwise hang."""

import http.client
import itertools
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse

PROGRAM = os.environ["FANORONA"]
PATIENCE_S = 60
# Whoever runs the tests may have tables and games, and settings in the environment.
for name in [name for name in os.environ if name.startswith("FANORONA_")]:
    del os.environ[name]
DATA = tempfile.TemporaryDirectory(prefix="fanorona-data-")
os.environ["FANORONA_DATA"] = DATA.name
databases = itertools.count()

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)
SECURITY = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
BIG = random.Random(1).randbytes(3_000_000)
FILES = {
    "index.html": b"<!doctype html><title>page</title>",
    "index.html.br": b"page in brotli",
    "index.html.gz": b"page in gzip",
    "sw.js": b"// service worker",
    "empty.txt": b"",
    "manifest.webmanifest": b"{}",
    "icon.svg": b"<svg/>",
    "type.woff2": b"wOF2",
    "assets/app-Ab3_x9-Z.js": b"// app",
    "assets/app-Ab3_x9-Z.js.br": b"app in brotli",
    "assets/style-Cq81LmmX.css": b"a{}",
    "assets/core-0a1B2c3D.wasm": b"\0asm",
    "assets/big-Zz00Zz00.json": BIG,
}


def page_folder(files=FILES):
    folder = tempfile.mkdtemp(prefix="fanorona-serve-")
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        os.utime(path, (1e9, 1e9))
    os.symlink("/etc/passwd", os.path.join(folder, "passwd.txt"))
    return folder


class Server:
    """A server of its own, on a port that was free."""

    def __init__(self, folder, *options, bind="127.0.0.1"):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--web", folder, "--bind", bind,
             *([] if "--db" in options else ["--db", f"{DATA.name}/{next(databases)}.db"]), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.first_line = self.process.stdout.readline()
        match = re.search(r":(\d+)/", self.first_line)
        if not match:
            self.process.kill()
            raise AssertionError(f"{self.first_line!r} {self.process.communicate()}")
        self.port = int(match.group(1))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)

    def ask(self, path="/", method="GET", headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        answer.content = answer.read()
        connection.close()
        return answer

    def raw(self, request):
        """Sends bytes and returns all that comes back until the server closes."""
        with self.connect() as connection:
            try:
                connection.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return read_all(connection)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, out, err


def read_all(connection):
    received = b""
    while True:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return received
        if not piece:
            return received
        received += piece


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else None


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
GET_CLOSE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class Served(unittest.TestCase):
    """Tests that share a server; it must have come through them unharmed."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = page_folder()
        cls.server = Server(cls.folder, *cls.options)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)
        status, _, err = cls.server.stop()
        assert status == 0 and (err == "" or cls.options), (status, err)

    def ask(self, *args, **options):
        return self.server.ask(*args, **options)


class Files(Served):
    def test_hands_out_the_page(self):
        for path in ["/", "/index.html", "/?lang=mg", "/index.html?x#y"]:
            answer = self.ask(path)
            self.assertEqual((answer.status, answer.content), (200, FILES["index.html"]), path)

    def test_hands_out_every_file_whole(self):
        for name, content in FILES.items():
            if not name.endswith((".br", ".gz")):
                answer = self.ask("/" + name)
                self.assertEqual((answer.status, answer.content == content), (200, True), name)
                self.assertEqual(int(answer.headers["content-length"]), len(content))

    def test_content_types(self):
        types = {
            "/": "text/html; charset=utf-8",
            "/sw.js": "text/javascript; charset=utf-8",
            "/empty.txt": "text/plain; charset=utf-8",
            "/manifest.webmanifest": "application/manifest+json",
            "/icon.svg": "image/svg+xml",
            "/type.woff2": "font/woff2",
            "/assets/style-Cq81LmmX.css": "text/css; charset=utf-8",
            "/assets/core-0a1B2c3D.wasm": "application/wasm",
            "/assets/big-Zz00Zz00.json": "application/json",
        }
        for path, expected in types.items():
            self.assertEqual(self.ask(path).headers["content-type"], expected, path)

    def test_the_encoding_that_is_wished_for(self):
        cases = [
            (None, None, "index.html"),
            ("identity", None, "index.html"),
            ("gzip, deflate, br", "br", "index.html.br"),
            ("gzip", "gzip", "index.html.gz"),
            ("br;q=0.1, gzip;q=0.2", "gzip", "index.html.gz"),
            ("br;q=0, gzip;q=0", None, "index.html"),
            ("gzip;q=0, *", "br", "index.html.br"),
            ("nonsense;;q=", None, "index.html"),
            ("gzip," * 800, None, "index.html"),
        ]
        for accept, encoding, name in cases:
            answer = self.ask(headers={"Accept-Encoding": accept or "identity"})
            self.assertEqual(answer.headers["content-encoding"], encoding, accept)
            self.assertEqual(answer.content, FILES[name], accept)
            self.assertEqual(answer.headers["vary"], "accept-encoding")
            self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")

    def test_a_file_without_the_encoding_is_sent_plain(self):
        answer = self.ask("/sw.js", headers={"Accept-Encoding": "br, gzip"})
        self.assertEqual(answer.headers["content-encoding"], None)
        self.assertEqual(answer.headers["vary"], None)
        self.assertEqual(answer.content, FILES["sw.js"])

    def test_nothing_acceptable(self):
        answer = self.ask("/sw.js", headers={"Accept-Encoding": "br, identity;q=0"})
        self.assertEqual(answer.status, 406)

    def test_no_encoding_without_the_header(self):
        answer = self.server.raw(GET_CLOSE)
        self.assertTrue(answer.endswith(b"\r\n\r\n" + FILES["index.html"]))
        self.assertNotIn(b"content-encoding", answer)

    def test_caching_by_name(self):
        for path in ["/", "/sw.js", "/manifest.webmanifest"]:
            self.assertEqual(self.ask(path).headers["cache-control"], "no-cache", path)
        for path in ["/assets/app-Ab3_x9-Z.js", "/assets/core-0a1B2c3D.wasm"]:
            self.assertEqual(
                self.ask(path).headers["cache-control"],
                "public, max-age=31536000, immutable",
                path,
            )

    def test_what_has_not_changed_is_not_sent_again(self):
        for accept in ["identity", "gzip", "br"]:
            wish = {"Accept-Encoding": accept}
            etag = self.ask(headers=wish).headers["etag"]
            for known in [etag, "W/" + etag, f'"x", {etag}', "*"]:
                answer = self.ask(headers=wish | {"If-None-Match": known})
                self.assertEqual((answer.status, answer.content), (304, b""), known)
                self.assertEqual(answer.headers["etag"], etag)
                self.assertEqual(answer.headers["cache-control"], "no-cache")
                self.assertEqual(answer.headers["content-length"], None)
            answer = self.ask(headers=wish | {"If-None-Match": '"other"'})
            self.assertEqual(answer.status, 200)

    def test_every_form_has_a_tag_of_its_own(self):
        tags = {self.ask(headers={"Accept-Encoding": e}).headers["etag"] for e in ["identity", "gzip", "br"]}
        self.assertEqual(len(tags), 3)
        self.assertNotEqual(self.ask("/sw.js").headers["etag"], self.ask("/icon.svg").headers["etag"])

    def test_head_is_get_without_the_body(self):
        for path in ["/", "/assets/big-Zz00Zz00.json", "/api/v1/server", "/nowhere"]:
            get, head = self.ask(path), self.ask(path, "HEAD")
            self.assertEqual((head.status, head.content), (get.status, b""))
            for answer in (get, head):
                del answer.headers["date"]
            self.assertEqual(head.headers.items(), get.headers.items())

    def test_a_built_in_page_for_what_is_missing(self):
        answer = self.ask("/nowhere.html")
        self.assertEqual((answer.status, answer.content), (404, b"Not found\n"))
        self.assertEqual(answer.headers["content-type"], "text/plain; charset=utf-8")

    def test_the_page_s_own_page_for_what_is_missing(self):
        folder = page_folder({"index.html": b"page", "404.html": b"lost?"})
        server = Server(folder)
        answer = server.ask("/nowhere/")
        self.assertEqual((answer.status, answer.content), (404, b"lost?"))
        self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")
        self.assertEqual(server.stop()[0], 0)
        shutil.rmtree(folder)

    def test_about_the_server(self):
        answer = self.ask("/api/v1/server")
        self.assertEqual(answer.headers["content-type"], "application/json")
        self.assertEqual(answer.headers["cache-control"], "no-store")
        about = json.loads(answer.content)
        self.assertEqual(about["name"], "fanorona")
        self.assertRegex(about["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(about["protocol"], 1)
        self.assertEqual(about["protocols"], [1])
        self.assertEqual(about["features"], ["play", "accounts", "analysis", "computer"])
        self.assertEqual(about["computer"], {"levels": [1, 2, 3, 4, 5, 6, 7, 8], "free": 4})
        self.assertGreater(about["limits"]["connections"], 0)
        self.assertEqual(self.ask("/api/v1/nothing").status, 404)

    def test_health(self):
        answer = self.ask("/healthz")
        self.assertEqual((answer.status, answer.content), (200, b"ok\n"))


class Headers(Served):
    def policy(self):
        """With the address of the WebSocket, which old browsers do not count as 'self'."""
        return POLICY.replace("connect-src 'self'", f"connect-src 'self' ws://127.0.0.1:{self.server.port}")

    def check(self, headers, what):
        for name, value in SECURITY.items():
            if name == "content-security-policy" and what not in ("BREW", "upgrade"):
                value = self.policy()
            self.assertEqual(headers[name], value, f"{what}: {name}")
        self.assertIn("camera=()", headers["permissions-policy"], what)

    def test_security_headers_on_every_answer(self):
        for path in ["/", "/assets/core-0a1B2c3D.wasm", "/nowhere", "/api/v1/server", "/healthz"]:
            self.check(self.ask(path).headers, path)
            self.check(self.ask(path, "HEAD").headers, path)
        self.check(self.ask(method="POST", body=b"x").headers, "POST")
        self.check(self.ask(method="BREW").headers, "BREW")
        self.check(self.ask(headers={"If-None-Match": "*"}).headers, "304")
        self.check(self.ask(headers={"Upgrade": "other", "Connection": "upgrade"}).headers, "upgrade")

    def test_security_headers_on_refusals(self):
        for request in [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET /%zz HTTP/1.1\r\n\r\n"]:
            answer = self.server.raw(request).decode().lower()
            self.assertIn("content-security-policy: " + POLICY.lower() + "\r\n", answer)

    def test_a_host_that_is_none_is_not_repeated(self):
        for host in [b"a; script-src *", b"a b", b"a'", b"a,b", b"a/b", b"x" * 300]:
            answer = self.server.raw(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n").decode().lower()
            self.assertIn("content-security-policy: " + POLICY.lower() + "\r\n", answer)
            answer = self.server.raw(b"GET / HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n").decode().lower()
            self.assertIn("connect-src 'self' ws://[::1]:80;", answer)

    def test_security_headers_on_bare_refusals(self):
        for request in [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n"]:
            answer = self.server.raw(request).decode().lower()
            self.assertIn("cross-origin-opener-policy: same-origin\r\n", answer)

    def test_old_browsers_may_compile_wasm_in_the_only_way_they_know(self):
        android = "Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 (KHTML, like Gecko) {}Chrome/{} Mobile Safari/537.36"
        mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{} Safari/605.1.15"
        phone = "Mozilla/5.0 (iPhone; CPU iPhone OS {} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/87 Mobile/15E148 Safari/604.1"
        strict = self.policy()
        lax = strict.replace("'wasm-unsafe-eval'", "'unsafe-eval'")
        cases = {
            lax: [
                android.format("", "80.0.3987.99"), android.format("Version/4.0 ", "96.0.4664.45"),
                mac.format("14.1.2"), mac.format("15.6"), phone.format("14_4_2"), phone.format("15_8"),
            ],
            strict: [
                android.format("", "97.0.4692.71"), android.format("Version/4.0 ", "156.0.8078.108"),
                mac.format("16.0"), mac.format("18.2"), phone.format("16_1"),
                "Mozilla/5.0 (X11; Linux x86_64; rv:78.0) Gecko/20100101 Firefox/78.0",
                "Chrome/", "Chrome/80" * 200, "curl/7.88.1",
            ],
        }
        for policy, agents in cases.items():
            for agent in agents:
                answer = self.ask(headers={"User-Agent": agent})
                self.assertEqual(answer.headers["content-security-policy"], policy, agent)
                self.assertEqual(self.ask().headers["content-security-policy"], strict)

    def test_a_date(self):
        for answer in [self.ask(), self.ask("/nowhere"), self.ask(method="POST"), self.ask(method="BREW")]:
            self.assertRegex(
                answer.headers["date"], r"^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$"
            )


class Requests(Served):
    def test_other_methods(self):
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"]:
            for body in [None, b"x=1", b"x" * 40000]:
                answer = self.ask(method=method, body=body)
                self.assertEqual(answer.status, 405, method)
                self.assertEqual(answer.headers["allow"], "GET, HEAD")
                self.assertEqual(answer.headers["connection"], "close")

    def test_connect(self):
        self.assertEqual(status_of(self.server.raw(b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n")), 405)

    def test_an_endless_body_is_cut_off(self):
        with self.server.connect() as connection:
            connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n")
            with self.assertRaises((BrokenPipeError, ConnectionResetError)):
                while True:
                    connection.sendall(b"x" * 65536)

    def test_there_is_no_way_out_of_the_folder(self):
        paths = [
            "/../etc/passwd", "/../../../../etc/passwd", "/assets/../../etc/passwd", "/..", "/../",
            "/%2e%2e/etc/passwd", "/%2e%2e%2fetc%2fpasswd", "/..%2f..%2fetc%2fpasswd",
            "/..%5c..%5cetc%5cpasswd", "/..\\..\\etc\\passwd", "/%252e%252e/etc/passwd",
            "/%c0%ae%c0%ae/etc/passwd", "/%c0%af..%c0%afetc/passwd", "/%e0%80%ae./etc/passwd",
            "/passwd.txt", "/./passwd.txt", "//etc/passwd", "///etc///passwd", "/etc/passwd",
            "/assets/....//....//etc/passwd", "/index.html%00.js", "/index.html%00", "/%00",
            "/assets", "/assets/", "/.", "/.%2fpasswd.txt", "/passwd.txt%20", "file:///etc/passwd",
            "/index.html.br", "/index.html.gz", "/%69ndex.html/../passwd.txt", "/passwd.txt/",
        ]
        for path in paths:
            answer = self.server.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            self.assertNotIn(b"root:", answer, path)
            if status_of(answer) == 200:
                # Dots are taken away by then: only the page itself may be left.
                self.assertTrue(answer.endswith(FILES["index.html"]), path)
                self.assertNotIn("passwd", path)
            else:
                self.assertIn(status_of(answer), [400, 403, 404, None], path)

    def test_dots_and_escapes_that_stay_inside(self):
        for path in ["/assets/../index.html", "/./index.html", "/%69ndex.html", "//index.html"]:
            answer = self.server.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            self.assertEqual(status_of(answer), 200, path)

    def test_malformed_requests(self):
        cases = {
            b"\r\n\r\n": None,
            b"nonsense\r\n\r\n": 400,
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03": 400,
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n": 400,
            b"GET /\r\n\r\n": 400,
            b"GET / HTTP/1.1\r\n\r\n": 400,
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n": 400,
            b"GET / HTTP/2.0\r\nHost: x\r\n\r\n": 505,
            b"GET / HTTP/9.9\r\nHost: x\r\n\r\n": 505,
            b"GET / FTP/1.1\r\nHost: x\r\n\r\n": 505,
            b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n": 403,
            b"GET /% HTTP/1.1\r\nHost: x\r\n\r\n": None,
            b"GET x HTTP/1.1\r\nHost: x\r\n\r\n": 403,
            b"GET / HTTP/1.1\r\nHost: x\r\nPOST /y HTTP/1.1\r\n\r\n": None,
            b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc": 400,
            b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n": 400,
            b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n": 400,
            b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 400,
        }
        for request, expected in cases.items():
            with self.server.connect() as connection:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                answer = read_all(connection)
            if expected is None:
                self.assertIn(status_of(answer), [400, 403, None], request)
            else:
                self.assertEqual(status_of(answer), expected, request)

    def test_headers_that_are_too_long(self):
        for request in [
            b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 100_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"Cookie: b\r\n" * 20_000 + b"\r\n",
            b"GET /?" + b"&" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        ]:
            self.assertIn(status_of(self.server.raw(request)), [400, 414, 431, None], request[:40])

    def test_old_clients(self):
        answer = self.server.raw(b"GET / HTTP/1.0\r\n\r\n")
        self.assertEqual(status_of(answer), 200)
        self.assertTrue(answer.endswith(FILES["index.html"]))

    def test_many_requests_on_one_connection(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        for _ in range(50):
            connection.request("GET", "/assets/app-Ab3_x9-Z.js")
            self.assertEqual(connection.getresponse().read(), FILES["assets/app-Ab3_x9-Z.js"])
            connection.request("GET", "/nowhere")
            self.assertEqual(connection.getresponse().read(), b"Not found\n")
        connection.close()

    def test_pipelined_requests_are_answered_in_order(self):
        big = b"GET /assets/big-Zz00Zz00.json HTTP/1.1\r\nHost: x\r\n\r\n"
        answer = self.server.raw(GET * 20 + big + GET * 5 + GET_CLOSE)
        self.assertEqual(answer.count(FILES["index.html"]), 26)
        self.assertEqual(answer.count(BIG), 1)
        self.assertTrue(answer.endswith(FILES["index.html"]))

    def test_a_request_byte_by_byte(self):
        with self.server.connect() as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in GET_CLOSE:
                connection.sendall(bytes([byte]))
                time.sleep(0.001)
            self.assertTrue(read_all(connection).endswith(FILES["index.html"]))

    def test_offers_of_other_protocols_are_passed_over(self):
        for upgrade in ["websocket", "h2c", "WebSocket"]:
            answer = self.ask(headers={
                "Connection": "Upgrade, HTTP2-Settings", "Upgrade": upgrade,
                "HTTP2-Settings": "AAMAAABkAAQCAAAAAAIAAAAA",
                "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==", "Sec-WebSocket-Version": "13",
            })
            self.assertEqual((answer.status, answer.content), (200, FILES["index.html"]), upgrade)

    def test_unknown_upgrades_on_a_kept_connection(self):
        odd = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n"
        for request in [odd, GET + odd, GET + odd + GET, odd + odd]:
            self.assertEqual(status_of(self.server.raw(request)), 200 if request.startswith(GET) else 403)

    def test_a_client_that_leaves_in_the_middle(self):
        for _ in range(50):
            with self.server.connect() as connection:
                connection.sendall(b"GET /assets/big-Zz00Zz00.json HTTP/1.1\r\nHost: x\r\n\r\n")
                connection.recv(1000)
        self.assertEqual(self.ask().status, 200)


class Starting(unittest.TestCase):
    def setUp(self):
        self.folder = page_folder({"index.html": b"page"})

    def tearDown(self):
        shutil.rmtree(self.folder)

    def run_program(self, *options):
        return subprocess.run(
            [PROGRAM, "serve", *options], capture_output=True, text=True, timeout=PATIENCE_S
        )

    def refuse(self, status, message, *options):
        result = self.run_program(*options)
        self.assertEqual((result.returncode, result.stdout), (status, ""), options)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(message, result.stderr)

    def test_a_taken_port(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            self.refuse(1, f"port {port} is taken by another program; choose another one with --port",
                        "--web", self.folder, "--port", port)

    def test_bad_ports(self):
        for port in ["65536", "-1", "x", "", "80x", "99999999999999999999"]:
            self.refuse(2, "--port", "--web", self.folder, "--port", port)

    def test_bad_addresses(self):
        for address in ["nowhere", "1.2.3.4.5", "256.0.0.1", "", "[::1", "::1]", "127.0.0.1:80", "a b",
                        "*", "0", "127.1", "0x7f.0.0.1", "000.0.0.0", "::1%nowhere", "1" * 5000]:
            self.refuse(2, "--bind", "--web", self.folder, "--bind", address)

    def test_an_address_of_another_machine(self):
        self.refuse(1, "is not an address of this machine", "--web", self.folder, "--port", "0",
                    "--bind", "203.0.113.7")

    def test_no_page(self):
        self.refuse(1, "--web: there is no folder", "--web", self.folder + "/none")
        os.remove(self.folder + "/index.html")
        self.refuse(1, "holds no page", "--web", self.folder)

    def test_tells_where_it_is(self):
        server = Server(self.folder)
        self.assertEqual(server.first_line, f"Fanorona is at http://localhost:{server.port}/\n")
        self.assertEqual(server.stop(), (0, "", ""))

    def test_tells_every_address_in_the_network(self):
        for bind in ["0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0"]:
            if ":" in bind and not socket.has_ipv6:
                continue
            server = Server(self.folder, bind=bind)
            self.assertEqual(server.ask().content, b"page")
            status, out, err = server.stop()
            self.assertEqual((status, err), (0, ""))
            self.assertIn("in the local network", server.first_line)
            for line in out.splitlines():
                self.assertRegex(line, rf"^  (http://[0-9a-f.:\[\]]+:{server.port}/|\(this machine .*)$")
                self.assertNotIn("127.0.0.1", line)

    def test_listens_on_the_other_loopback(self):
        try:
            probe = socket.socket(socket.AF_INET6)
            probe.bind(("::1", 0))
            probe.close()
        except OSError:
            self.skipTest("no IPv6 here")
        for bind in ["::1", "[::1]"]:
            server = Server(self.folder, bind=bind)
            with socket.create_connection(("::1", server.port), timeout=PATIENCE_S) as connection:
                connection.sendall(GET_CLOSE)
                self.assertEqual(status_of(read_all(connection)), 200)
            self.assertEqual(server.stop()[0], 0)

    def test_logs_requests_only_when_asked(self):
        server = Server(self.folder, "--log")
        server.ask("/?secret=1")
        server.ask("/%22%01a%25%20b", "HEAD")
        server.raw(b"nonsense\r\n\r\n")
        status, _, err = server.stop()
        self.assertEqual(status, 0)
        lines = [json.loads(line) for line in err.splitlines()]
        for line in lines:
            self.assertRegex(line.pop("time"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        requests = [line for line in lines if line["event"] == "request"]
        one = {"level": "info", "event": "request", "peer": "127.0.0.1", "encoding": "identity"}
        self.assertEqual(requests, [
            one | {"method": "GET", "path": "/", "status": 200, "bytes": 4},
            one | {"method": "HEAD", "path": "/%22%01a%25%20b", "status": 404, "bytes": 0},
            one | {"method": "-", "path": "-", "status": 400, "bytes": 34},
        ])
        self.assertEqual([line["event"] for line in lines if line["event"].startswith("st")], ["started", "stopping"])
        started = next(line for line in lines if line["event"] == "started")
        self.assertEqual((started["address"], started["port"]), ("127.0.0.1", server.port))
        self.assertNotIn("secret", err)

    def test_the_environment_says_what_the_command_line_does_not(self):
        variables = {"FANORONA_LOG": "1", "FANORONA_PORT": "http"}
        result = subprocess.run([PROGRAM, "serve", "--web", self.folder], env=os.environ | variables,
                                capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(
            result.stderr, "fanorona serve: FANORONA_PORT: 'http' is not a whole number (0 to 65535)\n")
        os.environ.update(variables)
        try:
            server = Server(self.folder)
        finally:
            for name in variables:
                del os.environ[name]
        self.assertEqual(server.ask().status, 200)
        self.assertIn('"event":"request"', server.stop()[2])

    def test_a_database_that_cannot_be_opened(self):
        with open(f"{DATA.name}/none.db", "wb") as file:
            file.write(b"this is no database" * 100)
        for where in [f"{DATA.name}/none.db", "/nowhere/x.db", DATA.name, "postgres://nobody@127.0.0.1:1/x"]:
            self.refuse(1, "--db: ", "--web", self.folder, "--port", "0", "--db", where)

    def test_a_database_that_is_taken(self):
        server = Server(self.folder, "--db", f"{DATA.name}/taken.db")
        self.refuse(1, "--db: ", "--web", self.folder, "--port", "0", "--db", f"{DATA.name}/taken.db")
        self.assertEqual(server.stop()[0], 0)

    def test_bad_options(self):
        for option, value in [("--public-url", "fanorona.example"), ("--public-url", "https://a/b"),
                              ("--public-url", "https://a@b"), ("--proxy", "localhost"), ("--proxy", "1.2.3.4/33"),
                              ("--proxy", "::1,"), ("--metrics", "x"), ("--tls-cert", "x.pem"), ("--tls-key", "x.pem"),
                              ("--engines", "65"), ("--patience", "x"), ("--connections", "1")]:
            self.refuse(2, option, "--web", self.folder, "--port", "0", option, value)


class Stopping(unittest.TestCase):
    def setUp(self):
        self.folder = page_folder()
        self.server = Server(self.folder)

    def tearDown(self):
        shutil.rmtree(self.folder)
        if self.server.process.poll() is None:
            self.server.process.kill()
            self.server.process.communicate()

    def check_stop(self, number):
        status, out, err = self.server.stop(number)
        self.assertEqual((status, out, err), (0, "", ""))
        with self.assertRaises(ConnectionRefusedError):
            self.server.connect()

    def test_on_sigterm(self):
        self.check_stop(signal.SIGTERM)

    def test_on_sigint(self):
        self.check_stop(signal.SIGINT)

    def test_with_connections_in_every_state(self):
        connections = [self.server.connect() for _ in range(40)]
        for i, connection in enumerate(connections):
            if i % 4 == 1:  # kept after an answer
                connection.sendall(GET)
                self.assertIn(b"200", connection.recv(4096))
            elif i % 4 == 2:  # in the middle of its headers
                connection.sendall(GET[:20])
            elif i % 4 == 3:  # an answer that nobody reads
                connection.sendall(b"GET /assets/big-Zz00Zz00.json HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(self.server.ask().status, 200)
        self.check_stop(signal.SIGTERM)
        for connection in connections:
            read_all(connection)  # ends: the server has closed
            connection.close()

    def test_the_port_is_free_at_once(self):
        with self.server.connect() as connection:
            connection.sendall(GET)
            connection.recv(4096)
            self.server.stop()
        again = subprocess.Popen(
            [PROGRAM, "serve", "--web", self.folder, "--port", str(self.server.port)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.assertIn("Fanorona is at", again.stdout.readline())
        again.terminate()
        self.assertEqual(again.communicate(timeout=PATIENCE_S), ("", ""))
        self.assertEqual(again.returncode, 0)


class Crowds(Served):
    def test_a_thousand_idle_connections(self):
        connections = [self.server.connect() for _ in range(1000)]
        for connection in connections:
            connection.sendall(GET)
        for connection in connections:
            received = b""
            while not received.endswith(FILES["index.html"]):
                piece = connection.recv(65536)
                self.assertTrue(piece, received)
                received += piece
        self.assertEqual(self.ask("/assets/app-Ab3_x9-Z.js").content, FILES["assets/app-Ab3_x9-Z.js"])
        for connection in connections[::7]:  # they are still open
            connection.sendall(GET_CLOSE)
            self.assertTrue(read_all(connection).endswith(FILES["index.html"]))
        for connection in connections:
            connection.close()
        self.assertEqual(self.ask().status, 200)

    def test_more_than_the_process_may_open_wait_their_turn(self):
        server = subprocess.Popen(
            ["bash", "-c", 'ulimit -n 64; exec "$0" "$@"', PROGRAM, "serve", "--port", "0", "--web", self.folder],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
        crowd = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) for _ in range(100)]
        crowd[-1].sendall(GET_CLOSE)  # not let in yet
        for connection in crowd[:-1]:
            connection.close()
        self.assertTrue(read_all(crowd[-1]).endswith(FILES["index.html"]))
        crowd[-1].close()
        server.terminate()
        self.assertEqual(server.communicate(timeout=PATIENCE_S), ("", ""))
        self.assertEqual(server.returncode, 0)


class SlowClients(Served):
    def test_headers_that_never_end_are_cut_off(self):
        def drip(connection, bytes_):
            """Sends a byte a while until the server has closed."""
            sent = 0
            while True:
                try:
                    connection.sendall(bytes_[sent % len(bytes_):][:1])
                    connection.settimeout(0.2)
                    if connection.recv(1) == b"":
                        return True
                except TimeoutError:
                    pass
                except (BrokenPipeError, ConnectionResetError):
                    return True
                sent += 1
                if sent > 5 * PATIENCE_S:
                    return False

        with self.server.connect() as silent, self.server.connect() as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            self.assertTrue(drip(slow, b"X-A: b\r\n"))
            silent.settimeout(PATIENCE_S)
            self.assertEqual(read_all(silent), b"")
        self.assertEqual(self.ask().status, 200)

    def test_a_slow_reader_gets_everything(self):
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(PATIENCE_S)
            connection.connect(("127.0.0.1", self.server.port))
            connection.sendall(
                b"GET /assets/big-Zz00Zz00.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            )
            received = bytearray()
            while piece := connection.recv(32768):
                received += piece
                if len(received) < 400_000:
                    time.sleep(0.01)
                    self.assertEqual(self.ask("/healthz").status, 200)
        self.assertTrue(received.endswith(BIG))

    def test_a_client_that_only_asks_is_cut_off(self):
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", self.server.port))
            connection.sendall(b"GET /assets/big-Zz00Zz00.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
            poll = select.poll()
            poll.register(connection, 0)  # its end is told without being asked for
            # Some seconds; a reader that merely stops has 20.
            self.assertTrue(poll.poll(12_000))
        self.assertEqual(self.ask().status, 200)


class Garbage(Served):
    def test_random_bytes_do_no_harm(self):
        dice = random.Random(4711)
        pieces = [
            b"GET ", b"/", b"HEAD /", b" HTTP/1.1", b"\r\n", b"\r", b"\n", b"Host: x", b": ", b"%", b"%2", b"%00",
            b"..", b"?", b"&", b";", b"=", b"Accept-Encoding: gzip;q=", b"If-None-Match: \"", b"Upgrade: ",
            b"Connection: keep-alive", b"Content-Length: ", b"9" * 30, b"\0", b"\xff" * 9, b"a" * 3000, b"\r\n\r\n",
            b"POST / ", b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"websocket", b"HTTP2-Settings: AAA",
        ]
        for _ in range(400):
            request = b"".join(dice.choice(pieces) for _ in range(dice.randrange(1, 40)))
            if dice.randrange(2):
                request = b"GET / HTTP/1.1\r\nHost: x\r\n" + request
            with self.server.connect() as connection:
                try:
                    connection.sendall(request)
                    connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
                read_all(connection)
        self.assertEqual(self.ask().content, FILES["index.html"])


QUIET = "9/4B4/9/9/3WW4 w 0 1"
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"


def tables_folder():
    folder = tempfile.mkdtemp(prefix="fanorona-tables-")
    command = [PROGRAM, "tables", "build", "--stones", "3", "--out", folder]
    subprocess.run(command, check=True, timeout=PATIENCE_S)
    return folder


def question(**parameters):
    return "/api/v1/tables?" + urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page, cls.tables = page_folder(), tables_folder()
        cls.server = Server(cls.page, "--tables", cls.tables, "--log")

    @classmethod
    def tearDownClass(cls):
        status, _, _ = cls.server.stop()
        shutil.rmtree(cls.page)
        shutil.rmtree(cls.tables)
        assert status == 0, status

    def ask(self, method="GET", headers=None, **parameters):
        return self.server.ask(question(**parameters), method, headers)

    def test_is_told_about(self):
        about = json.loads(self.server.ask("/api/v1/server").content)
        self.assertIn("tables", about["features"])
        [found] = about["tables"]
        self.assertEqual((found["variant"], found["rules"], found["stones"]), ("tsivy", "", 3))
        self.assertEqual(found["metric"], "dtc")
        self.assertGreater(about["limits"]["probes"], 0)

    def test_says_what_the_program_says(self):
        for position in [QUIET, "9/4B4/9/9/3W5 b 3 9", "9/9/9/9/W8 b 0 1", "9/9/3WB4/9/8W w 0 1"]:
            command = [PROGRAM, "tables", "probe", "--tables", self.tables, "--json", "--fen", position]
            told = subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S).stdout
            answer = self.ask(fen=position)
            self.assertEqual((answer.status, answer.content), (200, told.rstrip()), position)
            self.assertEqual(answer.headers["content-type"], "application/json")
        self.assertEqual(json.loads(self.ask(fen=QUIET).content)["turns"][0]["turn"], "d1-d2")

    def test_may_be_kept(self):
        answer = self.ask(fen=QUIET)
        self.assertEqual(answer.headers["cache-control"], "public, max-age=86400")
        again = self.ask(fen=QUIET, headers={"If-None-Match": answer.headers["etag"]})
        self.assertEqual((again.status, again.content), (304, b""))
        other = self.ask(fen="9/4B4/9/9/3W5", headers={"If-None-Match": answer.headers["etag"]})
        self.assertEqual(other.status, 200)
        head = self.ask("HEAD", fen=QUIET)
        self.assertEqual((head.status, head.content), (200, b""))
        self.assertEqual(head.headers["content-length"], answer.headers["content-length"])

    def test_a_bad_question_is_told_what_and_where(self):
        cases = [
            ({}, "no-position", None),
            ({"fen": ""}, "bad-position", 0),
            ({"fen": "9/4B4/9/9/3WWX3"}, "bad-position", 13),
            ({"fen": "9" * 5000}, "bad-position", None),
            ({"fen": QUIET, "rules": "blocked=maybe"}, "bad-rules", 8),
            ({"fen": QUIET, "rules": "x" * 2000}, "bad-rules", None),
        ]
        for parameters, error, offset in cases:
            answer = self.ask(**parameters)
            told = json.loads(answer.content)
            self.assertEqual((answer.status, told["error"]), (400, error), parameters)
            self.assertEqual(answer.headers["cache-control"], "no-store")
            if offset is not None:
                self.assertEqual(told["faults"][0]["offset"], offset, parameters)
                self.assertTrue(told["faults"][0]["text"])

    def test_what_no_table_knows(self):
        cases = [
            ({"fen": START}, "at most 3 stones"),
            ({"fen": QUIET, "rules": "blocked=draw"}, "under these rules"),
            ({"fen": "B4/5/5/5/4W"}, "this board"),
            ({"fen": "3/3/3 w 0 1 hand:3,3"}, "telo"),
            ({"fen": QUIET + " first", "rules": "first-turn=single"}, "first turn"),
        ]
        for parameters, words in cases:
            answer = self.ask(**parameters)
            told = json.loads(answer.content)
            self.assertEqual((answer.status, told["error"]), (404, "no-tables"), parameters)
            self.assertIn(words, told["text"])

    def test_one_connection_asks_again_and_again(self):
        path = question(fen=QUIET).encode()
        one = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        last = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answers = self.server.raw(one * 20 + last)
        self.assertEqual(answers.count(b"HTTP/1.1 200 OK"), 21)

    def test_who_does_not_wait_does_no_harm(self):
        request = b"GET " + question(fen=QUIET).encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        for _ in range(200):
            with self.server.connect() as connection:
                connection.sendall(request)
        status = 503  # what nobody waits for any more is worked off first
        while status == 503:
            status = self.ask(fen=QUIET).status
        self.assertEqual(status, 200)

    def test_a_crowd_is_held_off(self):
        request = b"GET " + question(fen=QUIET).encode() + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        server = Server(self.page, "--tables", self.tables, "--probes", "1")
        statuses = set()
        end = time.monotonic() + PATIENCE_S
        while statuses != {200, 503} and time.monotonic() < end:
            crowd = [server.connect() for _ in range(100)]
            for connection in crowd:
                connection.sendall(request)
            for connection in crowd:
                answer = read_all(connection)
                statuses.add(status_of(answer))
                self.assertEqual(b"retry-after: 1" in answer, status_of(answer) == 503)
                connection.close()
        self.assertEqual(statuses, {200, 503})
        self.assertEqual(server.ask(question(fen=QUIET)).status, 200)
        self.assertEqual(server.stop()[0], 0)

    def test_a_damaged_table_is_told_and_logged(self):
        folder = tempfile.mkdtemp(prefix="fanorona-tables-")
        shutil.copytree(os.path.join(self.tables, "9x5"), os.path.join(folder, "9x5"))
        path = os.path.join(folder, "9x5", "2v1.dtc")
        with open(path, "rb") as file:
            content = file.read()
        half = len(content) // 2
        with open(path, "wb") as file:
            file.write(content[:half] + bytes(byte ^ 85 for byte in content[half:]))
        server = Server(self.page, "--tables", folder)
        statuses = set()
        for point in range(8):
            answer = server.ask(question(fen=f"4W4/B8/9/9/{point or ''}W{8 - point or ''}"))
            statuses.add(answer.status)
            if answer.status == 500:
                self.assertEqual(json.loads(answer.content)["error"], "damaged")
                self.assertEqual(answer.headers["cache-control"], "no-store")
        self.assertIn(500, statuses)
        self.assertEqual(server.ask().status, 200)
        status, _, err = server.stop()
        shutil.rmtree(folder)
        self.assertEqual(status, 0)
        damage = [json.loads(line) for line in err.splitlines()][0]
        self.assertEqual((damage["event"], damage["tables"]), ("table-damaged", "9x5"))

    def test_a_folder_without_tables_is_refused(self):
        for folder in ["/nowhere", self.page]:
            command = [PROGRAM, "serve", "--port", "0", "--web", self.page, "--tables", folder]
            result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
            self.assertEqual(result.returncode, 1)
            self.assertIn("holds no tables", result.stderr)

    def test_the_users_own_are_taken_by_themselves(self):
        data = tempfile.mkdtemp(prefix="fanorona-data-")
        os.symlink(self.tables, os.path.join(data, "tables"))
        os.environ["FANORONA_DATA"], before = data, os.environ["FANORONA_DATA"]
        server = Server(self.page)
        os.environ["FANORONA_DATA"] = before
        answer = server.ask(question(fen=QUIET))
        self.assertEqual((answer.status, server.stop()), (200, (0, "", "")))
        shutil.rmtree(data)


class Patience(Served):
    def test_a_reader_that_stops_is_cut_off(self):
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(2 * PATIENCE_S)
            connection.connect(("127.0.0.1", self.server.port))
            connection.sendall(b"GET /assets/big-Zz00Zz00.json HTTP/1.1\r\nHost: x\r\n\r\n")
            time.sleep(35)  # past the server's 20 s, which it looks at every now and then
            self.assertLess(len(read_all(connection)), len(BIG))

    def test_an_idle_connection_is_closed_after_a_while(self):
        with self.server.connect() as connection:
            connection.sendall(GET)
            connection.settimeout(4 * PATIENCE_S)
            self.assertTrue(read_all(connection).endswith(FILES["index.html"]))


class WithoutItsLoop(unittest.TestCase):
    def test_says_which_package_is_missing(self):
        folder = page_folder({"index.html": b"page"})
        result = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--web", folder],
            env=os.environ | {"LD_PRELOAD": os.environ["NO_LOOP"]},
            capture_output=True, text=True, timeout=PATIENCE_S,
        )
        shutil.rmtree(folder)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("libwebsockets-evlib-uv", result.stderr)


if __name__ == "__main__":
    unittest.main()
