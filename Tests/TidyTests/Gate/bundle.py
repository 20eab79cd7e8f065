"""Stands in for the test bundle.

Records its call in the file $GATE_CALLS. The call that equals $GATE_FAILS, or has it as an argument, fails in the way
that $GATE_HOW names.
"""

import json
import os
import re
import signal
import sys
import time

call = " ".join([os.path.relpath(sys.argv[0], os.environ["GATE_ROOT"]), *sys.argv[1:]])
with open(os.environ["GATE_CALLS"], "a") as calls:
    calls.write(call + "\n")
fails = os.environ["GATE_FAILS"]
how = os.environ["GATE_HOW"] if call == fails or fails in sys.argv else "passes"

TESTS = [f"{suite}/`does`()/{file}.swift:1:2" for suite, file in [
    ("HomeworkScenariosTests.A", "ATests"), ("CommandTests.B", "BTests"), ("CommandTests.C", "ReportTests"),
    ("CommandTests.D", "SeveralDaemonsTests"), ("TortureTests.E", "ETests"), ("HomeworkPostgresTests.F", "FTests"),
    ("HomeworkStoreTests.G", "GTests"), ("HomeworkModelTests.H", "HTests"),
    ("CommandTests.`Third-party clients`", "OtherClientTests"), ("ExampleTests.I", "BrowserTests"),
    ("CommandTests.J", "LookTests"), ("ExampleTests.K", "EmbeddedAppTests"), ("SimulatorTests.L", "SimulatorTests"),
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
# A suite that cannot run says so even where each of its tests is left to another run.
if any(re.search(unwanted, "BrowserTests") for unwanted in given("--skip")):
    end({"kind": "testSkipped", "testID": "ExampleTests.I", "_comments": ["there is no browser that starts"]})
for test in chosen[1:] if how == "runs one test fewer" else chosen:
    events.append({"kind": "test", "payload": {"kind": "function", "id": test, "isParameterized": True}})
    if how == "leaves a test out":
        end({"kind": "testSkipped", "testID": test, "_comments": ["there is no such machine"]})
        continue
    if how == "leaves a test to test-all":
        end({"kind": "testSkipped", "testID": test, "_comments": ["it stands in make test-all"]})
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
if how == "passes":  # The failing run ends first.
    time.sleep(0.1)
if how == "is killed":
    os.kill(os.getpid(), signal.SIGKILL)
if how != "prints no closing line":
    verdict = "failed" if how == "closes as failed" else "passed"
    print(f"✔ Test run with {len(chosen)} tests in 1 suite {verdict} after 0.001 seconds.")
sys.exit(3 if how == "ends with 3" else 0)
