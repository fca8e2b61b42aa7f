import { randomInt } from "node:crypto";
import { referenceDigest } from "./digest.ts";

/** Without 0, O, 1 and I, because people read references out over the phone. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** The reference of a check, by which support finds its records. It opens nothing and says nothing about the result. */
export function referenceOf(verificationId: string): string {
  return Array.from(
    referenceDigest(verificationId).subarray(0, LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join("");
}

/** A reference for an event that belongs to no check. */
export function newReference(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
