import { randomUUID } from "node:crypto";

/** Makes 32 hexadecimal digits, never all zero: a random UUID without its hyphens. */
export function newTraceId(): string {
  return randomUUID().replaceAll("-", "");
}

/** A later version may have more after a hyphen; version ff is none. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const ZERO = /^0+$/;

/** Reads the trace id of a `traceparent` header (W3C Trace Context, 3.2); `null`: the header counts as if it were not there. */
export function readTraceparent(header: string): string | null {
  const [read, version, traceId = "", parentId = "", more] = TRACEPARENT.exec(header) ?? [];
  if (read === undefined || ZERO.test(traceId) || ZERO.test(parentId)) return null;
  return version === "00" && more !== undefined ? null : traceId;
}

/** Writes the value of `traceresponse` (W3C Trace Context, response headers): the trace, and a new id as our part of it. */
export function traceresponseOf({ traceId }: { traceId: string }): string {
  return `00-${traceId}-${newTraceId().slice(16)}-00`;
}
