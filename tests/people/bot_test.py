"""The example bot (examples/bot.py): it knows the rules it plays by, and two of them play whole games
against each other over a real server, each with its token."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from serve_test import PROGRAM, Server  # noqa: E402

BOT = ROOT / "examples/bot.py"
PATIENCE_S = 120

specification = importlib.util.spec_from_file_location("bot", BOT)
bot = importlib.util.module_from_spec(specification)
specification.loader.exec_module(bot)


def play(variant, text, turn, rules=""):
    """The position after a turn, by the program's own rules, and how the game stands."""
    command = [PROGRAM, "apply", "--variant", variant, "--fen", text, turn]
    if rules:
        command[2:2] = ["--rules", rules]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    position, result = done.stdout.splitlines()
    return position, result


class Rules(unittest.TestCase):
    """Its turns are legal to the end of whole games."""

    def whole_game(self, variant, text, rules=""):
        for _ in range(400):
            turn = bot.choose(text, variant == "telo")
            text, result = play(variant, text, turn, rules)
            if result != "result ongoing":
                return
        self.fail("the game has no end")

    def test_small_boards(self):
        self.whole_game("dimy", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1")
        self.whole_game("telo", "3/3/3 w 0 1 hand:3,3")

    def test_chains_go_on_where_they_must(self):
        self.whole_game("dimy", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1", "chain=mandatory")

    def test_once_where_the_first_turn_is_single(self):
        text = "5/1B1B1/5/1B1B1/W4 w 0 1 first"
        turn = bot.choose(text, False)
        play("dimy", text, turn, "first-turn=single")

    def test_vela_is_not_played(self):
        self.assertIsNone(bot.choose("BBBBB/BBBBB/BW1BW/WWWWW/WWWWW b 0 1 vela:w", False))


class Games(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        Path(self.folder.name, "index.html").write_text("<!doctype html><title>x</title>")
        self.server = Server(self.folder.name)
        self.address = f"http://127.0.0.1:{self.server.port}"

    def tearDown(self):
        self.server.stop()
        self.folder.cleanup()

    def post(self, path, body=None, cookie=None):
        headers = {"Content-Type": "application/json"}
        if cookie:
            headers["Cookie"] = cookie
        answer = self.server.ask(path, "POST", headers, json.dumps(body) if body else "")
        self.assertLess(answer.status, 300, answer.content)
        cookies = answer.getheader("Set-Cookie")
        return json.loads(answer.content), cookies.split(";")[0] if cookies else cookie

    def token(self, name):
        """Of a bot of a new account, as the page makes it."""
        _, cookie = self.post("/api/v1/session")
        _, cookie = self.post("/api/v1/account", {"name": name, "password": "correct horse"}, cookie)
        made, _ = self.post("/api/v1/bots", {"name": f"{name}-bot"}, cookie)
        return made["token"]

    def start(self, token, *options, address=None):
        return subprocess.Popen([sys.executable, "-B", BOT, address or self.address, *options],
                                env={**os.environ, "FANORONA_TOKEN": token},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, process):
        out, err = process.communicate(timeout=PATIENCE_S)
        self.assertEqual((process.returncode, err), (0, ""))
        return sorted(out.splitlines())

    def test_two_bots_play(self):
        one = self.start(self.token("Rakoto"), "--seek", "dimy", "--games", "2")
        two = self.start(self.token("Bao"), "--accept", "--games", "2")
        games = self.finish(one)
        self.assertEqual(self.finish(two), games)
        self.assertEqual(len(games), 2)
        for line in games:
            address, result, _ = line.split()
            game = address.rsplit("/", 1)[1]
            record = self.server.ask(f"/api/v1/games/{game}.fgn").content
            done = subprocess.run([PROGRAM, "record", "check", "-"], input=record, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(b"Rakoto-bot", record)
            summary = json.loads(self.server.ask(f"/api/v1/games/{game}").content)
            self.assertEqual((summary["state"], summary["result"]), ("ended", result))
            self.assertEqual({summary[side]["kind"] for side in ("white", "black")}, {"bot"})

    def test_it_plays_on_until_it_is_ended(self):
        one = self.start(self.token("Soa"), "--seek", "dimy")
        self.addCleanup(one.communicate)
        self.addCleanup(one.kill)
        two = self.start(self.token("Vao"), "--accept", "--games", "2")
        self.assertEqual(len(self.finish(two)), 2)
        self.assertIsNone(one.poll())

    def test_an_address_that_is_none_is_refused(self):
        process = self.start("fanbot_wrong", "--accept", address="localhost:8080")
        _, err = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 2)
        self.assertIn("SERVER begins with http:// or https://", err)

    def test_a_wrong_token_is_told(self):
        process = self.start("fanbot_wrong", "--accept")
        _, err = process.communicate(timeout=PATIENCE_S)
        self.assertNotEqual(process.returncode, 0)
        self.assertRegex(err, re.compile("does not know this token"))


if __name__ == "__main__":
    unittest.main()
