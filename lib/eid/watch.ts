import { setTimeout as pause } from "node:timers/promises";
import { faultOf, log } from "#lib/observe/log.ts";
import { gauge } from "#lib/observe/metrics.ts";
import { discover } from "./client.ts";
import { boundedFetch } from "./fetch.ts";
import { statusAt } from "./probe.ts";
import type { ProviderConfiguration } from "./providers.ts";
import { configuredProviders } from "./providers.ts";

/** Sets how long after an answer an eID is asked again, and how long one of its addresses may take. */
const [EVERY_MS, ANSWER_MS] = [60_000, 6_000];

/** Holds since when an eID does not answer us; `null`: it answers. */
const silentSince = new WeakMap<ProviderConfiguration, Date | null>();

/** Says since when an eID has not answered our own question; `null`: it answers. `undefined`: nobody has asked yet. */
export function silenceOfEid(configuration: ProviderConfiguration): Date | null | undefined {
  return silentSince.get(configuration);
}

/** Asks each eID each minute: visitors who are sent to one that is gone tell us nothing. */
export async function watchEids({
  eids = configuredProviders(),
  everyMs = EVERY_MS,
  stop = new AbortController().signal,
} = {}): Promise<void> {
  const up = new Map<ProviderConfiguration, boolean>();
  gauge(
    "ageway_eid_up",
    "1: the eID answered our own question of the last minute",
    () =>
      eids.flatMap(({ mode, provider, configuration }) =>
        up.has(configuration) ? [[{ mode, provider }, up.get(configuration) ? 1 : 0] as const] : [],
      ),
    ["mode", "provider"],
  );
  const watch = async ({ configuration }: (typeof eids)[number]) => {
    while (!stop.aborted) {
      const silent = await silenceOf(configuration);
      const { issuer } = configuration;
      if (silent && up.get(configuration) !== false) log.error({ event: "eid_silent", issuer, ...silent });
      if (!silent && up.get(configuration) === false) log.info({ event: "eid_answers", issuer });
      up.set(configuration, silent === null);
      silentSince.set(configuration, silent && (silentSince.get(configuration) ?? new Date()));
      await pause(everyMs, undefined, { signal: stop, ref: false }).catch(() => {});
    }
  };
  await Promise.all(eids.map(watch));
}

/** A gateway before the eID answers so in its place. Its sign-in page may answer 500 to a request without parameters. */
const GONE = new Set<number | null>([null, 502, 503, 504]);

type Silence = { at: "discovery" | "keys" | "sign_in"; code: string | number | undefined };

/** Says what visitors need of an eID and do not get; `null`: its document, its keys and its page are there. */
async function silenceOf(provider: ProviderConfiguration): Promise<Silence | null> {
  try {
    const { jwks_uri = "", authorization_endpoint = "" } = await discover(provider, boundedFetch);
    const [keys, page] = await Promise.all([
      statusAt(jwks_uri, ANSWER_MS),
      statusAt(authorization_endpoint, ANSWER_MS, "HEAD"),
    ]);
    if (keys !== 200) return { at: "keys", code: keys ?? "no answer" };
    return GONE.has(page) ? { at: "sign_in", code: page ?? "no answer" } : null;
  } catch (fault) {
    const { code, fault: name } = faultOf(fault);
    return { at: "discovery", code: code ?? name };
  }
}
