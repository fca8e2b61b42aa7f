import { createHash, randomBytes } from "node:crypto";

/** The digest that we store of a session or a link. These secrets are random and long, so it needs no key. */
export function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
