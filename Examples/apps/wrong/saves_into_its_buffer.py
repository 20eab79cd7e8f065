"""Tells saved while the bytes are in a buffer of its own."""
from broken import run

run(
    (r''', buffering=0)''',
     r''')'''),
    (r''', os.fsync(journal.fileno())''',
     r''''''),
)
