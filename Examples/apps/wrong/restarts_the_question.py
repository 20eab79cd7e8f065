"""Asks the first question again after a restart."""
from broken import run

run(
    (r'''    save(journal, params["atMs"], "life", {})
''',
     r'''    save(journal, params["atMs"], "life", {})
    quiz.answers, quiz.positions = [], []
'''),
)
