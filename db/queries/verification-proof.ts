import type { Db } from "../client.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";
import type { pluginKey } from "../schema/plugin-key.ts";
import type { MinimumAge, Mode } from "../schema/values.rules.ts";
import type { verification } from "../schema/verification.ts";

/**
 * Asks which age a device has verified for this organization, if that is redeemed and unexpired. `devices`: digests in hex.
 * `n`: names the question.
 */
export type ProofQuestion = { n: number; organizationId: string; mode: Mode; devices: string[] };

const selectAges = preparedStatement<{ n: number; age: MinimumAge }>(`
  SELECT q.n, max(v.minimum_age) AS age
  FROM unnest($1::int[], $2::uuid[], $3::text[], $4::text[]) AS q(n, organization_id, mode, device)
  JOIN verification v ON v.organization_id = q.organization_id AND v.device = decode(q.device, 'hex') AND v.mode = q.mode
  -- No bounds on the id: with them, PostgreSQL may choose to read hours of everybody's rows by their id. Few rows are redeemed,
  -- so looking a device up in each partition costs less.
  WHERE v.redeemed_at IS NOT NULL AND v.completed_at > $5::timestamptz
  GROUP BY q.n
`);

export async function readVerifiedAges(
  db: Db,
  questions: readonly ProofQuestion[],
  completedAfter: Date,
): Promise<Map<number, MinimumAge>> {
  if (questions.length === 0) return new Map();
  const asked = questions.flatMap(({ devices, ...question }) => devices.map((device) => ({ ...question, device })));
  const rows = await selectAges(
    db,
    arrayOf(asked.map(({ n }) => n)),
    arrayOf(asked.map(({ organizationId }) => organizationId)),
    arrayOf(asked.map(({ mode }) => mode)),
    arrayOf(asked.map(({ device }) => device)),
    completedAfter.toISOString(),
  );
  return new Map(rows.map(({ n, age }) => [n, age]));
}

export type ProofRow = Pick<
  typeof verification.$inferSelect,
  | "id"
  | "organizationId"
  | "pluginKeyId"
  | "provider"
  | "mode"
  | "minimumAge"
  | "device"
  | "returnOrigin"
  | "problem"
  | "completedAt"
  | "outcome"
  | "redeemedAt"
>;

type Found = { now: Date } & ({ id: null } | ProofRow);

/** A list of ids excludes no partition; bounds do, when the statement begins to run. */
const IS_ASKED = "id = ANY($1) AND id BETWEEN $2 AND $3";

const selectProofs = preparedStatement<Found>(`
  SELECT clock.now, id, organization_id AS "organizationId", plugin_key_id AS "pluginKeyId", provider, mode,
    minimum_age AS "minimumAge", device, return_origin AS "returnOrigin", problem, completed_at AS "completedAt", outcome,
    redeemed_at AS "redeemedAt"
  FROM (SELECT clock_timestamp() AS now) AS clock LEFT JOIN verification ON ${IS_ASKED}
`);

/** The verifications that a batch of token checks asks about, and the database's clock. `ids`: at least one. */
export async function findProofs(db: Db, ids: string[]): Promise<{ now: Date; proofs: Map<string, ProofRow> }> {
  const rows = await selectProofs(db, ...boundedBy(ids));
  if (!rows[0]) throw new Error("The database did not tell the time");
  const proofs = new Map<string, ProofRow>();
  for (const row of rows) if (row.id !== null) proofs.set(row.id, row);
  return { now: rows[0].now, proofs };
}

type TestProof = Omit<ProofRow, "device" | "returnOrigin" | "problem" | "redeemedAt">;

const selectTestProofs = preparedStatement<TestProof>(`
  SELECT v.id, v.organization_id AS "organizationId", v.plugin_key_id AS "pluginKeyId", v.provider, v.mode,
    v.minimum_age AS "minimumAge", v.completed_at AS "completedAt", v.outcome
  FROM verification v JOIN plugin_key k ON k.id = v.plugin_key_id
  WHERE v.organization_id = $1 AND k.key = $2 AND v.mode = 'test'
    AND v.id >= uuid_v7_from($3::timestamptz) AND v.id < uuid_v7_from($4::timestamptz)
  ORDER BY v.id DESC LIMIT 100
`);

/** The newest verifications that a test key made in a span of time. */
export async function findTestProofs(
  db: Db,
  { organizationId, key, from, to }: { organizationId: string; key: string; from: Date; to: Date },
): Promise<TestProof[]> {
  return selectTestProofs(db, organizationId, key, from.toISOString(), to.toISOString());
}

export type AskingKeyRow = Pick<typeof pluginKey.$inferSelect, "id" | "organizationId" | "mode">;

const selectAskingKeys = preparedStatement<AskingKeyRow & { text: string }>(
  `SELECT key AS text, id, organization_id AS "organizationId", mode FROM plugin_key WHERE key = ANY($1)`,
);

/** Reads what a token check must know of the keys that callers name, by their texts. A key that ended may still ask. */
export async function findAskingKeys(db: Db, texts: readonly string[]): Promise<Map<string, AskingKeyRow>> {
  if (texts.length === 0) return new Map();
  const rows = await selectAskingKeys(db, arrayOf(texts));
  return new Map(rows.map(({ text, ...key }) => [text, key]));
}

const updateProofs = preparedStatement<{ id: string }>(`
  UPDATE verification SET redeemed_at = now()
  WHERE ${IS_ASKED} AND outcome = 'verified' AND redeemed_at IS NULL
  RETURNING id
`);

/**
 * The first token check that answers an age redeems the verification (contract §3); later ones change nothing. Returns the ids
 * that this call redeemed. Of concurrent calls one redeems. Rows are locked in the order of their ids, so that two calls with
 * several ids in common never wait for each other in a circle. `ids`: at least one.
 */
export async function redeemProofs(db: Db, ids: string[]): Promise<Set<string>> {
  const redeemed = await updateProofs(db, ...boundedBy(ids));
  return new Set(redeemed.map(({ id }) => id));
}

/** UUIDs in lower case: their texts have the order of their values. */
function boundedBy(ids: string[]): [list: string, first: string, last: string] {
  const sorted = ids.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) throw new Error("Nobody asked");
  return [arrayOf(sorted), first, last];
}
