"""The Debian package, on the Debian that it is built for."""

import shutil
import subprocess

import pytest
from conftest import ROOT

LIST = r"find / -xdev \( -path /mnt -o -path /proc -o -path /dev -o -path /var \) -prune -o -print | sort"


@pytest.fixture
def package():
    found = list(ROOT.glob(".build/hwdb_*.deb"))
    assert len(found) == 1, "make deb has built none"
    return found[0]


@pytest.mark.skipif(shutil.which("lintian") is None, reason="lintian is not installed")
def test_lintian_finds_nothing_but_what_has_its_reason_beside_it(package):
    run = subprocess.run(
        ["lintian", "--allow-root", "--no-user-dirs", "--fail-on", "error,warning", package],
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stdout) == (0, ""), run


def test_it_declares_what_the_programs_load(package):
    fields = subprocess.run(["dpkg-deb", "-f", package, "Depends", "Recommends"], capture_output=True, text=True).stdout
    for name in [
        "libc6 (>= 2.36)",
        "libexpat1",
        "libncursesw6",
        "libsqlite3-0 (>=",
        "libarchive13",
        "libwebsockets17",
        "strace",
    ]:
        assert name in fields, fields
    needed = subprocess.run(
        ["objdump", "-p", ".build/deb/usr/bin/hwdb"], capture_output=True, text=True, cwd=ROOT
    ).stdout
    assert "libsqlite3.so.0" in needed and "libswift" not in needed and "PATH" not in needed


@pytest.mark.parametrize("machine", ["bookworm"], indirect=True)
def test_it_is_removed_without_a_trace_but_the_databases(machine):
    run = machine.run(f"""
        {LIST} > /tmp/before && dpkg -i /mnt/hwdb_*.deb > /dev/null && hwdb --version && hwdbd --version || exit 1
        test -s /usr/share/man/man1/hwdb.1.gz && test -s /usr/share/man/man1/hwdbd.1.gz || exit 2
        cd /usr/lib/systemd/user && test -s hwdbd.socket && grep -q /usr/bin/hwdbd hwdbd.service && cd || exit 3
        test -s /usr/share/zsh/vendor-completions/_hwdb && test -s /usr/share/bash-completion/completions/hwdb || exit 4
        hwdb add Fractions > /dev/null && dpkg --purge hwdb > /dev/null || exit 5
        {LIST} > /tmp/after; diff /tmp/before /tmp/after""")
    new = {line for line in run.stdout.splitlines() if line[:1] in "<>"}
    data = "> /root/.local/share"
    assert new - {"> /root/.local", data, "> /tmp/after"} == {f"{data}/hwdb", f"{data}/hwdb/hwdb.sqlite"}, run
