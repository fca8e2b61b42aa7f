import { v7 } from "uuid";

const ZEROES = new Uint8Array(16);

/** Reads the moment that a UUID of version 7 carries, in milliseconds since 1970. */
export function momentOfUuidV7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Makes the smallest UUID of version 7 of a moment. */
export function firstUuidV7(msecs: number): string {
  return v7({ msecs: Math.max(0, Math.floor(msecs)), seq: 0, random: ZEROES });
}
