import { randomInt } from "node:crypto";
import { referenceDigest } from "./digest.ts";

/** No 0/O or 1/I: people read it out over the phone. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** By which everything about one check is found. Whoever has it learns nothing of the check, and can open nothing. */
export function referenceOf(verificationId: string): string {
  return Array.from(
    referenceDigest(verificationId).subarray(0, LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join("");
}

/** For what is about no check. */
export function newReference(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
