import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import process from "node:process";

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** hwdbd, started as by a user, and killed as no user should. */
export class Daemon {
  readonly folder = mkdtempSync(`${tmpdir()}/hwdb-`);
  readonly socket = `${this.folder}/s`;
  #process: ChildProcess | undefined;

  start(): void {
    const executables = process.env.HWDB_EXECUTABLES || "../../.build/release";
    const options = ["--socket", this.socket, "--database", `${this.folder}/d.sqlite`];
    this.#process = spawn(`${executables}/hwdbd`, options, { stdio: "ignore" });
  }

  async untilItAnswers(): Promise<void> {
    for (;;) {
      const isThere = await new Promise<boolean>((resolve) => {
        const socket = createConnection(this.socket);
        socket.on("connect", () => (socket.destroy(), resolve(true)));
        socket.on("error", () => resolve(false));
      });
      if (isThere) return;
      if (this.#process?.exitCode !== null) throw new Error("hwdbd has ended, or was never started");
      await pause(2);
    }
  }

  kill(signal = "SIGKILL"): Promise<void> {
    const running = this.#process;
    if (running === undefined) return Promise.resolve();
    this.#process = undefined;
    return new Promise((resolve) => {
      if (running.exitCode !== null) return resolve();
      running.once("exit", resolve);
      running.kill(signal);
    });
  }

  async remove(): Promise<void> {
    await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs `body` with a separate daemon. */
export async function withDaemon(body: (daemon: Daemon) => Promise<void>): Promise<void> {
  const daemon = new Daemon();
  try {
    daemon.start();
    await daemon.untilItAnswers();
    await body(daemon);
  } finally {
    await daemon.remove();
  }
}

/** Runs `body` with a server that answers each request with a function's result: an object, a line, or nothing. */
export async function pretending(
  answer: (request: { id: number; method: string }) => object | string | undefined,
  body: (socket: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(`${tmpdir()}/hwdb-`);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      for (const line of String.fromCharCode(...chunk).split("\n").filter((text) => text !== "")) {
        const request = JSON.parse(line) as { id: number; method: string };
        const reply = answer(request);
        if (reply === undefined) socket.destroy();
        else if (typeof reply === "string") socket.write(reply);
        else socket.write(JSON.stringify({ jsonrpc: "2.0", id: request.id, ...reply }) + "\n");
      }
    });
  });
  try {
    await new Promise<void>((resolve) => server.listen(`${folder}/s`, resolve));
    await body(`${folder}/s`);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
