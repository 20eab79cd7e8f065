#!/usr/bin/env python3
"""A streak quiz whose answers outlive it: what happens is a line of a file, and a restart plays the file again."""
import json, os, re, sys, unicodedata
CAN = {"clock": "virtual", "suppressed": True, "actions": "start answer skip finish leave abandon revisit".split(),
       "state": "question streak stars total score percentage grade bar state attemptOpen progress".split()}
CONFETTI = {5: ("standard", 2900), 7: ("medium", 3100), 10: ("max", 3400)}
GRADES = (90, "excellent"), (70, "greatJob"), (50, "goodEffort"), (0, "keepPracticing")
CODES = {"notFound": -32001, "invalid": -32002, "conflict": -32003}
PLAYED, REDUCED = {"disposition": "played"}, {"disposition": "reduced", "reason": "reduceMotion"}
SUPERSEDED, LEFT = ({"disposition": "interrupted", "reason": why} for why in ("superseded", "left"))

def refuse(name, message): raise LookupError(name, message)
def fold(text): return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())
def words(text):
    plain = "".join(c for c in unicodedata.normalize("NFD", fold(text)) if not unicodedata.combining(c))
    return " " + " ".join(re.findall(r"[^\W_]+", plain)) + " "
class Quiz:
    def __init__(self, start, tell):
        self.questions, self.reduced, self.tell = start.get("quiz", {}).get("questions", []), start["motion"] == "reduced", tell
        self.answers, self.positions, self.state, self.total = [], [], None, 0
        self.progress = {"completionPercentage": 0, "totalAttempts": 0}
        self.forget()
    def forget(self):  # Lost with the process: all that moves, the size of the last star, the screen.
        self.running, self.activated, self.full = [], False, False
        self.stage = "question" if self.state == "inProgress" else None
    # Cues are told ahead, and that they end once it is so.
    def begin(self, name, at, ms, q=None, variant=None, how=PLAYED, **count):
        self.running.append({"name": name, "q": q, "at": at, "end": at + ms, "how": how, "variant": variant})
        self.tell("cue.started", animation=name, questionIndex=q, variant=variant, atMs=at, durationMs=ms, **count)
    def suppress(self, name, at, reason, q=None, variant=None):
        self.tell("cue.suppressed", animation=name, questionIndex=q, variant=variant, atMs=at, reason=reason)
    def cut(self, names, at, how):
        for cue in (cue for cue in self.running if cue["name"] in names and cue["end"] > at): cue.update(end=at, how=how)
    def advance(self, to):
        for cue in sorted((cue for cue in self.running if cue["end"] <= to), key=lambda cue: cue["end"]):
            self.running.remove(cue)
            self.tell("cue.ended", animation=cue["name"], questionIndex=cue["q"], atMs=cue["end"], **cue["how"])
    # Each action is checked, then saved, then done.
    def check(self, do, act):
        left = len(self.questions) - len(self.answers)
        if do == "start": return self.state == "inProgress" and refuse("conflict", "an attempt is open")
        if not self.stage: refuse("notFound", "no attempt: start one")
        if do == "revisit" and act["questionIndex"] >= len(self.answers): refuse("notFound", "it is not settled")
        if do in ("answer", "skip", "finish", "abandon") and self.state != "inProgress": refuse("conflict", "it is over")
        if do in ("answer", "skip", "finish") and (left == 0) != (do == "finish"): refuse("conflict", f"{left} are left")
        if do == "answer": self.grade(act["response"])
    def grade(self, response):
        question, _ = self.questions[len(self.answers)], response.strip() or refuse("invalid", "the response is empty")
        if question["type"] == "mcq":
            index = ord(response) - ord("A") if len(response) == 1 else -1
            if not 0 <= index < len(question["options"]): refuse("invalid", f"{response} is no option")
            return index == question["correctIndex"]
        if question["type"] == "fillBlank":
            return fold(response) in map(fold, [question["correctAnswer"], *question["acceptedAnswers"]])
        return all(any(words(one) in words(response) for one in concept) for concept in question["keyConcepts"])
    def do(self, t, do, act):
        if do in ("answer", "skip"): return self.settle(t, do == "answer" and self.grade(act["response"]))
        if do == "revisit":
            variant, _ = CONFETTI.get(self.positions[act["questionIndex"]], (None, None))
            return variant and self.suppress("A4", t, "alreadyCelebrated", act["questionIndex"], variant)
        self.cut(["A2", "A3"] if self.stage == "results" else ["A1", "dotSettle", "sizeSettle"], t, LEFT)
        if do == "abandon" or self.stage == "results": self.stage, self.state = "over", "abandoned" if do == "abandon" else self.state
        if do == "finish": self.finish(t)
        if do == "start": self.answers, self.positions, self.state, self.stage, self.full = [], [], "inProgress", "question", False
    def settle(self, t, right):
        q, mcq = len(self.answers), self.questions[len(self.answers)]["type"] == "mcq"
        position = (self.streak() + 1) * right if mcq else None
        self.answers, self.positions = [*self.answers, right], [*self.positions, position]
        if not mcq: return  # Other questions move nothing.
        if position: self.begin("dotSettle", t, 200, q)
        self.cut(["A1"], t + 200 if position >= 5 else t, SUPERSEDED)
        if position >= 5:
            variant, ms = ("newStreak", 1100) if position == 5 else ("continuingStreak", 900)
            self.begin("A1", t + 200, 250 if self.reduced else ms, q, variant, REDUCED if self.reduced else PLAYED)
            if position > 5 and self.activated: self.begin("sizeSettle", t + 200, 200, q)
            elif position > 5: self.suppress("sizeSettle", t + 200, "killResume", q)  # The star before is of another life.
        else: self.cut(["sizeSettle"], t, SUPERSEDED)
        self.full, self.activated = position == 10, position >= 5
        variant, ms = CONFETTI.get(position, (None, None))
        if not variant or self.reduced: return variant and self.suppress("A4", t, "reduceMotion", q, variant)
        bursts = [cue for cue in self.running if cue["name"] == "A4" and cue["how"] == PLAYED and cue["end"] > t]
        if len(bursts) >= 3: bursts[0].update(end=min(bursts[0]["end"], t + 200), how={"disposition": "capped", "reason": "burstCap"})
        self.begin("A4", t, ms, q, variant)
    def finish(self, t):
        earned, before, best = self.stars(), self.total, self.progress
        self.total, self.state, self.stage = before + earned, "completed", "results"
        mine = {"completionPercentage": self.percentage(), "bestScore": sum(self.answers)}
        best = mine if (self.percentage(), True) > (best["completionPercentage"], "bestScore" in best) else best
        self.progress = {**best, "totalAttempts": self.progress["totalAttempts"] + 1}
        reason = "noStars" if not earned else "reduceMotion" if self.reduced else None
        if reason: return self.suppress("A2", t, reason), self.suppress("A3", t + 900, reason)
        self.begin("A2", t, 450), self.begin("A3", t + 900, 200 * earned, **{"from": before, "to": self.total})
    # All of it follows from the answers.
    def streak(self): return next((p for p in reversed(self.positions) if p is not None), 0) % 10
    def stars(self): return sum(p is not None and p >= 5 for p in self.positions)
    def percentage(self):
        score, count = sum(self.answers), len(self.questions)
        return 100 if score == count else min(99, (200 * score + count) // (2 * count))
    def shown(self):
        state = {"total": self.total, "attemptOpen": self.state == "inProgress", "progress": self.progress}
        if not self.state: return state
        lit, percentage = 10 if self.full else self.streak(), self.percentage()
        if self.state == "completed": state["grade"] = next(grade for least, grade in GRADES if percentage >= least)
        return {**state, "question": len(self.answers) + 1, "streak": self.streak(), "stars": self.stars(), "state": self.state,
                "bar": ["empty" if dot >= lit else "green" if dot < 4 else "star" for dot in range(10)],
                "score": sum(self.answers), "percentage": percentage}

def say(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def tell(name, **params): say(method=name, params={key: value for key, value in params.items() if value is not None})
def save(journal, *line): return journal.write(json.dumps(line).encode() + b"\n"), os.fsync(journal.fileno())
def restore(params):  # The quiz as it was saved, and the file that goes on; what was moving is not shown any more.
    journal = open(os.path.join(params["dataDirectory"], "journal"), "a+b", buffering=0)
    os.fsync(os.open(params["dataDirectory"], os.O_RDONLY))  # Its name is kept only so.
    saved, end, torn = open(journal.name, "rb").read().partition(b"\0")[0].rpartition(b"\n")  # Zeros are what a disk did not come to write.
    journal.truncate(len(saved + end))  # A line without its end was never saved.
    quiz = Quiz(params, lambda *_, **__: None)  # Cues that were reported before are not repeated.
    lines = [json.loads(line) for line in saved.splitlines()]
    for number, (t, do, act) in enumerate(lines, 1):
        # The runner may not have received what the last line ended or suppressed.
        quiz.tell = lambda name, **params: number == len(lines) and name != "cue.started" and tell(name, **params)
        quiz.advance(t)
        quiz.forget() if do == "life" else do == "time" or quiz.do(t, do, act)
    quiz.tell = tell
    quiz.advance(lines[-1][0] if lines else 0)
    for cue in quiz.running: quiz.suppress(cue["name"], cue["at"], "killResume", cue["q"], cue["variant"])
    quiz.forget()
    save(journal, params["atMs"], "life", {})
    return quiz, journal

for line in sys.stdin:
    request = json.loads(line)
    method, params, result = request["method"], request["params"], {}
    try:
        if method == "app.start":
            quiz, journal = restore(params)
            result = {"name": "streak quiz in Python", "capabilities": CAN}
        elif method == "app.act":
            quiz.check(params["action"], params)
            save(journal, params["atMs"], params["action"], params)
            tell("saved")
            quiz.do(params["atMs"], params["action"], params)
        elif method == "app.advance":
            if quiz.running: save(journal, params["toMs"], "time", {})  # So that the next life knows what had ended.
            quiz.advance(params["toMs"])
        elif method == "app.state": result = quiz.shown()
        say(id=request["id"], result=result)
        if method == "app.stop": break
    except LookupError as refusal:
        name, message = refusal.args
        say(id=request["id"], error={"code": CODES[name], "message": message, "data": {"name": name}})
