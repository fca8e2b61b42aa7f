import * as oidc from "openid-client";
import * as z from "zod";
import { faultOf, log } from "#lib/observe/log.ts";
import { paced, withTimeout } from "#lib/runtime/with-timeout.ts";
import { boundedFetch, TIMEOUT_SECONDS } from "./fetch.ts";
import type { ProviderConfiguration } from "./providers.ts";

/**
 * A key that the eID withdrew is dropped after this time, and, where the eID does not give its keys, after the longer
 * one.
 */
const [RENEWAL_MS, MAX_AGE_MS] = [5 * 60_000, 60 * 60_000];
/** Sets how long a visitor waits for newer keys. Then the known ones serve, while the eID is still asked. */
const WAIT_MS = paced(1_000);
/** The pause before an eID that did not give its keys is asked for them again. */
const RETRY_MS = 60_000;

/** Holds them as the library has them. `at`: when they were fetched from `url`, by a clock that nobody sets. */
type Keys = {
  url: string;
  jwks: oidc.ExportedJWKSCache["jwks"];
  at: number;
  triedAt: number;
  renewal?: Promise<void> | undefined;
};

const known = new WeakMap<ProviderConfiguration, Keys>();

/**
 * Gives a client the known keys, dated one to four minutes ago: younger, the library would not fetch a rotated key;
 * older, it would fetch them while the visitor waits. Returns what keeps those it fetched.
 */
export async function shareKeys(provider: ProviderConfiguration, client: oidc.Configuration): Promise<() => void> {
  const url = String(client.serverMetadata().jwks_uri);
  const keys = await keysOf(known.get(provider), url);
  const seconds = keys && Math.min(Math.max(Math.ceil((performance.now() - keys.at) / 1000), 60), 240);
  const uat = seconds && Math.floor(Date.now() / 1000) - seconds;
  if (keys && uat) oidc.setJwksCache(client, { jwks: keys.jwks, uat });
  return () => {
    const used = oidc.getJwksCache(client);
    if (!used || used.uat === uat) return;
    const at = performance.now();
    known.set(provider, { url, jwks: used.jwks, at, triedAt: at });
  };
}

/** `undefined`: none are known that may still serve. */
async function keysOf(keys: Keys | undefined, url: string): Promise<Keys | undefined> {
  if (keys?.url !== url) return undefined;
  const now = performance.now();
  if (now - keys.at > RENEWAL_MS) {
    if (!keys.renewal && now - keys.triedAt > RETRY_MS) keys.renewal = renewKeys(keys);
    if (keys.renewal) await withTimeout(WAIT_MS, keys.renewal).catch(() => {});
  }
  return performance.now() - keys.at > MAX_AGE_MS ? undefined : keys;
}

async function renewKeys(keys: Keys): Promise<void> {
  keys.triedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
    const asked = { method: "GET", headers: {}, body: null, redirect: "manual", signal } as const;
    const response = await boundedFetch(keys.url, asked);
    const read = response.ok ? jwksShape.safeParse(await response.json()) : null;
    if (!read?.success) throw new Error("The eID's keys cannot be read");
    Object.assign(keys, { jwks: read.data, at: performance.now() });
  } catch (fault) {
    log.warn({ event: "eid_keys_not_renewed", ...faultOf(fault) });
  } finally {
    keys.renewal = undefined;
  }
}

const jwksShape = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });
