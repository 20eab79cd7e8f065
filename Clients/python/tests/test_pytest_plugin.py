"""Scenarios as pytest tests, run as by a user."""

from __future__ import annotations

import stat
import subprocess

import pytest
from conftest import EXECUTABLES, ROOT

HWDB = str(EXECUTABLES / "hwdb")
GOOD = 'scenario "goes on"\n  quiz mcq 4\n\n  start\n  answer correct x2\n  kill\n  resume\n  expect question 3\n'
BAD = 'scenario "expects \\"too much\\""  # with a comment\n  quiz mcq 4\n\n  start\n  answer correct\n  expect question 7\n'


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", f"--hwdb={HWDB}", *arguments)


def test_each_scenario_is_a_test_with_its_name_and_line(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("two.scenario").write_text("# two of them\n\n" + GOOD + "\n" + BAD)
    collected = run(pytester, "--collect-only", "-q")
    collected.stdout.fnmatch_lines(["two.scenario::goes on", 'two.scenario::expects "too much"'])
    result = run(pytester, "-rf")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["FAILED two.scenario::expects *"])


def test_failures_are_shown_like_the_program_shows_them(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("bad.scenario").write_text(BAD)
    shown = subprocess.run([HWDB, "scenario", "run", "bad.scenario"], capture_output=True, text=True, cwd=pytester.path)
    assert shown.returncode == 1
    result = run(pytester)
    lines = [line for line in shown.stdout.splitlines() if line and "passed, " not in line]
    assert lines[0].startswith("✗ expects") and any("expected question 7" in line or "question 7" in line for line in lines)
    result.stdout.fnmatch_lines([line.replace("[", "[[]") for line in lines], consecutive=False)


def test_an_unreadable_script_fails_with_every_mistake(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("mistyped.scenario").write_text('scenario "m"\n  quiz mcq 4\n  start\n  anser correct\n  wait x\n')
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*mistyped.scenario:4:*did you mean answer*"])


#: What other programs keep in files of the same name.
FOREIGN: dict[str, bytes] = {
    "gherkin": b"# language: en\nFeature: checkout\n  Scenario: pay\n    Given a cart\n",
    "a Gherkin scenario alone": b"Scenario: pay\n  Given a cart\n",
    "json": b'{"scenario": "pay", "steps": []}\n',
    "yaml": b"scenario: pay\nsteps: []\n",
    "a word that begins alike": b'scenarios "all"\n',
    "another first statement": b'step "one"\nscenario "two"\n',
    "a name without quotation marks": b"scenario pay\n",
    "empty": b"",
    "only comments": b"# nothing\n\n",
    "binary": bytes(range(256)) * 16,
    "binary with our word after a zero": b"\0\nscenario \"x\"\n",
    "one endless line": b"x" * 10_000_000,
    "latin-1": "Fonctionnalité: à la carte\n".encode("latin-1"),
    "utf-16": 'scenario "x"\n'.encode("utf-16"),
}


def test_files_of_other_programs_are_left_alone_unless_they_are_named(pytester: pytest.Pytester) -> None:
    for folder in map(pytester.mkdir, ("theirs", "theirs too")):
        for name, content in FOREIGN.items():
            folder.joinpath(f"{name}.scenario").write_bytes(content)
    pytester.path.joinpath("ours.scenario").write_text(GOOD)
    program = stub(pytester, "✓ goes on  (ours.scenario:1, process)")

    def play(*arguments: str, paths: str = "", **outcomes: int) -> None:
        pytester.makeini(f"[pytest]\nhwdb_paths = {paths}\n")
        pytester.runpytest_inprocess(f"--hwdb={program}", *arguments).assert_outcomes(**outcomes)

    play(passed=1)
    play(paths="their missing", passed=1)
    # A file that an argument or the configuration names reports what is wrong with it.
    play("ours.scenario", "theirs/json.scenario", passed=1, failed=1)
    play(paths="missing theirs/json.scenario", passed=1, failed=1)
    play(paths="theirs", passed=1, failed=len(FOREIGN))
    play(paths=".", passed=1, failed=2 * len(FOREIGN))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'# caf\xe9\nscenario "caf\xe9"\n  quiz mcq 1\n  start\n', "*is not UTF-8: save it as UTF-8*"),
        (b'\xef\xbb\xbfscenario "x"\n  quiz mcq 1\n  anser\n', '*"anser" is not a statement*'),
        (b'\r\n  scenario "never closed\r\n  quiz mcq 1\r\n', "*a quotation mark is never closed*"),
    ],
    ids=["latin-1", "a byte order mark", "an open quotation mark"],
)
def test_a_mistake_in_a_file_of_ours_is_reported(pytester: pytest.Pytester, content: bytes, message: str) -> None:
    pytester.path.joinpath("ours.scenario").write_bytes(content)
    result = run(pytester, "-rf")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([message])


def test_a_byte_order_mark_is_no_part_of_the_first_scenario(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("ours.scenario").write_text(GOOD, encoding="utf-8-sig")
    result = run(pytester, "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["ours.scenario::goes on PASSED*"])


def test_an_empty_file_is_a_failure_where_scenarios_are_expected(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("empty.scenario").write_text("# nothing\n")
    pytester.makeini("[pytest]\nhwdb_paths = .\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*empty.scenario:1:1: there is no scenario in this file*"])


def test_a_project_may_have_options_for_scenarios_of_its_own(pytester: pytest.Pytester) -> None:
    names = ["app", "like", "timeout", "mode", "seed", "known-failures", "paths"]
    lines = [f"    parser.addoption('--scenario-{name}')\n    parser.addini('scenario_{name}', 'x')\n" for name in names]
    pytester.makeconftest("def pytest_addoption(parser):\n" + "".join(lines))
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    program = stub(pytester, "✓ goes on  (good.scenario:1, process)")
    result = pytester.runpytest_inprocess(f"--hwdb={program}", "--scenario-app=theirs", "--hwdb-seed=7")
    result.assert_outcomes(passed=1)
    assert pytester.path.joinpath("calls").read_text() == "scenario run --color never --seed 7 -- good.scenario\n"


def test_a_missing_program_is_named(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    result = pytester.runpytest_inprocess("--hwdb=no-such-program")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*there is no program no-such-program: install hwdb, or name it with --hwdb*"])


def stub(pytester: pytest.Pytester, output: str, status: int = 0) -> str:
    """Creates a program that records its arguments, and prints `output`."""
    path = pytester.path / "stub"
    path.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$*\" >> calls\ncat <<'END'\n{output}\nEND\nexit {status}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_options_are_passed_to_the_program(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    program = stub(pytester, "✓ goes on  (good.scenario:1, process)")
    result = pytester.runpytest_inprocess(
        f"--hwdb={program}", "--hwdb-app", "python3 my app.py", "--hwdb-like=mcq-streak",
        "--hwdb-timeout=9000", "--hwdb-seed=7", "--hwdb-known-failures=known.txt")
    result.assert_outcomes(passed=1)
    assert pytester.path.joinpath("calls").read_text() == (
        "scenario run --color never --app python3 my app.py --like mcq-streak --app-timeout 9000 --seed 7 "
        "--known-failures known.txt -- good.scenario\n")


@pytest.mark.parametrize("options", [["--hwdb-app=x", "--hwdb-mode=process"], ["--hwdb-like=mcq-streak"]])
def test_contradictory_options_are_rejected_once(pytester: pytest.Pytester, options: list[str]) -> None:
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    pytester.path.joinpath("other.scenario").write_text(GOOD)
    result = pytester.runpytest_inprocess(f"--hwdb={stub(pytester, '')}", *options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert len([line for line in result.outlines + result.errlines if "--hwdb-" in line]) == 1
    assert not pytester.path.joinpath("calls").exists()


def test_options_can_be_set_in_the_configuration(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    program = stub(pytester, "✓ goes on  (good.scenario:1, process)")
    pytester.makeini(f"[pytest]\nhwdb = {program}\nhwdb_mode = process\nhwdb_known_failures = known.txt\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=1)
    assert "--mode process --known-failures known.txt --" in pytester.path.joinpath("calls").read_text()


def test_skipped_and_known_to_fail_are_not_failures(pytester: pytest.Pytester) -> None:
    text = "".join(f'scenario "{name}"\n  quiz mcq 1\n\n' for name in ("a", "b", "c", "d"))
    pytester.path.joinpath("some.scenario").write_text(text)
    program = stub(
        pytester,
        "– a  (some.scenario:1, process)\n    skipped: it cannot skip\n"
        "✗ b  (some.scenario:4, process)\n    known to fail: stars are lost\n"
        "✗ c  (some.scenario:7, process)\n    some.scenario:8: expected stars 1\n"
        "! d  (some.scenario:10, process)\n    the program ended\n", status=1)
    result = pytester.runpytest_inprocess(f"--hwdb={program}", "-rsxf")
    result.assert_outcomes(skipped=1, xfailed=1, failed=2)
    result.stdout.fnmatch_lines(["SKIPPED*it cannot skip", "XFAIL*stars are lost*"])
    assert pytester.path.joinpath("calls").read_text().count("\n") == 1  # once per file


def test_a_known_failure_that_passes_fails(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    result = pytester.runpytest_inprocess(
        "--hwdb=" + stub(
            pytester,
            "✗ another  (good.scenario:11, process)\n    known to fail: x\n"
            "✓ goes on  (good.scenario:1, process)\n\n1 passed: goes on was known to fail", status=1))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*was known to fail*"])


def test_known_failures_of_the_program_are_expected(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("two.scenario").write_text(GOOD + "\n" + BAD)
    fix = ["scenario", "run", "--known-failures", "known.txt", "--fix", "two.scenario"]
    subprocess.run([HWDB, *fix], cwd=pytester.path, capture_output=True)
    run(pytester, "--hwdb-known-failures=known.txt").assert_outcomes(passed=1, xfailed=1)
    pytester.path.joinpath("two.scenario").write_text(GOOD + "\n" + BAD.replace("question 7", "question 2"))
    run(pytester, "--hwdb-known-failures=known.txt").assert_outcomes(passed=1, failed=1)


def test_one_list_of_known_failures_can_cover_many_files(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("good.scenario").write_text(GOOD)
    pytester.path.joinpath("bad.scenario").write_text(BAD)
    fix = ["scenario", "run", "--known-failures", "known.txt", "--fix", "bad.scenario"]
    subprocess.run([HWDB, *fix], cwd=pytester.path, capture_output=True)
    run(pytester, "--hwdb-known-failures=known.txt").assert_outcomes(passed=1, xfailed=1)


def test_many_workers_play_each_scenario(pytester: pytest.Pytester) -> None:
    for number in range(3):
        pytester.path.joinpath(f"f{number}.scenario").write_text(GOOD + "\n" + BAD)
    run(pytester, "-n2").assert_outcomes(passed=3, failed=3)


def test_another_program_can_be_tested(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("two.scenario").write_text(GOOD + "\n" + BAD)
    result = run(pytester, f"--hwdb-app=python3 '{ROOT}/Examples/apps/quiz.py'")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*two.scenario:15: expect question 7*", "*found 2*"])


def test_process_mode_really_kills(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("bad.scenario").write_text(GOOD.replace("question 3", "question 4"))
    result = run(pytester, "--hwdb-mode=process")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*killed at *, pid *, signal 9*"])
