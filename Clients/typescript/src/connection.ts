// Lines out, lines in. What was asked on a connection that is lost is asked again on the next one.

import { createConnection } from "node:net";
import type { Socket } from "node:net";
import { HwdbError, SessionEndedError, UnreachableError } from "./errors.js";
import { isObject, unknownShape } from "./replies.js";
import type { Message } from "./replies.js";

interface Waiting {
  readonly method: string;
  readonly line: string;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: HwdbError) => void;
}

export interface ConnectionOptions {
  /** How long to try again after a loss, in milliseconds; 0 for not at all. */
  readonly patienceMs: number;
  /** What goes out first on each connection; its answer has the id 0, and is told. */
  readonly greeting?: () => string;
  /** What is said on it means nothing on another one. */
  readonly isSession?: boolean;
  /** What comes unasked. */
  readonly told?: (message: Message) => void;
  /** There will be no more of it. */
  readonly ended?: (error: HwdbError) => void;
}

/** Between two tries to connect: trying costs next to nothing, and a daemon may be there for a short while only. */
const LONGEST_PAUSE_MS = 100;

/** Bytes of a path in `sockaddr_un`, its terminating NUL excluded. */
const LONGEST_PATH = 107;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
declare function setTimeout(body: () => void, ms: number): unknown;
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}

export class Connection {
  readonly #path: string;
  readonly #options: ConnectionOptions;
  #socket: Socket | undefined;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  #failure: HwdbError | undefined;
  #lostSince: number | undefined;
  #pauseMs = 10;

  private constructor(path: string, options: ConnectionOptions) {
    this.#path = path;
    this.#options = options;
  }

  /**
   * @param isFurther there was a connection before: the daemon may be restarting just now.
   * @throws UnreachableError
   */
  static async open(path: string, options: ConnectionOptions, isFurther = false): Promise<Connection> {
    const bytes = new TextEncoder().encode(path).length;
    if (bytes > LONGEST_PATH) {
      throw new UnreachableError(
        `the socket path ${path} has ${bytes} bytes, but at most ${LONGEST_PATH} are allowed: give a shorter one`);
    }
    const connection = new Connection(path, options);
    const end = Date.now() + (isFurther ? options.patienceMs : 0);
    for (;;) {
      try {
        connection.#begin(await connect(path));
        return connection;
      } catch (error) {
        if (Date.now() >= end || codeOf(error) === "EACCES") throw unreachable(path, error);
        await pause(20);
      }
    }
  }

  /** Sends a request, and gives what answers it. */
  ask(method: string, parameters: object): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#number += 1;
    const line = JSON.stringify({ jsonrpc: "2.0", id: this.#number, method, params: parameters }) + "\n";
    return new Promise((resolve, reject) => {
      this.#waiting.set(this.#number, { method, line, resolve, reject });
      this.#socket?.write(line);
    });
  }

  /** Ends it; whoever waits is told. */
  close(): void {
    this.#end(new UnreachableError("this client is closed: make another one"));
  }

  #begin(socket: Socket): void {
    this.#socket = socket;
    const decoder = new TextDecoder();
    let rest = "";
    let hasEnded = false;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      socket.destroy();
      if (this.#socket === socket) void this.#lost();
    };
    socket.on("data", (chunk) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    });
    socket.on("error", end);
    socket.on("end", end);
    socket.on("close", end);
    if (this.#options.greeting !== undefined) socket.write(this.#options.greeting());
    for (const [, waiting] of [...this.#waiting].sort((one, other) => one[0] - other[0])) socket.write(waiting.line);
  }

  #take(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#failFirst(`it is not JSON: ${JSON.stringify(line.slice(0, 60))}`);
    }
    this.#lostSince = undefined;
    if (Array.isArray(message)) return; // unrequested: a newer daemon may send it
    if (!isObject(message)) return this.#failFirst("it is no object");
    const number = "method" in message ? undefined : message.id;
    const waiting = typeof number === "number" ? this.#waiting.get(number) : undefined;
    if (waiting !== undefined) {
      this.#waiting.delete(number as number);
      waiting.resolve(message);
    } else if ("method" in message || message.id === 0) {
      this.#options.told?.(message);
    } else if (message.id === null && isObject(message.error)) {
      this.#refuse(message.error);
    }
  }

  /** An error that names no request: of the first that waits, or of the longest where that was too long. */
  #refuse(error: Message): void {
    const isLength = isObject(error.data) && error.data.name === "tooLarge";
    const all = [...this.#waiting];
    if (isLength) all.sort((one, other) => other[1].line.length - one[1].line.length);
    const meant = all[0];
    if (meant === undefined) return;
    this.#waiting.delete(meant[0]);
    meant[1].resolve({ error });
  }

  /** Answers come in the order of their questions: one that cannot be read is that of the first. */
  #failFirst(found: string): void {
    for (const [number, waiting] of this.#waiting) {
      this.#waiting.delete(number);
      return waiting.reject(unknownShape(waiting.method, found));
    }
  }

  async #lost(): Promise<void> {
    this.#socket = undefined;
    if (this.#options.isSession === true) {
      return this.#end(new SessionEndedError(
        "the connection was lost, and the session ended with it: open another one on the attempt; its report says " +
        "what is not shown again, and its questionIndex whether the last answer was saved"));
    }
    if (this.#lostSince === undefined) {
      [this.#lostSince, this.#pauseMs] = [Date.now(), 10];
    } else {
      await this.#pause(); // it was there, and went away again before it answered anything
    }
    while (this.#failure === undefined) {
      const seconds = this.#options.patienceMs / 1000;
      if (Date.now() - this.#lostSince >= this.#options.patienceMs) {
        return this.#end(new UnreachableError(
          `the daemon at ${this.#path} went away and did not come back within ${seconds} s: see hwdb daemon status ` +
          "and hwdb daemon logs; a write that was on its way may have happened"));
      }
      try {
        const socket = await connect(this.#path);
        return this.#failure === undefined ? this.#begin(socket) : socket.destroy();
      } catch (error) {
        if (codeOf(error) === "EACCES") return this.#end(unreachable(this.#path, error));
        await this.#pause();
      }
    }
  }

  async #pause(): Promise<void> {
    await pause(this.#pauseMs);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }

  #end(error: HwdbError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of left) waiting.reject(error);
    this.#options.ended?.(error);
  }
}

function connect(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.on("connect", () => resolve(socket));
    socket.on("error", reject);
  });
}

function codeOf(error: unknown): string {
  return isObject(error) && typeof error.code === "string" ? error.code : String(error);
}

function unreachable(path: string, error: unknown): UnreachableError {
  switch (codeOf(error)) {
    case "EACCES":
      return new UnreachableError(`the daemon at ${path} is another user's: start your own with hwdb daemon start`);
    case "ENOENT":
      return new UnreachableError(
        `no daemon at ${path}: start one with hwdb daemon start, or name the socket of one that runs`);
    case "ECONNREFUSED":
      return new UnreachableError(
        `the daemon at ${path} has ended, and its socket is left: start it again with hwdb daemon start`);
    default:
      return new UnreachableError(`no daemon at ${path} (${codeOf(error)}): start one with hwdb daemon start`);
  }
}
