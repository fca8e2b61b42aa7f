import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findEvent } from "#db/queries/billing-event.ts";
import { findInvoice, type InvoiceRow } from "#db/queries/invoice.ts";
import { periodOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { documentText } from "#lib/billing/invoice-text.rules.ts";
import { issueDocument } from "#lib/billing/issue-invoice.ts";
import { linkOf, NO_SEAL, sealOrganization } from "#lib/billing/ledger-seal.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { tamper } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { forgeSeal, type Ledger, ledger, verified } from "#tests/support/sealed-ledger.ts";

// A document with another digest is a fault of the next document, of whichever organization that is.
await enterOwnDatabase();

const OPERATOR = { kind: "operator" } as const;

/** Puts a row of today in, like another but for what is given, and counts it. Its id. */
async function putIn(w: { id: string }, like: string, given: { price_minor: number } & Record<string, unknown>) {
  const id = uuidV7();
  const now = new Date();
  const row = JSON.stringify({ verification_id: id, created_at: now.toISOString(), ...given });
  await tamper(
    sql`SET LOCAL session_replication_role = replica`,
    sql`INSERT INTO billing_event SELECT (jsonb_populate_record(e, ${row}::jsonb)).* FROM billing_event e WHERE verification_id = ${like}`,
    sql`UPDATE usage_counter SET spent_minor = spent_minor + ${given.price_minor}, events = events + ${"reverses" in given ? 0 : 1}
      WHERE organization_id = ${w.id} AND period = ${periodOf(now)}`,
  );
  return id;
}

test("a row that was put in does not hide behind a chain of nobody's", async () => {
  const [shop, nobody] = [await ledger(), crypto.randomUUID()];
  const id = await putIn(shop, shop.ids[4] ?? "", { price_minor: 5_000 });
  await forgeSeal(nobody, id, { position: 0, seal: NO_SEAL.toString("hex") });
  await sealOrganization(shop.id);
  expect((await verified(shop)).finding).toEqual({ kind: "unsigned", position: null, eventId: id });
  expect((await verified({ id: nobody })).finding).toEqual({ kind: "inserted", position: 1, eventId: id });
});

test("a check that somebody sealed in another chain keeps none of the others from being sealed", async () => {
  const shop = await ledger();
  await generate("b", shop);
  const [stolen] = await database().execute<{ id: string }>(sql`
    SELECT verification_id AS id FROM billing_event WHERE organization_id = ${shop.id} ORDER BY created_at DESC LIMIT 1`);
  await forgeSeal(crypto.randomUUID(), stolen?.id ?? "", { position: 0, seal: NO_SEAL.toString("hex") });
  await generate("b", shop);
  await sealOrganization(shop.id);
  expect(await verified(shop)).toMatchObject({ rows: 15, position: 15 });
});

type Forged = (w: Ledger) => Promise<{ price_minor: number; reverses: string } & Record<string, unknown>>;
const FORGED: [what: string, forged: Forged][] = [
  ["more than the check cost", async ({ ids }) => ({ price_minor: -999_999, reverses: ids[4] ?? "" })],
  ["less than the check cost", async ({ ids }) => ({ price_minor: -11, reverses: ids[4] ?? "" })],
  ["a check that there never was", async () => ({ price_minor: -12, reverses: crypto.randomUUID() })],
  ["a check of somebody else's", async () => ({ price_minor: -12, reverses: (await ledger()).ids[4] ?? "" })],
  [
    "a check of another key",
    async ({ ids }) => ({ price_minor: -12, reverses: ids[4] ?? "", plugin_key_id: uuidV7() }),
  ],
  ["a check of another provider", async ({ ids }) => ({ price_minor: -12, reverses: ids[4] ?? "", provider: "s" })],
  ["a check in another currency", async ({ ids }) => ({ price_minor: -12, reverses: ids[4] ?? "", currency: "DKK" })],
];

test.for(FORGED)("a reversal that takes back %s is found, and sealed by forgers only", async ([, forged]) => {
  const shop = await ledger();
  const given = { reason: "Goodwill", actor: "operator", ...(await forged(shop)) };
  const id = await putIn(shop, shop.ids[4] ?? "", given);
  await sealOrganization(shop.id);
  const found = await verified(shop);
  expect(found).toMatchObject({ position: 14, finding: { kind: "unsigned", position: null, eventId: id } });
  await forgeSeal(shop.id, id, found);
  expect((await verified(shop)).finding).toEqual({ kind: "unsigned", position: 15, eventId: id });
});

test("a reversal of what was a reversal itself is found", async () => {
  const shop = await newOrganization({ mode: "test" });
  await generate("b", shop);
  const ids = () =>
    database().execute<{ id: string }>(
      sql`SELECT verification_id AS id FROM billing_event WHERE organization_id = ${shop.id} ORDER BY reverses NULLS FIRST`,
    );
  await reverseEvent(OPERATOR, (await ids())[0]?.id ?? "", "The shop's own test");
  const [check, reversal] = await ids();
  const given = { price_minor: 0, reverses: reversal?.id, reason: "Goodwill", actor: "operator" };
  const id = await putIn(shop, check?.id ?? "", given);
  await sealOrganization(shop.id);
  expect((await verified(shop)).finding).toEqual({ kind: "unsigned", position: null, eventId: id });
});

test.for([
  "prefix = 'X-'",
  "tax_name = 'GST'",
  "kind = 'credit_note'",
  "organization_id = gen_random_uuid()",
  "reason = 'Goodwill'",
  "issued_at = issued_at + interval '1 millisecond'",
  "due_on = due_on + 1",
  "currency = 'DKK'",
  "tax_basis_points = 1",
  "seller = ''",
  "bill_to = 'Somebody else'",
  "seal_position = 0, seal_digest = NULL",
])("a document of which somebody set %s is found", async (set) => {
  const shop = await ledger();
  const { number } = shop.invoice;
  await tamper(sql`UPDATE invoice SET ${sql.raw(set)} WHERE number = ${number}`);
  const { organizationId } = await documentNumbered(number);
  expect((await verified({ id: organizationId })).finding).toEqual({ kind: "invoice", number });
});

test("a document that was rewritten with its digest is found by the next one", async () => {
  const shop = await newOrganization();
  const draft = {
    organizationId: shop.id,
    creditsId: null,
    reason: null,
    currency: "EUR",
    lines: [],
    taxBasisPoints: 0,
  };
  const [first, next] = await database().transaction(async (tx) => [
    await issueDocument(tx, { ...draft, id: uuidV7(), period: "2026-03-01", today: new Date() }),
    await issueDocument(tx, { ...draft, id: uuidV7(), period: "2026-04-01", today: new Date() }),
  ]);
  expect((await verified(shop)).finding).toBeNull();
  const row = await documentNumbered(first.number);
  const before = await findInvoice(database(), { number: row.number - 1 });
  const digest = linkOf(before?.digest ?? NO_SEAL, documentText({ ...row, billTo: "Somebody else" }));
  await tamper(sql`UPDATE invoice SET bill_to = 'Somebody else', digest = ${digest} WHERE id = ${row.id}`);
  expect((await verified(shop)).finding).toEqual({ kind: "invoice", number: next.number });
});

test.for([
  { netMinor: 5, taxMinor: -5, totalMinor: 0 },
  { netMinor: 5, taxMinor: 0, totalMinor: 5 },
  { netMinor: 0, taxMinor: 5, totalMinor: 5 },
])("the last document, rewritten with its digest, is found: its lines do not come to %j", async (sums) => {
  const { id: organizationId } = await newOrganization();
  const draft = {
    id: uuidV7(),
    organizationId,
    period: "2026-03-01",
    creditsId: null,
    reason: null,
    taxBasisPoints: 0,
  };
  const of = { ...draft, currency: "EUR", lines: [], today: new Date() };
  const { number } = await database().transaction((tx) => issueDocument(tx, of));
  const row = await documentNumbered(number);
  const before = await findInvoice(database(), { number: number - 1 });
  const digest = linkOf(before?.digest ?? NO_SEAL, documentText({ ...row, ...sums }));
  await tamper(sql`
    UPDATE invoice SET net_minor = ${sums.netMinor}, tax_minor = ${sums.taxMinor}, total_minor = ${sums.totalMinor},
      digest = ${digest} WHERE id = ${row.id}`);
  expect((await verified({ id: organizationId })).finding).toEqual({ kind: "invoice", number });
});

async function documentNumbered(number: number): Promise<InvoiceRow> {
  const row = await findInvoice(database(), { number });
  if (row === null) throw new Error("There is no such document");
  return row;
}

/** As if its verb had read the database's clock then. */
async function writtenAt(id: string, moment: ReturnType<typeof sql>) {
  await tamper(sql`UPDATE billing_event SET created_at = ${moment} WHERE verification_id = ${id}`);
  const row = await findEvent(database(), id);
  if (row === null) throw new Error("There is no such row");
  await tamper(sql`UPDATE billing_event SET mac = ${macOf(row)} WHERE verification_id = ${id}`);
}

/** Of test mode: no month counts it, whichever it falls into. A check after others, whose row went back in time. */
async function checkedWhileTheClockWasBack(ago: string) {
  const shop = await newOrganization({ mode: "test" });
  await generate("b", shop);
  await sealOrganization(shop.id);
  await generate("b", shop);
  const [last] = await database().execute<{ id: string }>(
    sql`SELECT verification_id AS id FROM billing_event WHERE organization_id = ${shop.id} ORDER BY created_at DESC LIMIT 1`,
  );
  await writtenAt(last?.id ?? "", sql`created_at - ${ago}::interval`);
  return shop;
}

test.for([
  ["54 minutes", null],
  ["3 hours", { kind: "unsealed" }],
] as const)("checks made while the database's clock was %s back are sealed late, not lost", async ([ago, waits]) => {
  const shop = await checkedWhileTheClockWasBack(ago);
  const { finding } = await verified(shop);
  if (waits === null) expect(finding).toBeNull();
  else expect(finding).toMatchObject(waits);
  await sealOrganization(shop.id);
  expect(await verified(shop)).toMatchObject({ position: 2, finding: null });
});

test.for([
  ["23 hours 59 minutes", 3, null],
  ["24 hours 1 minute", 2, { kind: "unsealed" }],
] as const)(
  "the sealer looks back a day: a reversal from %s before leaves the chain at %i",
  async ([ago, end, finding]) => {
    const shop = await newOrganization({ mode: "test" });
    for (let calls = 0; calls < 2; calls += 1) await generate("b", shop);
    await sealOrganization(shop.id);
    const [row] = await database().execute<{ id: string }>(
      sql`SELECT verification_id AS id FROM billing_event WHERE organization_id = ${shop.id} LIMIT 1`,
    );
    await reverseEvent(OPERATOR, row?.id ?? "", "The shop's own test");
    const [reversal] = await database().execute<{ id: string }>(
      sql`SELECT verification_id AS id FROM billing_event WHERE reverses = ${row?.id ?? ""}`,
    );
    const sealedLast = sql`(SELECT event_at FROM ledger_seal WHERE organization_id = ${shop.id} AND position = 2)`;
    await writtenAt(reversal?.id ?? "", sql`${sealedLast} - ${ago}::interval`);
    await sealOrganization(shop.id);
    const after = await verified(shop);
    expect(after.position).toBe(end);
    expect(after.finding?.kind).toBe(finding?.kind);
  },
);

test("of an organization that never was, nothing is said to hold", async () => {
  expect(await verifyLedger(OPERATOR, crypto.randomUUID())).toEqual({ ok: false, reason: "organization_unknown" });
  expect((await verified(await newOrganization())).finding, "of one without a check, it is").toBeNull();
});
