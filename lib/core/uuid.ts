import { randomFillSync, randomInt } from "node:crypto";

/** Bytes of randomness that an id takes, and how many are drawn at once: a draw for each id costs more than the rest of it. */
const [TAKEN, DRAWN] = [6, 6 * 512];
const pool = Buffer.allocUnsafe(DRAWN);
let at = DRAWN;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The millisecond of the last id, and the number of that id in it. */
let last = { msecs: -1, n: 0 };

/**
 * A UUID of version 7 (RFC 9562, 5.7). `msecs`: since 1970, by the database's clock where its rows are partitioned by it. Ids of
 * one process and one millisecond are in the order in which they were made: a counter of 32 bits follows the time, begins
 * anywhere in its lower half, and has 42 random bits after it.
 */
export function uuidV7(msecs = Date.now()): string {
  last = { msecs, n: msecs === last.msecs ? last.n + 1 : randomInt(0x8000_0000) };
  if (at === DRAWN) {
    randomFillSync(pool);
    at = 0;
  }
  const { n } = last;
  const time = msecs.toString(16).padStart(12, "0");
  const counter = `7${hex((n >>> 28) & 0x0f).slice(1)}${hex((n >>> 20) & 0xff)}`;
  const middle = `${hex(0x80 | ((n >>> 14) & 0x3f))}${hex((n >>> 6) & 0xff)}`;
  const first = hex(((n << 2) & 0xfc) | ((pool[at] ?? 0) & 0x03));
  const rest = `${hex(pool[at + 1])}${hex(pool[at + 2])}${hex(pool[at + 3])}${hex(pool[at + 4])}${hex(pool[at + 5])}`;
  at += TAKEN;
  return `${time.slice(0, 8)}-${time.slice(8)}-${counter}-${middle}-${first}${rest}`;
}

/** The moment that a UUID v7 carries, in milliseconds since 1970. */
export function momentOfUuidV7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The smallest UUID v7 of a moment. */
export function firstUuidV7(msecs: number): string {
  const time = Math.max(0, Math.floor(msecs)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

function hex(byte = 0): string {
  return HEX[byte] ?? "";
}
