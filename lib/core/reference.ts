import { randomInt } from "node:crypto";
import { config } from "./config.ts";
import { referenceDigest } from "./digest.ts";

/** Without 0, O, 1 and I, because people read references out over the phone. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** The reference of a check, by which support finds its records. It opens nothing and says nothing about the result. */
export function referenceOf(verificationId: string, keys = config().keys): string {
  const digest = referenceDigest(verificationId, keys);
  let reference = "";
  for (let n = 0; n < LENGTH; n += 1) reference += ALPHABET[(digest[n] ?? 0) % ALPHABET.length];
  return reference;
}

/** A reference for an event that belongs to no check. */
export function newReference(): string {
  let reference = "";
  for (let n = 0; n < LENGTH; n += 1) reference += ALPHABET[randomInt(ALPHABET.length)];
  return reference;
}
