import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Db } from "#db/client.ts";
import { selectBacklog } from "#db/queries/backlog.ts";
import { findEvent, insertReversals, listSealable, START } from "#db/queries/billing-event.ts";
import { selectBillingEvents, sumAll, sumDays } from "#db/queries/billing-event-list.ts";
import { listReversible, sumMonth } from "#db/queries/billing-event-month.ts";
import { listDebtors } from "#db/queries/closed-month.ts";
import { listKeyRates } from "#db/queries/key-alert.ts";
import { findLastSeal, listUnsealed } from "#db/queries/ledger-seal.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { rowOfReversal } from "#lib/billing/ledger.rules.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { makeComingPartitions } from "#lib/retention/purge.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { makeMonths, past } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { asOwner } from "#tests/support/owner.ts";

const OPERATOR = { kind: "operator" } as const;
/** The months of a quarter of the past, and edges of its months. */
const [APRIL, MAY, JUNE] = [Date.UTC(2026, 3, 1), Date.UTC(2026, 4, 1), Date.UTC(2026, 5, 1)];
const month = (from: number, to: number) => [new Date(from), new Date(to)] as const;

type Plan = { "Relation Name"?: string; "Actual Loops"?: number; Plans?: Plan[] };

/** The months of the ledger that a statement opened, by the ends of their names; of statements that were sent in a transaction. */
async function monthsOpenedBy(run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const monthsRead = new Set<string>();
  await owner.transaction(async (tx) => {
    const explained = new Proxy(tx, {
      get: (target, name, receiver) =>
        name === "execute"
          ? async (statement: ReturnType<typeof sql>) => {
              const [row] = await tx.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
                sql`EXPLAIN (ANALYZE, FORMAT JSON, COSTS OFF, TIMING OFF) ${statement}`,
              );
              for (const plan of row ? nodesOf(row["QUERY PLAN"][0].Plan) : []) {
                const [, opened] = /^(?:billing_event|ledger_seal)_(\d{6})$/.exec(plan["Relation Name"] ?? "") ?? [];
                if (opened && plan["Actual Loops"] !== 0) monthsRead.add(opened);
              }
              return tx.execute(statement);
            }
          : Reflect.get(target, name, receiver),
    });
    await run(explained);
  });
  return [...monthsRead].toSorted();
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace("-", "");

test("what is asked about a month opens that month and the one before it, of which a check may have ended a day later", async () => {
  const shop = await newOrganization();
  const checks = [MAY - 86_400_000, MAY, MAY + 1, JUNE - 1].map((ms) => ({ at: new Date(ms) }));
  const [, first = ""] = await past(shop, checks);
  await sealOrganization(shop.id);
  const [from, to] = month(MAY, JUNE);
  const of = { organizationId: shop.id, from, to, spans: [] };
  const question = { since: "2026-05-01", until: "2026-05-31" };
  const asked: [string, (db: Db) => Promise<unknown>][] = [
    ["invoice", (db) => sumMonth(db, shop.id, from, to, [], 0)],
    ["credit", (db) => listReversible(db, { ...of, after: START, limit: 10 })],
    ["usage", (db) => sumDays(db, shop.id, "2026-05-01", "2026-05-31")],
    ["forecast", (db) => sumAll(db, shop.id, question)],
    ["list", (db) => selectBillingEvents(db, shop.id, question, null, 10)],
    ["debtors", (db) => listDebtors(db, from, to)],
  ];
  for (const [what, run] of asked)
    expect([what, (await monthsOpenedBy(run)).filter((one) => one !== "202604")]).toEqual([what, ["202605"]]);
  expect(await monthsOpenedBy((db) => findEvent(db, first))).toEqual(["202605"]);
  // Before there were ids with a moment.
  expect(await sumAll(database(), shop.id, { since: "1901-01-01", until: "9999-12-31" })).toMatchObject({ checks: 4 });
});

test("what runs each minute opens the months of now", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: new Date(APRIL) }]);
  await generate("b", shop);
  await sealOrganization(shop.id);
  const last = await findLastSeal(database(), shop.id);
  const after = { ...START, at: last?.eventAt ?? null };
  const oldest = monthOf(new Date(Date.now() - 33 * 86_400_000));
  const asked: [string, (db: Db) => Promise<unknown>][] = [
    ["the sealer's list", listSealable],
    ["sealing", (db) => listUnsealed(db, shop.id, { after, limit: 10 })],
    ["the end of a chain", (db) => findLastSeal(db, shop.id)],
    ["key rates", (db) => listKeyRates(db, 1)],
    ["the backlog", selectBacklog],
  ];
  for (const [what, run] of asked)
    expect([what, (await monthsOpenedBy(run)).filter((one) => one < oldest)]).toEqual([what, []]);
});

test("a chain goes over the ends of months, and a check that is reversed in another month is reversed once", async () => {
  const shop = await newOrganization();
  const [early = "", edge = ""] = await past(
    shop,
    [APRIL, MAY - 1, MAY, MAY + 1, JUNE].map((ms) => ({ at: new Date(ms) })),
  );
  await sealOrganization(shop.id);
  expect(await reverseEvent(OPERATOR, edge, "A test")).toEqual({ ok: true, changed: true });
  expect(await reverseEvent(OPERATOR, edge, "A test")).toEqual({ ok: true, changed: false });
  // Both have read the check before either writes.
  const event = await findEvent(database(), early);
  if (event === null) throw new Error("There is no such row");
  const reversal = () => {
    const createdAt = new Date();
    const of = { id: uuidV7(+createdAt), reason: "A test", actor: "operator", creditNoteId: null, createdAt };
    const row = rowOfReversal(event, of);
    return { ...row, mac: macOf(row) };
  };
  const twice = [reversal(), reversal()].map((row) =>
    database().transaction(async (tx) => {
      const locked = await lockOrganization(tx, shop.id);
      if (locked === null) throw new Error("There is no such organization");
      return insertReversals(locked, [row]);
    }),
  );
  expect((await Promise.all(twice)).toSorted()).toEqual([0, 1]);
  await sealOrganization(shop.id);
  const verified = await verifyLedger(OPERATOR, shop.id);
  expect(verified).toMatchObject({ ok: true, rows: [{ rows: 7, position: 7, finding: null }] });
});

test("nobody adds a second reversal past the table that allows one", async () => {
  const shop = await newOrganization();
  const [id = ""] = await past(shop, [{ at: new Date(MAY) }]);
  await reverseEvent(OPERATOR, id, "A test");
  const again = database().execute(sql`
    INSERT INTO billing_event SELECT (jsonb_populate_record(e, ${JSON.stringify({ verification_id: uuidV7() })}::jsonb)).*
    FROM billing_event e WHERE reverses = ${id}`);
  await expect(again).rejects.toMatchObject({ cause: { code: "23503" } });
});

test("two that seal a chain from the same end write one seal at a position", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: new Date(MAY) }, { at: new Date(JUNE) }]);
  await sealOrganization(shop.id);
  const { insertSeals } = await import("#db/queries/ledger-seal.ts");
  const seal = { position: 2, eventId: uuidV7(), digest: Buffer.alloc(32), eventAt: new Date() };
  const late = database().transaction((tx) => insertSeals(tx, shop.id, [seal]));
  await expect(late).rejects.toThrow("does not end at 1");
  const back = database().execute(sql`UPDATE ledger_chain SET position = 1 WHERE organization_id = ${shop.id}`);
  await expect(back).rejects.toMatchObject({ cause: { code: "23514" } });
  expect(await verifyLedger(OPERATOR, shop.id)).toMatchObject({ rows: [{ rows: 2, finding: null }] });
});

test("the ledger has partitions for this month and the next three, and the job never drops one", async () => {
  await makeMonths([new Date(APRIL)]);
  await makeComingPartitions();
  const rows = await database().execute<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('billing_event'::regclass, 'ledger_seal'::regclass)`);
  const names = rows.map(({ name }) => name);
  const now = new Date();
  for (const ahead of [0, 1, 2, 3]) {
    const name = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)));
    expect(names).toEqual(expect.arrayContaining([`billing_event_${name}`, `ledger_seal_${name}`]));
  }
  expect(names).toEqual(expect.arrayContaining(["billing_event_202604", "ledger_seal_202604"]));
  expect((await selectBacklog(database())).ledgerHorizonSeconds).toBeGreaterThan(89 * 86_400);
});
