// The client's promises, against a real daemon and against other servers.

import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import process from "node:process";
import test from "node:test";
import { Client, HwdbError, RefusedError, SessionEndedError, UnknownShapeError, UnreachableError } from "../src/index.js";
import type { QuestionInput } from "../src/index.js";
import { pause, pretending, withDaemon } from "./daemon.js";

const QUIZ: QuestionInput[] = Array.from({ length: 10 }, (_, number) => ({
  type: "mcq", question: `Question ${number}?`, options: ["right", "wrong"], correctIndex: 0,
}));

const is = (kind: new (...args: never[]) => HwdbError, words: RegExp) => (error: unknown) =>
  error instanceof kind && words.test(error.message);

test("a quiz is played through", () => withDaemon(async (daemon) => {
  const client = await Client.connect({ socket: daemon.socket });
  const homework = await client.homework.add({ title: "Fractions", quiz: { questions: QUIZ } });
  const attempt = await client.attempt.start({ homeworkId: homework.id });
  for (let questionIndex = 0; questionIndex < 10; questionIndex += 1) {
    const settled = await client.attempt.answer({ attemptId: attempt.id, response: "A", questionIndex });
    assert.equal(settled.answer.outcome, "correct");
    assert.equal(settled.attempt.questionIndex, questionIndex + 1);
  }
  assert.equal((await client.attempt.get({ attemptId: attempt.id })).answers.length, 10);
  assert.equal((await client.attempt.finish({ attemptId: attempt.id })).starsTotal, 6);
  assert.deepEqual((await client.homework.list({ status: "completed" })).items.map((item) => item.id), [homework.id]);
  client.close();
  await assert.rejects(client.server.ping(), is(UnreachableError, /closed/));
}));

test("a refusal is an error with the protocol's name", () => withDaemon(async (daemon) => {
  const client = await Client.connect({ socket: daemon.socket });
  await assert.rejects(client.homework.get({ homeworkId: "none" }), (error) =>
    error instanceof RefusedError && error.word === "notFound" && error.code === -32001);
  await assert.rejects(client.call("homework.list", { limit: "many" }), (error) =>
    error instanceof RefusedError && error.word === "invalidParams" && Array.isArray(error.data.faults));
  await assert.rejects(client.homework.add({ title: "T", text: "x".repeat(2_000_000) }), (error) =>
    error instanceof RefusedError && error.word === "tooLarge");
  const requestId = "0190a3b2-7f3c-4000-8000-000000000001";
  const first = await client.homework.add({ title: "Once", requestId });
  assert.deepEqual(await client.homework.add({ title: "Once", requestId }), first);
  client.close();
}));

test("each of many concurrent calls gets its own reply", () => withDaemon(async (daemon) => {
  const client = await Client.connect({ socket: daemon.socket });
  const added = await Promise.all(
    Array.from({ length: 250 }, (_, number) => client.homework.add({ title: `Page ${number}` })));
  assert.deepEqual(added.map((item) => item.title), added.map((_, number) => `Page ${number}`));
  const [page, statistics] = await Promise.all([client.homework.list({ limit: 1 }), client.stats.get()]);
  assert.equal(page.items[0]?.title, "Page 249");
  assert.equal(statistics.homework, 250);
  await assert.rejects(
    Promise.all([client.stats.get(), client.homework.get({ homeworkId: "none" })]), is(RefusedError, /none/));
  client.close();
}));

test("events and calls continue after a restart", () => withDaemon(async (daemon) => {
  const client = await Client.connect({ socket: daemon.socket });
  const events = client.events(0);
  await client.homework.add({ title: "before" });
  assert.equal((await events.next()).value?.sequence, 1);
  await daemon.kill();
  setTimeout(() => daemon.start(), 200);
  await client.homework.add({ title: "after" });
  assert.equal((await events.next()).value?.sequence, 2);
  assert.equal((await events.next()).value?.sequence, 3);
  await events.return();
  client.close();
}));

test("a lost session rejects, and the next report lists suppressed cues", () => withDaemon(async (daemon) => {
  const client = await Client.connect({ socket: daemon.socket });
  const homework = await client.homework.add({ title: "S", quiz: QUIZ });
  const attempt = await client.attempt.start({ homeworkId: homework.id });
  const session = await client.openSession(attempt.id, { motion: "full", seed: 42 });
  const cues = session.cues();
  await client.attempt.answer({ attemptId: attempt.id, response: "A" });
  assert.equal((await cues.next()).value?.animation, "dotSettle");
  for (let number = 1; number < 5; number += 1) await session.answer(number * 1000, "A");
  assert.equal((await session.state()).attemptId, attempt.id);
  await daemon.kill();
  daemon.start();
  await assert.rejects(session.answer(5000, "A"), is(SessionEndedError, /open another one/));
  const next = await client.openSession(attempt.id);
  assert.equal(next.attempt.questionIndex, 5);
  assert(next.report.suppressed.some((cue) => cue.animation === "A1"));
  await next.close();
  client.close();
}));

test("a missing daemon or an overlong path rejects with advice", () => withDaemon(async (daemon) => {
  await assert.rejects(
    Client.connect({ socket: `${daemon.folder}/none` }), is(UnreachableError, /start one with hwdb daemon start/));
  await assert.rejects(Client.connect({ socket: "x".repeat(200) }), is(UnreachableError, /200 bytes, but at most 107 are allowed/));
  const client = await Client.connect({ socket: daemon.socket, patienceMs: 200 });
  await daemon.kill();
  await assert.rejects(client.server.ping(), is(UnreachableError, /did not come back within 0.2 s/));
  await assert.rejects(Client.connect({ socket: daemon.socket }), is(UnreachableError, /has ended.*start it again/));
}));

test("another user's daemon rejects with advice", () => withDaemon(async (daemon) => {
  // Root can reach every socket, so become the user nobody for a moment.
  chmodSync(daemon.folder, 0o700);
  if (process.getuid?.() === 0) process.seteuid?.(65534);
  else chmodSync(daemon.socket, 0);
  try {
    await assert.rejects(
      Client.connect({ socket: daemon.socket }), is(UnreachableError, /another user's: start your own with hwdb daemon/));
  } finally {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    else chmodSync(daemon.socket, 0o600);
  }
}));

const homework = {
  id: "i", title: "T", collections: [], createdAt: "2026-11-20T10:30:00.000Z", generation: { state: "none" },
  questionCount: 0, progress: { completionPercentage: 0, totalAttempts: 0 },
};

function versioned(version: string, reply: object): (request: { method: string }) => object {
  return (request) => (request.method === "server.info" ? { result: { version } } : reply);
}

const strange: [string, (request: { id: number; method: string }) => object | string | undefined, RegExp][] = [
  ["an older one lacks a method",
    versioned("0.0.9", { error: { code: -32601, message: "no such method", data: { name: "methodNotFound" } } }),
    /homework.get: .*the daemon is 0.0.9.*install the newer hwdb/],
  ["an older one lacks a parameter",
    versioned("0.0.9", { error: { code: -32602, message: "unknown", data: { name: "invalidParams" } } }),
    /install the newer hwdb/],
  ["an older one omits a member", versioned("0.0.9", { result: { id: "i" } }), /is missing; the daemon is 0.0.9/],
  ["a newer one changes a type", versioned("9.0.0", { result: { ...homework, questionCount: "all" } }),
    /questionCount is of type string, not number; the daemon is 9.0.0.*install the newer client/],
  ["one of the same version is modified", versioned("1.0.0", { result: 7 }), /install both from one release/],
  ["a reply is neither result nor error", () => ({}), /neither a result nor an error.*name the socket of hwdbd/],
  ["it is not a daemon", () => "HTTP/1.1 400 Bad Request\r\n", /is not JSON.*is it hwdbd that listens there/],
  ["its lines are not objects", () => "7\n", /no object/],
  ["it closes each connection before it answers", () => undefined, /did not come back within 0.3 s/],
];

for (const [name, answer, words] of strange) {
  test(`bad daemons: ${name}`, () => pretending(answer, async (socket) => {
    const client = await Client.connect({ socket, patienceMs: 300 });
    await assert.rejects(client.homework.get({ homeworkId: "i" }), is(HwdbError, words));
    client.close();
  }));
}

test("a newer daemon can add members, words and unexpected messages", () => pretending(
  (request) => JSON.stringify({ id: 99, result: 1 }) + "\n[]\n" + JSON.stringify({
    id: request.id, result: { ...homework, mood: "good", generation: { state: "thinking" } } }) + "\n",
  async (socket) => {
    const client = await Client.connect({ socket });
    assert.equal((await client.homework.get({ homeworkId: "i" })).generation.state as string, "thinking");
    client.close();
  }));

test("followers are informed that history is gone", () => pretending(
  () => ({ error: { code: -32009, message: "gone", data: { name: "historyGone", oldestSequence: 7 } } }),
  async (socket) => {
    const client = await Client.connect({ socket });
    await assert.rejects(client.events(1).next(), (error) =>
      error instanceof RefusedError && error.word === "historyGone" && error.data.oldestSequence === 7);
    assert(!(new RefusedError("busy", 0, "", {}) instanceof UnknownShapeError));
    await pause(0);
    client.close();
  }));
