#!/usr/bin/env python3
"""A PostgreSQL of one's own for a test: made in a temporary folder, reached by a Unix socket there
and by nobody else, gone afterwards.

From Python:

    with postgres.Cluster() as cluster:
        url = cluster.database()        # a fresh, empty database
        cluster.stop(); cluster.start() # "fast", or "immediate", which is like a power cut
        cluster.freeze(); cluster.thaw()

From anything else, around a command, which finds in its environment FANORONA_TEST_POSTGRES (the
address of a database that is there), and FANORONA_TEST_CLUSTER (the folder, for the rest):

    postgres.py run COMMAND ARGUMENT…
    postgres.py stop FOLDER [fast|immediate]
    postgres.py start FOLDER
    postgres.py database FOLDER         # makes one and prints its address
"""
import glob
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from urllib.parse import quote

# The server refuses to run as root; then it runs as whoever Debian made for it, or as nobody.
UNPRIVILEGED = ("postgres", "nobody")


def programs():
    """The folder of initdb and the server, the newest there is."""
    def version(folder):
        return float(folder.split(os.sep)[-2])

    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=version)
    if folders:
        return folders[-1]
    found = shutil.which("initdb")
    if found is None:
        raise FileNotFoundError("no initdb: the package postgresql is not installed")
    return os.path.dirname(found)


def owner():
    if os.geteuid() != 0:
        return {}
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise LookupError("no user to run PostgreSQL as")


class Cluster:
    def __init__(self, folder=None, durable=False):
        """`folder`: of a cluster made before. `durable`: fsync as in earnest, for measuring."""
        self.folder = folder
        self.durable = durable
        self.mine = folder is None

    def __enter__(self):
        if self.mine:
            self.make()
        self.start()
        return self

    def __exit__(self, *_):
        self.stop("immediate", missing_ok=True)
        if self.mine:
            shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, *arguments, **keywords):
        who = owner()
        environment = dict(os.environ, LC_ALL="C", PGUSER="fanorona")
        # A sanitizer's runtime of ours has no place in the server.
        environment.pop("LD_PRELOAD", None)
        return subprocess.run([os.path.join(programs(), program), *arguments], check=True,
                              stdin=subprocess.DEVNULL, cwd="/", env=environment, text=True,
                              **who, **keywords)

    def make(self):
        self.folder = tempfile.mkdtemp(prefix="fan-pg-")
        who = owner()
        if who:
            os.chown(self.folder, who["user"], who["group"])
        # Whoever runs the test reaches the socket in it.
        os.chmod(self.folder, 0o755)
        self.run("initdb", "-D", self.data, "-U", "fanorona", "-A", "trust", "-E", "UTF8",
                 "--locale=C", "--no-sync", stdout=subprocess.DEVNULL)
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as settings:
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                           f"fsync = {'on' if self.durable else 'off'}\n"
                           "shared_buffers = 32MB\nmax_connections = 60\n")

    @property
    def data(self):
        return os.path.join(self.folder, "data")

    def url(self, database="postgres"):
        return f"postgres://fanorona@/{database}?host={quote(self.folder, safe='')}"

    def start(self):
        with open(os.path.join(self.folder, "log"), "a", encoding="utf-8") as log:
            # pg_ctl's own output is the server's, which would keep a pipe open.
            self.run("pg_ctl", "-D", self.data, "-w", "-s", "start", stdout=log, stderr=log)

    def stop(self, mode="fast", missing_ok=False):
        try:
            self.run("pg_ctl", "-D", self.data, "-w", "-s", "-m", mode, "stop",
                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.CalledProcessError:
            if not missing_ok:
                raise

    def processes(self):
        with open(os.path.join(self.data, "postmaster.pid"), encoding="utf-8") as file:
            first = int(file.readline())
        children = subprocess.run(["ps", "--ppid", str(first), "-o", "pid="], text=True,
                                  stdout=subprocess.PIPE, check=False).stdout.split()
        return [first, *map(int, children)]

    def freeze(self):
        """Nothing answers, no connection ends: what a dead network looks like."""
        for process in self.processes():
            os.kill(process, signal.SIGSTOP)

    def thaw(self):
        for process in self.processes():
            os.kill(process, signal.SIGCONT)

    def sql(self, text, database="postgres"):
        return self.run("psql", "-h", self.folder, "-U", "fanorona", "-d", database, "-qAtX",
                        "-v", "ON_ERROR_STOP=1", "-c", text, stdout=subprocess.PIPE).stdout

    def database(self):
        name = "test_" + secrets.token_hex(6)
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)


def run_command(command):
    with Cluster(durable="FANORONA_TEST_DURABLE" in os.environ) as cluster:
        environment = dict(os.environ, FANORONA_TEST_POSTGRES=cluster.url(),
                           FANORONA_TEST_CLUSTER=cluster.folder)
        return subprocess.run(command, env=environment, check=False).returncode


def main(arguments):
    match arguments:
        case ["run", *command] if command:
            status = run_command(command)
            return status if status >= 0 else 128 - status
        case ["stop", folder]:
            Cluster(folder).stop()
        case ["stop", folder, mode]:
            Cluster(folder).stop(mode)
        case ["start", folder]:
            Cluster(folder).start()
        case ["database", folder]:
            print(Cluster(folder).database())
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    # Ended from outside, the cluster goes, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
