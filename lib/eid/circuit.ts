import { log } from "#lib/core/log.ts";
import { gauge } from "#lib/core/metrics.ts";
import { afterAnswer, afterFailure, type Circuit, CLOSED_CIRCUIT, closes } from "./circuit.rules.ts";
import type { ProviderConfiguration } from "./configuration.ts";
import { configuredProviders } from "./providers.ts";

/** A probe begins so long after the one before it ended, and may take so long. */
const [PAUSE_MS, PROBE_MS] = [2_000, 3_000];

const circuits = new WeakMap<ProviderConfiguration, Circuit>();

/** Whether visitors need not wait for this eID: it failed for several of them, and still does. */
export function isAway(provider: ProviderConfiguration): boolean {
  return circuits.get(provider)?.isOpen === true;
}

export function noteAnswer(provider: ProviderConfiguration): void {
  circuits.set(provider, afterAnswer(circuits.get(provider) ?? CLOSED_CIRCUIT));
}

/** `url`: what did not answer. When that opens the circuit, it is asked, once at a time, until it answers. */
export function noteFailure(provider: ProviderConfiguration, url: string): void {
  const before = circuits.get(provider) ?? CLOSED_CIRCUIT;
  const after = afterFailure(before);
  circuits.set(provider, after);
  if (before.isOpen || !after.isOpen) return;
  const { issuer } = provider;
  log.error({ event: "eid_away", issuer, failures: after.failures });
  const openedAt = performance.now();
  const probe = async () => {
    const status = await statusAt(url);
    if (!closes(status, performance.now() - openedAt)) return wait();
    circuits.set(provider, CLOSED_CIRCUIT);
    log.info({ event: "eid_back", issuer });
  };
  const wait = () => void setTimeout(probe, PAUSE_MS).unref();
  wait();
}

/** A question without credentials. An endpoint for POST refuses it, and thereby shows that it works. `null`: no answer. */
async function statusAt(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PROBE_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

gauge(
  "ageway_eid_away",
  "In how many processes visitors are told at once that an eID is away",
  () =>
    configuredProviders().map(({ mode, provider, configuration }) => [
      { mode, provider },
      isAway(configuration) ? 1 : 0,
    ]),
  ["mode", "provider"],
);
