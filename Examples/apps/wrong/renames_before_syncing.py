"""Renames a new file into place whose bytes are not on disk."""
from broken import run

run(
    (r'''def save(journal, *line): return journal.write(json.dumps(line).encode() + b"\n"), os.fsync(journal.fileno())
''',
     r'''def save(journal, *line):
    with open(journal.name + ".new", "wb") as new: new.write(open(journal.name, "rb").read() + json.dumps(line).encode() + b"\n")
    os.rename(new.name, journal.name)
    os.fsync(os.open(os.path.dirname(journal.name), os.O_RDONLY))
'''),
)
