#!/usr/bin/env python3
"""A bridge to a simulated phone, where an app runs that no signal from the runner reaches.

usage: phone.py [APP [SEED]]: APP is a program under test, quiz.py by default; messages take up to 20 ms, by the seed.
"""
import json, os, pathlib, queue, random, shutil, subprocess, sys, tempfile, threading, time

APP = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("quiz.py")
DELAYS = random.Random(sys.argv[2] if len(sys.argv) > 2 else 0)
STORAGE = tempfile.mkdtemp(prefix=f"phone-{os.getpid()}-", dir="/tmp")  # The app's files are on the phone.
for left in pathlib.Path(STORAGE).parent.glob("phone-*-*"):
    if not pathlib.Path("/proc", left.name.split("-")[1]).exists():
        print(f"phone.py: removes {left}, which a killed bridge has left on the phone", file=sys.stderr)
        shutil.rmtree(left, ignore_errors=True)
OUTPUT = threading.Lock()

def travel(): time.sleep(DELAYS.uniform(0, 0.02))
def reply(id, result):
    with OUTPUT: print(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}), flush=True)

class Life:
    """The app from its start to its kill, and the messages that travel to it and from it."""
    def __init__(self):
        self.app = subprocess.Popen([sys.executable, "-S", APP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.requests, self.is_over = queue.SimpleQueue(), False
        for carry in (self.carry_requests, self.carry_messages): threading.Thread(target=carry, daemon=True).start()
    def carry_requests(self):
        while not self.is_over:
            line = self.requests.get()
            travel()
            try: self.app.stdin.write(line.encode() + b"\n"), self.app.stdin.flush()
            except OSError: return  # It was killed while this travelled.
    def carry_messages(self):
        for line in self.app.stdout:
            travel()
            message = json.loads(line)
            if "capabilities" in message.get("result", {}): message["result"]["capabilities"]["kill"] = "own"
            with OUTPUT:
                if not self.is_over: print(json.dumps(message), flush=True)
    def kill(self):
        travel()
        self.app.kill()
        self.app.wait()
        with OUTPUT: self.is_over = True  # Messages on their way are lost with the app.
        return self.app.pid

life = method = None
try:
    for line in sys.stdin:
        request = json.loads(line)
        method, id = request["method"], request["id"]
        if method == "app.hello": reply(id, {"protocols": [1]})
        elif method == "app.kill": reply(id, {"evidence": {"pid": life.kill()}})
        elif method == "app.stop": break
        else:
            if method == "app.start":
                life = Life()
                request["params"]["dataDirectory"] = STORAGE
            life.requests.put(json.dumps(request))
finally:  # Also at the end of the input: nothing stays on the phone.
    if life: life.kill()
    shutil.rmtree(STORAGE)
if method == "app.stop": reply(id, {})
