"""People and games together, over a real server: what a login, a new name, a new password and a farewell
do to games, and what a game's link shows."""
import itertools
import json
import struct
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from serve_test import Server  # noqa: E402

PATIENCE_S = 60
PASSWORD = "correct horse"


class Person:
    """Somebody with a cookie of their own."""

    def __init__(self, server):
        self.server = server
        self.cookie = None

    def ask(self, method, path, body=None, headers=None):
        headers = {"Content-Type": "application/json", **(headers or {})}
        if self.cookie:
            headers["Cookie"] = self.cookie
        answer = self.server.ask(f"/api/v1/{path}", method, headers, json.dumps(body) if body else None)
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        is_json = (answer.getheader("Content-Type") or "").startswith("application/json")
        answer.value = json.loads(answer.content) if is_json else None
        return answer

    def get(self, path):
        return self.ask("GET", path).value

    def post(self, path, body=None):
        answer = self.ask("POST", path, body)
        if answer.status >= 300:
            raise AssertionError((path, answer.status, answer.content))
        return answer.value


class Together(unittest.TestCase):
    numbers = itertools.count(1)

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        Path(cls.folder.name, "index.html").write_text("<!doctype html><title>x</title>")
        cls.server = Server(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def setUp(self):
        self.name = f"Rakoto-{next(self.numbers)}"

    def guest(self):
        person = Person(self.server)
        person.me = person.post("session")["player"]
        return person

    def account(self, name):
        person = self.guest()
        person.me = person.post("account", {"name": name, "password": PASSWORD})["player"]
        return person

    def game(self, one, two, days=0, side="white"):
        clock = {"kind": "days", "days": days} if days else {"kind": "none"}
        made = one.post("games", {"spec": {"variant": "dimy", "rules": "", "clock": clock, "rated": False},
                                  "side": side, "opponent": {"kind": "link"}})["game"]
        two.post(f"games/{made}/commands", {"do": "sit", "game": made})
        return made

    def until(self, what):
        end = time.monotonic() + PATIENCE_S
        while not what():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_a_name_is_taken_into_the_game(self):
        one, two = self.guest(), self.guest()
        game = self.game(one, two)
        one.post("account", {"name": self.name, "password": PASSWORD})
        seat = two.get(f"games/{game}")["white"]
        self.assertEqual(seat, {"id": one.me["id"], "kind": "account", "name": self.name})
        one.post(f"games/{game}/commands", {"do": "turn", "game": game, "ply": 0, "turn": "c2-c3A"})

    def test_a_login_takes_games_over_and_goes_on_with_them(self):
        rakoto, other = self.account(self.name), self.guest()
        device = self.guest()
        game = self.game(device, other)
        me = device.post("login", {"name": self.name.lower(), "password": PASSWORD})["player"]
        self.assertEqual(me["id"], rakoto.me["id"])
        self.assertEqual([row["game"] for row in device.get("me/games")["games"]], [game])
        # From the other device of the account, too.
        rakoto.post(f"games/{game}/commands", {"do": "turn", "game": game, "ply": 0, "turn": "c2-c3A"})
        self.assertEqual(other.get(f"games/{game}")["white"]["name"], self.name)

    def test_nobody_sits_on_both_sides(self):
        rakoto, device = self.account(self.name), self.guest()
        game = self.game(rakoto, device)
        device.post("login", {"name": self.name, "password": PASSWORD})
        seats = rakoto.get(f"games/{game}")
        self.assertNotEqual(seats["white"]["id"], seats["black"]["id"])

    def test_a_seat_moves_with_its_code(self):
        one, two, phone = self.guest(), self.guest(), Person(self.server)
        game = self.game(one, two)
        code = one.post("transfer")["code"]
        self.assertEqual(phone.post("transfer/take", {"code": code})["player"]["id"], one.me["id"])
        phone.post(f"games/{game}/commands", {"do": "turn", "game": game, "ply": 0, "turn": "c2-c3A"})
        self.assertEqual(two.ask("POST", "transfer/take", {"code": code}).status, 404)

    def test_a_new_password_leaves_one_device_in(self):
        rakoto, second = self.account(self.name), Person(self.server)
        second.post("login", {"name": self.name, "password": PASSWORD})
        self.assertEqual(rakoto.ask("POST", "password", {"old": PASSWORD, "new": "battery staple"}).status, 204)
        self.assertEqual(rakoto.ask("GET", "me").status, 200)
        self.assertEqual(second.ask("GET", "me").status, 401)

    def test_who_goes_is_named_nowhere(self):
        rakoto, other = self.account(self.name), self.guest()
        game = self.game(rakoto, other)
        self.assertIn(self.name, json.dumps(other.get(f"games/{game}/events")))
        self.assertEqual(rakoto.ask("DELETE", "me", {"password": PASSWORD}).status, 204)
        self.until(lambda: other.get(f"games/{game}")["state"] == "ended")  # who goes leaves no game running
        self.until(lambda: self.name not in json.dumps(other.get(f"games/{game}/events")))
        self.assertEqual(other.get(f"games/{game}")["white"], {"id": rakoto.me["id"], "kind": "gone"})
        self.assertEqual(self.server.ask(f"/api/v1/players/{self.name}").status, 404)
        self.assertNotIn(self.name.encode(), self.server.ask(f"/api/v1/games/{game}.fgn").content)

    def test_a_link_shows_the_board(self):
        one, two = self.account(self.name), self.guest()
        game = self.game(one, two)
        page = self.server.ask(f"/g/{game}", headers={"Accept-Language": "nl"})
        self.assertEqual(page.status, 200)
        self.assertIn("Accept-Language".lower(), page.getheader("Vary").lower())
        text = page.content.decode()
        self.assertIn('<html lang="nl">', text)
        self.assertIn(f"{self.name} – Gast", text)
        self.assertIn(f"url=/#/net/{game}", text)
        self.assertEqual(self.server.ask("/g/aaaaaaaaaa").status, 404)
        before = self.picture(game)
        one.post(f"games/{game}/commands", {"do": "turn", "game": game, "ply": 0, "turn": "c2-c3A"})
        after = self.picture(game)
        self.assertNotEqual(before, after)

    def picture(self, game):
        """The etag of a game's picture, which is one."""
        answer = self.server.ask(f"/api/v1/games/{game}.png")
        self.assertEqual((answer.status, answer.getheader("Content-Type")), (200, "image/png"))
        width, height = struct.unpack(">II", answer.content[16:24])
        self.assertEqual((answer.content[:8], width, height), (b"\x89PNG\r\n\x1a\n", 1200, 630))
        length = struct.unpack(">I", answer.content[33:37])[0]
        self.assertEqual(zlib.crc32(answer.content[37:41 + length]),
                         struct.unpack(">I", answer.content[41 + length:45 + length])[0])
        etag = answer.getheader("ETag")
        again = self.server.ask(f"/api/v1/games/{game}.png", headers={"If-None-Match": etag})
        self.assertEqual((again.status, again.content), (304, b""))
        return etag

    def test_a_calendar_knows_the_day(self):
        one, two = self.guest(), self.guest()
        game = self.game(one, two, days=3)
        answer = self.server.ask(f"/api/v1/games/{game}.ics")
        self.assertEqual(answer.getheader("Content-Type"), "text/calendar; charset=utf-8")
        lines = answer.content.decode().split("\r\n")
        due = next(line for line in lines if line.startswith("DTSTART:"))[8:]
        wanted = one.get(f"games/{game}")["deadline"] // 1000
        self.assertEqual(due, time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(wanted)))
        self.assertEqual([line for line in lines if line.startswith("DTEND")], [])
        self.assertIn("TRIGGER:-PT12H", lines)


if __name__ == "__main__":
    unittest.main()
