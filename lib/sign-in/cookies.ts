import { config } from "#lib/config.ts";
import { SESSION_LIVES_MS } from "./session.ts";

/** The line that signs a browser in with a session. */
export function sessionLine(secret: string): string {
  return `${sessionCookie()}=${secret}; Max-Age=${SESSION_LIVES_MS / 1000}; ${attributes()}`;
}

export function sessionCookie(): string {
  return cookieName("session");
}

/** The line that removes it, or another cookie of ours. */
export function removalLine(name = sessionCookie()): string {
  return `${name}=; Max-Age=0; ${attributes()}`;
}

export function cookieName(name: string): string {
  return `${config().isHttps ? "__Host-" : ""}ageway-${name}`;
}

function attributes(): string {
  return `Path=/; HttpOnly; SameSite=Lax${config().isHttps ? "; Secure" : ""}`;
}
