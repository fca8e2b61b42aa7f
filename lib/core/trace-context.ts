import { randomFillSync } from "node:crypto";

/** Bytes of a trace id and of a span id, and how many are drawn at once: a draw for each costs more than the rest of it. */
const [TRACE, SPAN, DRAWN] = [16, 8, 24 * 256];
const pool = Buffer.allocUnsafe(DRAWN);
let at = DRAWN;

/** 32 hexadecimal digits, never all zero. */
export function newTraceId(): string {
  return drawn(TRACE);
}

/** 16 hexadecimal digits, never all zero. */
export function newSpanId(): string {
  return drawn(SPAN);
}

function drawn(bytes: number): string {
  for (;;) {
    if (at + bytes > DRAWN) {
      randomFillSync(pool);
      at = 0;
    }
    at += bytes;
    const id = pool.toString("hex", at - bytes, at);
    if (!isZero(id)) return id;
  }
}

/** A later version may have more after a hyphen; version ff is none. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The trace of a `traceparent` header (W3C Trace Context, 3.2); `null`: it is not valid, and counts as if it were not there. */
export function readTraceparent(header: string): { traceId: string; parentId: string } | null {
  const [read, version, traceId = "", parentId = "", more] = TRACEPARENT.exec(header) ?? [];
  if (read === undefined || isZero(traceId) || isZero(parentId)) return null;
  return version === "00" && more !== undefined ? null : { traceId, parentId };
}

/** The value of `traceresponse` (W3C Trace Context, response headers): the trace, and our part of it. */
export function traceresponseOf({ traceId, spanId }: { traceId: string; spanId: string }, isSampled = false): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
}

function isZero(id: string): boolean {
  return id.charCodeAt(0) === 48 && /^0+$/.test(id);
}
