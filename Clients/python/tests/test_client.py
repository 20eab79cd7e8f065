"""The clients' promises, against a real daemon."""

from __future__ import annotations

import asyncio
import copy
import pickle
import threading

import hwdb
import pytest
from conftest import QUIZ, Daemon


def test_a_quiz_is_played_through(client: hwdb.Client) -> None:
    homework = client.homework.add("Fractions", subject="Maths", quiz={"questions": QUIZ})
    assert (homework["title"], homework["questionCount"]) == ("Fractions", 10)
    attempt = client.attempt.start(homework["id"])
    for number in range(10):
        settled = client.attempt.answer(attempt["id"], "A", question_index=number, elapsed_ms=1000)
        assert settled["answer"]["outcome"] == "correct"
        assert (settled["attempt"]["questionIndex"], "answers" in settled["attempt"]) == (number + 1, False)
    assert len(client.attempt.get(attempt["id"])["answers"]) == 10
    finished = client.attempt.finish(attempt["id"])
    assert (finished["starsTotal"], finished["progress"].get("bestScore")) == (6, 10)
    assert [item["id"] for item in client.homework.list(status="completed")["items"]] == [homework["id"]]


def test_each_refusal_raises_its_own_exception(client: hwdb.Client) -> None:
    with pytest.raises(hwdb.NotFoundError) as missing:
        client.homework.get("none")
    assert (missing.value.name, missing.value.code) == ("notFound", -32001)
    with pytest.raises(hwdb.InvalidError) as invalid:
        client.quiz.set(client.homework.add("T")["id"], [])
    assert invalid.value.data["faults"]
    homework = client.homework.add("U", quiz=QUIZ)["id"]
    client.attempt.start(homework)
    with pytest.raises(hwdb.ConflictError):
        client.attempt.start(homework)
    with pytest.raises(hwdb.InvalidParamsError):
        client.call("homework.list", {"limit": "many"})


def test_wrong_arguments_are_rejected_before_sending(client: hwdb.Client) -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'title'"):
        client.homework.add()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        client.homework.list(colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="daemon.open_session"):
        client.call("session.open", {"attemptId": "a"})


def test_errors_can_be_pickled_and_copied() -> None:
    error = hwdb.InvalidError("no", {"faults": [1]}, -32002)
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(other), str(other), other.data, other.code) == (hwdb.InvalidError, "no", {"faults": [1]}, -32002)


def test_a_write_repeated_with_its_request_id_is_done_once(client: hwdb.Client) -> None:
    identifier = "0190a3b2-7f3c-4000-8000-000000000001"
    first = client.homework.add("Once", request_id=identifier)
    assert client.homework.add("Once", request_id=identifier) == first
    assert len(client.homework.list()["items"]) == 1


def test_threads_share_a_client(client: hwdb.Client) -> None:
    titles: list[str] = []

    def add(thread: int) -> None:
        for number in range(20):
            titles.append(client.homework.add(f"{thread}.{number}")["title"])

    threads = [threading.Thread(target=add, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    listed = client.homework.list(limit=500)["items"]
    assert sorted(item["title"] for item in listed) == sorted(titles) and len(titles) == 320


def test_events_continue_after_a_restart(daemon: Daemon, client: hwdb.Client) -> None:
    with client.events(since=0) as events:
        client.homework.add("before")
        assert next(events)["kind"] == "homeworkAdded"
        daemon.kill()
        daemon.start()
        client.homework.add("after")
        told = [next(events) for _ in range(2)]
        # The first capture has its own event.
        assert [event["sequence"] for event in told] == [2, 3]


def test_a_slow_follower_catches_up(client: hwdb.Client) -> None:
    events = client.events()
    for number in range(30):
        for page in range(100):
            client.homework.add(f"{number}.{page}")
    told = [next(events) for _ in range(3001)]
    assert [event["sequence"] for event in told] == list(range(1, 3002))
    events.close()


def test_a_session_is_closed_at_the_end_of_its_block(client: hwdb.Client) -> None:
    attempt = client.attempt.start(client.homework.add("S", quiz=QUIZ)["id"])
    with client.open_session(attempt["id"], motion="full", seed=42) as session:
        for number in range(5):
            told = session.answer("A", at_ms=number * 1000)
        assert {cue["animation"] for cue in told["cues"]} >= {"A1", "A4"}
        assert session.state()["attemptId"] == attempt["id"]
    with client.open_session(attempt["id"]) as session:
        assert session.report["suppressed"] == []  # closed, not killed


def test_a_lost_session_raises_and_the_next_report_lists_suppressed_cues(
    daemon: Daemon, client: hwdb.Client
) -> None:
    attempt = client.attempt.start(client.homework.add("S", quiz=QUIZ)["id"])
    with pytest.raises(hwdb.SessionEndedError, match="open another one"):
        with client.open_session(attempt["id"]) as session:
            for number in range(5):
                session.answer("A", at_ms=number * 1000)
            daemon.kill()
            daemon.start()
            session.answer("A", at_ms=5000)
    with client.open_session(attempt["id"]) as session:
        assert session.attempt["questionIndex"] == 5
        assert {cue["animation"] for cue in session.report["suppressed"]} >= {"A1", "A4"}


def test_a_session_receives_cues_caused_by_other_clients(client: hwdb.Client) -> None:
    attempt = client.attempt.start(client.homework.add("S", quiz=QUIZ)["id"])
    with client.open_session(attempt["id"]) as session:
        cues = session.cues()
        answering = threading.Timer(0, client.attempt.answer, (attempt["id"], "A"))
        answering.start()
        assert next(cues)["animation"] == "dotSettle"
        answering.join()


def test_a_closed_client_raises(daemon: Daemon) -> None:
    client = hwdb.Client(daemon.socket)
    client.close()
    with pytest.raises(hwdb.UnreachableError, match="closed"):
        client.server.ping()


def test_closing_ends_pending_iterators(daemon: Daemon) -> None:
    client = hwdb.Client(daemon.socket)
    events = client.events()
    threading.Timer(0.05, events.close).start()
    with pytest.raises(hwdb.UnreachableError, match="closed"):
        next(events)
    client.close()


def test_the_asynchronous_client_does_the_same(daemon: Daemon) -> None:
    async def play() -> None:
        async with hwdb.AsyncClient(daemon.socket) as client:
            homework = await client.homework.add("A", quiz=QUIZ)
            with pytest.raises(hwdb.NotFoundError):
                await client.homework.get("none")
            added = await asyncio.gather(*(client.homework.add(f"Page {n}") for n in range(250)))
            assert [page["title"] for page in added] == [f"Page {n}" for n in range(250)]
            attempt = await client.attempt.start(homework["id"])
            events = client.events(since=0)
            assert (await anext(events))["sequence"] == 1
            with pytest.raises(hwdb.SessionEndedError):
                async with client.open_session(attempt["id"]) as session:
                    told = await session.answer("A", at_ms=0)
                    assert told["attempt"]["score"] == 1
                    await client.attempt.answer(attempt["id"], "A")
                    assert (await anext(session.cues()))["animation"] == "dotSettle"
                    daemon.kill()
                    daemon.start()
                    await session.answer("A", at_ms=1000)
            assert (await client.attempt.get(attempt["id"]))["questionIndex"] == 2
            assert (await anext(events))["sequence"] == 2
            await events.aclose()  # type: ignore[attr-defined]

    asyncio.run(play())


def test_a_cancelled_call_is_cancelled_in_the_daemon(daemon: Daemon) -> None:
    monster = 'scenario "m"\n quiz mcq 200\n start\n' + " wait 1ms\n" * 20_000

    async def play() -> None:
        async with hwdb.AsyncClient(daemon.socket) as client:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.scenario.explore(text=monster, kills=2), 0.2)
            # Replies come in order: this one comes at once only because the other call was cancelled.
            await asyncio.wait_for(client.server.ping(), 20)

    asyncio.run(play())
