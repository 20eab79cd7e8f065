// The parts of Node's modules that the tests use, for compilers without @types/node.

declare module "node:test" {
  export default function test(name: string, body: () => Promise<void> | void): void;
}

declare module "node:assert/strict" {
  function assert(value: unknown, message?: string): asserts value;
  namespace assert {
    function equal(actual: unknown, expected: unknown, message?: string): void;
    function deepEqual(actual: unknown, expected: unknown, message?: string): void;
    function rejects(promise: Promise<unknown>, expected: (error: unknown) => boolean): Promise<void>;
  }
  export default assert;
}

declare module "node:child_process" {
  export interface ChildProcess {
    readonly exitCode: number | null;
    kill(signal?: string): boolean;
    once(event: "exit", listener: () => void): this;
  }
  export function spawn(command: string, args: string[], options: { stdio: "ignore" }): ChildProcess;
}

declare module "node:fs" {
  export function mkdtempSync(prefix: string): string;
  export function chmodSync(path: string, mode: number): void;
  export function rmSync(path: string, options: { recursive: true; force: true }): void;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:net" {
  export interface Server {
    listen(path: string, ready: () => void): this;
    close(): void;
  }
  export function createServer(taken: (socket: Socket) => void): Server;
}

declare const console: { log(text: string): void };
declare function setTimeout(body: () => void, ms: number): unknown;
