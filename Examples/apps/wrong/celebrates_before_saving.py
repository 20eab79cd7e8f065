"""Celebrates, and saves then: the star of an answer that is gone."""
from broken import run

run(
    (r'''            save(journal, params["atMs"], params["action"], params)
            tell("saved")
            quiz.do(params["atMs"], params["action"], params)
''',
     r'''            quiz.do(params["atMs"], params["action"], params)
            save(journal, params["atMs"], params["action"], params)
            tell("saved")
'''),
)
