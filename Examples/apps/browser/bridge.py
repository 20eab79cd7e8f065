#!/usr/bin/env python3
"""A bridge to the page in Chromium: plays it by real clicks and reports what is on the screen, and nothing else.

usage: bridge.py [--kill browser|tab|daemon] [HWDBD…]: what a kill ends, by default the browser; and what starts the daemon
"""
import argparse, json, os, pathlib, queue, re, signal, socket, subprocess, sys, tempfile, threading, time
from webdriver import Browser

options = argparse.ArgumentParser()
options.add_argument("--kill", choices=("browser", "tab", "daemon"), default="browser")
options.add_argument("hwdbd", nargs="*", default=["hwdbd"])
options = options.parse_args()

CAN = {"clock": "real", "kill": "own", "suppressed": True, "actions": "start answer skip finish leave abandon".split(),
       "questions": "mcq multi fillBlank shortAnswer numeric gaps ordering".split(),
       "state": "question streak stars total score percentage grade bar state attemptOpen progress".split()}
CODES = {"notFound": -32001, "invalid": -32002, "conflict": -32003}
CONFETTI = {5: ("standard", 2900), 7: ("medium", 3100), 10: ("max", 3400)}
WATCH = pathlib.Path(__file__).with_name("watch.js").read_text()
PATIENCE_S = 10

class Killed(Exception): pass
class Stopped(Exception): pass
class Refused(Exception): pass
def refuse(name, message): raise Refused(name, message)
def say(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def free_port():
    with socket.socket() as one: return one.bind(("127.0.0.1", 0)) or one.getsockname()[1]
def end(pid):
    """Ends a process, and returns once it is gone."""
    os.kill(pid, signal.SIGKILL)
    while pathlib.Path(f"/proc/{pid}").exists() and ") Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text(): time.sleep(0.01)
    return pid

class Daemon:
    """The daemon that serves the page, with one assignment: the script's quiz."""
    port = free_port()
    def __init__(self, directory, quiz):
        database, self.path = os.path.join(directory, "library.sqlite"), os.path.join(directory, "socket")
        is_new = not os.path.exists(database)
        self.process = subprocess.Popen(
            [*options.hwdbd, "--database", database, "--socket", self.path, "--http", str(self.port)],
            stdout=subprocess.PIPE, text=True)
        self.address = next(found[0] for line in self.process.stdout if (found := re.search(r"http://\S+", line)))
        if is_new and quiz: self.call("homework.add", title="Quiz", quiz=quiz)
    def call(self, method, **params):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.path)
            connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
            return json.loads(connection.makefile().readline())["result"]

class Page:
    """The page over all its lives. Its process, the browser and the daemon may end; this stays and remembers."""
    def __init__(self):
        self.daemon = self.browser = self.asked_ms = None
        self.is_tab_gone = False
        self.acts, self.moving, self.told, self.doing, self.settling = [], {}, set(), None, None
        self.bar = {}
    def begin(self, start):
        self.acts, self.reduced = [(time.time() * 1000, start["atMs"])], start["motion"] == "reduced"
        if not self.daemon: self.daemon = Daemon(start["dataDirectory"], start.get("quiz"))
        if not self.browser:
            self.browser = Browser(**start["screen"], reduced=self.reduced, directory=tempfile.mkdtemp())
            self.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        elif self.is_tab_gone:
            self.browser.open_tab()
            self.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.is_tab_gone = False
        # An address that differs in nothing but its token would not load the page anew.
        self.browser.open("about:blank")
        self.browser.open(self.daemon.address)
        seen = self.wait(lambda seen: seen["screen"] != "none" or not start.get("quiz"))
        if seen["screen"] == "list" and seen["button"] == "Go on":
            self.click("#list button.main", lambda seen: seen["screen"] == "quiz")
        self.bar = {}
        # A cue that moved at the kill and does not move now will not be shown any more.
        time.sleep(0.2)
        seen, self.moving, moved = self.look(), {}, self.moving
        for cue, *_ in moved.values(): self.tell("suppressed", cue, reason="killResume")
        if seen["screen"] == "quiz" and self.settling == (seen["place"] - 2, True): self.untold(seen)
        self.settling = None
    def untold(self, seen):
        """Reports what an answer earned that was saved, and that was killed before it was seen to show."""
        question, lit = self.settling[0], seen["lit"]
        if not lit or ("dotSettle", question) in self.told: return
        earned = {"dotSettle": None, "A1": lit >= 5 and ("newStreak" if lit == 5 else "continuingStreak"),
                  "sizeSettle": None if lit > 5 else False, "A4": CONFETTI.get(lit, (False,))[0]}
        for name, variant in earned.items():
            if variant is False: continue
            self.tell("suppressed", {"animation": name, "variant": variant, "questionIndex": question, "atMs": self.acts[0][1]},
                      reason="reduceMotion" if name == "A4" and self.reduced else "killResume")
    def kill(self):
        try: self.report_all(self.browser.run("return window.seen()"))
        except OSError: pass
        pid = end({"browser": lambda: self.browser.pid, "tab": lambda: self.browser.tab,
                   "daemon": lambda: self.daemon.process.pid}[options.kill]())
        if options.kill == "daemon":
            self.daemon.process.wait()
            self.daemon = None
        elif options.kill == "tab": self.is_tab_gone = True
        else: self.close()
        self.asked_ms = self.doing = None
        return {"evidence": {"pid": pid}}
    def close(self):
        if self.browser: self.browser.quit()
        self.browser = None
    def stop(self):
        self.close()
        if self.daemon: self.daemon.process.terminate(), self.daemon.process.wait()

    # Reporting.
    def look(self):
        """Reports what has begun and ended, and returns what the screen shows."""
        take_kill()
        return self.report_all(self.browser.run("return window.seen()"))
    def report_all(self, seen):
        for note in seen["notes"]: self.report(note)
        return seen
    def wait(self, until):
        end = time.time() + PATIENCE_S
        while not until(seen := self.look()):
            if time.time() > end: raise TimeoutError(f"the page still shows {seen}")
        return seen
    def time(self, wall_ms):
        """The script's time, whose clock stands while the bridge finds what is to be clicked."""
        clicked_ms, asked_ms = next((act for act in reversed(self.acts) if act[0] <= wall_ms + 1), self.acts[0])
        return max(0, round(asked_ms + wall_ms - clicked_ms))
    def tell(self, what, cue, **how):
        message = {"method": f"cue.{what}", "params": {key: value for key, value in {**cue, **how}.items() if value is not None}}
        self.told.add((cue["animation"], cue.get("questionIndex")))
        say(**message)
    def report(self, note):
        if note["what"] == "changed": return self.saved()
        if note["what"] == "clicked":
            if self.asked_ms is not None: self.acts.append((note["at"], self.asked_ms))
            return
        name, question, ms, lit = note["name"], note["question"], round(note.get("ms", 0)), note["lit"]
        key, cue = (name, question), {"animation": name, "questionIndex": question, "atMs": self.time(note["at"])}
        if note["what"] == "ended":
            began, began_ms, planned_ms = self.moving.pop(key, (cue, note["at"] - ms, None))
            # It ends between two frames, which may be far apart on a busy machine.
            if name == "A4":
                whole = CONFETTI[lit][1]
                note["isOver"] = ms > whole - 150
                if note["isOver"]: note["at"] = began_ms + whole
            elif planned_ms and note["at"] - began_ms >= planned_ms: note.update(isOver=True, at=began_ms + planned_ms)
            # The script's clock has stood since for what was clicked, and an animation does not know of that.
            if note["isOver"]: cue["atMs"] = round(began["atMs"] + note["at"] - began_ms)
            how = {"disposition": "played"} if note["isOver"] else {
                "disposition": "capped", "reason": "burstCap"} if name == "A4" else {
                "disposition": "interrupted", "reason": "left" if self.doing in ("leave", "abandon", "finish") else "superseded"}
            if name == "A1" and self.reduced and note["isOver"]: how = {"disposition": "reduced", "reason": "reduceMotion"}
            return self.tell("ended", cue, **how)
        if name == "A1": cue["variant"] = "newStreak" if lit == 5 else "continuingStreak"
        if name == "A4": cue["variant"], ms = CONFETTI[lit]
        self.moving[key] = cue, note["at"], ms
        self.tell("started", cue, durationMs=ms, **({"from": note["from"], "to": note["to"]} if name == "A3" else {}))
        # The star before it is small already.
        if name == "A1" and lit > 5 and not note["settles"]:
            self.tell("suppressed", {"animation": "sizeSettle", "questionIndex": question, "atMs": cue["atMs"]}, reason="killResume")

    # Acting, as a person does, until the page shows that the action is saved.
    def click(self, selector, until):
        self.browser.click(selector)
        return self.wait(until)
    def act(self, action, params):
        seen = self.look()
        if action in ("answer", "skip"): seen = self.next(seen)
        self.asked_ms, self.doing, self.is_saved = params["atMs"], action, False
        try:
            getattr(self, action)(seen, params)
            self.saved()
            # Its animations begin a frame later, and count as those of this action.
            time.sleep(0.05)
            self.look()
        finally:
            self.asked_ms = self.doing = None
    def saved(self):
        """The page shows that the action is done, which it may only once that is saved."""
        if self.doing and not self.is_saved: say(method="saved")
        self.is_saved = True
    def start(self, seen, params):
        if seen["screen"] == "quiz" or seen.get("button") == "Go on": refuse("conflict", "an attempt is open")
        button = "#actions button.main" if seen["screen"] == "results" else "#list button.main"
        self.click(button, lambda seen: seen["screen"] == "quiz")
    def need(self, seen):
        if seen["screen"] == "results": refuse("conflict", "the attempt is over")
        if seen["screen"] != "quiz": refuse("notFound", "no quiz is on the screen")
    def next(self, seen):
        self.need(seen)
        if not seen["isSettled"]: return seen
        if seen["isLast"]: refuse("conflict", "every question is settled")
        return self.click("#next", lambda now: now["screen"] == "quiz" and now["place"] > seen["place"])
    def go_on(self):
        if (seen := self.look())["screen"] == "quiz" and not seen["isLast"]: self.next(seen)
    def answer(self, seen, params):
        response = params["response"].strip() or refuse("invalid", "the response is empty")
        self.settling = (seen["place"] - 1, bool(seen["letters"]))
        if seen["letters"]: self.choose(seen, response.split(","))
        elif seen["gaps"]: self.fill(seen, response)
        else: self.browser.type("#answer", response)
        if seen["submits"]: self.browser.click("#submit")
        now = self.wait(lambda seen: seen["isSettled"])
        self.still(now, seen["place"] - 1, now["isRight"] and bool(seen["letters"]))
    def choose(self, seen, letters):
        isOne, isWhole = not seen["submits"] and len(letters) > 1, seen["orders"] and len(letters) < len(seen["letters"])
        if isOne or isWhole or not set(letters) <= set(seen["letters"]): refuse("invalid", f"{letters} do not fit the options")
        for letter in letters: self.browser.click(f"#options [data-letter={letter}]")
    def fill(self, seen, response):
        texts = json.loads(response) if response.startswith("[") else [response]
        if len(texts) != seen["gaps"]: refuse("invalid", f"{response} does not fit the gaps")
        for gap, text in enumerate(texts): self.browser.type(f"[data-gap='{gap}']", text)
    def still(self, seen, question, earns):
        """Reports confetti that stays away under reduced motion."""
        variant, _ = CONFETTI.get(seen["lit"], (None, None))
        if earns and variant and self.reduced and not self.browser.run("return window.isConfettiDrawn()"):
            self.tell("suppressed", {"animation": "A4", "variant": variant, "questionIndex": question,
                                     "atMs": self.asked_ms}, reason="reduceMotion")
    def skip(self, seen, params):
        self.click("#skip", lambda now: now["isSettled"] or now["place"] > seen["place"])
    def finish(self, seen, params):
        self.need(seen)
        if not (seen["isSettled"] and seen["isLast"]): refuse("conflict", "questions are left")
        now = self.click("#next", lambda seen: seen["screen"] == "results")
        reason = "noStars" if not now["stars"] else "reduceMotion" if self.reduced else None
        for name, delay in (("A2", 0), ("A3", 900)):
            if reason: self.tell("suppressed", {"animation": name, "atMs": self.asked_ms + delay}, reason=reason)
    def leave(self, seen, params, button="dialog button:nth-of-type(2)"):
        if seen["screen"] not in ("quiz", "results"): refuse("notFound", "there is nothing to leave")
        self.browser.click("#exit")
        if seen["screen"] == "quiz": self.browser.click(button)
        self.wait(lambda seen: seen["screen"] == "list")
    def abandon(self, seen, params):
        self.need(seen)
        self.leave(seen, params, "dialog .danger")
    def state(self):
        seen, ask = self.look(), self.daemon.call
        state = {"total": ask("stats.get")["starsTotal"], "attemptOpen": False}
        # Fields that no screen shows are read from the database; the others as the screen shows them.
        for work in ask("homework.list")["items"]: state["progress"] = work["progress"]
        for attempt in ask("attempt.list", limit=1)["items"]:
            state.update({name: attempt[name] for name in ("score", "percentage", "grade", "state") if name in attempt})
            state.update(question=attempt["questionIndex"] + 1, stars=attempt["starsEarned"], bar=attempt["streak"]["bar"],
                         streak=attempt["streak"]["position"])
        if seen["screen"] == "list": state.update(total=seen["total"], attemptOpen=seen["button"] == "Go on")
        if seen["screen"] == "quiz":
            state.update(bar=seen["bar"], streak=seen["lit"] % 10, question=seen["place"] + seen["isSettled"], attemptOpen=True)
            self.bar = {"bar": seen["bar"], "streak": seen["lit"] % 10}
        # The results have no bar: it is as it was last seen.
        if seen["screen"] == "results":
            state.update(self.bar, percentage=seen["percentage"], grade=seen["grade"], state="completed")
        if seen["screen"] in ("quiz", "results"): state.update(stars=seen["stars"], score=seen["score"])
        return state

page, requests = Page(), queue.SimpleQueue()
waiting = []
def read():
    for line in sys.stdin: requests.put(json.loads(line))
    requests.put(None)
threading.Thread(target=read, daemon=True).start()

def take_kill():
    """A kill does not wait for the action that it ends, nor does the end if the runner is interrupted."""
    while not requests.empty(): waiting.append(requests.get())
    if waiting and waiting[0] and waiting[0]["method"] == "app.kill":
        say(id=waiting.pop(0)["id"], result=page.kill())
        raise Killed
    if waiting and waiting[0] and waiting[0]["method"] == "app.stop": raise Stopped

def perform(method, params):
    if method == "app.hello": return {"protocols": [1]}
    if method == "app.start": return page.begin(params) or {"name": "the page in Chromium", "capabilities": CAN}
    if method == "app.act": return page.act(params["action"], params) or {}
    if method == "app.state": return page.state()
    return {}

is_alive = False
try:
    while True:
        try:
            if not waiting:
                # Cues that begin and end between two requests are reported when they are seen.
                try: waiting.append(requests.get(timeout=0.02 if is_alive else None))
                except queue.Empty:
                    page.look()
                    continue
            if waiting[0] is None: break
            take_kill()
            request = waiting.pop(0)
            method, params = request["method"], request.get("params", {})
            say(id=request["id"], result=perform(method, params))
            is_alive = is_alive or method == "app.start"
            # A person goes on to the next question when they have seen what was right.
            if method == "app.act" and params.get("action") == "answer": page.go_on()
        except Killed: is_alive = False
        except Stopped: break
        except Refused as refusal:
            name, message = refusal.args
            say(id=request["id"], error={"code": CODES[name], "message": message, "data": {"name": name}})
finally: page.stop()
if waiting and waiting[0]: say(id=waiting[0]["id"], result={})  # app.stop: nothing is left running.
