import { createHash, randomBytes } from "node:crypto";

/** What is stored in place of a session or a link: both are random, so no key is needed. */
export function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
