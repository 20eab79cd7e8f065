"""The wheel, on a machine without Swift."""

import email
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile

import pytest
from conftest import ROOT

INSTALL = "python3 -m venv v && . v/bin/activate && pip install --quiet --no-index /mnt/hwdb-*.whl || exit 99; "
SEPARATOR = "-- 7f3a --"


def matches(text, pattern):
    return re.fullmatch(".*".join(re.escape(part) for part in pattern.split("…")), text) is not None


def test_a_transcript_from_a_bare_debian(machine):
    text = (ROOT / "Tests/Packages/bare-debian.txt").read_text()
    steps = [step.split("\n") for step in re.findall(r"^\$ (.*(?:\n(?!\$ ).*)*)", text.rstrip("\n"), re.MULTILINE)]
    assert len(steps) > 15
    script = "; ".join(f"{{ {command}; }} 2>&1; echo {shlex.quote(SEPARATOR)}" for command, *_ in steps)
    printed = machine.run(script).stdout.split(SEPARATOR + "\n")
    assert len(printed) == len(steps) + 1
    for (command, *expected), output in zip(steps, printed, strict=False):
        lines = output.splitlines()
        assert len(lines) == len(expected) and all(map(matches, lines, expected)), f"$ {command}\n{output}"


def test_the_first_mistake_is_caught_within_ten_seconds_by_the_lines_of_the_first_page(machine):
    block = re.search(r"```\n(python3 -m venv .*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block is not None
    lines = block[1].splitlines()
    assert len(lines) == 4
    caught = machine.run(
        "cp -R /mnt/Examples /mnt/hwdb-*.whl . ; begin=$(date +%s%N); "
        + "; ".join(lines)
        + "; echo status $?, $((($(date +%s%N) - begin) / 1000000)) ms"
    )
    assert "law 2, at most once, is broken: A4" in caught.stdout
    took = re.search(r"^status 1, (\d+) ms$", caught.stdout, re.MULTILINE)
    assert took is not None and int(took[1]) <= 10_000, caught


def test_it_has_the_classifiers_of_the_project(wheel):
    project = tomllib.loads((ROOT / "Clients/python/pyproject.toml").read_text())["project"]
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = email.message_from_bytes(archive.read(name))
    assert metadata.get_all("Classifier") == project["classifiers"] and "Framework :: Pytest" in project["classifiers"]


def test_the_page_is_served(machine):
    served = machine.run(
        INSTALL
        + """
        hwdb play --web > address & sleep 2
        address=$(grep -o 'http://[^ #]*' address)
        python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())' "$address"
        kill $!"""
    )
    assert "<!doctype html>" in served.stdout.lower(), served


def test_the_plugin_of_pytest_finds_the_program_beside_it(machine):
    tested = machine.run("""
        python3 -m venv --system-site-packages v && v/bin/pip install --quiet --no-index /mnt/hwdb-*.whl
        cd /mnt/Examples/stories
        ~/v/bin/python -m pytest --hwdb-app 'python3 quiz.py' .
        ~/v/bin/python -m pytest --hwdb-app 'python3 ../apps/wrong/celebrates_before_saving.py' star.scenario""")
    first, second = [line for line in tested.stdout.splitlines() if re.search(r"==.* in [0-9.]+s", line)]
    assert "2 passed" in first and "1 failed" in second, tested
    assert "law 1, saved before shown, is broken" in tested.stdout


@pytest.mark.parametrize(
    ("loss", "command", "line"),
    [
        (
            "rm /usr/bin/strace",
            "hwdb scenario explore --power-loss --app 'python3 quiz.py' power.scenario",
            "needs strace, which is not installed: run sudo apt-get install strace",
        ),
        (
            "rm /usr/lib/*/libarchive.so.13",
            "hwdb import /mnt/Examples/stories.zip",
            "reading archives needs libarchive: run sudo apt-get install libarchive13",
        ),
        (
            "rm /usr/lib/*/libssl.so.3",
            "hwdbd --http 0 --socket s --database d.sqlite",
            "libwebsockets cannot be used (libssl.so.3: cannot open shared object file: No such file or directory): "
            "run sudo apt-get install libssl3",
        ),
    ],
)
def test_what_is_missing_is_named_when_it_is_needed(machine, loss, command, line):
    archive = (
        'python3 -c \'import shutil; shutil.make_archive("/mnt/Examples/stories", "zip", "/mnt/Examples/stories")\'; '
    )
    said = machine.run(f"{INSTALL} {archive} {loss}; cd /mnt/Examples/stories; {command} 2>&1")
    assert sum(line in one for one in said.stdout.splitlines()) == 1, said


@pytest.mark.parametrize("platform", ["manylinux_2_35_x86_64", "manylinux_2_36_aarch64"])
def test_an_older_c_library_and_another_processor_are_refused_in_one_line(wheel, tmp_path, platform):
    refused = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--no-index",
            "--only-binary=:all:",
            "--target",
            tmp_path,
            "--platform",
            platform,
            wheel,
        ],
        capture_output=True,
        text=True,
    )
    assert refused.returncode == 1
    assert refused.stderr.splitlines() == [f"ERROR: {wheel.name} is not a supported wheel on this platform."]


def test_a_machine_without_proc_and_a_folder_that_cannot_be_written_to_are_named_in_one_line(machine):
    for program in ["hwdb --version", "hwdbd --version"]:
        said = machine.run(f"mkdir v; cp /mnt/hwdb-*.whl w.zip; {unpacked(program)}", processes=False)
        assert re.fullmatch(r"hwdbd?: [^\n]*: mount /proc\n", said.stderr), said
    said = machine.run(
        INSTALL + "chmod 755 /root; HOME=/nowhere setpriv --reuid=65534 --clear-groups v/bin/hwdb add Fractions"
    )
    assert re.fullmatch(r"hwdb: /nowhere[^\n]*\n", said.stderr), said


def unpacked(program):
    """Runs a program of the wheel where no Python can install it."""
    return f"python3 -m zipfile -e w.zip w; chmod 755 w/*/scripts/*; w/*/scripts/{program}"
