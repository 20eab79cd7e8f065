"""Kills the daemon while 16 threads work: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from typing import Any

import hwdb
from conftest import Daemon

#: One kill after each number of calls from 0 to 22; `make torture` makes 200.
KILLS = int(os.environ.get("HWDB_KILLS") or 23)
QUESTION: Any = {"type": "mcq", "question": "Q?", "options": ["right", "wrong"], "correctIndex": 0}


def test_kills_lose_nothing_and_repeat_nothing(daemon: Daemon) -> None:
    client = hwdb.Client(daemon.socket)
    is_over = threading.Event()
    confirmed: list[str] = []
    answers: list[str] = []
    failures: list[BaseException] = []

    def work(worker: int) -> None:
        number = 0
        while not is_over.is_set():
            number += 1
            homework = client.homework.add(f"{worker}.{number}", quiz=[QUESTION, QUESTION])
            confirmed.append(homework["id"])
            attempt = client.attempt.start(homework["id"])
            for index in range(2):
                settled = client.attempt.answer(attempt["id"], "A", question_index=index)
                assert settled["attempt"]["score"] == index + 1
                answers.append(attempt["id"])
            client.attempt.finish(attempt["id"])

    told: list[int] = []
    added: Counter[str] = Counter()
    newest = 2**60

    def follow() -> None:
        for event in client.events(since=0):
            if event["sequence"] > newest:
                return
            told.append(event["sequence"])
            if event["kind"] == "homeworkAdded":
                added[event["homeworkId"]] += 1

    def guarded(body: Any, *arguments: Any) -> None:
        try:
            body(*arguments)
        except BaseException as failure:
            failures.append(failure)

    following = threading.Thread(target=guarded, args=(follow,), daemon=True)
    working = [threading.Thread(target=guarded, args=(work, number), daemon=True) for number in range(16)]
    for thread in [following, *working]:
        thread.start()
    for kill in range(KILLS):
        daemon.wait_until_it_answers()
        # At a different moment each time, the first one at once.
        enough = len(confirmed) + len(answers) + kill * 7 % 23
        while len(confirmed) + len(answers) < enough and not failures:
            time.sleep(0.001)
        daemon.kill()
        daemon.start()
    is_over.set()
    for thread in working:
        thread.join(60)
        assert not thread.is_alive()
    statistics = client.stats.get()
    newest = client.database.info()["newestEvent"]
    client.homework.add("so that whoever follows sees that it is over")
    following.join(60)
    assert not following.is_alive() and failures == []

    print(f"{KILLS} kills, {len(confirmed)} homework, {newest} events")
    assert len(confirmed) > KILLS
    assert added == Counter(confirmed) and max(added.values()) == 1
    assert told == list(range(1, newest + 1))
    assert statistics["homework"] == statistics["finishedAttempts"] == len(confirmed)
    assert statistics["correctAnswers"] == len(answers)
    assert client.database.check()["findings"] == []
    client.close()
