"""Drives a daemon with third-party clients: jsonrpcclient, jsonschema, hypothesis-jsonschema.

python3 clients.py SOCKET SEED EXAMPLES: calls each method with that many examples drawn from the seed. Prints what was
called and checked, and exits with 1 if a check fails.
"""

import json
import random
import socket
import sys

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import fixed_dictionaries
from hypothesis_jsonschema import from_schema
from jsonrpcclient import Error, Ok, parse, request
from jsonschema import Draft202012Validator

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
lines = connection.makefile("rb")


def call(method, **params):
    connection.sendall(json.dumps(request(method, params=params)).encode() + b"\n")
    while True:
        reply = json.loads(lines.readline())
        if "id" in reply:
            return parse(reply)
        check_told(reply)


def resolved(schema):
    """Returns the schema with every reference resolved; a dangling reference is an error."""
    if isinstance(schema, list):
        return [resolved(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/components/schemas/")
        return resolved(document["components"]["schemas"][name])
    return {key: resolved(part) for key, part in schema.items()}


def checked(schema):
    whole = resolved(schema)
    Draft202012Validator.check_schema(whole)
    return whole


document = call("rpc.discover").result
assert document["openrpc"].startswith("1."), document["openrpc"]
results = {method["name"]: checked(method["result"]["schema"]) for method in document["methods"]}
notifications = {told["name"]: checked(told["params"]) for told in document["x-notifications"]}
told_count = 0


def check_told(notification):
    global told_count
    Draft202012Validator(notifications[notification["method"]]).validate(notification["params"])
    told_count += 1


def valid(method, **params):
    """Makes a call that must succeed, and checks the result against its schema."""
    reply = call(method, **params)
    assert isinstance(reply, Ok), f"{method}: {reply}"
    Draft202012Validator(results[method]).validate(reply.result)
    return reply.result


# One life of an assignment.
valid("events.subscribe")
options = ["a quarter", "one"]
questions = [{"type": "mcq", "question": f"Question {n}?", "options": options, "correctIndex": 0} for n in range(10)]
homework = valid("homework.add", title="Fractions", collections=["Maths"], quiz=questions)["id"]
attempt = valid("attempt.start", homeworkId=homework)["id"]
session = valid("session.open", attemptId=attempt)["sessionId"]
for number in range(10):
    event = {"type": "answer", "response": "A"}
    valid("session.event", sessionId=session, atMs=number * 1000, event=event)
valid("session.event", sessionId=session, atMs=20000, event={"type": "finish"})
valid("session.state", sessionId=session)
valid("server.stats")
assert call("homework.get", homeworkId="nothing").data["name"] == "notFound"

# Valid and invalid parameters, generated from the document itself.
leave_out = {"events.unsubscribe"}
# Keep costly parameters small, so that the run stays short.
small = {"sequences": (1, 3), "kills": (1, 1), "everyMs": (100, 60000)}
calls = refusals = 0
for method in document["methods"]:
    name = method["name"]
    if name in leave_out:
        continue
    # Each parameter separately: a combined schema would be analysed again for each call.
    required, optional = {}, {}
    for part in method["params"]:
        schema = resolved(part["schema"])
        if part["name"] in small:
            schema |= dict(zip(("minimum", "maximum"), small[part["name"]]))
        (required if part["required"] else optional)[part["name"]] = from_schema(schema)

    @seed(int(sys.argv[2]))
    @settings(
        max_examples=int(sys.argv[3]), deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(fixed_dictionaries(required, optional=optional))
    def drive(params):
        global calls, refusals
        calls += 1
        for wanted, value in {"homeworkId": homework, "attemptId": attempt, "sessionId": session}.items():
            if wanted in params and random.Random(calls).random() < 0.5:
                params[wanted] = value
        reply = call(name, **params)
        if isinstance(reply, Ok):
            Draft202012Validator(results[name]).validate(reply.result)
        else:
            refusals += 1
            assert isinstance(reply, Error) and "name" in reply.data, f"{name} {params}: {reply}"
            assert reply.data["name"] not in ("internal", "methodNotFound"), f"{name} {params}: {reply}"

    drive()

valid("server.ping")
assert valid("database.check")["findings"] == []
print(f"{len(results)} methods, {calls} calls, {refusals} refused, {told_count} notifications")
