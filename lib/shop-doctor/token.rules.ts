import { ORDER_NAMES, type TokenFacts } from "./orders.rules.ts";

/**
 * What a token holds, as a UUID of version 8 (RFC 9562, 5.8), which is encrypted as the id of a check is: so a token of a run looks like
 * any other, and no row is needed. The moment in 48 bits, the order in 8, age and provider in 4, the device in 62.
 */
export function idOfToken({ order, device, minimumAge, provider, issuedAt }: TokenFacts): string {
  const time = issuedAt.getTime().toString(16).padStart(12, "0");
  const number = ORDER_NAMES.indexOf(order).toString(16).padStart(2, "0");
  const flags = (minimumAge === 18 ? 1 : 0) + (provider === "b" ? 2 : 0);
  return `${time.slice(0, 8)}-${time.slice(8)}-8${number}${flags}-${device.slice(0, 4)}-${device.slice(4)}`;
}

/** `null`: of an order that this version does not have. */
export function readTokenId(id: string): TokenFacts | null {
  const digits = id.replaceAll("-", "");
  const order = ORDER_NAMES[Number.parseInt(digits.slice(13, 15), 16)];
  const flags = Number.parseInt(digits[15] ?? "", 16);
  if (order === undefined) return null;
  return {
    order,
    device: digits.slice(16),
    minimumAge: flags & 1 ? 18 : 16,
    provider: flags & 2 ? "b" : "s",
    issuedAt: new Date(Number.parseInt(digits.slice(0, 12), 16)),
  };
}
