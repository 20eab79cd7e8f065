"""Says that it has killed the app on the phone, which lives on."""
from broken import run

run(
    (r'''        self.app.kill()
        self.app.wait()
''',
     r'''        pass
'''),
    program="phone.py",
)
