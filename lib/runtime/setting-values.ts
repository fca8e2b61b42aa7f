import { isIP } from "node:net";
import * as z from "zod";
import { isLoopback } from "#lib/base/host.rules.ts";
import { serverAt } from "#lib/base/server-address.rules.ts";

const KEY_BYTES = 32;

export function wholeNumber(standard: number, least: number, max: number) {
  return z.coerce.number(`must be a whole number from ${least} to ${max}`).int().min(least).max(max).default(standard);
}

export function areLongEnough(keys: readonly Buffer[]): boolean {
  return keys.every((key) => key.length >= KEY_BYTES);
}

/** 32 random bytes have about 30 different values. One random key in 10^14 has 16 or fewer. A short key is refused as that. */
export function areRandom(keys: readonly Buffer[]): boolean {
  return keys.every((key) => key.length < KEY_BYTES || new Set(key).size > 16);
}

export function areDifferent(keys: readonly Buffer[]): boolean {
  return new Set(keys.map((key) => key.toString("hex"))).size === keys.length;
}

/** At least two, because one wrong or deceived server must not be enough to verify a domain. */
export function areDnsServers(servers: readonly string[]): boolean {
  const addresses = servers.map((server) => server.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2"));
  return new Set(servers).size >= 2 && addresses.every((address) => isIP(address) !== 0);
}

/** As its client reads it: with nothing but the number of a database after the host. */
export function isRedisUrl(text: string): boolean {
  const url = serverAt(text, /^rediss?:$/);
  return url !== null && url.search === "" && /^\/?\d*$/.test(url.pathname);
}

export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
