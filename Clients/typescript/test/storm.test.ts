// Kills the daemon while 16 clients work: nothing is lost, and nothing is done twice.

import assert from "node:assert/strict";
import process from "node:process";
import test from "node:test";
import { Client } from "../src/index.js";
import { pause, withDaemon } from "./daemon.js";

// One kill after each number of calls from 0 to 22; `make torture` makes 200.
const KILLS = Number(process.env.HWDB_KILLS || 23);
const QUESTION = { type: "mcq" as const, question: "Q?", options: ["right", "wrong"], correctIndex: 0 };

test(`${KILLS} kills lose nothing and repeat nothing`, () => withDaemon(async (daemon) => {
  const client = await Client.connect({ socket: daemon.socket });
  let isOver = false;
  const confirmed: string[] = [];
  let answers = 0;

  const work = async (worker: number): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const homework = await client.homework.add({ title: `${worker}.${number}`, quiz: [QUESTION, QUESTION] });
      confirmed.push(homework.id);
      const attempt = await client.attempt.start({ homeworkId: homework.id });
      for (const questionIndex of [0, 1]) {
        const settled = await client.attempt.answer({ attemptId: attempt.id, response: "A", questionIndex });
        assert.equal(settled.attempt.score, questionIndex + 1);
        answers += 1;
      }
      await client.attempt.finish({ attemptId: attempt.id });
    }
  };
  const told: number[] = [];
  const added = new Map<string, number>();
  let newest = Infinity;
  const follow = async (): Promise<void> => {
    for await (const event of client.events(0)) {
      if (event.sequence > newest) return;
      told.push(event.sequence);
      const id = event.kind === "homeworkAdded" ? event.homeworkId : undefined;
      if (id !== undefined) added.set(id, (added.get(id) ?? 0) + 1);
    }
  };

  const following = follow();
  let failure: unknown;
  const working = Array.from({ length: 16 }, (_, worker) => work(worker).catch((error: unknown) => (failure = error)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await daemon.untilItAnswers();
    // At a different moment each time, the first one at once.
    const enough = confirmed.length + answers + ((kill * 7) % 23);
    while (confirmed.length + answers < enough && failure === undefined) await pause(1);
    await daemon.kill();
    daemon.start();
  }
  await daemon.untilItAnswers();
  isOver = true;
  await Promise.all(working);
  assert.equal(failure, undefined);
  const statistics = await client.stats.get();
  newest = (await client.database.info()).newestEvent;
  await client.homework.add({ title: "so that whoever follows sees that it is over" });
  await following;

  assert(confirmed.length > KILLS);
  console.log(`# ${KILLS} kills, ${confirmed.length} homework, ${newest} events`);
  assert.deepEqual([...added.keys()].sort(), confirmed.sort());
  assert([...added.values()].every((count) => count === 1), "something was done twice");
  assert.deepEqual(told, Array.from({ length: newest }, (_, index) => index + 1), "an event is missing, or came twice");
  assert.equal(statistics.homework, confirmed.length);
  assert.equal(statistics.finishedAttempts, confirmed.length);
  assert.equal(statistics.correctAnswers, answers);
  assert.deepEqual((await client.database.check()).findings, []);
  client.close();
}));
