"""Shows nothing after a restart, and says that the kill has suppressed it."""
from broken import run

run(
    (r'''    save(journal, params["atMs"], "life", {})
''',
     r'''    save(journal, params["atMs"], "life", {})
    if params["life"] > 1: quiz.begin = lambda name, at, ms, q=None, variant=None, *_, **__: quiz.suppress(name, at, "killResume", q, variant)
'''),
)
