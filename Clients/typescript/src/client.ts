import { randomUUID } from "node:crypto";
import process from "node:process";
import { Connection } from "./connection.js";
import type { HwdbError } from "./errors.js";
import { Methods, SessionMethods } from "./protocol.js";
import { isObject, isOfVersions, result, unknownShape } from "./replies.js";
import type { Message } from "./replies.js";
import { WRITES } from "./protocol.js";
import type {
  Attempt, Cue, CueNotification, Event, ResumeReport, SessionEvent, SessionEventResult, SessionStateResult,
} from "./protocol.js";

export interface Options {
  /** The daemon's socket; `$HWDB_SOCKET`, or the user's own, unless given. */
  socket?: string;
  /** How long to try again where a connection is lost, in milliseconds; 30,000 unless given, 0 for not at all. */
  patienceMs?: number;
}

/** What `session.open` takes beside the attempt. */
export type SessionOptions = Omit<Parameters<SessionMethods["open"]>[0], "attemptId">;

/**
 * A daemon, whose methods are awaited: `await daemon.homework.list({ status: "started" })`.
 *
 * A connection that is lost is made again, and what was not answered is asked again: every write has a request id of its
 * own, so that it is done once.
 */
export class Client extends Methods {
  readonly #connection: Connection;
  readonly #socket: string;
  readonly #patienceMs: number;

  private constructor(connection: Connection, socket: string, patienceMs: number) {
    super((method, parameters) => this.call(method, parameters));
    this.#connection = connection;
    this.#socket = socket;
    this.#patienceMs = patienceMs;
  }

  /** @throws UnreachableError where no daemon answers there at this moment */
  static async connect(options: Options = {}): Promise<Client> {
    const runtime = process.env.XDG_RUNTIME_DIR || `/run/user/${process.getuid?.() ?? 0}`;
    const socket = options.socket ?? (process.env.HWDB_SOCKET || `${runtime}/hwdb/hwdb.sock`);
    const patienceMs = options.patienceMs ?? 30_000;
    return new Client(await Connection.open(socket, { patienceMs }), socket, patienceMs);
  }

  /** Calls any method by its name. */
  async call(method: string, parameters: object = {}): Promise<unknown> {
    if (method.startsWith("session.")) {
      throw new TypeError("a session has a connection of its own: await daemon.openSession(attemptId)");
    }
    return this.#read(method, await this.#connection.ask(method, withRequestId(method, parameters)));
  }

  /**
   * What is on screen while an attempt is played. It has a connection of its own, whose loss is its kill:
   * SessionEndedError. Opened again, its report says what is not shown again.
   */
  async openSession(attemptId: string, options: SessionOptions = {}): Promise<Session> {
    return Session.open(this.#socket, this.#patienceMs, attemptId, options, (method, reply) => this.#read(method, reply));
  }

  /**
   * What happens in the store, each fact once and in order, also over connections that are lost.
   *
   *     for await (const event of daemon.events(lastSeen)) console.log(event.sequence, event.kind);
   *
   * @param since the number of the last event that was seen; from now on unless given
   * @throws RefusedError `historyGone` where what comes after `since` is not kept any more
   */
  async *events(since?: number): AsyncGenerator<Event, void, undefined> {
    let last = since;
    const told = new Mailbox<Message>();
    const greeting = (): string =>
      JSON.stringify({ jsonrpc: "2.0", id: 0, method: "events.subscribe", params: { since: last } }) + "\n";
    const connection = await Connection.open(
      this.#socket,
      { patienceMs: this.#patienceMs, greeting, told: (message) => told.put(message), ended: (error) => told.end(error) },
      true);
    try {
      for await (const message of told) {
        if (message.id === 0) {
          const subscribed = await this.#read("events.subscribe", message);
          last ??= isObject(subscribed) ? Number(subscribed.sequence) : 0;
        } else if (message.method === "events.event") {
          const event = message.params as Event | undefined;
          if (typeof event?.sequence !== "number") throw unknownShape("events.event", "sequence is missing");
          // The first ones of a connection may have come on the one before.
          if (last !== undefined && event.sequence <= last) continue;
          last = event.sequence;
          yield event;
        }
      }
    } finally {
      connection.close();
    }
  }

  /** Closes the connection: what was not answered fails. */
  close(): void {
    this.#connection.close();
  }

  async #read(method: string, reply: unknown): Promise<unknown> {
    try {
      return result(method, reply);
    } catch (error) {
      if (!isOfVersions(error)) throw error;
      // Said again, with what to do about the two versions.
      const info = await this.#connection.ask("server.info", {});
      const version = isObject(info) && isObject(info.result) ? info.result.version : null;
      return result(method, reply, typeof version === "string" ? version : null);
    }
  }
}

/** A session on an attempt: see `Client.openSession`. Times are milliseconds on its clock, which never goes back. */
export class Session {
  readonly #connection: Connection;
  readonly #methods: SessionMethods;
  readonly #cues: Mailbox<Message>;
  /** What it is on, as it was when it opened. */
  readonly attempt: Attempt;
  /** What a kill did to the former session. */
  readonly report: ResumeReport;
  readonly id: string;

  private constructor(
    connection: Connection, methods: SessionMethods, cues: Mailbox<Message>,
    opened: { attempt: Attempt; report: ResumeReport; sessionId: string },
  ) {
    this.#connection = connection;
    this.#methods = methods;
    this.#cues = cues;
    this.attempt = opened.attempt;
    this.report = opened.report;
    this.id = opened.sessionId;
  }

  static async open(
    socket: string, patienceMs: number, attemptId: string, options: SessionOptions,
    read: (method: string, reply: unknown) => Promise<unknown>,
  ): Promise<Session> {
    const cues = new Mailbox<Message>();
    const told = (message: Message): void => {
      if (message.method === "events.cue") cues.put(message);
    };
    const connection = await Connection.open(
      socket, { patienceMs, isSession: true, told, ended: (error) => cues.end(error) }, true);
    const methods = new SessionMethods(async (method, parameters) => read(method, await connection.ask(method, parameters)));
    try {
      const opened = await methods.open({ attemptId, ...options });
      await read("events.subscribe", await connection.ask("events.subscribe", {}));
      return new Session(connection, methods, cues, opened);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Tells what happened; gives the cues that this begins or ends. */
  event(atMs: number, event: SessionEvent): Promise<SessionEventResult> {
    return this.#methods.event({ sessionId: this.id, atMs, event });
  }

  /** Answers the current question with the letter of an option, its number from 1, or text. */
  answer(atMs: number, response: string): Promise<SessionEventResult> {
    return this.event(atMs, { type: "answer", response });
  }

  /** Every field of it and of what it is on, with what a kill does to it. */
  state(): Promise<SessionStateResult> {
    return this.#methods.state({ sessionId: this.id });
  }

  /** Cues of it, of facts that others brought about, as they come. */
  async *cues(): AsyncGenerator<Cue, void, undefined> {
    for await (const message of this.#cues) {
      const told = message.params as CueNotification;
      if (told.sessionId === this.id) yield told.cue;
    }
  }

  /** Closes it: nothing of it is told to whoever opens the next one. */
  async close(): Promise<void> {
    try {
      await this.#methods.close({ sessionId: this.id });
    } finally {
      this.#connection.close();
    }
  }
}

/** What came, until somebody takes it. */
class Mailbox<Item> {
  readonly #items: Item[] = [];
  #failure: HwdbError | undefined;
  #wake: (() => void) | undefined;

  put(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  end(error: HwdbError): void {
    this.#failure = error;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) {
        yield item;
      } else if (this.#failure !== undefined) {
        throw this.#failure;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }
}

function withRequestId(method: string, parameters: object): object {
  return WRITES.has(method) && !("requestId" in parameters) ? { ...parameters, requestId: randomUUID() } : parameters;
}
