import type { StartRequest } from "#lib/verification/facts.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import { type Admitted, admitPlayed } from "./admission.ts";
import { acceptedCalls, refusedCalls } from "./limits.ts";
import { deviceOf, type Run } from "./run.ts";
import { encryptSession, type PlayedCheck } from "./session.ts";

type StartedPlayed =
  | { ok: true; session: string }
  | Extract<Admitted, { ok: false }>
  | { ok: false; reason: "rate_limited"; mayReturn: false; exhausted: Exhausted };

/** Does what `startVerification` does for a true check, for one that is played: the same rules, and nothing is written. */
export async function startPlayed(run: Run, request: StartRequest, by: PlayedCheck["by"]): Promise<StartedPlayed> {
  const spent = acceptedCalls.ask(run.text);
  if (spent) return limited(spent);
  const admitted = await admitTo(run, request);
  const exhausted = admitted.ok ? acceptedCalls.take(run.text) : refusedCalls.take(request.caller);
  if (exhausted) return limited(exhausted);
  if (!admitted.ok) return admitted;
  const { provider, deviceId, minimumAge, returnUrl } = request;
  const device = deviceOf(run, deviceId);
  return {
    ok: true,
    session: await encryptSession(run, { provider, device, minimumAge, returnUrl: returnUrl.href, by }),
  };
}

async function admitTo(
  run: Run,
  { pluginKey, provider, minimumAge, returnUrl, originHost, secret }: StartRequest,
): Promise<Admitted> {
  // Another key of the same shop is none of the run's.
  const key = pluginKey === run.pluginKey ? pluginKey : null;
  const admitted = await admitPlayed({ pluginKey: key, provider, minimumAge, returnUrl, originHost, secret });
  return admitted.ok && returnUrl.host !== run.host
    ? { ok: false, reason: "domain_not_verified", mayReturn: false }
    : admitted;
}

function limited(exhausted: Exhausted) {
  return { ok: false, reason: "rate_limited", mayReturn: false, exhausted } as const;
}
