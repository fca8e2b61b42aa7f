import { isDecodable } from "./decodable.rules.ts";

/** Says how to write an address in which, not encoded, a `#`, a `/` or a `?` ends the host, and a `%` begins no code. */
export const ENCODED = "in a user or a password, write @ as %40, / as %2F, # as %23, ? as %3F and % as %25";

/** Reads the address of a server, with a user and a password that can be decoded; `null`: it is none. */
export function serverAt(text: string, protocol: RegExp): URL | null {
  const url = URL.parse(text.trim());
  if (url === null || !protocol.test(url.protocol) || url.hostname === "" || url.hash !== "") return null;
  return [url.username, url.password].every(isDecodable) ? url : null;
}
