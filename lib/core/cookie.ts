import { config } from "./config.ts";

/** Whole, for this host only, and never for script: `__Host-`, or a plain name on loopback http (contract §2). */
export function cookieName(name: string): string {
  return `${config().isHttps ? "__Host-" : ""}ageway-${name}`;
}

/** A `Set-Cookie` line. `name`: as `cookieName` writes it. */
export function cookieLine(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${config().isHttps ? "; Secure" : ""}`;
}

export function removalLine(name: string): string {
  return cookieLine(name, "", 0);
}

/** What a browser brought along, by name, as it was written. */
export function cookiesIn(headers: Headers): Map<string, string> {
  return new Map((headers.get("Cookie") ?? "").split(/; */).map(nameAndValue));
}

function nameAndValue(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? ["", pair] : [pair.slice(0, at), pair.slice(at + 1)];
}
