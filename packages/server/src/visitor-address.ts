import type { Header } from "./load.ts";

/** Who calls, as the server knows: the address, and what a proxy says of it. */
type From = { address: string | null | undefined; forwarded: string | null | undefined };

/** `named`: where the shop itself says who visits. It says once where nobody knows: then nothing bounds what one visitor starts. */
export function visitorsBy<Incoming>(named?: (request: Incoming) => string | null | undefined) {
  let hasWarned = false;
  return ({ request, address, header }: { request: Incoming; address?: string | undefined; header: Header }) => {
    const from = named
      ? { address: named(request), forwarded: null }
      : { address, forwarded: header("x-forwarded-for") };
    const visitor = visitorPrefix(from);
    const isUnknown = !from.address || (visitor === null && Boolean(from.forwarded));
    if (isUnknown && !hasWarned) console.warn("Ageway: visitor unknown, see the option visitor");
    hasWarned ||= isUnknown;
    return visitor;
  };
}

/** What counts of an address: that of IPv4 whole, and the /64 of IPv6, as a subscriber has. `null`: it tells no visitors apart. */
export function visitorPrefix({ address, forwarded }: From): string | null {
  // A proxy writes where it was called from. An address that it did not write is the proxy's own.
  if (!address || (forwarded && !forwarded.split(",").some((entry) => entry.trim() === address))) return null;
  const [, plain] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  if (plain !== undefined) return PRIVATE.test(plain) ? null : plain;
  const groups = groupsOf(address);
  if (groups === null || PRIVATE.test(groups.join(":"))) return null;
  return `${groups.join(":")}::/64`;
}

/** Of networks that lead to no visitor: a proxy's address, or that of the shop's own machine. */
const PRIVATE = /^(?:(?:0|10|127)\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0$|f[cd]..:|fe[89ab].:)/;

/** The first half of an IPv6 address. */
function groupsOf(address: string): string[] | null {
  const text = address.split("%")[0] ?? "";
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return null;
  const [head = "", tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill("0");
  return [...first, ...zeros, ...last].slice(0, 4);
}

/** Under the key's secret: the instance tells visitors apart by it, and learns no address. */
export async function visitorDigest(prefix: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(prefix)));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
