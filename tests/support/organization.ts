import { sql } from "drizzle-orm";
import { setSubscription } from "#lib/billing/subscription.ts";
import type { Terms } from "#lib/billing/terms.ts";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { pauseKey, revokeKey } from "#lib/keys/plugin-key.ts";
import { suspendOrganization } from "#lib/organizations/organization.ts";
import { database } from "#lib/runtime/database.ts";
import { insertSoundOrganization } from "./sound-organization.ts";

const OPERATOR = { kind: "operator" } as const;

/** One that is offered. */
export const TEST_PLAN = {
  id: "test-plan",
  name: "Starter",
  currency: "EUR",
  monthlyFeeMinor: 2_900,
  priceSMinor: 10,
  priceBMinor: 12,
  includedChecks: 0,
  isOffered: true,
  stripePrices: [] as string[],
};

type Flaw = {
  mode?: "live" | "test";
  subscription?: Terms["status"] | "none";
  spendCapMinor?: number;
  /** Terms beside or instead of the usual ones. */
  terms?: Partial<Terms>;
  domain?: "verified" | "unverified" | "with sub-domains";
  key?: "revoked" | "ended";
  paused?: boolean;
  locked?: boolean;
  suspended?: boolean;
  /** The key's own limit. */
  callsPerMinute?: number;
};

/** An organization of the test's own, sound in all but what is named. */
export async function newOrganization({
  mode = "live",
  subscription = "active",
  spendCapMinor,
  terms = {},
  domain = "verified",
  callsPerMinute,
  ...flaws
}: Flaw = {}) {
  const all = {
    status: subscription === "none" ? ("active" as const) : subscription,
    currency: "EUR",
    priceSMinor: 10,
    priceBMinor: 12,
    // New terms have a cap that stops, and most tests are about another thing.
    spendCapMinor: null,
    stopsAtCap: false,
    ...(spendCapMinor !== undefined && { spendCapMinor, stopsAtCap: true }),
    ...terms,
  };
  // Only the verb reads a plan.
  const hasPlan = subscription !== "none" && terms.planId != null;
  const { id, key, host } = await insertSoundOrganization({
    mode,
    terms: subscription === "none" || hasPlan ? null : all,
    domain: domain === "unverified" ? null : { includeSubdomains: domain === "with sub-domains" },
    callsPerMinute: callsPerMinute ?? null,
  });
  if (hasPlan) {
    done(await setSubscription(OPERATOR, id, all));
    // As if the terms had held before this month: all that they include is there, whatever day it is.
    await database().execute(sql`UPDATE subscription SET included_period = NULL WHERE organization_id = ${id}`);
  }
  await applyFlaws({ id, key }, flaws);
  return {
    id,
    key,
    host,
    domain: `https://${host}/checkout?basket=2#age`,
    billed: () => countRows(sql`SELECT count(*)::int AS n FROM billing_event WHERE organization_id = ${id}`),
    started: () => countRows(sql`SELECT count(*)::int AS n FROM verification WHERE organization_id = ${id}`),
    spent: () =>
      countRows(sql`SELECT coalesce(sum(spent_minor), 0)::int AS n FROM usage_counter WHERE organization_id = ${id}`),
  };
}

/** Takes from a sound organization what is named. */
export async function applyFlaws(
  { id, key }: { id: string; key: string },
  { key: keyFlaw, paused, suspended, subscription, spendCapMinor, locked }: Flaw,
): Promise<void> {
  if (subscription !== undefined && subscription !== "none")
    done(await setSubscription(OPERATOR, id, { status: subscription }));
  if (spendCapMinor !== undefined) done(await setSubscription(OPERATOR, id, { spendCapMinor, stopsAtCap: true }));
  if (locked) {
    done(await addKeySecret(OPERATOR, key));
    done(await lockKey(OPERATOR, key));
  }
  if (paused) done(await pauseKey(OPERATOR, key, true));
  if (keyFlaw === "revoked") done(await revokeKey(OPERATOR, key));
  if (keyFlaw === "ended") await database().execute(sql`UPDATE plugin_key SET ends_at = now() WHERE key = ${key}`);
  if (suspended) done(await suspendOrganization(OPERATOR, id, true));
}

/** Everything that the whole database has of something. */
export async function countRows(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await database().execute<{ n: number }>(query);
  return row?.n ?? -1;
}

function done<Result>(changed: ({ ok: true } & Result) | { ok: false; reason: string }): Result {
  if (!changed.ok) throw new Error(changed.reason);
  return changed;
}
