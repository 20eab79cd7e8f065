import type { ErrorName } from "./protocol.js";

/** Any error of this client. */
export class HwdbError extends Error {
  override name = "HwdbError";
}

/** There is no daemon, or none came back in time. A write that was on its way may have happened. */
export class UnreachableError extends HwdbError {
  override name = "UnreachableError";
}

/** The connection of a session was lost, and the session with it: open another one on the attempt. */
export class SessionEndedError extends HwdbError {
  override name = "SessionEndedError";
}

/** The daemon answered something that this client does not know: the two are of different versions. */
export class UnknownShapeError extends HwdbError {
  override name = "UnknownShapeError";
}

/** The daemon refused, in the protocol's words: `error.word === "conflict"`. */
export class RefusedError extends HwdbError {
  override name = "RefusedError";
  /** The protocol's word for it; a newer daemon may have more of them. */
  readonly word: ErrorName | "unknown";
  readonly code: number;
  /** What a program needs to act. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(word: ErrorName | "unknown", code: number, message: string, data: Record<string, unknown>) {
    super(message);
    this.word = word;
    this.code = code;
    this.data = data;
  }
}
