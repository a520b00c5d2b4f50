"""A server that can be killed and started again on the same port and database."""

import asyncio
import http.client
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile

PROGRAM = os.environ["FANORONA"]
PATIENCE_S = 60


class Host:
    def __init__(self, database=None, prepare=None):
        self.folder = tempfile.mkdtemp(prefix="fanorona-faults-")
        os.makedirs(f"{self.folder}/web")
        with open(f"{self.folder}/web/index.html", "w") as file:
            file.write("page")
        self.database = database or f"{self.folder}/fanorona.db"
        self.prepare = prepare
        self.port = 0
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", "--port", str(self.port), "--web", f"{self.folder}/web", "--db", self.database],
                stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=self.prepare)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        if not found:
            raise AssertionError(f"the server does not start: {self.said()}")
        self.port = int(found.group(1))

    def said(self):
        with open(f"{self.folder}/log") as log:
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        return status

    def limit_files(self, size):
        """No file may grow past this size: what a full disk looks like to a database."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size if size is not None else hard, hard))

    def ask(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", path)
        answer = connection.getresponse()
        content = answer.read().decode()
        connection.close()
        return answer.status, content

    def count(self, name):
        return float(re.search(rf"(?m)^fanorona_{name} (.*)$", self.ask("/metrics")[1]).group(1))

    async def health(self, status):
        """Waits until the server says so of itself."""
        for _ in range(PATIENCE_S * 20):
            if (await asyncio.to_thread(self.ask, "/healthz"))[0] == status:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"/healthz does not become {status}: {self.said()}")

    def check_export(self, least):
        """Every game replays legally."""
        path = f"{self.folder}/export.fgn"
        with open(path, "w") as file:
            subprocess.run([PROGRAM, "serve", "--export", "--db", self.database], stdout=file, check=True)
        told = subprocess.run([PROGRAM, "record", "check", path], capture_output=True, text=True)
        if told.returncode != 0:
            raise AssertionError(f"the export is no record: {told.stdout[-500:]} {told.stderr[-500:]}")
        with open(path) as file:
            count = file.read().count("[Variant ")
        if count < least:
            raise AssertionError(f"{count} games in the export, {least} began")
        return count
