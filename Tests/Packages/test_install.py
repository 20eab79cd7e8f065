"""`make install` and `make uninstall`, and an upgrade below a running daemon."""

import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from conftest import ROOT

# Two builds of the programs. Each is the old one in one test.
BUILDS = [".build/static", ".build/static/wheel"]


def install(prefix, *options, built=BUILDS[0], **more):
    return subprocess.run(
        ["scripts/install", *options, prefix],
        cwd=ROOT,
        env={**os.environ, "BUILT": built},
        capture_output=True,
        text=True,
        **more,
    )


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_uninstall_leaves_nothing_behind(tmp_path):
    prefix = tmp_path / ".local"
    assert install(prefix).returncode == 0
    installed = [name for name in files(prefix) if (prefix / name).is_file()]
    assert len(installed) == 9 and "bin/hwdbd" in installed and "share/man/man1/hwdbd.1" in installed
    units = (prefix / "lib/systemd/user/hwdbd.service").read_text()
    assert f"ExecStart={prefix}/bin/hwdbd" in units and "@PREFIX@" not in units
    assert install(prefix, "--remove").returncode == 0
    assert files(tmp_path) == []
    # Files of others stay.
    assert install(prefix).returncode == 0
    (prefix / "bin/theirs").write_text("theirs")
    assert install(prefix, "--remove").returncode == 0
    assert files(prefix) == ["bin", "bin/theirs"]
    # Nothing is left to remove.
    assert install(prefix, "--remove").returncode == 0
    assert files(prefix) == ["bin", "bin/theirs"]


@pytest.mark.skipif(os.getuid() != 0, reason="to become a user without rights needs root")
def test_a_prefix_that_cannot_be_written_to_is_named_in_one_line_before_anything_changes():
    prefix = Path(tempfile.mkdtemp(prefix="hwdb.", dir="/tmp"))
    prefix.chmod(0o755)
    for options in [(), ("--remove",)]:
        refused = install(prefix, *options, user=65534, extra_groups=[])
        assert (refused.returncode, refused.stdout) == (1, "")
        assert re.fullmatch(rf"{prefix} is not writable: [^\n]*\n", refused.stderr), refused
    prefix.rmdir()  # It is still empty.


@pytest.mark.parametrize("order", [BUILDS, BUILDS[::-1]], ids=["to the wheel's", "from the wheel's"])
def test_an_upgrade_keeps_a_running_daemon_with_its_socket_and_database(tmp_path, order):
    old, new = order
    bin, place, kept = tmp_path / "p/bin", tmp_path / "d", tmp_path / "kept"
    place.mkdir()
    for prefix in ["p", "kept"]:
        assert install(tmp_path / prefix, built=old).returncode == 0
    before = (bin / "hwdb").read_bytes()
    daemon = start(bin, place)
    assert said(bin, place, "add", "Before") and titles(bin, place) == ["Before"]

    # The new hwdb calls the old daemon.
    assert install(tmp_path / "p", built=new).returncode == 0
    assert (bin / "hwdb").read_bytes() != before
    assert "(deleted)" in os.readlink(f"/proc/{daemon.pid}/exe") and daemon.poll() is None
    assert said(bin, place, "add", "Upgraded") and titles(bin, place) == ["Upgraded", "Before"]
    # The old daemon plays scripts with the new hwdb.
    script = (ROOT / "Examples/stories/power.scenario").absolute()
    assert "1 passed, 0 failed" in said(bin, place, "scenario", "run", script)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(30) == 0

    # The old and the new hwdb call the new daemon.
    daemon = start(bin, place)
    assert said(kept / "bin", place, "add", "Restarted")
    assert titles(bin, place) == titles(kept / "bin", place) == ["Restarted", "Upgraded", "Before"]
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(30) == 0


def start(bin, place):
    daemon = subprocess.Popen(
        [bin / "hwdbd", "--socket", place / "s", "--database", place / "d.sqlite"], stderr=open(place / "log", "ab")
    )
    deadline = time.monotonic() + 30
    while subprocess.run([bin / "hwdb", "--socket", place / "s", "list"], capture_output=True).returncode != 0:
        assert daemon.poll() is None and time.monotonic() < deadline, (place / "log").read_text()
        time.sleep(0.02)
    return daemon


def said(bin, place, *words):
    return subprocess.run(
        [bin / "hwdb", "--socket", place / "s", *words], capture_output=True, text=True, check=True
    ).stdout


def titles(bin, place):
    return re.findall(r'"title":"(\w+)"', said(bin, place, "list", "--json"))
