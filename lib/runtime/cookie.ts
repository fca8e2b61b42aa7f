import { parseCookie, stringifySetCookie } from "cookie";
import { config } from "./config.ts";

/** For this host only and never for script: `__Host-`, or a plain name on loopback http (contract §2). */
export function cookieName(name: string): string {
  return `${config().isHttps ? "__Host-" : ""}ageway-${name}`;
}

/** A `Set-Cookie` line. `name`: as `cookieName` writes it. */
export function cookieLine(name: string, value: string, seconds: number): string {
  const { isHttps: secure } = config();
  return stringifySetCookie({ name, value, maxAge: seconds, path: "/", httpOnly: true, secure, sameSite: "lax" });
}

export function removalLine(name: string): string {
  return cookieLine(name, "", 0);
}

/** The cookies of a request by name, decoded; of several with one name, the first. */
export function cookiesIn(headers: Pick<Headers, "get">): Map<string, string> {
  return new Map(Object.entries(parseCookie(headers.get("Cookie") ?? "") as Record<string, string>));
}
