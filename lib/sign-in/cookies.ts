import { cookieLine, cookieName } from "#lib/core/cookie.ts";
import { SESSION_TTL_MS } from "./session.ts";

export function sessionCookie(): string {
  return cookieName("session");
}

/** The line that signs a browser in with a session. */
export function sessionLine(secret: string): string {
  return cookieLine(sessionCookie(), secret, SESSION_TTL_MS / 1000);
}
