"""Writes a line in two parts, with a pause, and reads the first half as if it were all."""
from broken import run

run(
    (r'''def save(journal, *line): return journal.write(json.dumps(line).encode() + b"\n"), os.fsync(journal.fileno())
''',
     r'''def save(journal, t, do, act):
    import time
    journal.write(json.dumps([t, do]).encode())
    if do == "answer": time.sleep(0.2)
    journal.write(json.dumps(act).encode() + b"\n")
'''),
    (r'''    journal.truncate(len(saved + end))  # A line without its end was never saved.
''',
     r'''    if torn: saved, _ = saved + end + torn, journal.write(b"{}\n")
'''),
    (r'''    lines = [json.loads(line) for line in saved.splitlines()]
''',
     r'''    lines = []
    for line in saved.splitlines():
        event, end = json.JSONDecoder().raw_decode(line.decode())
        lines.append([*event, json.loads(line[end:] or b"{}")])
'''),
    (r'''self.grade(act["response"]))''',
     r'''(act.get("response") and self.grade(act["response"]) or False))'''),
)
