import type { Db } from "#db/client.ts";
import { type KeyRow, readKeys } from "#db/queries/admission-key.ts";
import { type RememberedKey, readIdempotencyKeys } from "#db/queries/idempotency-key.ts";
import { readVerifiedAges } from "#db/queries/verification-proof.ts";
import { coveringHosts } from "#lib/base/host.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { heardOfMachines } from "#lib/limits/shared.ts";
import { config } from "#lib/runtime/config.ts";
import { type Call, callOf, proofQuestion, type StartRequest } from "./call.ts";

/** Holds what the database says about a batch of calls, and when it said so. */
export type Facts = {
  now: Date;
  /** Keys of one organization share its usage. */
  calls: Call[];
  /** By the number of the call. */
  verifiedAges: ReadonlyMap<number, MinimumAge>;
  /** The earlier calls under the same Idempotency-Keys. Read after the usage, which has counted each of them. */
  remembered: RememberedKey[];
};

/**
 * Reads the facts in one statement, and in a second one what only some calls need. Meanwhile other machines say what they let
 * pass.
 */
export async function readFacts(db: Db, requests: readonly StartRequest[]): Promise<Facts> {
  const [{ now, keys }] = await Promise.all([readKeys(db, hostsByKey(requests)), heardOfMachines()]);
  const byText = withSharedUsage(keys);
  const calls = requests.map((request, n) => callOf(request, n, byText));
  const questions = calls.flatMap(proofQuestion);
  const [verifiedAges, remembered] = await Promise.all([
    readVerifiedAges(db, questions, new Date(+now - config().ttl.tokenMs)),
    readRemembered(db, calls),
  ]);
  return { now, calls, verifiedAges, remembered };
}

async function readRemembered(db: Db, calls: readonly Call[]): Promise<RememberedKey[]> {
  const asked = calls.flatMap(({ key, idempotencies }) =>
    key ? idempotencies.map((one) => ({ pluginKeyId: key.id, ...one })) : [],
  );
  return readIdempotencyKeys(db, asked);
}

function hostsByKey(requests: readonly StartRequest[]): Map<string, string[]> {
  const hosts = new Map<string, Set<string>>();
  for (const { pluginKey, returnUrl, originHost } of requests) {
    if (pluginKey === null) continue;
    const own = hosts.get(pluginKey) ?? new Set();
    hosts.set(pluginKey, own);
    for (const host of coveringHosts(returnUrl.host)) own.add(host);
    if (originHost) for (const host of coveringHosts(originHost)) own.add(host);
  }
  return new Map([...hosts].map(([key, own]) => [key, [...own]]));
}

/** Decisions count on in the usage of an organization, whichever of its keys a call has. */
function withSharedUsage(keys: readonly KeyRow[]): Map<string, KeyRow> {
  const usages = new Map(keys.map(({ organizationId, usage }) => [organizationId, usage]));
  return new Map(keys.map((key) => [key.text, { ...key, usage: usages.get(key.organizationId) ?? key.usage }]));
}
