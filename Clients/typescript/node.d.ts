// As much of Node's own modules as the client uses, for compilers without @types/node.

declare module "node:net" {
  export interface Socket {
    on(event: "data", listener: (chunk: Uint8Array) => void): this;
    on(event: "error", listener: (error: Error & { code?: string }) => void): this;
    on(event: "connect" | "close" | "end", listener: () => void): this;
    write(text: string): boolean;
    end(): void;
    destroy(): void;
    ref(): void;
    unref(): void;
  }
  export function createConnection(path: string): Socket;
}

declare module "node:crypto" {
  export function randomUUID(): string;
}

declare module "node:process" {
  const process: { env: Record<string, string | undefined>; getuid?: () => number; seteuid?: (user: number) => void };
  export default process;
}
