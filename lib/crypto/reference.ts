import { randomInt } from "node:crypto";
import { config } from "#lib/runtime/config.ts";
import { referenceDigest } from "./digest.ts";

/**
 * Without 0, O, 1 and I, because people read references out over the phone. A letter comes first and no vowel follows, because a
 * spreadsheet makes a number of 2345E234 and a day of 2JUN2345. Older references have vowels, and are still read.
 */
const LETTERS = "BCDFGHJKLMNPQRSTVWXYZ";
const ALPHABET = `23456789${LETTERS}`;
const PLACES = [LETTERS, ...Array.from({ length: 7 }, () => ALPHABET)];

/** The reference of a check, by which support finds its records. It opens nothing and says nothing about the result. */
export function referenceOf(verificationId: string, keys = config().keys): string {
  const digest = referenceDigest(verificationId, keys);
  return PLACES.map((letters, n) => letters[(digest[n] ?? 0) % letters.length]).join("");
}

/** A reference for an event that belongs to no check. */
export function newReference(): string {
  return PLACES.map((letters) => letters[randomInt(letters.length)]).join("");
}
