import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#db/client.ts";
import { insertActivity } from "#db/queries/activity-event.ts";
import { insertVerifications } from "#db/queries/admission.ts";
import { readKeys } from "#db/queries/admission-key.ts";
import { readReserved } from "#db/queries/reservation.ts";
import {
  endAttempts,
  findVerification,
  noteProblem,
  noteTooYoung,
  takeAnswer,
  tryAgain,
} from "#db/queries/verification.ts";
import { claimVerification } from "#db/queries/verification-claim.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { findAskingKeys, findProofs, readVerifiedAges, redeemProofs } from "#db/queries/verification-proof.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { database } from "#lib/runtime/database.ts";

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Subplans Removed"?: number;
  Plans?: Plan[];
};

/** The plans of the statements that this connection has prepared, as they are for ids of now. */
async function plansOf(db: Db): Promise<{ statement: string; nodes: Plan[] }[]> {
  const prepared = await db.execute<{ name: string; statement: string; types: string[] }>(sql`
    SELECT name, statement, parameter_types::text[] AS types FROM pg_prepared_statements
    WHERE NOT from_sql AND statement ~ '\\m(verification|reservation|plugin_key)\\M' AND statement !~ 'pg_prepared'`);
  const argumentOf = (type: string) => ({ uuid: `'${uuidV7()}'`, "uuid[]": `'{${uuidV7()}}'` })[type] ?? "NULL";
  const explained = prepared.map(async ({ name, statement, types }) => {
    const [row] = await db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      sql.raw(`EXPLAIN (FORMAT JSON) EXECUTE "${name}" (${types.map(argumentOf).join(", ")})`),
    );
    return { statement, nodes: row ? nodesOf(row["QUERY PLAN"][0].Plan) : [] };
  });
  return Promise.all(explained);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** One transaction has one connection, which keeps what it prepared. */
function plansAfter(purpose: "start" | "check" | "link", statements: readonly ((db: Db) => Promise<unknown>)[]) {
  return database(purpose).transaction(async (tx) => {
    for (const run of statements) await run(tx);
    return plansOf(tx);
  });
}

const [ID, DIGEST] = [uuidV7(), Buffer.alloc(32)];
const PAGE_KEY = { id: 1, encrypt: () => DIGEST };

test.for([
  [
    "start",
    [
      (db) => readKeys(db, new Map([["pk_live_none", ["shop.example"]]])),
      (db) => readVerifiedAges(db, [{ n: 0, organizationId: ID, mode: "live", devices: ["5a"] }], new Date()),
      (db) => insertVerifications(db, [], [], PAGE_KEY, new Date()),
      (db) => insertVerifications(db, [], [], PAGE_KEY, new Date(), "shortly"),
      (db) => insertVerifications(db, [], [], PAGE_KEY, new Date(), "long"),
    ],
  ],
  [
    "check",
    [(db) => findProofs(db, [ID]), (db) => redeemProofs(db, [ID]), (db) => findAskingKeys(db, ["pk_live_none"])],
  ],
  [
    "link",
    [
      (db) => findVerification(db, ID),
      (db) => claimVerification(db, ID, { browser: DIGEST, returnUrl: null, pageKeyId: 1 }, 1),
      (db) => readReserved(db, ID),
      (db) => noteProblem(db, ID, 0, "cancelled"),
      (db) => noteTooYoung(db, ID),
      (db) => tryAgain(db, ID),
      (db) => takeAnswer(db, ID, 0),
      (db) => endAttempts(db, ID),
      (db) => completeVerification(db, { id: ID, outcome: "cancelled", startedAt: null, linkMs: 1, flowMs: 1 }),
    ],
  ],
] satisfies [string, ((db: Db) => Promise<unknown>)[]][])(
  "each statement of the %s path goes from index to index, whatever its tables held when it was planned, and one by ids opens one partition",
  async ([purpose, statements]) => {
    const plans = await plansAfter(purpose as "start" | "check" | "link", statements);
    expect(plans.length).toBeGreaterThanOrEqual(statements.length);
    for (const { statement, nodes } of plans) {
      const scans = nodes.filter((node) => node["Relation Name"] && node["Node Type"].endsWith("Scan"));
      expect(scans.map((node) => node["Node Type"]).filter((type) => !type.startsWith("Index"))).toEqual([]);
      expect(nodes.filter((node) => /Hash Join|Merge Join/.test(node["Node Type"]))).toEqual([]);
      const opened = scans.filter((node) => node["Relation Name"]?.startsWith("verification_"));
      if (!/(?:FROM|JOIN|UPDATE) verification\b/.test(statement)) continue;
      // What an organization has is looked up in each partition, by an index that begins with the organization.
      if (purpose === "start") {
        expect(opened.filter((node) => node["Index Name"]?.endsWith("_pkey"))).toEqual([]);
        continue;
      }
      expect(opened).toHaveLength(1);
      const removed = nodes.flatMap((node) => node["Subplans Removed"] ?? []);
      expect(removed).toHaveLength(1);
      expect(removed[0]).toBeGreaterThanOrEqual(16);
    }
  },
);

test("the activity record joins the lists of a batch by hash: row by row, twice as many keys cost four times as much", async () => {
  const [record] = await database("activity").transaction(async (tx) => {
    await insertActivity(tx, []);
    return plansOf(tx);
  });
  const isOfLists = ({ Plans = [] }: Plan) => Plans.every((plan) => plan["Node Type"] === "CTE Scan");
  const types = (record?.nodes ?? []).map((node) => ({ type: node["Node Type"], isOfLists: isOfLists(node) }));
  expect(types.filter(({ type }) => type === "Hash Join")).toHaveLength(4);
  expect(types.filter(({ type, isOfLists }) => type === "Nested Loop" && isOfLists)).toEqual([]);
});
