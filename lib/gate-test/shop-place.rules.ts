import { isLoopback } from "#lib/base/host.rules.ts";

/** The first port that programs of a system do not listen at. */
const FIRST_FREE_PORT = 1_024;

/** Tells why the gate test does not go there; `null`: it may. A page on this machine needs `base` on it too. */
export function placeReason(page: URL, base: URL) {
  const isLocal = isLoopback(page.hostname);
  if (isLocal && !isLoopback(base.hostname)) return "shop_on_own_machine";
  if (!isLocal && page.protocol !== "https:") return "shop_page_invalid";
  // `URL` leaves the usual port out.
  const isFree = page.port === "" || Number(page.port) >= FIRST_FREE_PORT;
  return isFree && page.origin !== base.origin ? null : "shop_port_refused";
}
