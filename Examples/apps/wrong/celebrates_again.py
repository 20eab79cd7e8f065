"""Shows again, after a restart, what was on screen when it died."""
from broken import run

run(
    (r'''    for cue in quiz.running: quiz.suppress(cue["name"], cue["at"], "killResume", cue["q"], cue["variant"])
''',
     r'''    for cue in quiz.running: tell("cue.started", animation=cue["name"], questionIndex=cue["q"], variant=cue["variant"], atMs=params["atMs"])
'''),
)
