"""Counts stars in a variable, which is 0 in the next process."""
from broken import run

run(
    (r'''    def stars(self): return sum(p is not None and p >= 5 for p in self.positions)''',
     r'''    counted = 0
    def stars(self): return sum(p is not None and p >= 5 for p in self.positions[self.counted:])'''),
    (r'''    save(journal, params["atMs"], "life", {})
''',
     r'''    save(journal, params["atMs"], "life", {})
    quiz.counted = len(quiz.positions)
'''),
)
