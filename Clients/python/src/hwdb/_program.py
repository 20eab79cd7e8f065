"""Finds the program hwdb."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def program() -> str:
    """Returns `$HWDB`, or the program next to Python, where the wheel puts it also in an environment
    that is not activated, or else the one on the path."""
    beside = shutil.which(str(Path(sys.executable).with_name("hwdb")))
    return os.environ.get("HWDB") or beside or "hwdb"
