"""Stands in for each program that the Makefile starts, and for the test bundle.

Notes every call in the file $GATE_CALLS. The call that is $GATE_FAILS fails: a program ends with 3, and the bundle
goes wrong in the way that $GATE_HOW names.
"""

import json
import os
import re
import signal
import sys
import time

root = os.environ["GATE_ROOT"]
name = os.path.relpath(sys.argv[0], root)
if name == "bin/python3" and sys.argv[1:2] and sys.argv[1].endswith("scripts/run-tests"):
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])

call = " ".join([name, *sys.argv[1:]]).replace(root, ".")
with open(os.environ["GATE_CALLS"], "a") as calls:
    calls.write(call + "\n")
how = os.environ["GATE_HOW"] if call == os.environ.get("GATE_FAILS") else "passes"

if not name.endswith(".xctest"):
    if name.endswith("/fuzz"):
        print("stat::number_of_executed_units: 7")
    sys.exit(0 if how == "passes" else 3)

TESTS = [f"{suite}/`does`()/{file}.swift:1:2" for suite, file in [
    ("HomeworkScenariosTests.A", "ATests"), ("CommandTests.B", "BTests"), ("CommandTests.C", "ReportTests"),
    ("CommandTests.D", "SeveralDaemonsTests"), ("TortureTests.E", "ETests"), ("HomeworkPostgresTests.F", "FTests"),
    ("HomeworkStoreTests.G", "GTests"), ("HomeworkModelTests.H", "HTests"),
]]
words = [word for argument in sys.argv[1:] for word in argument.split("=", 1)]


def given(option):
    return [words[i + 1] for i, word in enumerate(words) if word == option]


def end(payload):
    events.append({"kind": "event", "payload": {"instant": {"absolute": 1}, **payload}})


if "--list-tests" in words:
    print("\n".join(TESTS))
    sys.exit(0 if how == "passes" else 3)
chosen = [test for test in TESTS if any(re.search(wanted, test) for wanted in given("--filter") or [""])
          and not any(re.search(unwanted, test) for unwanted in given("--skip"))]
events = []
for test in chosen[1:] if how == "runs one test fewer" else chosen:
    events.append({"kind": "test", "payload": {"kind": "function", "id": test, "isParameterized": True}})
    if how == "leaves a test out":
        end({"kind": "testSkipped", "testID": test, "_comments": ["there is no such machine"]})
        continue
    end({"kind": "testStarted", "testID": test})
    if how != "runs a test with no case":
        end({"kind": "testCaseStarted", "testID": test})
    if how == "records a failure":
        end({"kind": "issueRecorded", "testID": test, "issue": {"isKnown": False}})
    end({"kind": "testEnded", "testID": test})
end({"kind": "runEnded"})
with open(given("--event-stream-output-path")[0], "w") as stream:
    stream.write("".join(json.dumps(event) + "\n" for event in events))
if how == "passes":  # The run that fails is the first to end.
    time.sleep(0.1)
if how == "is killed":
    os.kill(os.getpid(), signal.SIGKILL)
if how != "prints no closing line":
    verdict = "failed" if how == "closes as failed" else "passed"
    print(f"✔ Test run with {len(chosen)} tests in 1 suite {verdict} after 0.001 seconds.")
sys.exit(3 if how == "ends with 3" else 0)
