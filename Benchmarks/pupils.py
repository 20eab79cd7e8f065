"""A class at once: `python3 Benchmarks/pupils.py FOLDER [PUPILS [KILLS]]`, 200 pupils and 10 kills by default.

Each pupil comes in by the class's code, opens a WebSocket as the page does, and answers every five seconds. Meanwhile the
daemon is killed by SIGKILL again and again, and started anew. FOLDER holds hwdbd, such as .build/release. Only the
standard library is needed. It prints rows of a table, and exits with 1 if an answer is lost or counted twice.
"""
import asyncio, json, os, random, re, signal, socket, subprocess, sys, tempfile, time
from pathlib import Path

FOLDER = Path(sys.argv[1])
PUPILS, KILLS = (int(sys.argv[place]) if len(sys.argv) > place else whole for place, whole in ((2, 200), (3, 10)))
EVERY_S, BETWEEN_KILLS_S = 5, 12
ANSWERS = (KILLS + 1) * BETWEEN_KILLS_S // EVERY_S + 5


class Lost(Exception): pass


class Refused(Exception): pass


class WebSocket:
    """The part of WebSockets that the page needs: text, each message in one frame from here."""

    @classmethod
    async def open(cls, port, cookie=""):
        own = cls()
        try: own.reader, own.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        except OSError as error: raise Lost from error
        own.number = 0
        own.writer.write((f"GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                          "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nCookie: {cookie}\r\n\r\n").encode())
        try:
            if b" 101 " not in await own.reader.readuntil(b"\r\n\r\n"): raise Lost
        except (OSError, EOFError) as error: raise Lost from error
        return own

    async def receive(self):
        whole = b""
        while True:
            first, length = await self.reader.readexactly(2)
            if length > 125: length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8), "big")
            part = await self.reader.readexactly(length)
            if first & 15 == 8: raise Lost
            whole += part
            if first & 128: return json.loads(whole)

    async def call(self, method, **params):
        self.number += 1
        text = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode()
        size = bytes([128 | len(text)]) if len(text) < 126 else bytes([254]) + len(text).to_bytes(2, "big")
        try:
            self.writer.write(b"\x81" + size + bytes(4) + text)
            while (reply := await self.receive()).get("id") != self.number: pass
        except (OSError, EOFError) as error: raise Lost from error
        if "error" in reply: raise Refused(reply["error"]["message"])
        return reply["result"]


class Daemon:
    def __init__(self, directory):
        self.socket, self.kills = f"{directory}/socket", 0
        with socket.socket() as free: self.port = free.bind(("127.0.0.1", 0)) or free.getsockname()[1]
        self.command = [FOLDER / "hwdbd", "--database", f"{directory}/school.sqlite", "--socket", self.socket,
                        "--http", f"127.0.0.1:{self.port}"]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.process.stdout.readline()  # Printed once the page is served.

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1
        self.start()

    def call(self, method, **params):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.socket)
            connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
            reply = json.loads(connection.makefile().readline())
        if "error" in reply: raise Refused(reply["error"]["message"])
        return reply["result"]

    def cookie(self, token):
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(f"GET /?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode())
            head = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        return re.search(r"(?i)set-cookie: ([^;]*)", head)[1]


class Pupil:
    def __init__(self, number):
        self.number, self.given, self.interrupted, self.line = number, [], 0, None

    async def join(self, daemon, code, homework):
        self.daemon = daemon
        visitor = await WebSocket.open(daemon.port)
        token = (await visitor.call("class.join", code=code, name=f"Pupil {self.number}"))["token"]
        visitor.writer.close()
        self.cookie = await asyncio.to_thread(daemon.cookie, token)
        self.line = await WebSocket.open(daemon.port, self.cookie)
        self.attempt = (await self.line.call("attempt.start", homeworkId=homework))["id"]
        self.index = await self.open_session()

    async def open_session(self):
        opened = await self.line.call("session.open", attemptId=self.attempt, profiles=["mcq-streak", "homework"],
                                      motion="full", screen={"width": 390, "height": 844}, seed=self.number)
        self.session, self.began = opened["sessionId"], time.monotonic()
        return opened["attempt"]["questionIndex"]

    async def connect(self):
        """Comes back as the page does, with ever longer pauses, and returns the question that it is at."""
        pause = 0.25
        while True:
            try:
                self.line.writer.close()
                self.line = await WebSocket.open(self.daemon.port, self.cookie)
                return await self.open_session()
            except Lost:
                await asyncio.sleep(pause)
                pause = min(4, pause * 1.6)

    async def answer(self):
        """Answers until that is saved, and returns how long it took, or nothing if a kill came in between."""
        response, isWhole = random.choice("AB"), True
        while True:
            try:
                begun = time.monotonic()
                await self.line.call("session.event", sessionId=self.session, atMs=round((begun - self.began) * 1000),
                                     event={"type": "answer", "response": response})
                break
            except Lost:
                isWhole = False
                if await self.connect() > self.index: break
        took = time.monotonic() - begun
        self.index += 1
        self.given.append(response)
        self.interrupted += not isWhole
        return took if isWhole else None

    async def play(self, times):
        await asyncio.sleep(random.uniform(0, EVERY_S))
        for _ in range(ANSWERS):
            due = time.monotonic() + EVERY_S
            if took := await self.answer(): times.append(took)
            await asyncio.sleep(max(0, due - time.monotonic()))


def share(times, part): return f"{sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000:.1f} ms"
def row(*cells): print("| " + " | ".join(map(str, cells)) + " |", flush=True)


async def kill_often(daemon):
    for _ in range(KILLS):
        await asyncio.sleep(BETWEEN_KILLS_S * random.uniform(0.8, 1.2))
        await asyncio.to_thread(daemon.kill)


async def main():
    with tempfile.TemporaryDirectory() as directory:
        daemon = Daemon(directory)
        try:
            questions = [{"type": "mcq", "question": f"Question {number}?", "options": ["right", "wrong"],
                          "correctIndex": 0, "explanation": ""} for number in range(ANSWERS)]
            homework = daemon.call("homework.add", title="Rivers", quiz={"questions": questions})["id"]
            code, pupils, times = daemon.call("class.open")["code"], [Pupil(number) for number in range(PUPILS)], []
            for pupil in pupils: await pupil.join(daemon, code, homework)
            memory = int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{daemon.process.pid}/status").read_text())[1])
            await asyncio.gather(kill_often(daemon), *(pupil.play(times) for pupil in pupils))
            wrong = 0
            for pupil in pupils:
                found = (await pupil.line.call("attempt.get", attemptId=pupil.attempt))["answers"]
                wrong += [one["response"] for one in found] != pupil.given
            row("pupils, answers, kills", f"{PUPILS}, {sum(len(pupil.given) for pupil in pupils)}, {daemon.kills}")
            row("an answer, p50 / p99 / longest", " / ".join(share(times, part) for part in (0.5, 0.99, 1)))
            row("answers that a kill came in between", sum(pupil.interrupted for pupil in pupils))
            row("pupils whose answers are not those that they gave", wrong)
            row("memory with all connected", f"{memory / 1024:.1f} MB")
            return wrong > 0 or daemon.kills != KILLS
        finally:
            daemon.process.terminate()
            daemon.process.wait()


sys.exit(asyncio.run(main()))
