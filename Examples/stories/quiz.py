#!/usr/bin/env python3
"""A quiz that keeps its answers in SQLite, and celebrates what is saved: each fifth right answer in a row is a star."""
import json
import sqlite3
import sys

CAPABILITIES = {
    "clock": "virtual", "questions": ["mcq"], "actions": ["start", "answer"],
    "state": ["question", "streak", "stars", "attemptOpen"], "suppressed": False,
}
SPIN_MS = 1100


class Refused(Exception):
    """An action that the quiz refuses, with the name of the error in the protocol."""


class Quiz:
    def __init__(self, directory, questions):
        self.questions = questions
        # EXTRA: an answer also outlives a loss of power.
        self.database = sqlite3.connect(directory + "/quiz.sqlite", isolation_level=None)
        self.database.execute("PRAGMA synchronous = EXTRA")
        # Row 0 is the start of the attempt, and row n the answer to question n.
        self.database.execute("CREATE TABLE IF NOT EXISTS saved (number INTEGER PRIMARY KEY, is_right INTEGER)")
        rows = self.database.execute("SELECT is_right FROM saved ORDER BY number").fetchall()
        self.is_open, self.answers = len(rows) > 0, [row[0] == 1 for row in rows[1:]]
        self.spinning = []  # The stars on screen: each with its question and its end. A kill takes them.

    def act(self, action, params):
        if action == "start":
            if self.is_open:
                raise Refused("conflict", "an attempt is open")
            self.database.execute("INSERT INTO saved VALUES (0, NULL)")
            self.is_open = True
        elif not self.is_open:
            raise Refused("notFound", "no attempt: start one")
        elif len(self.answers) == len(self.questions):
            raise Refused("conflict", "each question has its answer")
        else:
            question = self.questions[len(self.answers)]
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:len(question["options"])]
            if len(params["response"]) != 1 or params["response"] not in letters:
                raise Refused("invalid", "the response is no option")
            is_right = letters.index(params["response"]) == question["correctIndex"]
            self.answers.append(is_right)
            self.database.execute("INSERT INTO saved VALUES (?, ?)", (len(self.answers), is_right))
        # The change is on disk: from here on, it is only shown.
        say(method="saved")
        if action == "answer" and is_right and self.streak() % 5 == 0:
            self.celebrate(len(self.answers) - 1, params["atMs"])

    def celebrate(self, question, at):
        self.spinning.append((question, at + SPIN_MS))
        say(method="cue.started", params={"animation": "A1", "questionIndex": question, "atMs": at, "durationMs": SPIN_MS})

    def advance(self, to):
        for question, end in [star for star in self.spinning if star[1] <= to]:
            self.spinning.remove((question, end))
            cue = {"animation": "A1", "questionIndex": question, "atMs": end, "disposition": "played"}
            say(method="cue.ended", params=cue)

    def streak(self, count=None):
        answers = self.answers[:count]
        return next((n for n, is_right in enumerate(reversed(answers)) if not is_right), len(answers))

    def state(self):
        if not self.is_open:
            return {"attemptOpen": False}
        counts = range(1, len(self.answers) + 1)
        stars = sum(self.answers[count - 1] and self.streak(count) % 5 == 0 for count in counts)
        return {"question": len(self.answers) + 1, "streak": self.streak(), "stars": stars, "attemptOpen": True}


def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


quiz = None
for line in sys.stdin:
    request = json.loads(line)
    method, params, result = request["method"], request.get("params", {}), {}
    try:
        if method == "app.start":
            quiz = Quiz(params["dataDirectory"], params.get("quiz", {}).get("questions", []))
            result = {"name": "quiz in Python, with SQLite", "capabilities": CAPABILITIES}
        elif method == "app.act":
            quiz.act(params["action"], params)
        elif method == "app.advance":
            quiz.advance(params["toMs"])
        elif method == "app.state":
            result = quiz.state()
        say(id=request["id"], result=result)
    except Refused as refused:
        name, text = refused.args
        say(id=request["id"], error={"code": -32000, "message": text, "data": {"name": name}})
    if method == "app.stop":
        break
