import { randomBytes } from "node:crypto";
import { config } from "#lib/config.ts";
import type { Visitor } from "#lib/flow/standing.ts";

/** The cookie that ties checks to a browser, and the one that keeps the way home. Contract §2: a plain name on loopback http. */
function nameOf(cookie: "browser" | "return"): string {
  const name = cookie === "browser" ? "ageway" : "ageway-return";
  return config().isHttps ? `__Host-${name}` : name;
}

/** What the browser brought along. Anything that we would not have set counts as nothing. */
export function readVisitor({ headers }: Request): Visitor {
  const cookies = new Map((headers.get("Cookie") ?? "").split(/; */).map(nameAndValue));
  const browser = cookies.get(nameOf("browser")) ?? "";
  return {
    browser: /^[A-Za-z0-9_-]{22}$/.test(browser) ? browser : null,
    ticket: cookies.get(nameOf("return")) ?? null,
  };
}

/** A fresh secret for a browser that has none; one that has keeps it, so that its other tabs keep working. */
export function browserCookie(visitor: Visitor): string {
  return cookie(nameOf("browser"), visitor.browser ?? randomBytes(16).toString("base64url"));
}

export function ticketCookie(ticket: string): string {
  return cookie(nameOf("return"), ticket);
}

function cookie(name: string, value: string): string {
  const { linkMs, flowMs, tokenMs } = config().lives;
  const seconds = Math.ceil((linkMs + flowMs + tokenMs) / 1000);
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${config().isHttps ? "; Secure" : ""}`;
}

function nameAndValue(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? ["", pair] : [pair.slice(0, at), pair.slice(at + 1)];
}
