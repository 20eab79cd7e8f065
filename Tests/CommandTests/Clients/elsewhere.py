"""Comes to the page from another machine: a network namespace, joined to this one by a cable.

usage: unshare -rn python3 elsewhere.py HWDBD: run in a directory of its own. Prints who reached what.
"""
import os, re, socket, subprocess, sys, time

PORT = 8000
ASK = """
import socket, sys
for place in sys.argv[2:]:
    try: socket.create_connection((place, int(sys.argv[1])), timeout=5), print(place, "reached")
    except OSError as error: print(place, error.strerror)
"""


def sh(words): subprocess.run(words, shell=True, check=True)


sh("ip link set lo up")
other = subprocess.Popen(["unshare", "-n", "sleep", "60"])
while os.readlink(f"/proc/{other.pid}/ns/net") == os.readlink("/proc/self/ns/net"): time.sleep(0.01)
there = f"nsenter -t {other.pid} -n"
sh(f"ip link add here type veth peer name there netns {other.pid}")
sh("ip address add 10.9.8.1/24 dev here; ip link set here up")
sh(f"{there} ip link set lo up; {there} ip address add 10.9.8.2/24 dev there; {there} ip link set there up")
# A port that other machines reach, which shows that the cable works.
control = socket.create_server(("10.9.8.1", PORT))
daemon = subprocess.Popen(
    [sys.argv[1], "--database", "d.sqlite", "--socket", os.path.abspath("s"), "--http", "0"], stdout=subprocess.PIPE, text=True)
port = re.search(r":(\d+)/", daemon.stdout.readline())[1]
for who, command in (("there", there.split()), ("here", [])):
    for number, places in ((PORT, ["10.9.8.1"]), (port, ["10.9.8.1", "127.0.0.1"])):
        asked = [*command, sys.executable, "-c", ASK, str(number), *places]
        answers = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
        print(f"{who}:", ", ".join(answers))
for process in (daemon, other): process.kill()
