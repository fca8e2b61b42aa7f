import { ORDER_NAMES, ORDERS, type TokenFacts } from "./orders.rules.ts";

const MIN_SECONDS = ORDERS.brief_yes.seconds;

/**
 * Writes a token as a UUID of version 8 (RFC 9562, 5.8): the moment in 48 bits, the seconds past 3 in 4, the order in
 * 4, age and provider in 4, the device in 62. So no row is needed.
 */
export function idOfToken({ order, device, minimumAge, provider, issuedAt, seconds }: TokenFacts): string {
  const time = issuedAt.getTime().toString(16).padStart(12, "0");
  const number = ((seconds - MIN_SECONDS) * 16 + ORDER_NAMES.indexOf(order)).toString(16).padStart(2, "0");
  const flags = (minimumAge === 18 ? 1 : 0) + (provider === "b" ? 2 : 0);
  return `${time.slice(0, 8)}-${time.slice(8)}-8${number}${flags}-${device.slice(0, 4)}-${device.slice(4)}`;
}

/** `null`: of an order that this version does not have. */
export function readTokenId(id: string): TokenFacts | null {
  const digits = id.replaceAll("-", "");
  const number = Number.parseInt(digits.slice(13, 15), 16);
  const order = ORDER_NAMES[number % 16];
  const flags = Number.parseInt(digits[15] ?? "", 16);
  if (order === undefined) return null;
  return {
    order,
    device: digits.slice(16),
    minimumAge: flags & 1 ? 18 : 16,
    provider: flags & 2 ? "b" : "s",
    seconds: MIN_SECONDS + Math.floor(number / 16),
    issuedAt: new Date(Number.parseInt(digits.slice(0, 12), 16)),
  };
}
