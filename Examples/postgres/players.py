"""Clients of several daemons on one database, what they were told, and whether it is so.

A player asks one daemon after the other until one of them answers; its requests have ids, so that what was done already
is not done again. A follower sees every event of the database at one daemon. The judge compares.
"""

from __future__ import annotations

import json
import random
import socket
import threading
import time
import uuid
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

QUESTIONS = 10
QUIZ = [
    {"type": "mcq", "question": f"Question {number}?", "options": ["yes", "no"], "correctIndex": number % 2}
    for number in range(QUESTIONS)
]
#: What another daemon, or this one a little later, will do.
PASSING = ("databaseUnavailable", "busy", "cancelled")
#: How long a request may take, failover included, in seconds.
LIMIT = 60


class Refused(Exception):
    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.data: dict[str, Any] = error.get("data") or {}
        self.name = self.data.get("name", "")


class Line:
    """One connection to a daemon."""

    def __init__(self, path: str, timeout: float = LIMIT) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.settimeout(timeout)
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self.file = self.socket.makefile("rb")
        self.number = 0

    def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params or {}}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]

    def read(self) -> Any:
        line = self.file.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the daemon is gone")
        return json.loads(line)

    def close(self) -> None:
        self.file.close()
        self.socket.close()


class Findings:
    """What is not as promised."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._lock = threading.Lock()

    def add(self, finding: str) -> None:
        with self._lock:
            self.all.append(finding)


class Traffic:
    """Whether players play, and when each had a write acknowledged first since it was last asked."""

    def __init__(self, count: int) -> None:
        self.is_over = False
        self.may_play = threading.Event()
        self.may_play.set()
        self.resting = [False] * count
        self.first_answers: list[float | None] = [None] * count
        self.since = 0.0

    def ask_for_first(self) -> None:
        self.first_answers = [None] * len(self.resting)
        self.since = time.monotonic()

    def answered(self, player: int) -> None:
        if self.first_answers[player] is None:
            self.first_answers[player] = time.monotonic()


@dataclass
class Attempt:
    id: str
    homework: str
    #: What was acknowledged; `None` if it was not and is there all the same.
    answers: list[dict[str, Any] | None] = field(default_factory=list)
    result: dict[str, Any] | None = None


class Player(threading.Thread):
    """Plays one attempt after the other.

    :param in_sessions: whether it plays in sessions, which have no request ids: there the attempt tells what is saved.
    """

    def __init__(
        self, number: int, sockets: list[str], traffic: Traffic, findings: Findings, *, in_sessions: bool, seed: int
    ) -> None:
        super().__init__(daemon=True)
        self.number, self.sockets, self.traffic, self.findings = number, sockets, traffic, findings
        self.in_sessions = in_sessions
        self.random = random.Random(seed * 1000 + number)
        self.place = number % len(sockets)
        self.line: Line | None = None
        self.attempts: list[Attempt] = []
        self.replies: list[tuple[str, dict[str, Any], Any]] = []
        self.repeated = 0
        self.equal = 0
        self.reopened = 0
        self.late = 0
        self.longest = 0.0

    def run(self) -> None:
        try:
            while not self.traffic.is_over:
                self.rest()
                if not self.traffic.is_over:
                    self.play()
        except Exception as failure:
            self.findings.add(f"player {self.number}: {type(failure).__name__}: {failure}")
        finally:
            self.traffic.resting[self.number] = True
            if self.line is not None:
                self.line.close()

    def rest(self) -> None:
        if not self.traffic.may_play.is_set():
            self.traffic.resting[self.number] = True
            self.traffic.may_play.wait()
            self.traffic.resting[self.number] = False

    def play(self) -> None:
        title = f"{self.number}.{len(self.attempts)}"
        homework = self.write("homework.add", {"title": title, "quiz": {"questions": QUIZ}})["id"]
        attempt = Attempt(self.write("attempt.start", {"homeworkId": homework})["id"], homework)
        self.attempts.append(attempt)
        (self.play_in_sessions if self.in_sessions else self.play_by_requests)(attempt)
        if self.traffic.is_over:
            return
        attempt.result = self.write("attempt.finish", {"attemptId": attempt.id})["attempt"]

    def play_by_requests(self, attempt: Attempt) -> None:
        for index in range(QUESTIONS):
            self.rest()
            if self.traffic.is_over:
                return
            given = {"attemptId": attempt.id, "response": self.random.choice("AB"), "questionIndex": index}
            attempt.answers.append(self.write("attempt.answer", given)["answer"])
            if self.random.random() < 0.05:
                self.ask_once_more()

    def ask_once_more(self) -> None:
        """The same request again, at another daemon, gets the same reply."""
        method, params, reply = self.random.choice(self.replies[-50:])
        self.move()
        again = self.ask(method, params)
        self.equal += 1
        if again != reply:
            self.findings.add(f"{method} {params} was answered {reply}, and then {again}")

    def play_in_sessions(self, attempt: Attempt) -> None:
        session, at_ms = None, 0
        while len(attempt.answers) < QUESTIONS:
            if session is None:
                # Before any rest: what is saved is known then.
                session, at_ms = self.open(attempt), 0
                continue
            self.rest()
            if self.traffic.is_over:
                return
            at_ms += 3000
            event = {"type": "answer", "response": self.random.choice("AB")}
            try:
                assert self.line is not None
                told = self.line.call("session.event", {"sessionId": session, "atMs": at_ms, "event": event})
                if told["attempt"]["questionIndex"] != len(attempt.answers) + 1:
                    self.findings.add(
                        f"attempt {attempt.id}: answer {len(attempt.answers) + 1} made {told['attempt']}")
                attempt.answers.append(told["answer"])
                self.traffic.answered(self.number)
            except Refused as refused:
                # An answer that a killed daemon still saved, after the session was opened: it is there, once.
                if refused.name not in (*PASSING, "conflict"):
                    raise
                self.late += refused.name == "conflict"
                session = None
                self.move()
            except OSError:
                session = None
                self.move()
        if session is not None:
            # Where the connection is lost with it, the session has ended all the same.
            try:
                assert self.line is not None
                self.line.call("session.close", {"sessionId": session})
            except (Refused, OSError):
                self.move()

    def open(self, attempt: Attempt) -> str:
        """A session, at whatever daemon: its report says what is saved, and what was on screen."""
        opened = self.ask("session.open", {"attemptId": attempt.id, "seed": self.number})
        known, saved = len(attempt.answers), opened["attempt"]["questionIndex"]
        kept = {item["field"]: item["value"] for item in opened["report"]["kept"]}
        if saved not in (known, known + 1):
            self.findings.add(f"attempt {attempt.id}: {known} answers are acknowledged, and {saved} are there")
        if saved < QUESTIONS and kept.get("question") != saved + 1:
            self.findings.add(f"attempt {attempt.id}: {saved} answers, and the report keeps {kept}")
        last = attempt.answers[-1] if attempt.answers and saved == known else None
        self.reopened += saved > 0
        if last is not None and last["outcome"] == "correct":
            suppressed = {cue["animation"] for cue in opened["report"]["suppressed"] if cue["reason"] == "killResume"}
            if kept.get("streak") != last["streakPosition"] or "dotSettle" not in suppressed:
                self.findings.add(f"attempt {attempt.id}: after {last} the report is {opened['report']}")
        # A change in flight when the daemon died may have been saved or not.
        attempt.answers += [None] * (saved - known)
        return opened["sessionId"]

    def write(self, method: str, params: dict[str, Any]) -> Any:
        params = {**params, "requestId": str(uuid.UUID(int=self.random.getrandbits(128), version=4))}
        reply = self.ask(method, params)
        if method == "attempt.answer":
            self.replies.append((method, params, reply))
        return reply

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        begun, tries = time.monotonic(), 0
        why = ""
        while time.monotonic() < begun + LIMIT:
            tries += 1
            try:
                if self.line is None:
                    self.line = Line(self.sockets[self.place])
                reply = self.line.call(method, params)
                self.repeated += tries > 1
                self.longest = max(self.longest, time.monotonic() - begun)
                if "requestId" in params:
                    self.traffic.answered(self.number)
                return reply
            except Refused as refused:
                if refused.name not in PASSING:
                    raise
                why = f"{refused.name}: {refused}"
            except OSError as error:
                why = str(error)
            self.move()
            time.sleep(0.02)
        raise TimeoutError(f"{method} was not answered within {LIMIT} s: {why}")

    def move(self) -> None:
        """To the next daemon."""
        if self.line is not None:
            self.line.close()
            self.line = None
        self.place = (self.place + 1) % len(self.sockets)


class Follower(threading.Thread):
    """Sees every event at one daemon, once and in order, and says where it goes on after a loss."""

    def __init__(self, path: str, findings: Findings) -> None:
        super().__init__(daemon=True)
        self.path, self.findings = path, findings
        self.is_over = False
        self.last = 0
        #: Over all events, so that followers can be compared.
        self.digest = 0
        self.settled: Counter[tuple[str, int]] = Counter()
        self.connections = 0
        self.line: Line | None = None

    def run(self) -> None:
        while not self.is_over:
            try:
                self.line = line = Line(self.path, 3600)
                line.call("events.subscribe", {"since": self.last})
                self.connections += 1
                while not self.is_over:
                    self.take(line.read())
            except Refused as refused:
                if refused.name not in PASSING:
                    return self.findings.add(f"follower of {self.path}: {refused.name}: {refused} {refused.data}")
            except (OSError, ValueError):
                pass  # the daemon is gone, or this is over
            except Exception as failure:
                return self.findings.add(f"follower of {self.path}: {type(failure).__name__}: {failure}")
            time.sleep(0.02)

    def take(self, message: dict[str, Any]) -> None:
        if message.get("method") != "events.event":
            return
        event = message["params"]
        if event["sequence"] != self.last + 1:
            self.findings.add(f"follower of {self.path}: event {event['sequence']} after {self.last}")
        self.last = event["sequence"]
        self.digest = zlib.crc32(json.dumps(event, sort_keys=True).encode(), self.digest)
        if event["kind"] == "answerSettled":
            self.settled[event["attemptId"], event["questionIndex"]] += 1

    def stop(self) -> None:
        self.is_over = True
        if self.line is not None:
            self.line.socket.shutdown(socket.SHUT_RDWR)


class Judge:
    """Compares what was acknowledged with what is there, while everybody rests."""

    def __init__(self, players: list[Player], followers: list[Follower], findings: Findings) -> None:
        self.players, self.followers, self.findings = players, followers, findings
        self.judged = [0] * len(players)

    @property
    def answers(self) -> int:
        return sum(len(attempt.answers) for player in self.players for attempt in player.attempts)

    def judge(self, path: str, *, everything: bool = False) -> None:
        """
        :param path: the socket of the daemon to ask.
        :param everything: also what was judged before.
        """
        line = Line(path)
        self.await_followers(line.call("database.info")["newestEvent"])
        settled = self.followers[0].settled
        for number, player in enumerate(self.players):
            for attempt in player.attempts[0 if everything else self.judged[number]:]:
                self.judge_one(line, attempt, settled)
            # The last one goes on.
            self.judged[number] = max(0, len(player.attempts) - 1)
        if everything and sum(settled.values()) != self.answers:
            self.findings.add(f"{sum(settled.values())} answers have events, {self.answers} were acknowledged")
        line.close()

    def judge_one(self, line: Line, attempt: Attempt, settled: Counter[tuple[str, int]]) -> None:
        there = line.call("attempt.get", {"attemptId": attempt.id})
        if len(there["answers"]) != len(attempt.answers):
            self.findings.add(
                f"attempt {attempt.id} has {len(there['answers'])} answers, {len(attempt.answers)} are acknowledged")
        for index, (acknowledged, found) in enumerate(zip(attempt.answers, there["answers"])):
            known = {key: value for key, value in (acknowledged or {}).items() if key in found}
            if any(found[key] != value for key, value in known.items()):
                self.findings.add(f"attempt {attempt.id}: {found} where {acknowledged} was acknowledged")
            if acknowledged is not None and len(known) < 5:
                self.findings.add(f"attempt {attempt.id}: {found} and {acknowledged} have little in common")
            if settled[attempt.id, index] != 1:
                self.findings.add(f"attempt {attempt.id}: answer {index} has {settled[attempt.id, index]} events")
        if attempt.result is not None:
            different = [key for key, value in attempt.result.items() if there.get(key) != value]
            if there["state"] != "completed" or different:
                self.findings.add(f"attempt {attempt.id} was finished, and {different} differ: {there}")

    def await_followers(self, newest: int) -> None:
        end = time.monotonic() + 30
        while any(follower.last < newest for follower in self.followers) and time.monotonic() < end:
            time.sleep(0.01)
        for follower in self.followers:
            if follower.last != newest:
                self.findings.add(f"follower of {follower.path} is at event {follower.last} of {newest}")
        if len({follower.digest for follower in self.followers}) != 1:
            self.findings.add("the followers saw different events")
