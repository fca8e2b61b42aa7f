import { isLoopback } from "#lib/core/host.rules.ts";

/** The first port that programs of a system do not listen at. */
const FIRST_FREE_PORT = 1_024;

/**
 * Why the gate test does not go to this page, even on a verified host; `null`: it may. A page must have https, and port 443 or one
 * from 1024 on. A page on this machine is allowed only where `base`, the address of this instance, is on it too: in a demo, or on
 * a developer's machine.
 */
export function placeReason(page: URL, base: URL) {
  const isLocal = isLoopback(page.hostname);
  if (isLocal && !isLoopback(base.hostname)) return "shop_on_own_machine";
  if (!isLocal && page.protocol !== "https:") return "shop_page_invalid";
  // `URL` leaves the usual port out.
  const isFree = page.port === "" || Number(page.port) >= FIRST_FREE_PORT;
  return isFree && page.origin !== base.origin ? null : "shop_port_refused";
}
