import type { Order } from "./cases.rules.ts";
import { ask, type Shop, Stuck } from "./shop.ts";
import { navigation } from "./visitor.ts";

/** A check that a visitor has started, at the address of the run. */
export type Begun = { verifyUrl: string };

/** `seconds`: how long the yes of `brief_yes` lives; 3 unless told, 10 at most. */
export type Ordered = { order: Order; seconds?: number };

/**
 * How a check ended: the visitor's way home, with a token that carries the order. `device`: a digest. `isHangRefused`: a question of
 * this visitor that was ordered to hang was answered at once, because too many hang.
 */
export type Concluded = { returnUrl: string; token: string; device: string; isHangRefused: boolean };

/** Goes to where a start led, as the visitor's browser would. */
export async function enter(shop: Shop, url: string): Promise<Begun> {
  if (url.startsWith(`${shop.address}/verify/`)) return { verifyUrl: url };
  const answer = await ask(shop, url, { method: "GET", headers: navigation(shop.userAgent, "cross-site") });
  const location = answer.headers.get("Location");
  const verifyUrl = location !== null && URL.canParse(location, url) ? new URL(location, url).href : "";
  if (verifyUrl.startsWith(`${shop.address}/verify/`)) return { verifyUrl };
  const reason = answer.headers.get("Ageway-Reason");
  if (reason === null) throw new Stuck(`The API did not start a check: ${answer.flaw ?? `status ${answer.status}`}.`);
  const detail = answer.headers.get("Ageway-Detail");
  const base = shop.address.replace(/\/doctor\/[^/]+$/, "");
  throw new Stuck(
    `The API refused to start a check: ${reason}${detail ? ` (${detail})` : ""}. ${base}/reasons/${reason}`,
  );
}

/** Ends a check with an order. The same check can be ended again with another. */
export async function conclude(
  shop: Shop,
  secret: string,
  { verifyUrl }: Begun,
  { order, seconds }: Ordered,
): Promise<Concluded> {
  const url = new URL(verifyUrl);
  const answer = await ask(shop, `${url.origin}${url.pathname}`, {
    method: "POST",
    headers: { "User-Agent": shop.userAgent, Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify({ session: url.searchParams.get("session"), case: order, secret, seconds }),
  });
  const { return_url: returnUrl, token, device, hang_refused: isHangRefused } = parsed(answer.text);
  if (answer.status !== 200 || typeof returnUrl !== "string" || typeof token !== "string" || typeof device !== "string")
    throw new Stuck(`The run did not end the check as ordered: ${answer.flaw ?? `status ${answer.status}`}.`);
  return { returnUrl, token, device, isHangRefused: isHangRefused === true };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
