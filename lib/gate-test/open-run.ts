import { refuse } from "#lib/base/result.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { admitPlayed } from "./admission.ts";
import { openings } from "./limits.ts";
import { encryptRun, runSecret } from "./run.ts";

/** `shop`: an address of the shop. `secret`: of a locked key. `caller`: an address prefix, as `callerOf` writes it. */
type WantedRun = { pluginKey: string; shop: string; secret: string | null; caller: string };

/** Opens a run of a working test key at a loopback or verified host. Nothing is written: it is its own record. */
export async function openRun({ pluginKey: text, shop, secret, caller }: WantedRun) {
  const pluginKey = readPluginKey(text);
  if (pluginKey === null || modeOfKey(pluginKey) === "live") return refuse("test_key_needed");
  const returnUrl = readReturnUrl(shop, true);
  if (typeof returnUrl === "string") return refuse("domain_invalid", { detail: returnUrl });
  const exhausted = openings.take(caller);
  if (exhausted) return refuse("rate_limited", { exhausted });
  const ask = { provider: "s", minimumAge: 18, returnUrl, originHost: undefined } as const;
  const admitted = await admitPlayed({ ...ask, pluginKey, secret });
  if (!admitted.ok) return refuse(admitted.reason);
  const { organizationId } = admitted;
  const run = await encryptRun({ pluginKey, organizationId, host: returnUrl.host, openedBy: "program" });
  return { ok: true, run: run.text, secret: runSecret(run), expiresAt: run.expiresAt } as const;
}
