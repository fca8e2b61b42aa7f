import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { periodOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { creditInvoice, markPaid, reverseEvent } from "#lib/billing/corrections.ts";
import { textOfLines } from "#lib/billing/invoice.rules.ts";
import { listInvoices, readAnyInvoice } from "#lib/billing/invoices.ts";
import { readMonth } from "#lib/billing/issue-invoice.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { generate } from "#tests/support/gateway.ts";
import { past, termOf } from "#tests/support/ledger.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;
const MONTH = "2026-03-01";
const at = new Date("2026-03-10T12:00Z");
const twenty = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 20 }, ask));
const sumOf = (id: string) =>
  countRows(sql`SELECT coalesce(sum(price_minor), 0)::int AS n FROM billing_event WHERE organization_id = ${id}`);

/** A shop with a fee, tax and some checks in a month that was invoiced. */
async function invoiced() {
  const shop = await newOrganization();
  await termOf(shop, { startsAt: new Date("2026-03-17T08:00Z"), monthlyFeeMinor: 2_999, taxBasisPoints: 1_900 });
  const ids = await past(shop, [{ at }, { at }, { at, provider: "s", priceMinor: 10 }, { at, priceMinor: 0 }]);
  const [invoice] = await closeMonthOf(shop.id, MONTH);
  if (!invoice) throw new Error("Nothing was issued");
  return { ...shop, ids, invoice };
}

async function read(number: number) {
  const found = await readAnyInvoice(OPERATOR, number);
  if (!found.ok) throw new Error(found.reason);
  return found;
}

test("a check is taken back once, however many do it at once, and the very next call finds the room", async () => {
  const shop = await newOrganization({ spendCapMinor: 24 });
  const reasonOf = async () => (await generate("b", shop)).headers.get("ageway-reason");
  const { id } = await started("b", shop);
  expect([await reasonOf(), await reasonOf()]).toEqual([null, "spend_cap_reached"]);
  const answers = await twenty(() => reverseEvent(OPERATOR, id, "A test of ours"));
  expect(answers.filter((answer) => answer.ok && answer.changed)).toHaveLength(1);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(20);
  expect([await shop.spent(), await sumOf(shop.id), await shop.billed()]).toEqual([12, 12, 3]);
  expect([await reasonOf(), await reasonOf()]).toEqual([null, "spend_cap_reached"]);
  expect(await tracesOf(shop.id, "event.reversed")).toMatchObject([
    { subject: id, after: { reason: "A test of ours" } },
  ]);
});

test("what takes a check back cannot itself be taken back", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  await reverseEvent(OPERATOR, id, "Wrong");
  const [row] = await database().execute<{ id: string }>(
    sql`SELECT verification_id AS id FROM billing_event WHERE reverses = ${id}`,
  );
  expect(await reverseEvent(OPERATOR, row?.id ?? "", "Right after all")).toEqual({
    ok: false,
    reason: "event_unknown",
  });
  expect(await sumOf(shop.id)).toBe(0);
});

test.for([uuidV7(), "nonsense", ""])("there is no event %j to take back", async (id) => {
  expect(await reverseEvent(OPERATOR, id, "Wrong")).toEqual({ ok: false, reason: "event_unknown" });
});

test.for(["", "  ", "x".repeat(201), "two\nlines"])("nothing is taken back for the reason %j", async (reason) => {
  const shop = await invoiced();
  expect(await reverseEvent(OPERATOR, shop.ids[0] ?? "", reason)).toEqual({ ok: false, reason: "reason_missing" });
  expect(await creditInvoice(OPERATOR, shop.invoice.number, reason)).toEqual({ ok: false, reason: "reason_missing" });
});

test("a test check is taken back too: it costs nothing before or after", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { id } = await started("b", shop);
  expect(await reverseEvent(OPERATOR, id, "Wrong")).toEqual({ ok: true, changed: true });
  expect([await sumOf(shop.id), await shop.spent()]).toEqual([0, 0]);
});

test("a month in which more is taken back than was billed becomes a credit note", async () => {
  const shop = await newOrganization();
  const [first = ""] = await past(shop, [{ at }]);
  await closeMonthOf(shop.id, MONTH);
  await reverseEvent(OPERATOR, first, "Wrong");
  const [row] = await database().execute<{ month: string }>(sql`
    SELECT date_trunc('month', created_at, 'UTC')::date::text AS month FROM billing_event WHERE reverses = ${first}`);
  const [issued] = await closeMonthOf(shop.id, row?.month ?? "");
  expect(issued).toMatchObject({ kind: "credit_note", totalMinor: -12 });
  expect(await creditInvoice(OPERATOR, issued?.number ?? 0, "Wrong")).toEqual({ ok: false, reason: "invoice_unknown" });
  expect(await markPaid(OPERATOR, issued?.number ?? 0, "")).toEqual({ ok: false, reason: "invoice_unknown" });
});

test("what a credit note takes back is of no month: neither usage nor cap of the one it is written in knows it", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 });
  await past(
    shop,
    Array.from({ length: 10 }, () => ({ at })),
  );
  const [invoice] = await closeMonthOf(shop.id, MONTH);
  const reasonOf = async () => (await generate("b", shop)).headers.get("ageway-reason");
  expect([await reasonOf(), await reasonOf()]).toEqual([null, "spend_cap_reached"]);
  expect(await creditInvoice(OPERATOR, invoice?.number ?? 0, "Wrong")).toMatchObject({
    issued: { totalMinor: -120 },
  });
  expect(await reasonOf()).toBe("spend_cap_reached");
  const used = await readUsage(OPERATOR, shop.id);
  expect(used.ok && used.usage.total).toEqual({ checks: 1, reversals: 0, amountMinor: 12 });
  const verified = await verifyLedger(OPERATOR, shop.id);
  expect(verified.ok && verified.rows[0]?.finding).toBeNull();
});

test("an invoice of which nothing is left cannot be credited, and one that was credited cannot be paid", async () => {
  const [shop, other] = [await newOrganization(), await invoiced()];
  const [first = ""] = await past(shop, [{ at }]);
  const [invoice] = await closeMonthOf(shop.id, MONTH);
  await reverseEvent(OPERATOR, first, "Wrong");
  const gone = { ok: false, reason: "invoice_credited" };
  expect(await creditInvoice(OPERATOR, invoice?.number ?? 0, "Wrong")).toEqual(gone);
  await creditInvoice(OPERATOR, other.invoice.number, "Wrong");
  expect(await markPaid(OPERATOR, other.invoice.number, "")).toEqual(gone);
});

test("a check that is taken back in a later month takes back the tax of the invoice it stood on", async () => {
  const shop = await newOrganization();
  await termOf(shop, { startsAt: new Date("2026-03-01T00:00Z"), taxBasisPoints: 1_900 });
  await termOf(shop, { startsAt: new Date("2026-04-01T00:00Z"), taxBasisPoints: 2_500 });
  const [march = "", april = ""] = await past(shop, [
    { at, priceMinor: 100 },
    { at: new Date("2026-04-10T12:00Z"), priceMinor: 200 },
  ]);
  expect(await closeMonthOf(shop.id, MONTH)).toMatchObject([{ totalMinor: 119 }]);
  expect(await closeMonthOf(shop.id, "2026-04-01")).toMatchObject([{ totalMinor: 250 }]);
  for (const id of [march, april]) await reverseEvent(OPERATOR, id, "Wrong");
  await generate("b", shop);
  // The rate of this month is nothing.
  const [row] = await database().execute<{ month: string }>(sql`
    SELECT date_trunc('month', created_at, 'UTC')::date::text AS month FROM billing_event WHERE reverses = ${march}`);
  const [issued] = await closeMonthOf(shop.id, row?.month ?? "");
  expect(issued).toMatchObject({ kind: "credit_note", totalMinor: 12 - 119 - 250 });
  const { lines, document } = await read(issued?.number ?? 0);
  expect(lines).toMatchObject([
    { kind: "checks", amountMinor: 12 },
    { kind: "reversals", amountMinor: -100, taxBasisPoints: 1_900 },
    { kind: "reversals", amountMinor: -200, taxBasisPoints: 2_500 },
  ]);
  expect(document.totals.map(([label]) => label)).toEqual(["Net", "VAT 0 %", "VAT 19 %", "VAT 25 %", "Total"]);
  const verified = await verifyLedger(OPERATOR, shop.id);
  expect(verified.ok && verified.rows[0]?.finding).toBeNull();
});

test("what is taken back in the month of its check, or from a month without an invoice, has that month's own rate", async () => {
  const shop = await newOrganization();
  await termOf(shop, { startsAt: new Date("2026-03-01T00:00Z"), taxBasisPoints: 1_900 });
  const [first = ""] = await past(shop, [{ at, priceMinor: 100 }]);
  await reverseEvent(OPERATOR, first, "Wrong");
  const [row] = await database().execute<{ month: string }>(
    sql`SELECT date_trunc('month', now(), 'UTC')::date::text AS month`,
  );
  expect((await readMonth(database(), shop.id, row?.month ?? "")).lines).toMatchObject([
    { kind: "reversals", amountMinor: -100 },
  ]);
  await closeMonthOf(shop.id, MONTH);
  const { lines } = await readMonth(database(), shop.id, row?.month ?? "", 1_900);
  expect(textOfLines(lines), "of the same rate, nothing is said").not.toContain("tax");
});

test("what is taken back in the month of its check has no rate of its own, also after that month's invoice", async () => {
  const shop = await newOrganization();
  const now = new Date();
  const [first = ""] = await past(shop, [{ at: now, priceMinor: 100 }, { at: now }]);
  await reverseEvent(OPERATOR, first, "Wrong");
  expect(await closeMonthOf(shop.id, periodOf(now))).toHaveLength(1);
  const { lines } = await readMonth(database(), shop.id, periodOf(now), 2_500);
  expect(textOfLines(lines)).not.toContain("tax");
});

test("a month that comes to nothing but for the tax that is taken back with an earlier check is a credit note", async () => {
  const shop = await newOrganization();
  await termOf(shop, { startsAt: new Date("2026-03-01T00:00Z"), taxBasisPoints: 1_900 });
  await termOf(shop, { startsAt: new Date("2026-04-01T00:00Z"), taxBasisPoints: 0 });
  const [march = ""] = await past(shop, [{ at }]);
  await closeMonthOf(shop.id, MONTH);
  await reverseEvent(OPERATOR, march, "Wrong");
  await generate("b", shop);
  const [row] = await database().execute<{ month: string }>(sql`
    SELECT date_trunc('month', created_at, 'UTC')::date::text AS month FROM billing_event WHERE reverses = ${march}`);
  const [issued] = await closeMonthOf(shop.id, row?.month ?? "");
  expect(issued).toMatchObject({ kind: "credit_note", totalMinor: -2 });
  expect((await read(issued?.number ?? 0)).row).toMatchObject({ netMinor: 0, taxMinor: -2 });
});

test("a month that comes to nothing has no invoice", async () => {
  const shop = await newOrganization();
  const [first = ""] = await past(shop, [{ at: new Date() }]);
  await reverseEvent(OPERATOR, first, "Wrong");
  expect(await closeMonthOf(shop.id, periodOf(new Date()))).toEqual([]);
});

test("an invoice is credited once, however many do it at once: the note is its opposite, and nothing is left", async () => {
  const shop = await invoiced();
  const answers = await twenty(() => creditInvoice(OPERATOR, shop.invoice.number, "Billed to the wrong company"));
  const [credited, ...others] = answers.filter(({ ok }) => ok);
  expect(others).toEqual([]);
  expect(answers.filter(({ ok }) => !ok)).toEqual(Array(19).fill({ ok: false, reason: "invoice_credited" }));
  const [invoice, note] = [await read(shop.invoice.number), await read((credited?.ok && credited.issued.number) || 0)];
  expect(note.row).toMatchObject({
    kind: "credit_note",
    netMinor: -invoice.row.netMinor,
    taxMinor: -invoice.row.taxMinor,
    totalMinor: -invoice.row.totalMinor,
    reason: "Billed to the wrong company",
  });
  expect(note.lines).toMatchObject([
    { kind: "fee", amountMinor: -1_451 },
    { kind: "reversals", provider: "b", quantity: 2, unitMinor: -12, amountMinor: -24 },
    { kind: "reversals", provider: "s", quantity: 1, unitMinor: -10, amountMinor: -10 },
  ]);
  expect([note.credits, invoice.creditedBy]).toEqual([invoice.row.number, note.row.number]);
  expect(await sumOf(shop.id)).toBe(0);
  expect(await tracesOf(shop.id, "invoice.credited")).toMatchObject([
    { after: { creditNote: note.row.number, reason: "Billed to the wrong company" } },
  ]);
  const verified = await verifyLedger(OPERATOR, shop.id);
  expect(verified.ok && verified.rows[0]?.finding).toBeNull();
});

test("what was taken back before is not taken back again", async () => {
  const shop = await invoiced();
  await reverseEvent(OPERATOR, shop.ids[0] ?? "", "Wrong");
  const credited = await creditInvoice(OPERATOR, shop.invoice.number, "All of it is wrong");
  expect(credited.ok && (await read(credited.issued.number)).lines).toMatchObject([
    { kind: "fee" },
    { kind: "reversals", provider: "b", quantity: 1, amountMinor: -12 },
    { kind: "reversals", provider: "s", quantity: 1, amountMinor: -10 },
  ]);
  expect(await sumOf(shop.id)).toBe(0);
});

test("whoever takes checks back one by one while their invoice is credited takes none back twice", async () => {
  const shop = await invoiced();
  await Promise.all([
    ...shop.ids.map((id) => reverseEvent(OPERATOR, id, "Wrong")),
    creditInvoice(OPERATOR, shop.invoice.number, "All of it is wrong"),
  ]);
  expect(await sumOf(shop.id)).toBe(0);
});

test("the credit note of one month is no part of the invoice of another", async () => {
  const shop = await invoiced();
  await generate("b", shop);
  await creditInvoice(OPERATOR, shop.invoice.number, "Wrong");
  const [row] = await database().execute<{ month: string }>(
    sql`SELECT date_trunc('month', now(), 'UTC')::date::text AS month`,
  );
  const [issued] = await closeMonthOf(shop.id, row?.month ?? "");
  expect((await read(issued?.number ?? 0)).lines.map(({ kind }) => kind)).not.toContain("reversals");
});

test("there is nothing to credit or to pay where there is no invoice", async () => {
  const shop = await invoiced();
  const credited = await creditInvoice(OPERATOR, shop.invoice.number, "Wrong");
  const note = (credited.ok && credited.issued.number) || 0;
  for (const number of [0, 999_999_999, note]) {
    expect(await creditInvoice(OPERATOR, number, "Wrong")).toEqual({ ok: false, reason: "invoice_unknown" });
    expect(await markPaid(OPERATOR, number, "")).toEqual({ ok: false, reason: "invoice_unknown" });
  }
});

test.for(["x".repeat(201), "two\nlines"])("a payment is not noted with %j", async (note) => {
  const shop = await invoiced();
  expect(await markPaid(OPERATOR, shop.invoice.number, note)).toEqual({ ok: false, reason: "reason_missing" });
  expect((await read(shop.invoice.number)).paidAt).toBeNull();
});

test("an invoice is paid once, however many note it at once", async () => {
  const shop = await invoiced();
  const answers = await twenty(() => markPaid(OPERATOR, shop.invoice.number, "Bank reference 17"));
  expect(answers.filter((answer) => answer.ok && answer.changed)).toHaveLength(1);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
  expect(await tracesOf(shop.id, "invoice.paid")).toMatchObject([{ after: { note: "Bank reference 17" } }]);
  const listed = await listInvoices(OPERATOR, shop.id);
  expect(listed.ok && listed.rows).toMatchObject([{ number: shop.invoice.number, paidAt: expect.any(Date) }]);
});
