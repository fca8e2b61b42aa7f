import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { includedIn } from "./subscription.ts";

/**
 * Takes the gate of every organization behind these plugin keys that nobody holds just now, and says of which. It waits for
 * none, so that one organization's held gate delays no other's calls, and two batches never wait for each other. Whatever must
 * stop admissions (a revocation, a suspension, a cancelled subscription) takes the same gate, so nothing is accepted after
 * such a change has committed.
 */
export async function lockFreeOrganizationsOf(tx: Transaction, pluginKeys: string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT id FROM organization
    WHERE id IN (SELECT organization_id FROM plugin_key WHERE key IN (SELECT jsonb_array_elements_text(${json(pluginKeys)})))
    FOR NO KEY UPDATE SKIP LOCKED
  `);
  return new Set(rows.map(({ id }) => id));
}

/** The same for one organization: waits for whoever holds its gate, and fails after so long. */
export async function lockOrganizationWithin(
  tx: Transaction,
  organizationId: string,
  milliseconds: number,
): Promise<Set<string>> {
  // Sent in the same breath: what the caller sends next must run after the lock, not between the two.
  const [, isThere] = await Promise.all([setLockTimeout(tx, milliseconds), lockOrganization(tx, organizationId)]);
  return new Set(isThere ? [organizationId] : []);
}

async function setLockTimeout(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.execute(sql`SELECT set_config('lock_timeout', ${`${milliseconds}ms`}, true)`);
}

/** False: there is none. */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<boolean> {
  const rows = await tx.execute(sql`SELECT 1 FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`);
  return rows.length > 0;
}

export type KeyRow = {
  text: string;
  id: string;
  mode: "live" | "test";
  endsAt: Date | null;
  revokedAt: Date | null;
  pausedAt: Date | null;
  organizationId: string;
  suspendedAt: Date | null;
  /** The key's own word, else its organization's. */
  verifiedDevices: "turned_away" | "asked_again";
  /** What it is locked to, as SHA-256 in hex; empty: it is not locked. */
  secrets: string[];
  /** The key's own limit, else its plan's; `null`: the instance's. */
  callsPerMinute: number | null;
  /** The brake, and what it has counted in this hour. */
  acceptedPerHour: number | null;
  acceptedThisHour: number;
  subscription: {
    status: "trialing" | "active" | "past_due" | "canceled" | "paused";
    pastDueSince: Date | null;
    currency: string;
    priceSMinor: number;
    priceBMinor: number;
    includedChecks: number;
    spendCapMinor: number | null;
    stopsAtCap: boolean;
  } | null;
  /** Of this UTC month: live checks, and what they cost. */
  usage: { checks: number; spentMinor: number };
  domains: { host: string; includeSubdomains: boolean }[];
};

type Subscription = NonNullable<KeyRow["subscription"]>;

/** What is on record about these plugin keys, and the database's clock. `hosts`: the only domains worth reading. */
export async function readKeys(db: Db, pluginKeys: string[], hosts: string[]): Promise<{ now: Date; keys: KeyRow[] }> {
  const [row] = await db.execute<{
    now: number;
    keys: (Omit<KeyRow, "subscription"> & {
      subscription: (Omit<Subscription, "pastDueSince"> & { pastDueSince: number | null }) | null;
    } & Record<"endsAt" | "revokedAt" | "pausedAt" | "suspendedAt", number | null>)[];
  }>(sql`
    WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
    SELECT ${millis(sql`clock.now`)} AS now, (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'text', k.key, 'id', k.id, 'mode', k.mode, 'endsAt', ${millis(sql`k.ends_at`)}, 'revokedAt', ${millis(sql`k.revoked_at`)},
        'pausedAt', ${millis(sql`k.paused_at`)}, 'organizationId', o.id, 'suspendedAt', ${millis(sql`o.suspended_at`)},
        'verifiedDevices', coalesce(k.verified_devices, o.verified_devices),
        'secrets', (SELECT coalesce(jsonb_agg(encode(x.digest, 'hex')), '[]') FROM plugin_key_secret x WHERE x.plugin_key_id = k.id),
        'callsPerMinute', coalesce(k.calls_per_minute, p.calls_per_minute), 'acceptedPerHour', k.accepted_per_hour,
        'acceptedThisHour', coalesce((SELECT h.accepted FROM key_hour h WHERE k.accepted_per_hour IS NOT NULL
          AND h.plugin_key_id = k.id AND h.hour = date_trunc('hour', clock.now, 'UTC')), 0),
        'subscription', CASE WHEN s.organization_id IS NULL THEN NULL ELSE jsonb_build_object(
          'status', s.status, 'pastDueSince', ${millis(sql`s.past_due_since`)}, 'currency', s.currency,
          'priceSMinor', s.price_s_minor, 'priceBMinor', s.price_b_minor, 'includedChecks', ${includedIn(sql`date_trunc('month', clock.now, 'UTC')::date`)},
          'spendCapMinor', s.spend_cap_minor, 'stopsAtCap', s.stops_at_cap) END,
        'usage', jsonb_build_object('checks', coalesce(u.events, 0), 'spentMinor', coalesce(u.spent_minor, 0)),
        'domains', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('host', d.host, 'includeSubdomains', d.include_subdomains)), '[]')
          FROM domain d WHERE d.organization_id = o.id AND d.verified_at IS NOT NULL
            AND d.host IN (SELECT jsonb_array_elements_text(${json(hosts)})))
      )), '[]')
      FROM plugin_key k
      JOIN organization o ON o.id = k.organization_id
      LEFT JOIN subscription s ON s.organization_id = o.id
      LEFT JOIN plan p ON p.id = s.plan_id
      LEFT JOIN usage_counter u ON u.organization_id = o.id AND u.period = date_trunc('month', clock.now, 'UTC')::date
      WHERE k.key IN (SELECT jsonb_array_elements_text(${json(pluginKeys)}))
    ) AS keys
    FROM clock
  `);
  if (!row) throw new Error("The database did not tell the time");
  const keys = row.keys.map((key) => ({
    ...key,
    endsAt: momentOf(key.endsAt),
    revokedAt: momentOf(key.revokedAt),
    pausedAt: momentOf(key.pausedAt),
    suspendedAt: momentOf(key.suspendedAt),
    subscription: key.subscription && { ...key.subscription, pastDueSince: momentOf(key.subscription.pastDueSince) },
  }));
  return { now: new Date(Number(row.now)), keys };
}

/** One question a request: which age has this device proven to this organization, unexpired and redeemed? `devices`: hex. */
export type ProofQuestion = { n: number; organizationId: string; mode: "live" | "test"; devices: string[] };

export async function readVerifiedAges(
  db: Db,
  questions: ProofQuestion[],
  completedAfter: Date,
): Promise<Map<number, 16 | 18>> {
  if (questions.length === 0) return new Map();
  const rows = await db.execute<{ n: number; age: 16 | 18 }>(sql`
    SELECT q.n, max(v.minimum_age)::int AS age
    FROM jsonb_to_recordset(${json(questions)}) AS q(n int, "organizationId" uuid, mode text, devices jsonb)
    JOIN verification v ON v.organization_id = q."organizationId" AND v.mode = q.mode
      AND v.device IN (SELECT decode(hex, 'hex') FROM jsonb_array_elements_text(q.devices) AS digest(hex))
    WHERE v.redeemed_at IS NOT NULL AND v.completed_at > ${completedAfter.toISOString()}::timestamptz
      -- A link and its flow live an hour each at most, so only the youngest partitions are looked at.
      AND v.id >= uuid_v7_from(${completedAfter.toISOString()}::timestamptz - interval '2 hours')
    GROUP BY q.n
  `);
  return new Map(rows.map(({ n, age }) => [n, age]));
}

export type RememberedKey = { pluginKeyId: string; key: string; request: string; verificationId: string };

/** What was accepted under these Idempotency-Keys within the last 24 hours. Digests in hex. */
export async function readIdempotencyKeys(
  db: Db,
  asked: { pluginKeyId: string; key: string }[],
): Promise<RememberedKey[]> {
  if (asked.length === 0) return [];
  return db.execute<RememberedKey>(sql`
    SELECT i.plugin_key_id AS "pluginKeyId", encode(i.key, 'hex') AS key, encode(i.request, 'hex') AS request,
      i.verification_id AS "verificationId"
    FROM jsonb_to_recordset(${json(asked)}) AS a("pluginKeyId" uuid, key text)
    JOIN idempotency_key i ON i.plugin_key_id = a."pluginKeyId" AND i.key = decode(a.key, 'hex')
    WHERE i.created_at > now() - interval '24 hours'
  `);
}

export type NewBill = {
  priceMinor: number;
  currency: string;
  basis: "price" | "included" | "over_cap" | "test" | "no_terms";
};

export type NewVerification = {
  id: string;
  organizationId: string;
  pluginKeyId: string;
  provider: "s" | "b";
  mode: "live" | "test";
  minimumAge: 16 | 18;
  device: string;
  returnOrigin: string;
  returnUrl: string;
  createdAt: Date;
  /** Of the return URL. */
  host: string;
  /** `mac`: of the billing event, in hexadecimal. */
  bill: (NewBill & { mac: string }) | null;
  /** What it will cost if it ends *verified*; `null`: it was billed at once, or is free. */
  reservedMinor: number | null;
  idempotency: { key: string; request: string } | null;
};

/** Verifications, billing events, usage and Idempotency-Keys: one statement, so all of a request or nothing of it. */
export async function insertVerifications(tx: Transaction, rows: NewVerification[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    WITH accepted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${json(rows)}) AS r(
        id uuid, "organizationId" uuid, "pluginKeyId" uuid, provider text, mode text, "minimumAge" smallint, device text,
        "returnOrigin" text, "returnUrl" text, "createdAt" timestamptz, host text, bill jsonb,
        "reservedMinor" int, idempotency jsonb)
    ), verifications AS (
      INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, return_url, created_at, reserved_minor)
      SELECT id, "organizationId", "pluginKeyId", provider, mode, "minimumAge", decode(device, 'hex'), "returnOrigin", "returnUrl", "createdAt", "reservedMinor"
      FROM accepted
    ), events AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, mac)
      SELECT id, "organizationId", "pluginKeyId", provider, mode, (bill->>'priceMinor')::int, bill->>'currency', bill->>'basis', host, "createdAt",
        decode(bill->>'mac', 'hex')
      FROM accepted WHERE jsonb_typeof(bill) = 'object'
    ), usage AS (
      INSERT INTO usage_counter (organization_id, period, events, spent_minor)
      SELECT "organizationId", date_trunc('month', "createdAt", 'UTC')::date, count(*), sum((bill->>'priceMinor')::int)
      FROM accepted WHERE jsonb_typeof(bill) = 'object' AND mode = 'live' GROUP BY 1, 2
      ON CONFLICT (organization_id, period) DO UPDATE
      SET events = usage_counter.events + excluded.events, spent_minor = usage_counter.spent_minor + excluded.spent_minor
    )
    INSERT INTO idempotency_key (plugin_key_id, key, request, verification_id, created_at)
    SELECT "pluginKeyId", decode(idempotency->>'key', 'hex'), decode(idempotency->>'request', 'hex'), id, "createdAt"
    FROM accepted WHERE jsonb_typeof(idempotency) = 'object'
    ON CONFLICT (plugin_key_id, key) DO UPDATE
    SET request = excluded.request, verification_id = excluded.verification_id, created_at = excluded.created_at
  `);
}

function json(value: unknown) {
  return sql`${JSON.stringify(value)}::jsonb`;
}

function millis(moment: ReturnType<typeof sql>) {
  return sql`floor(extract(epoch FROM ${moment}) * 1000)::bigint`;
}

function momentOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}
