#!/usr/bin/env python3
"""Serves the page with a mistake in it: starts hwdbd, and passes on everything between it and the browser, but for one
line of the page.

usage: mistaken.py MISTAKE HWDBD OPTION…, in place of hwdbd, with the options that hwdbd gets
"""
import re, signal, socket, subprocess, sys, threading

MISTAKES = {
    "no-confetti": ("cues.js", "animations.push(burst(", "0 && animations.push(burst("),
    "moves-under-reduced-motion": ("attempt.js", ".matches ? 'reduced' : 'full'", ".matches ? 'full' : 'full'"),
    "twice-as-slow": ("cues.js", "{duration: ends, fill", "{duration: ends * 2, fill"),
    "keeps-the-bar": ("dots.js", "dot.dataset.state = bar[i];",
                      "dot.dataset.state = bar[i] === 'empty' ? dot.dataset.state ?? 'empty' : bar[i];"),
    "celebrates-again": ("quiz.js", "    this.#hint('push');", """
    const star = document.querySelector('#dots [data-state=star] .star');
    if (star) star.animate([{opacity: 0}, {opacity: 1}], 600).id = star.dataset.cue = 'A1';"""),
}


def pump(source, sink):
    try:
        while data := source.recv(65536): sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError: pass


def serve(browser):
    with browser, socket.create_connection(("127.0.0.1", port)) as server:
        request = b""
        while b"\r\n\r\n" not in request: request += browser.recv(65536) or sys.exit()
        # The daemon answers to its own name only.
        request = request.replace(b"127.0.0.1:%d" % own_port, b"127.0.0.1:%d" % port)
        if b"upgrade: websocket" in request.lower():
            server.sendall(request)
            threading.Thread(target=pump, args=(browser, server), daemon=True).start()
            return pump(server, browser)
        server.sendall(re.sub(rb"(?i)connection: [^\r]*", b"Connection: close", request))
        reply = b"".join(iter(lambda: server.recv(65536), b""))
        if f"/page/{file} ".encode() in request:
            assert right.encode() in reply, f"{file} has no {right!r}"
            reply = reply.replace(right.encode(), wrong.encode())
            size = len(reply) - reply.index(b"\r\n\r\n") - 4
            reply = re.sub(rb"(?i)content-length: \d+", b"Content-Length: %d" % size, reply)
        browser.sendall(reply)


mistake, *command = sys.argv[1:]
file, right, wrong = MISTAKES[mistake]
place = command.index("--http") + 1
own_port, command[place] = int(command[place]), "0"
daemon = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
signal.signal(signal.SIGTERM, lambda *_: (daemon.terminate(), daemon.wait(), sys.exit()))
address = daemon.stdout.readline()
port = int(re.search(r":(\d+)/", address)[1])
with socket.create_server(("127.0.0.1", own_port)) as listener:
    print(address.replace(f":{port}/", f":{own_port}/"), end="", flush=True)
    while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
