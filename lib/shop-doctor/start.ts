import type { StartRequest } from "#lib/verification/admit.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import { type Admitted, admitPlayed } from "./admission.ts";
import { takeCall } from "./limits.ts";
import { deviceOf, type Run } from "./run.ts";
import { encryptSession, type PlayedCheck } from "./session.ts";

type StartedPlayed =
  | { ok: true; session: string }
  | {
      ok: false;
      reason: Extract<Admitted, { ok: false }>["reason"] | "rate_limited";
      mayReturn: boolean;
      exhausted?: Exhausted;
    };

/** What `startVerification` does for a true check, for one that is played: the same rules, and nothing is written. */
export async function startPlayed(
  run: Run,
  { pluginKey, provider, deviceId, minimumAge, returnUrl, originHost, secret }: StartRequest,
  by: PlayedCheck["by"],
): Promise<StartedPlayed> {
  const exhausted = takeCall(run);
  if (exhausted) return { ok: false, reason: "rate_limited", mayReturn: false, exhausted };
  // Another key of the same shop is none of the run's.
  const key = pluginKey === run.pluginKey ? pluginKey : null;
  const admitted = await admitPlayed({ pluginKey: key, provider, minimumAge, returnUrl, originHost, secret });
  if (!admitted.ok) return admitted;
  if (returnUrl.host !== run.host) return { ok: false, reason: "domain_not_verified", mayReturn: false };
  const device = deviceOf(run, deviceId);
  return {
    ok: true,
    session: await encryptSession(run, { provider, device, minimumAge, returnUrl: returnUrl.href, by }),
  };
}
