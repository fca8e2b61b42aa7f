import { log } from "#lib/observe/log.ts";
import { gauge } from "#lib/observe/metrics.ts";
import {
  afterAnswer,
  afterFailure,
  afterProbe,
  type Circuit,
  CLOSED_CIRCUIT,
  closes,
  isSuspected,
} from "./circuit.rules.ts";
import { statusAt } from "./probe.ts";
import type { ProviderConfiguration } from "./providers.ts";
import { configuredProviders } from "./providers.ts";

/** A probe begins so long after the one before it ended, and may take so long. */
const [PAUSE_MS, PROBE_MS] = [2_000, 3_000];

const circuits = new WeakMap<ProviderConfiguration, Circuit>();

/** Says whether visitors need not wait for this eID: it failed for several of them, and still does. */
export function isAway(provider: ProviderConfiguration): boolean {
  return circuits.get(provider)?.isOpen === true;
}

export function noteAnswer(provider: ProviderConfiguration): void {
  circuits.set(provider, afterAnswer(circuits.get(provider) ?? CLOSED_CIRCUIT));
}

/** The eIDs of which visitors' requests failed, and which we ask ourselves just now. */
const asked = new WeakSet<ProviderConfiguration>();

/**
 * `url`: what did not answer. After several failures we ask it ourselves: if it does not answer us either, the circuit
 * opens.
 */
export function noteFailure(provider: ProviderConfiguration, url: string): void {
  const after = afterFailure(circuits.get(provider) ?? CLOSED_CIRCUIT);
  circuits.set(provider, after);
  if (isSuspected(after) && !asked.has(provider)) void confirm(provider, url);
}

async function confirm(provider: ProviderConfiguration, url: string): Promise<void> {
  asked.add(provider);
  const status = await statusAt(url, PROBE_MS);
  asked.delete(provider);
  const after = afterProbe(circuits.get(provider) ?? CLOSED_CIRCUIT, status);
  circuits.set(provider, after);
  if (!after.isOpen) return;
  log.error({ event: "eid_away", issuer: provider.issuer, failures: after.failures });
  closeWhenBack(provider, url);
}

/** Asks `url`, once at a time, until it answers. */
function closeWhenBack(provider: ProviderConfiguration, url: string): void {
  const openedAt = performance.now();
  const probe = async () => {
    const status = await statusAt(url, PROBE_MS);
    if (!closes(status, performance.now() - openedAt)) return wait();
    circuits.set(provider, CLOSED_CIRCUIT);
    log.info({ event: "eid_back", issuer: provider.issuer });
  };
  const wait = () => void setTimeout(probe, PAUSE_MS).unref();
  wait();
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
