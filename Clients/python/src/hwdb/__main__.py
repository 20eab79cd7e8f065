"""`python -m hwdb` runs the program hwdb."""

import os
import sys

from ._program import program

try:
    os.execvp(program(), ["hwdb", *sys.argv[1:]])
except OSError as error:
    sys.exit(f"{program()}: {error.strerror}: install the wheel, which has it, or set $HWDB")
