import { isLoopback } from "#lib/base/host.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { type ReturnUrl, readReturnUrl } from "#lib/core/return-url.rules.ts";
import { INTERNET, type Network, THIS_MACHINE } from "#lib/domains/network.ts";
import { config } from "#lib/runtime/config.ts";
import { admitPlayed } from "./admission.ts";

type PageReason = NonNullable<ReturnType<typeof placeReason>> | "shop_not_yours" | "doctor_key_missing";

/** May the gate test walk this page with this test key? By the true rules of keys and hosts, looked up now. */
export async function admitPage(
  pluginKey: string,
  page: string,
): Promise<Result<{ returnUrl: ReturnUrl }, PageReason>> {
  const returnUrl = readReturnUrl(page, true);
  if (typeof returnUrl === "string") return refuse("shop_page_invalid");
  const reason = placeReason(new URL(returnUrl.href), new URL(config().baseUrl));
  if (reason !== null) return refuse(reason);
  const ask = { provider: "s", minimumAge: 18, returnUrl, originHost: undefined } as const;
  const admitted = await admitPlayed({ ...ask, pluginKey });
  if (admitted.ok) return { ok: true, returnUrl };
  return refuse(admitted.reason === "domain_not_verified" ? "shop_not_yours" : "doctor_key_missing");
}

/** Is the first port that programs of a system do not listen at. */
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

export function networkOf({ host }: ReturnUrl): Network {
  return isLoopback(host) ? THIS_MACHINE : INTERNET;
}
