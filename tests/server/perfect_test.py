"""A server that plays by certificates: made by the program for a small board, served, asked, spoilt."""

import json
import os
import random
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from serve_test import PATIENCE_S, PROGRAM, Server, page_folder, read_all, status_of

START = "BBBBB/BW1BW/WWWWW"  # 5×3: White wins
ODD = "BBBBB/B1WBW/WWWWW"  # no certificate knows it
FEW = "4B/5/W4 w 0 1"


def made(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True, timeout=PATIENCE_S).stdout


def address(kind, **parameters):
    query = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)
    return f"/api/v1/{kind}" + (f"?{query}" if query else "")


def proof_folder(tables, name="5x3.proof"):
    folder = tempfile.mkdtemp(prefix="fanorona-proofs-")
    made("solve", "--board", "5x3", "--tables", tables, "--certificate", os.path.join(folder, name))
    return folder


class Perfect(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page, cls.tables = page_folder(), tempfile.mkdtemp(prefix="fanorona-tables-")
        made("tables", "build", "--board", "5x3", "--stones", "6", "--out", cls.tables)
        cls.proofs = proof_folder(cls.tables)
        cls.server = cls.serve(cls.proofs, "--log")
        cls.about = cls.wait_until_read(cls.server)

    @classmethod
    def tearDownClass(cls):
        status, _, log = cls.server.stop()
        for folder in [cls.page, cls.tables, cls.proofs]:
            shutil.rmtree(folder)
        ready = [json.loads(line) for line in log.splitlines() if '"proof-ready"' in line]
        assert status == 0 and [(line["white"], line["level"]) for line in ready] == [("win", "info")], (status, log)

    @classmethod
    def serve(cls, proofs, *more):
        return Server(cls.page, "--tables", cls.tables, "--proofs", proofs, *more)

    @staticmethod
    def wait_until_read(server):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            about = json.loads(server.ask("/api/v1/server").content)
            if all(one["ready"] for one in about["perfect"]):
                return about
        raise AssertionError(about)

    def ask(self, kind, method="GET", headers=None, **parameters):
        answer = self.server.ask(address(kind, **parameters), method, headers)
        answer.told = json.loads(answer.content) if answer.content else None
        return answer

    def test_is_told_about(self):
        self.assertIn("perfect", self.about["features"])
        [found] = self.about["perfect"]
        self.assertEqual((found["variant"], found["rules"]), ("5x3", ""))
        self.assertEqual((found["white"], found["black"]), ("win", "none"))
        self.assertGreater(found["answers"], 0)
        [file] = found["files"]
        size = os.path.getsize(os.path.join(self.proofs, "5x3.proof"))
        self.assertEqual(file, {"name": "5x3.proof", "bytes": size, "stones": 6})

    def test_it_wins_what_is_proved_won_against_anybody(self):
        dice = random.Random(7)
        for _ in range(2):
            position, result, turns = START, "result ongoing", 0
            while result == "result ongoing":
                answer = self.ask("perfect", fen=position)
                self.assertEqual((answer.status, answer.told["promise"]), (200, "win"), position)
                position, result = made("apply", "--fen", position, answer.told["turn"]).splitlines()
                turns += 1
                self.assertLess(turns, 60)
                if result == "result ongoing":
                    other = dice.choice(made("legal", "--fen", position).split())
                    position, result = made("apply", "--fen", position, other).splitlines()
            self.assertTrue(result.startswith("result white"), result)

    def test_what_each_side_can_hold(self):
        cases = [(START, "win", "none"), (START + " b", "none", "win"), (ODD, "none", "none"), (FEW, None, None)]
        for fen, white, black in cases:
            answer = self.ask("promise", fen=fen)
            self.assertEqual((answer.status, set(answer.told)), (200, {"white", "black"}), fen)
            if white:
                self.assertEqual(answer.told, {"white": white, "black": black}, fen)
        self.assertIn("hold", self.ask("promise", fen=FEW).told.values())  # by the tables alone

    def test_where_nothing_is_promised_nothing_is_searched(self):
        self.assertEqual(self.ask("perfect", fen=ODD).told, {"promise": "none"})

    def test_turns_made_since_count(self):
        turn = self.ask("perfect", fen=START).told["turn"]
        position = made("apply", "--fen", START, turn).splitlines()[0]
        reply = made("legal", "--fen", position).split()[0]
        both = self.ask("perfect", fen=START, turns=f"{turn},{reply}")
        self.assertEqual((both.status, both.told["promise"]), (200, "win"))
        after = made("apply", "--fen", START, turn, reply, both.told["turn"]).splitlines()
        self.assertEqual(len(after), 2)

    def test_the_same_question_has_the_same_answer_which_may_be_kept_a_while(self):
        first, again = (self.ask("perfect", fen=START) for _ in range(2))
        self.assertEqual(first.content, again.content)
        self.assertEqual(first.headers["cache-control"], "private, max-age=300")
        head = self.ask("perfect", "HEAD", fen=START)
        self.assertEqual((head.status, head.content), (200, b""))

    def test_a_bad_question_is_told_what_where_and_why(self):
        cases = [
            (400, "malformed", "fen= is missing", {}),
            (400, "malformed", "fen=: ", {"fen": "BBBBX/BW1BW/WWWWW"}),
            (400, "malformed", "rules=", {"fen": START, "rules": "blocked=maybe"}),
            (400, "malformed", "number 1", {"fen": START, "turns": "a1-a9"}),
            (400, "malformed", "number 2", {"fen": START, "turns": "c1-c2A,c1-c2A"}),
            (400, "malformed", "number 1", {"fen": START, "turns": ",,"}),
            (400, "malformed", "turns", {"fen": START, "turns": "x" * 2000}),
            (400, "malformed", "fen", {"fen": "9" * 500}),
            (400, "malformed", "parameter", {"fen": START, "sides": "2"}),
            (400, "over", "over", {"fen": "5/5/WWWWW w 0 1"}),
            (404, "unknown", "nothing is proved", {"fen": "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW"}),
            (404, "unknown", "under these rules", {"fen": START, "rules": "blocked=draw"}),
            (404, "unknown", "under these rules", {"fen": START + " w 0 1 first", "rules": "first-turn=single"}),
        ]
        for status, reason, words, parameters in cases:
            for kind in ["perfect"] if "turns" in parameters else ["perfect", "promise"]:
                answer = self.ask(kind, **parameters)
                self.assertEqual((answer.status, answer.told["why"]["reason"]), (status, reason), parameters)
                self.assertIn(words, answer.told["why"]["text"], parameters)
                self.assertEqual(answer.headers["cache-control"], "no-store")
        self.assertEqual(self.ask("perfect", "POST", fen=START).status, 405)

    def test_rules_that_change_no_promise_are_served(self):
        self.assertEqual(self.ask("perfect", fen=START, rules="quiet-limit=20").told["promise"], "win")

    def test_a_certificate_is_handed_out_as_it_is(self):
        with open(os.path.join(self.proofs, "5x3.proof"), "rb") as file:
            content = file.read()
        answer = self.server.ask("/api/v1/proofs/5x3.proof")
        self.assertEqual((answer.status, answer.content == content), (200, True))
        self.assertEqual(answer.headers["content-type"], "application/octet-stream")
        self.assertEqual(answer.headers["cache-control"], "no-cache")
        again = self.server.ask("/api/v1/proofs/5x3.proof", headers={"If-None-Match": answer.headers["etag"]})
        self.assertEqual((again.status, again.content), (304, b""))
        for name in ["", "5x3", "5x3.proof/", "../5x3.proof", "..%2f5x3.proof", "%2e%2e/x.proof", "5X3.proof", "x" * 3000]:
            self.assertIn(self.server.ask(f"/api/v1/proofs/{name}").status, [400, 404], name)
        self.assertEqual(self.server.ask("/api/v1/proofs/5x3.proof", "PUT").status, 405)

    def test_who_does_not_wait_does_no_harm(self):
        for number in range(60):
            request = f"GET {address('perfect', fen=START + f' w 0 {number + 1}')} HTTP/1.1\r\nHost: x\r\n\r\n"
            with self.server.connect() as connection:
                connection.sendall(request.encode())
        status = 503  # what nobody waits for any more is given up
        while status == 503:
            status = self.ask("perfect", fen=START).status
        self.assertEqual(status, 200)

    def test_a_crowd_is_held_off_and_a_stop_waits_for_nobody(self):
        server = self.serve(self.proofs, "--engines", "1")
        self.wait_until_read(server)
        crowd = []
        for number in range(80):
            request = f"GET {address('perfect', fen=START + f' w 0 {number + 1}')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            crowd.append(server.connect())
            crowd[-1].sendall(request.encode())
        refused = [answer for answer in map(read_all, crowd[40:]) if status_of(answer) == 503]
        self.assertGreater(len(refused), 0)
        self.assertIn(b"retry-after:", refused[0])
        self.assertEqual(server.stop()[0], 0)
        for connection in crowd:
            connection.close()


class Spoilt(unittest.TestCase):
    """Certificates that prove nothing here: told, never served."""

    @classmethod
    def setUpClass(cls):
        cls.page, cls.tables = page_folder(), tempfile.mkdtemp(prefix="fanorona-tables-")
        made("tables", "build", "--board", "5x3", "--stones", "6", "--out", cls.tables)
        cls.proofs = proof_folder(cls.tables)

    @classmethod
    def tearDownClass(cls):
        for folder in [cls.page, cls.tables, cls.proofs]:
            shutil.rmtree(folder)

    def refused(self, proofs):
        """What a server says that does not start with these."""
        command = [PROGRAM, "serve", "--port", "0", "--web", self.page, "--tables", self.tables, "--proofs", proofs]
        result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        return result.stderr

    def folder_with(self, name, content):
        folder = tempfile.mkdtemp(prefix="fanorona-proofs-")
        self.addCleanup(shutil.rmtree, folder)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        return folder

    def content(self):
        with open(os.path.join(self.proofs, "5x3.proof"), "rb") as file:
            return file.read()

    def test_a_folder_without_certificates_is_refused(self):
        for folder in ["/nowhere", self.page]:
            self.assertIn("holds no certificates", self.refused(folder))

    def test_what_is_no_certificate_is_refused_by_name(self):
        whole = self.content()
        for content in [b"", whole[:-1], whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]]:
            self.assertIn("bad.proof", self.refused(self.folder_with("bad.proof", content)))
        self.assertIn("letters", self.refused(self.folder_with("a b.proof", whole)))

    def test_one_that_lacks_its_tables_is_told_and_the_server_serves_without(self):
        server = Server(self.page, "--proofs", self.proofs)
        end = time.monotonic() + PATIENCE_S
        while json.loads(server.ask("/api/v1/server").content)["perfect"] and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(json.loads(server.ask("/api/v1/server").content)["perfect"], [])
        self.assertEqual(server.ask("/api/v1/proofs/5x3.proof").status, 404)
        self.assertEqual(json.loads(server.ask(address("perfect", fen=START)).content), {"promise": "none"})
        status, _, log = server.stop()
        [line] = map(json.loads, log.splitlines())
        self.assertEqual((status, line["event"], line["file"]), (0, "proof-refused", "5x3.proof"))
        self.assertIn("tables", line["why"])

    def test_without_certificates_there_is_nothing_to_ask(self):
        server = Server(self.page)
        about = json.loads(server.ask("/api/v1/server").content)
        self.assertNotIn("perfect", about["features"])
        for kind in ["perfect", "promise"]:
            self.assertEqual(server.ask(address(kind, fen=START)).status, 404)
        self.assertEqual(server.ask("/api/v1/proofs/5x3.proof").status, 404)
        self.assertEqual(server.stop(), (0, "", ""))

    def test_the_users_own_are_taken_by_themselves_and_no_fuss_is_made_of_those_without_tables(self):
        data = tempfile.mkdtemp(prefix="fanorona-data-")
        self.addCleanup(shutil.rmtree, data)
        os.symlink(self.proofs, os.path.join(data, "proofs"))
        for found in [[], ["win"]]:
            os.environ["FANORONA_DATA"], before = data, os.environ["FANORONA_DATA"]
            server = Server(self.page)
            os.environ["FANORONA_DATA"] = before
            self.assertEqual([one["white"] for one in Perfect.wait_until_read(server)["perfect"]], found)
            self.assertEqual(server.stop(), (0, "", ""))
            if not found:
                os.symlink(self.tables, os.path.join(data, "tables"))


if __name__ == "__main__":
    unittest.main()
