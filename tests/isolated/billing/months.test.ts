import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCalendar } from "#db/queries/closed-month.ts";
import { selectInvoices } from "#db/queries/invoice.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { type Period, periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { closeFrom, closeMonths, closeNow } from "#lib/billing/close-months.ts";
import { readAnyInvoice } from "#lib/billing/invoices.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { past, tamper, termOf } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { startVerb } from "#tests/support/process.ts";

await enterOwnDatabase({
  INVOICE_TAX_PERCENT: "25",
  INVOICE_PREFIX: "AG-",
  INVOICE_DUE_DAYS: "30",
  INVOICE_ACCOUNT: "XX00 0000 0000 0000",
});

const OPERATOR = { kind: "operator" } as const;
const THIS_MONTH = periodOf((await readCalendar(database())).today);
const [LAST_MONTH, MONTH_BEFORE] = [periodAfter(THIS_MONTH, -1), periodAfter(THIS_MONTH, -2)];
const DAY_MS = 86_400_000;

/** Nothing is owed of the tests before, and no month is closed. */
beforeEach(() => tamper(sql`TRUNCATE closed_month, billing_event, ledger_seal, usage_counter, subscription_term`));
afterEach(() => vi.useRealTimers());

/** A shop that was billed a check of 1.00 in each of these months. */
async function billedIn(...months: Period[]) {
  const shop = await newOrganization();
  await past(
    shop,
    months.map((month) => ({ at: new Date(+startOf(month) + DAY_MS), priceMinor: 100 })),
  );
  return shop;
}

const several = (count: number) => Promise.all(Array.from({ length: count }, () => billedIn(LAST_MONTH)));

async function monthsOf({ id }: { id: string }): Promise<(string | null)[]> {
  return (await selectInvoices(database(), id)).map(({ period }) => period).toReversed();
}

async function closedMonths(): Promise<string[]> {
  const rows = await database().execute<{ period: string }>(sql`SELECT period::text FROM closed_month ORDER BY 1`);
  return rows.map(({ period }) => period);
}

/** All that were given, the first first. */
async function numbers(): Promise<number[]> {
  return (await selectInvoices(database(), null)).map(({ number }) => number).toReversed();
}

const closeMonth = (month: Period) => closeFrom(month, month);
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

/** No invoice can be written for it, or none of a month, until that is mended. */
async function breakInvoicesOf({ id }: { id: string }, month?: Period) {
  const fails = sql`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no room''; END'`;
  const trigger = `CREATE TRIGGER fails BEFORE INSERT ON invoice FOR EACH ROW WHEN (NEW.organization_id = '${id}'${month ? ` AND NEW.period = '${month}'` : ""}) EXECUTE FUNCTION fail()`;
  await tamper(fails, sql.raw(trigger));
  return () => tamper(sql`DROP TRIGGER fails ON invoice`);
}

test("every month that is over is closed, the oldest first, and the one that runs is not; once, with five at once", async () => {
  const shop = await billedIn(MONTH_BEFORE, LAST_MONTH, THIS_MONTH);
  await Promise.all(Array.from({ length: 5 }, closeMonths));
  expect(await monthsOf(shop)).toEqual([MONTH_BEFORE, LAST_MONTH]);
  expect(await closedMonths()).toEqual([MONTH_BEFORE, LAST_MONTH]);
  await closeMonths();
  expect(await monthsOf(shop)).toEqual([MONTH_BEFORE, LAST_MONTH]);
});

test.for([
  ["40 days ahead", 40],
  ["40 days behind", -40],
] as const)("which month is over is for the database's clock to say, with the application's %s", async ([, days]) => {
  const shop = await billedIn(LAST_MONTH, THIS_MONTH);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY_MS });
  await closeMonths();
  expect(await closeNow(OPERATOR, THIS_MONTH)).toEqual({ ok: false, reason: "month_not_over" });
  vi.useRealTimers();
  expect(await monthsOf(shop)).toEqual([LAST_MONTH]);
  const [invoice] = await selectInvoices(database(), shop.id);
  expect(Number(invoice?.issuedAt)).toBeGreaterThan(Date.now() - DAY_MS);
});

test("many organizations closed at once get one number each, without gap or double", async () => {
  const shops = await several(12);
  const issued = await Promise.all(Array.from({ length: 4 }, () => closeMonth(LAST_MONTH)));
  expect(issued.flat()).toHaveLength(12);
  for (const shop of shops) expect(await monthsOf(shop)).toEqual([LAST_MONTH]);
  const given = await numbers();
  expect(given).toEqual(upTo(given.length));
});

test("one whose invoice cannot be written keeps nobody else waiting, and its number is not lost; mended, it gets its own", async () => {
  const shops = await several(5);
  const broken = shops.toSorted((a, b) => (a.id < b.id ? -1 : 1))[1] ?? (await several(1))[0];
  if (!broken) throw new Error("There is none to break");
  const mend = await breakInvoicesOf(broken);
  await expect(closeMonths()).rejects.toThrow("1 organizations");
  const given = await numbers();
  expect(given).toEqual(upTo(given.length));
  expect(await Promise.all(shops.map(monthsOf))).toEqual(shops.map((shop) => (shop === broken ? [] : [LAST_MONTH])));
  expect(await closedMonths()).toEqual([]);
  await mend();
  await closeMonths();
  expect(await numbers()).toEqual(upTo(given.length + 1));
  expect([await monthsOf(broken), await closedMonths()]).toEqual([[LAST_MONTH], [LAST_MONTH]]);
  expect(await verifyLedger(OPERATOR, broken.id)).toMatchObject({ ok: true, missingNumber: null });
});

test("one that cannot be closed keeps nobody's later months waiting; its own come in order once it can", async () => {
  const [honest, broken] = [await billedIn(MONTH_BEFORE, LAST_MONTH), await billedIn(MONTH_BEFORE, LAST_MONTH)];
  const late = await billedIn(LAST_MONTH);
  const mend = await breakInvoicesOf(broken);
  for (let runs = 0; runs < 2; runs += 1) await expect(closeMonths()).rejects.toThrow("1 organizations");
  expect(await Promise.all([honest, late, broken].map(monthsOf))).toEqual([
    [MONTH_BEFORE, LAST_MONTH],
    [LAST_MONTH],
    [],
  ]);
  expect(await closedMonths()).toEqual([]);
  await mend();
  await closeMonths();
  expect(await Promise.all([honest, broken].map(monthsOf))).toEqual(Array(2).fill([MONTH_BEFORE, LAST_MONTH]));
  expect(await closedMonths()).toEqual([MONTH_BEFORE, LAST_MONTH]);
  const given = await numbers();
  expect(given).toEqual(upTo(given.length));
});

test("one whose month cannot be closed gets no invoice of a later one before it, and the log names both", async () => {
  const error = vi.spyOn(log, "error");
  const shop = await billedIn(MONTH_BEFORE, LAST_MONTH);
  const mend = await breakInvoicesOf(shop, MONTH_BEFORE);
  await expect(closeMonths()).rejects.toThrow("1 organizations");
  expect(await monthsOf(shop)).toEqual([]);
  const failed = { event: "organization_failed", organizationId: shop.id, period: MONTH_BEFORE };
  expect(error.mock.calls).toEqual([[expect.objectContaining(failed)]]);
  await mend();
  await closeMonths();
  expect(await monthsOf(shop)).toEqual([MONTH_BEFORE, LAST_MONTH]);
});

test("a bill that is not committed yet when its month is closed is on its invoice", async () => {
  await billedIn(MONTH_BEFORE);
  await closeMonth(MONTH_BEFORE);
  const shop = await newOrganization();
  const { closing } = await database().transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    const closing = closeNow(OPERATOR, LAST_MONTH);
    await somebodyWaitsFor(tx);
    await past(shop, [{ at: new Date(+startOf(THIS_MONTH) - 1), priceMinor: 100 }]);
    return { closing };
  });
  expect(await closing).toMatchObject({ ok: true, rows: [{ kind: "invoice" }] });
  expect([await monthsOf(shop), await closedMonths()]).toEqual([[LAST_MONTH], [MONTH_BEFORE, LAST_MONTH]]);
});

test("without a seller nothing is issued, and the log says which setting is missing; with one, all of it is", async () => {
  const shop = await billedIn(LAST_MONTH);
  const before = await startVerb("#lib/billing/close-months.ts", "closeMonths", { INVOICE_SELLER: "" }).ended;
  expect([before.status, before.log]).toEqual([
    0,
    expect.stringContaining('"event":"invoices_not_issued","setting":"INVOICE_SELLER"'),
  ]);
  expect([await monthsOf(shop), await closedMonths()]).toEqual([[], []]);
  await closeMonths();
  expect(await monthsOf(shop)).toEqual([LAST_MONTH]);
  const after = await startVerb("#lib/billing/close-months.ts", "closeMonths", { INVOICE_SELLER: "" }).ended;
  expect(after.log, "where no month is over, none is missing").not.toContain("invoices_not_issued");
});

test("the tax is the instance's rate, unless the organization has one of its own, be it nothing", async () => {
  const [usual, exempt] = [await billedIn(LAST_MONTH), await billedIn(LAST_MONTH)];
  await termOf(exempt, { startsAt: startOf(LAST_MONTH), taxBasisPoints: 0 });
  const totals = new Map((await closeMonth(LAST_MONTH)).map(({ number, totalMinor }) => [number, totalMinor]));
  const totalOf = async ({ id }: { id: string }) => totals.get((await selectInvoices(database(), id))[0]?.number ?? 0);
  expect([await totalOf(usual), await totalOf(exempt)]).toEqual([125, 100]);
});

test("an invoice is named, dated and due as the instance says", async () => {
  await billedIn(LAST_MONTH);
  const [issued] = await closeMonth(LAST_MONTH);
  const read = await readAnyInvoice(OPERATOR, issued?.number ?? 0);
  if (!read.ok) throw new Error(read.reason);
  const { row, document } = read;
  expect(document.number).toBe(`AG-${String(row.number).padStart(6, "0")}`);
  expect(Date.parse(row.dueOn)).toBe(Date.parse(row.issuedAt.toISOString().slice(0, 10)) + 30 * DAY_MS);
});

test("whoever may see the billing is written to, once, and reads where to pay", async () => {
  const shop = await billedIn(LAST_MONTH);
  for (const role of ROLES) await memberOf(shop.id, role);
  const [issued] = await closeMonth(LAST_MONTH);
  await closeMonth(LAST_MONTH);
  const emails = await database().execute<{ role: string; subject: string; body: string }>(sql`
    SELECT m.role, o.subject, o.body FROM mail_outbox o JOIN "user" u ON u.email = o.recipient
    JOIN member m ON m.user_id = u.id AND m.organization_id = ${shop.id} ORDER BY role`);
  expect(emails.map(({ role }) => role)).toEqual(["admin", "billing", "owner"]);
  expect(emails[0]?.subject).toMatch(new RegExp(`^Test shop: invoice AG-0*${issued?.number} for \\w+ \\d{4}$`));
  expect(emails[0]?.body).toMatch(/\n\nPay to XX00 0000 0000 0000 with the reference AG-\d+\. /);
});

test("the operator closes a month now, and the open ones before it first", async () => {
  const shop = await billedIn(MONTH_BEFORE, LAST_MONTH);
  const first = await closeNow(OPERATOR, MONTH_BEFORE);
  expect(first).toMatchObject({ ok: true, rows: [{ totalMinor: 125 }] });
  expect(await closeNow(OPERATOR, MONTH_BEFORE)).toEqual({ ok: true, rows: [] });
  const other = await billedIn(LAST_MONTH);
  await tamper(sql`TRUNCATE closed_month`);
  const second = await closeNow(OPERATOR, LAST_MONTH);
  expect(second.ok && second.rows).toHaveLength(2);
  expect([await monthsOf(shop), await monthsOf(other)]).toEqual([[MONTH_BEFORE, LAST_MONTH], [LAST_MONTH]]);
  expect(await closedMonths()).toEqual([MONTH_BEFORE, LAST_MONTH]);
});

test.for([THIS_MONTH, periodAfter(THIS_MONTH), periodAfter(THIS_MONTH, 12)])("%s is not over", async (month) => {
  await billedIn(LAST_MONTH, THIS_MONTH);
  expect(await closeNow(OPERATOR, month)).toEqual({ ok: false, reason: "month_not_over" });
  expect(await closedMonths()).toEqual([]);
});

test("where nothing ever happened, no month is open", async () => {
  expect(await closeNow(OPERATOR, LAST_MONTH)).toEqual({ ok: true, rows: [] });
  await closeMonths();
  expect(await closedMonths()).toEqual([]);
});
