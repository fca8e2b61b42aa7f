import { randomInt } from "node:crypto";
import { v7 } from "uuid";

/** Holds the millisecond of the last id, and its place in it. */
let last = { msecs: -1, seq: 0 };

/**
 * Makes a UUID of version 7 (RFC 9562, 5.7). `msecs`: since 1970, by the database's clock where its rows are partitioned by it. Ids of
 * one process and one millisecond are in the order in which they were made. The package by itself never goes back: after a clock that
 * was ahead, its ids would be of the future until the process ends.
 */
export function uuidV7(msecs = Date.now()): string {
  last = { msecs, seq: msecs === last.msecs ? last.seq + 1 : randomInt(0x8000_0000) };
  return v7(last);
}

/** Reads the moment that a UUID of version 7 carries, in milliseconds since 1970. */
export function momentOfUuidV7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
