import { LOCK_NOT_AVAILABLE } from "#lib/base/sqlstate.rules.ts";
import { periodOf } from "#lib/base/time.rules.ts";
import type { Db } from "../client.ts";
import { rowList } from "../columns.ts";
import { paced } from "../paced.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";
import type { Basis, MinimumAge, Mode, ProviderId } from "../schema/values.rules.ts";

export type NewBill = {
  priceMinor: number;
  currency: string;
  basis: Basis;
};

export type NewVerification = {
  id: string;
  organizationId: string;
  pluginKeyId: string;
  provider: ProviderId;
  mode: Mode;
  minimumAge: MinimumAge;
  /** In hexadecimal. */
  device: string;
  returnOrigin: string;
  returnUrl: string;
  createdAt: Date;
  /** Is the host of the return URL. */
  host: string;
  /** `mac`: of the billing event, in hexadecimal. */
  bill: (NewBill & { mac: string }) | null;
  /** The call carries a secret of the key. */
  withSecret: boolean;
  idempotency: { key: string; request: string } | null;
};

/** Encrypts what is purged when the link expires; `id`: of the stored half of the key. */
export type PageKey = { id: number; encrypt(clear: string | Buffer): Buffer };

/** The live checks of an organization in a UTC month. */
export type MonthUsage = { checks: number; spentMinor: number };

/** Holds what must still hold of an organization when its verifications are written. */
export type Condition = {
  organizationId: string;
  /** The version of the facts that the calls were decided by. */
  factsVersion: number;
  /** Until when they hold if nobody changes them, by the database's clock; `null`: the caller holds the organization's lock. */
  validUntil: Date | null;
  /** The usage that the calls were decided by; `null`: the decision did not depend on it. */
  expected: MonthUsage | null;
  /** Says what the verifications add to it; `null`: nothing. */
  adds: MonthUsage | null;
};

/** Sets how long a call may wait for the lock of its organization. Later, its caller would hear 503 before the write. */
export const MAX_LOCK_WAIT_MS = paced(1_400);

/** The SQLSTATE (not_null_violation) of a write whose Idempotency-Key was remembered after the facts were read. */
export const REMEMBERED_MEANWHILE = "23502";

/**
 * Sets how long a write of several organizations waits for their locks. Another process that writes calls of the same
 * shops has committed by then. One that stands still has not, and costs the others no more than this.
 */
const SHORT_LOCK_WAIT_MS = 20;

/** True. Until its transaction ends, no statement waits longer for a lock. */
const boundedWait = (ms: number) => `(SELECT set_config('lock_timeout', '${ms}ms', true)) IS NOT NULL`;

const CONDITIONS = rowList<Condition>({
  organization_id: ["uuid", (one) => one.organizationId],
  version: ["bigint", (one) => one.factsVersion],
  valid_until: ["timestamptz", (one) => one.validUntil?.toISOString() ?? "infinity"],
  expected_events: ["bigint", (one) => one.expected?.checks ?? null],
  expected_spent: ["bigint", (one) => one.expected?.spentMinor ?? null],
  events: ["bigint", (one) => one.adds?.checks ?? null],
  spent: ["bigint", (one) => one.adds?.spentMinor ?? null],
});

/** Texts of bytes are in hexadecimal. */
const ROWS = rowList<NewVerification>({
  id: ["uuid", (row) => row.id],
  organization_id: ["uuid", (row) => row.organizationId],
  plugin_key_id: ["uuid", (row) => row.pluginKeyId],
  provider: ["text", (row) => row.provider],
  mode: ["text", (row) => row.mode],
  minimum_age: ["smallint", (row) => row.minimumAge],
  device: ["text", (row) => row.device],
  return_origin: ["text", (row) => row.returnOrigin],
  return_url: ["text", (row) => row.returnUrl],
  created_at: ["timestamptz", (row) => row.createdAt.toISOString()],
  host: ["text", (row) => row.host],
  price_minor: ["int", (row) => row.bill?.priceMinor ?? null],
  currency: ["text", (row) => row.bill?.currency ?? null],
  basis: ["text", (row) => row.bill?.basis ?? null],
  mac: ["text", (row) => row.bill?.mac ?? null],
  with_secret: ["boolean", (row) => row.withSecret],
  idempotency_key: ["text", (row) => row.idempotency?.key ?? null],
  idempotency_request: ["text", (row) => row.idempotency?.request ?? null],
});

/** `$1`: the first day of the month, `$2`: the page key. */
const [CONDITIONS_AT, ROWS_AT] = [3, 3 + CONDITIONS.size];

/**
 * The gate locks each organization whose facts are as they were read. One that another transaction has locked is left out, like
 * one whose facts have changed, unless the write waits for locks. The clock and the usage are compared under that lock.
 * PostgreSQL evaluates the version again on the newest row where it changed since the statement began.
 */
const insert = (waitMs: number | null) =>
  preparedStatement<{ organizationId: string }>(`
  WITH gate AS MATERIALIZED (
    SELECT c.* FROM ${CONDITIONS.from("c", CONDITIONS_AT)}
    JOIN organization o ON o.id = c.organization_id AND o.facts_version = c.version
    ${waitMs === null ? "" : `WHERE ${boundedWait(waitMs)}`}
    ORDER BY c.organization_id FOR NO KEY UPDATE OF o ${waitMs === null ? "SKIP LOCKED" : ""}
  ), counted AS (
    UPDATE usage_counter u
    SET events = u.events + g.events, spent_minor = u.spent_minor + g.spent
    FROM gate g
    WHERE u.organization_id = g.organization_id AND u.period = $1::date AND g.events IS NOT NULL AND clock_timestamp() < g.valid_until
      AND (g.expected_events IS NULL OR (u.events = g.expected_events AND u.spent_minor = g.expected_spent))
    RETURNING u.organization_id
  ), admitted AS MATERIALIZED (
    SELECT organization_id FROM counted
    UNION ALL SELECT organization_id FROM gate WHERE events IS NULL AND clock_timestamp() < valid_until
  ), accepted AS MATERIALIZED (
    SELECT * FROM ${ROWS.from("r", ROWS_AT)}
    -- IS TRUE: PostgreSQL looks the organizations up in a hash table. It would join row by row, where a join must go by index.
    WHERE (organization_id IN (SELECT organization_id FROM admitted)) IS TRUE
  ), verifications AS (
    INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, return_url, page_key_id, created_at, with_secret)
    SELECT id, organization_id, plugin_key_id, provider, mode, minimum_age, decode(device, 'hex'), return_origin, decode(return_url, 'hex'), $2::bigint, created_at, with_secret
    FROM accepted
  ), events AS (
    INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, mac)
    SELECT id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, decode(mac, 'hex')
    FROM accepted WHERE price_minor IS NOT NULL
  ), remembered AS (
    INSERT INTO idempotency_key (plugin_key_id, key, request, verification_id, created_at)
    SELECT plugin_key_id, decode(idempotency_key, 'hex'), decode(idempotency_request, 'hex'), id, created_at
    FROM accepted WHERE idempotency_key IS NOT NULL
    -- A request that was remembered since the facts were read fails the statement: this column is not null.
    ON CONFLICT (plugin_key_id, key) DO UPDATE
    SET request = CASE WHEN idempotency_key.created_at <= now() - interval '24 hours' THEN excluded.request END,
      verification_id = excluded.verification_id, created_at = excluded.created_at
  )
  SELECT organization_id AS "organizationId" FROM admitted
`);

/** Waits so long for the locks of organizations. After "shortly" it leaves out those that are still locked. */
const INSERT = { "not at all": insert(null), shortly: insert(SHORT_LOCK_WAIT_MS), long: insert(MAX_LOCK_WAIT_MS) };
export type LockWait = keyof typeof INSERT;

/** A row for the usage of a month, which the conditional write then only updates. */
const BEGIN_MONTH = preparedStatement(`
  INSERT INTO usage_counter (organization_id, period, events, spent_minor)
  SELECT o.id, $2::date, 0, 0 FROM organization o WHERE o.id = ANY($1::uuid[]) AND ${boundedWait(MAX_LOCK_WAIT_MS)} ORDER BY o.id
  ON CONFLICT DO NOTHING
`);

export async function beginMonth(db: Db, organizationIds: readonly string[], now: Date): Promise<void> {
  if (organizationIds.length > 0) await BEGIN_MONTH(db, arrayOf(organizationIds), periodOf(now));
}

/**
 * Writes the verifications, billing events, usage and Idempotency-Keys of every organization whose condition holds, in one
 * statement: all rows of an organization, or none. Answers the organizations whose rows it wrote. Where it is the whole
 * transaction, no pause of this process holds a lock. `now`: the moment of the decision, which names the month. `waits`: for
 * organizations that another transaction has locked, before it leaves them out or, after "long", fails.
 */
export async function insertVerifications(
  db: Db,
  conditions: readonly Condition[],
  rows: readonly NewVerification[],
  pageKey: PageKey,
  now: Date,
  waits: LockWait = "not at all",
): Promise<Set<string>> {
  const encrypted = rows.map((row) => ({ ...row, returnUrl: pageKey.encrypt(row.returnUrl).toString("hex") }));
  const values = [periodOf(now), pageKey.id, ...CONDITIONS.of(conditions), ...ROWS.of(encrypted)];
  const admitted = await INSERT[waits](db, ...values).catch((fault: { code?: string }) => {
    if (waits !== "shortly" || fault.code !== LOCK_NOT_AVAILABLE) throw fault;
    return INSERT["not at all"](db, ...values);
  });
  return new Set(admitted.map(({ organizationId }) => organizationId));
}
