"""A proxy on loopback, as nginx is one: passes connections on, and adds to each request who it is for.

usage: proxy.py PORT TARGET [append]: serves 127.0.0.1:PORT, and connects to 127.0.0.1:TARGET from 127.0.0.2. With
append, it adds a line X-Forwarded-For even to a request that has one; otherwise it adds to that line.
"""
import re, socket, sys, threading


def pump(source, sink):
    try:
        while data := source.recv(65536): sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError: pass


def serve(visitor, address):
    with visitor, socket.create_connection(("127.0.0.1", int(target)), source_address=("127.0.0.2", 0)) as server:
        request = b""
        while b"\r\n\r\n" not in request: request += visitor.recv(65536) or sys.exit()
        known = re.search(rb"(?i)\r\nX-Forwarded-For: ([^\r]*)", request)
        if known and not appends:
            request = request.replace(known[0], known[0] + b", " + address.encode())
        else: request = request.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: " + address.encode() + b"\r\n\r\n", 1)
        server.sendall(request)
        threading.Thread(target=pump, args=(visitor, server), daemon=True).start()
        pump(server, visitor)


port, target, *appends = sys.argv[1:]
with socket.create_server(("127.0.0.1", int(port))) as listener:
    while True:
        visitor, address = listener.accept()
        threading.Thread(target=serve, args=(visitor, address[0]), daemon=True).start()
