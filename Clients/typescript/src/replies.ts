// What answers a request: a result that is what the protocol says, or an error that says what to do.

import { RefusedError, UnknownShapeError } from "./errors.js";
import { ERRORS, RESULTS, VERSION } from "./protocol.js";
import type { ErrorName } from "./protocol.js";

export type Message = Record<string, unknown>;

export function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** What does not fit a result, or nothing. Members and words that a newer daemon adds are let through. */
function mismatch(method: string, value: unknown): string | undefined {
  const shape = RESULTS[method];
  if (shape === undefined || shape === "any") return undefined;
  if (typeof shape === "string") return kindOf(value) === shape ? undefined : `it is of type ${kindOf(value)}, not ${shape}`;
  if (!isObject(value)) return `it is of type ${kindOf(value)}, not object`;
  for (const [key, kind] of Object.entries(shape)) {
    if (!(key in value)) return `${key} is missing`;
    if (kind !== "any" && kindOf(value[key]) !== kind) return `${key} is of type ${kindOf(value[key])}, not ${kind}`;
  }
  return undefined;
}

/**
 * What a reply gives.
 *
 * @param daemon its version, once that was asked for; null where it says none.
 * @throws RefusedError, UnknownShapeError
 */
export function result(method: string, reply: unknown, daemon?: string | null): unknown {
  if (isObject(reply) && "result" in reply) {
    const found = mismatch(method, reply.result);
    if (found !== undefined) throw unknownShape(method, found, daemon);
    return reply.result;
  }
  const error = isObject(reply) ? reply.error : undefined;
  if (!isObject(error) || typeof error.code !== "number" || typeof error.message !== "string") {
    throw unknownShape(method, "it has neither a result nor an error", daemon);
  }
  const { name, ...data } = isObject(error.data) ? error.data : { name: undefined };
  const word = typeof name === "string" && name in ERRORS ? (name as ErrorName) : "unknown";
  const isOfVersions = typeof daemon === "string" && (word === "methodNotFound" || daemon !== VERSION);
  const message = isOfVersions ? `${method}: ${error.message}; ${compared(daemon)}` : error.message;
  throw new RefusedError(word, error.code, message, data);
}

/** Whether an error may come of two versions that do not understand each other. */
export function isOfVersions(error: unknown): boolean {
  return (
    error instanceof UnknownShapeError ||
    (error instanceof RefusedError && (error.word === "methodNotFound" || error.word === "invalidParams"))
  );
}

export function unknownShape(method: string, found: string, daemon?: string | null): UnknownShapeError {
  const about = daemon === undefined ? "is it hwdbd that listens there?" : compared(daemon);
  return new UnknownShapeError(`the answer to ${method} cannot be read: ${found}; ${about}`);
}

function compared(daemon: string | null): string {
  if (daemon === null) return "what listens there does not say that it is hwdb: name the socket of hwdbd";
  if (daemon === VERSION) {
    return `daemon and client are both ${VERSION}, so one of them was changed: install both from one release`;
  }
  const what = isOlder(daemon, VERSION) ? "the newer hwdb, and start its daemon anew" : "the newer client";
  return `the daemon is ${daemon}, this client is made for ${VERSION}: install ${what}`;
}

function isOlder(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split(".").map((part) => Number.parseInt(part, 10) || 0));
  for (let place = 0; place < 3; place += 1) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
