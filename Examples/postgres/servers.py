"""PostgreSQL servers and daemons of hwdb for the examples beside this file: in one directory, behind Unix sockets only.

Whatever is started here ends with the program that started it, however that ends.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

#: PostgreSQL refuses to run as root.
USER = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name


class Failed(Exception):
    """What stands in the way of the example itself."""


def programs() -> str:
    """The directory of the newest PostgreSQL that is installed as Debian does it."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    if not found:
        raise Failed("PostgreSQL is not installed: apt-get install postgresql")
    return os.path.dirname(max(found, key=lambda path: int(path.split("/")[4])))


def executable(name: str) -> str:
    """hwdb or hwdbd: $HWDB_BIN, what was built beside these examples, or what is installed."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for place in (os.environ.get("HWDB_BIN"), f"{package}/.build/release", f"{package}/.build/debug"):
        if place and os.access(f"{place}/{name}", os.X_OK):
            return f"{place}/{name}"
    if path := shutil.which(name):
        return path
    raise Failed(f"{name} is not there: swift build -c release, or name its directory in HWDB_BIN")


def as_user(*words: str, dies: str = "INT") -> list[str]:
    """A command as the user of the servers. It hears a signal when the thread ends that starts it."""
    account = pwd.getpwnam(USER)
    other = ["--reuid", USER, "--regid", str(account.pw_gid), "--init-groups"] if os.getuid() == 0 else []
    return ["setpriv", *other, "--pdeathsig", dies, *words]


def run(words: list[str], *, limit: float = 60) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Failed(f"{os.path.basename(words[-1])}: {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.strip()


def children(pid: int) -> list[int]:
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                text = file.read()
        except OSError:
            continue  # it has ended meanwhile
        if int(text.rpartition(")")[2].split()[1]) == pid:
            found.append(int(text.split()[0]))
    return found


def wait_until(what: str, is_so, limit: float = 30, every: float = 0.02) -> None:
    end = time.monotonic() + limit
    while not is_so():
        if time.monotonic() > end:
            raise Failed(f"{what}: not within {limit:g} s")
        time.sleep(every)


class Server:
    """One PostgreSQL server: its data, its socket and its log are in `place`."""

    SETTINGS = (
        "listen_addresses=", "shared_buffers=64MB", "max_connections=120", "lc_messages=C", "max_wal_size=256MB",
        "log_min_messages=warning",
    )

    def __init__(self, place: str) -> None:
        self.place = place
        self.data = f"{place}/data"
        self.process: subprocess.Popen[bytes] | None = None
        os.makedirs(place, mode=0o755)
        shutil.chown(place, USER)

    def initialize(self) -> None:
        run(as_user(
            f"{programs()}/initdb", "--pgdata", self.data, "--auth", "trust", "--username", "hwdb", "--encoding",
            "UTF8", "--locale", "C", "--no-instructions", "--no-sync"))

    def start(self) -> None:
        settings = [word for setting in self.SETTINGS for word in ("-c", setting)]
        with open(f"{self.place}/log", "ab") as log:
            self.process = subprocess.Popen(
                as_user(f"{programs()}/postgres", "-D", self.data, "-k", self.place, *settings),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(f"the server in {self.place} is ready", self._is_ready, limit=60)

    def _is_ready(self) -> bool:
        if self.process is not None and self.process.poll() is not None:
            with open(f"{self.place}/log") as log:
                raise Failed(f"the server in {self.place} has ended: {log.read()[-600:]}")
        try:
            with open(f"{self.data}/postmaster.pid") as file:
                lines = file.read().split("\n")
        except OSError:
            return False
        return len(lines) > 7 and lines[7].strip() in ("ready", "standby")

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Runs it by psql, and returns what that prints."""
        return run([
            f"{programs()}/psql", "-XqtA", "-v", "ON_ERROR_STOP=1", "-h", self.place, "-U", "hwdb", "-d", database,
            "-c", statement])

    def kill(self, *, whole: bool) -> None:
        """SIGKILL: of the whole server, as if its machine were gone, or of its first process alone."""
        assert self.process is not None
        others = children(self.process.pid)
        self.process.kill()
        for pid in others if whole else []:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        self.process = None
        self._left = others

    def receiver(self) -> int | None:
        """The process of a standby that receives what the primary writes."""
        assert self.process is not None
        for pid in children(self.process.pid):
            try:
                with open(f"/proc/{pid}/cmdline") as file:
                    if "walreceiver" in file.read():
                        return pid
            except OSError:
                pass  # it has ended meanwhile
        return None

    def stop_receiving(self) -> int | None:
        """As if the network hung: what the primary writes from here on does not arrive."""
        if (pid := self.receiver()) is not None:
            os.kill(pid, signal.SIGSTOP)
        return pid

    @staticmethod
    def lose_received(pid: int | None) -> None:
        """What was under way is lost with the connection."""
        if pid is not None:
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGCONT)

    def promote(self) -> None:
        """Returns at once: the server promotes itself."""
        with open(f"{self.data}/promote", "w"):
            pass
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)

    def is_primary(self) -> bool:
        try:
            return self.sql("SELECT pg_is_in_recovery()") == "f"
        except Failed:
            return False

    def follow(self, other: Server) -> None:
        """Becomes a new standby of another server, and loses what it had."""
        left = getattr(self, "_left", [])
        # They see by themselves that their server is gone.
        wait_until("the killed server's processes end", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in left))
        shutil.rmtree(self.data, ignore_errors=True)
        run(as_user(
            f"{programs()}/pg_basebackup", "-h", other.place, "-U", "hwdb", "-D", self.data, "-R", "-X", "stream", "-c",
            "fast", "--no-sync"), limit=120)
        # If it is promoted, it waits for no other server: there is no third one.
        with open(f"{self.data}/postgresql.auto.conf", "a") as file:
            file.write("synchronous_standby_names = ''\n")
        self.start()

    def wait_for_standby(self) -> None:
        """From here on, each commit waits until the standby has it on disk."""
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("SELECT pg_reload_conf()")
        sync = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        wait_until("the standby is synchronous", lambda: self.sql(sync) == "1")
        # The process that tells all others to wait has read its configuration once it has done this.
        time.sleep(0.2)
        self.sql("CHECKPOINT")
        # And what was committed before, without waiting, is there too.
        here = self.sql("SELECT pg_current_wal_lsn()")
        behind = f"SELECT count(*) FROM pg_stat_replication WHERE flush_lsn >= '{here}'"
        wait_until("the standby has caught up", lambda: self.sql(behind) == "1")

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill(whole=True)
            self.process = None


class Daemon:
    """One hwdbd. `look` starts it again if it has ended, as a service manager does."""

    def __init__(self, place: str, name: str, url: str) -> None:
        self.socket = f"{place}/{name}.sock"
        self.log = f"{place}/{name}.log"
        self.url = url
        self.process: subprocess.Popen[bytes] | None = None
        #: Set when it was killed: with the time from which on it may be started again.
        self.rests_until = 0.0
        self.ended: list[int] = []

    def start(self) -> None:
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", executable("hwdbd"), "--database", self.url, "--socket",
                 self.socket, "--log-level", "warning"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def wait_until_it_serves(self, limit: float = 30) -> None:
        def serves() -> bool:
            self.look()
            with socket.socket(socket.AF_UNIX) as line:
                try:
                    line.connect(self.socket)
                except OSError:
                    return False
                return True
        wait_until(f"the daemon at {self.socket} serves", serves, limit)

    def kill(self, rest: float = 0.0) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        self.rests_until = time.monotonic() + rest

    def look(self) -> None:
        if self.process is not None and (status := self.process.poll()) is not None:
            self.ended.append(status)
            self.process = None
            self.rests_until = time.monotonic() + 0.1
        if self.process is None and time.monotonic() >= self.rests_until:
            self.start()

    def stop(self) -> int | None:
        if self.process is None:
            return None
        self.process.terminate()
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self.process = None
