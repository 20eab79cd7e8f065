"""The packages that `make wheel` and `make deb` have built, and machines without Swift to install them on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
USERLANDS = ROOT / ".build/userlands"
PACKAGES = {"trixie": "python3,python3-venv,python3-pytest,strace"}
# The Debian package is installed there, so its dependencies are, too.
PACKAGES["bookworm"] = PACKAGES["trixie"] + ",libarchive13,libexpat1,libncursesw6,libsqlite3-0"
# Runs in new mount and process namespaces. $1 is a userland, $2 is mounted at /mnt, and all changes are discarded.
ENTER = """
mount --make-rprivate /
place=$(mktemp -d /tmp/hwdb.XXXXXX)
mount -t tmpfs none "$place"
mkdir "$place/upper" "$place/work" "$place/root"
mount -t overlay none -o "lowerdir=$1,upperdir=$place/upper,workdir=$place/work" "$place/root"
[ -z "$PROCESSES" ] || mount -t proc none "$place/root/proc"
mount --rbind /dev "$place/root/dev"
mount --bind "$2" "$place/root/mnt"
exec chroot "$place/root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/bin:/bin:/usr/sbin:/sbin \\
  /bin/sh -c "cd; $3"
"""


def pytest_terminal_summary(terminalreporter, exitstatus, config):
    """In CI nothing may be left out."""
    left = terminalreporter.stats.get("skipped", [])
    if left and os.environ.get("CI") == "true":
        terminalreporter.write_line(f"In CI nothing may be left out, and {len(left)} are: install what is missing.")
        terminalreporter._session.exitstatus = 1


@pytest.fixture(scope="session")
def wheel():
    found = list(ROOT.glob(".build/hwdb-*.whl"))
    assert len(found) == 1, "make wheel has built none"
    return found[0]


@pytest.fixture(scope="session")
def hwdb(wheel, tmp_path_factory):
    """The wheel's program, installed in an environment of its own on this machine."""
    environment = tmp_path_factory.mktemp("wheel") / "v"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    subprocess.run([environment / "bin/pip", "install", "--quiet", "--no-index", wheel], check=True)
    return environment / "bin/hwdb"


def mistaken(story):
    """The story in Python, which now celebrates before it saves."""
    saved, celebrates = '        say(method="saved")\n', "    def celebrate"
    assert story.count(saved) == story.count(celebrates) == 1
    body = story.replace(saved, "")
    act, rest = body.split(celebrates)
    return act.rstrip() + f"\n{saved}\n{celebrates}{rest}"


class Machine:
    """A bare Debian. Each run starts with the same files."""

    def __init__(self, suite, shown):
        self.root, self.shown = USERLANDS / suite, shown

    def run(self, script, processes=True):
        return subprocess.run(
            [
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "sh",
                "-ec",
                ENTER,
                "sh",
                self.root,
                self.shown,
                script,
            ],
            env={"PATH": os.environ["PATH"], "PROCESSES": "yes" if processes else ""},
            capture_output=True,
            text=True,
            timeout=300,
        )


@pytest.fixture(scope="session", params=["bookworm", "trixie"])
def machine(request, wheel, tmp_path_factory):
    """Debian 12 and 13. The C library of Ubuntu 24.04 is newer than the first and older than the second."""
    debootstrap = shutil.which("debootstrap", path=os.environ["PATH"] + ":/usr/sbin")
    if os.getuid() != 0 or debootstrap is None:
        pytest.skip("a bare Debian needs root and debootstrap")
    if not (USERLANDS / request.param).exists():
        unfinished = USERLANDS / f"{request.param}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.parent.mkdir(exist_ok=True)
        command = [debootstrap, "--variant=minbase", f"--include={PACKAGES[request.param]}", request.param, unfinished]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode != 0:
            pytest.skip(f"debootstrap cannot make {request.param}: {made.stdout.splitlines()[-1:]}")
        unfinished.rename(USERLANDS / request.param)
    shown = tmp_path_factory.mktemp(request.param)
    for package in [wheel, *ROOT.glob(".build/hwdb_*.deb")]:
        shutil.copy(package, shown)
    shutil.copytree(ROOT / "Examples", shown / "Examples")
    return Machine(request.param, shown)
