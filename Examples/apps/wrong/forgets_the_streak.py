"""Begins the streak anew in each process."""
from broken import run

run(
    (r'''    def streak(self): return next((p for p in reversed(self.positions) if p is not None), 0) % 10
''',
     r'''    begun = 0
    def streak(self): return next((p for p in reversed(self.positions[self.begun:]) if p is not None), 0) % 10
'''),
    (r'''    save(journal, params["atMs"], "life", {})
''',
     r'''    save(journal, params["atMs"], "life", {})
    quiz.begun = len(quiz.positions)
'''),
)
