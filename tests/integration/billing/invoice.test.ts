import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { findEvent } from "#db/queries/billing-event.ts";
import { findLastSeal } from "#db/queries/ledger-seal.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { readAnyInvoice, readInvoice } from "#lib/billing/invoices.ts";
import { readMonth } from "#lib/billing/issue-invoice.ts";
import { type LedgerRecord, rowOfReversal } from "#lib/billing/ledger.rules.ts";
import { log } from "#lib/observe/log.ts";
import { renameOrganization } from "#lib/organizations/organization.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { past, termOf, writeRows } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";

const OPERATOR = { kind: "operator" } as const;
const MONTH = "2026-03-01";
const noon = (day: number) => new Date(Date.UTC(2026, 2, day, 12));

/** The only document of a month. */
async function invoiceOf(id: string, period = MONTH) {
  const [issued] = await closeMonthOf(id, period);
  if (!issued) throw new Error("Nothing was issued");
  const read = await readAnyInvoice(OPERATOR, issued.number);
  if (!read.ok) throw new Error(read.reason);
  return read;
}

const documentsOf = (id: string) =>
  countRows(sql`SELECT count(*)::int AS n FROM invoice WHERE organization_id = ${id}`);

test("a month is closed once, however many close it at once and however often it is closed again", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: noon(1) }, { at: noon(31) }]);
  const closings = await Promise.all(Array.from({ length: 20 }, () => closeMonthOf(shop.id, MONTH)));
  expect(closings.flat()).toMatchObject([{ kind: "invoice", totalMinor: 24 }]);
  expect(await closeMonthOf(shop.id, MONTH)).toEqual([]);
  expect(await documentsOf(shop.id)).toBe(1);
});

test("an invoice says how many checks of which provider cost how much", async () => {
  const shop = await newOrganization();
  const cheap = { provider: "s", priceMinor: 10 } as const;
  await past(shop, [
    { at: noon(1) },
    { at: noon(2), ...cheap },
    { at: noon(3), ...cheap },
    { at: noon(4), priceMinor: 0 },
  ]);
  const { lines, row } = await invoiceOf(shop.id);
  expect(lines).toEqual([
    {
      kind: "checks",
      provider: "b",
      eid: "Sandbox eID B",
      basis: "price",
      quantity: 1,
      unitMinor: 12,
      amountMinor: 12,
    },
    {
      kind: "checks",
      provider: "b",
      eid: "Sandbox eID B",
      basis: "included",
      quantity: 1,
      unitMinor: 0,
      amountMinor: 0,
    },
    {
      kind: "checks",
      provider: "s",
      eid: "Sandbox eID S",
      basis: "price",
      quantity: 2,
      unitMinor: 10,
      amountMinor: 20,
    },
  ]);
  expect(row).toMatchObject({
    period: MONTH,
    currency: "EUR",
    netMinor: 32,
    seller: expect.stringContaining("Testville"),
  });
});

test("the log has the digest of each document, which nobody can rewrite with the database", async () => {
  const logged = vi.spyOn(log, "info");
  const shop = await newOrganization();
  await past(shop, [{ at: noon(1) }]);
  const { row } = await invoiceOf(shop.id);
  const { number, digest } = row;
  const seal = await findLastSeal(database(), shop.id);
  expect([row.sealPosition, row.sealDigest]).toEqual([1, seal?.digest]);
  expect(logged).toHaveBeenCalledWith({ event: "document_issued", number, digest: digest.toString("hex") });
});

test("whoever owes nothing gets none", async () => {
  const [idle, included] = [await newOrganization(), await newOrganization()];
  await past(included, [{ at: noon(1), priceMinor: 0 }]);
  expect([await closeMonthOf(idle.id, MONTH), await closeMonthOf(included.id, MONTH)]).toEqual([[], []]);
  expect([await documentsOf(idle.id), await documentsOf(included.id)]).toEqual([0, 0]);
});

/** A check of March like another one, but for what is given. */
async function likeFirst(id: string, given: Partial<LedgerRecord>) {
  const event = await findEvent(database(), id);
  if (event === null) throw new Error("There is no such row");
  await writeRows([{ ...event, id: uuidV7(+event.createdAt), ...given }]);
}

test("what costs nothing does not say which currency a month is in; a month in two currencies has no invoice", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const [first = ""] = await past(shop, [{ at: noon(1) }]);
  await likeFirst(first, { currency: "XXX", priceMinor: 0, basis: "no_terms" });
  expect((await readMonth(database(), shop.id, MONTH)).currency).toBe("EUR");
  await likeFirst(first, { currency: "DKK" });
  await expect(closeMonthOf(shop.id, MONTH)).rejects.toThrow("one month in two currencies");
  expect(await documentsOf(shop.id)).toBe(0);
});

test("each document is announced by an e-mail of its own, with its name, its month and its sum", async () => {
  const shop = await newOrganization();
  const { email } = await memberOf(shop.id, "owner");
  const [first = ""] = await past(shop, [{ at: noon(1) }, { at: new Date("2026-04-10T12:00Z"), priceMinor: 1_210 }]);
  const event = await findEvent(database(), first);
  if (event === null) throw new Error("There is no such row");
  const own = {
    id: uuidV7(Date.parse("2026-05-10T12:00Z")),
    reason: "Wrong",
    actor: "operator",
    creditNoteId: null,
    createdAt: new Date("2026-05-10T12:00Z"),
  };
  await writeRows([rowOfReversal(event, own)]);
  const numbers: number[] = [];
  for (const month of [MONTH, "2026-04-01", "2026-05-01"]) numbers.push((await invoiceOf(shop.id, month)).row.number);
  const [march, april, may] = numbers.map((number) => formatDocumentNumber(number, ""));
  const emails = await database().execute<{ subject: string; body: string }>(
    sql`SELECT subject, body FROM mail_outbox WHERE recipient = ${email} ORDER BY id`,
  );
  const announced = (what: string, sum: string, action: string, number = 0, pay = "", due = "") => ({
    subject: `Test shop: ${what}`,
    body: `Your ${what} is ${sum}.\n\n${action}:\n/dashboard/billing/invoices/${number}?show=${shop.id}\n\n${pay}The page has it as PDF and CSV${due}.\n`,
  });
  const payWith = (number = "") => `Pay to ${process.env.INVOICE_ACCOUNT} with the reference ${number}. `;
  const due = ", and shows when it is due";
  expect([...emails]).toEqual([
    announced(`invoice ${march} for March 2026`, "€0.12", "Open the invoice", numbers[0], payWith(march), due),
    announced(`invoice ${april} for April 2026`, "€12.10", "Open the invoice", numbers[1], payWith(april), due),
    announced(`credit note ${may} for May 2026`, "-€0.12", "Open the credit note", numbers[2]),
  ]);
});

test("a test check is on no invoice", async () => {
  const shop = await newOrganization({ mode: "test" });
  await generate("b", shop);
  const [row] = await database().execute<{ month: string }>(
    sql`SELECT date_trunc('month', now(), 'UTC')::date::text AS month`,
  );
  expect(await closeMonthOf(shop.id, row?.month ?? "")).toEqual([]);
  expect(await shop.billed()).toBe(1);
});

test("the first and the last millisecond of a month are in it, and the ones beside them are not", async () => {
  const shop = await newOrganization();
  const at = (text: string, priceMinor: number) => ({ at: new Date(text), priceMinor });
  await past(shop, [
    at("2026-02-28T23:59:59.999Z", 1),
    at("2026-03-01T00:00:00.000Z", 20),
    at("2026-03-31T23:59:59.999Z", 300),
    at("2026-04-01T00:00:00.000Z", 4_000),
  ]);
  const months = ["2026-02-01", MONTH, "2026-04-01"];
  const totals = [];
  for (const month of months) totals.push((await invoiceOf(shop.id, month)).row.netMinor);
  expect(totals).toEqual([1, 320, 4_000]);
});

test("the fee is that of the days on which the subscription held", async () => {
  const shop = await newOrganization();
  await termOf(shop, { startsAt: new Date("2026-03-17T08:00Z"), monthlyFeeMinor: 3_100 });
  await past(shop, [{ at: noon(20) }]);
  const { lines, row } = await invoiceOf(shop.id);
  expect(lines[0]).toEqual({ kind: "fee", plan: null, feeMinor: 3_100, days: 15, daysOfMonth: 31, amountMinor: 1_500 });
  expect(row.netMinor).toBe(1_512);
});

test("the tax is the organization's own rate at the end of the month", async () => {
  const shop = await newOrganization();
  await termOf(shop, { startsAt: noon(1), taxBasisPoints: 810 });
  await termOf(shop, { startsAt: noon(31), taxBasisPoints: 2_500 });
  await termOf(shop, { startsAt: new Date("2026-04-01T00:00Z"), taxBasisPoints: 0 });
  await past(shop, [{ at: noon(1), priceMinor: 10 }]);
  const { row } = await invoiceOf(shop.id);
  expect(row).toMatchObject({ netMinor: 10, taxBasisPoints: 2_500, taxMinor: 3, totalMinor: 13 });
});

test("name, address and VAT number are those of the day of issue, whatever becomes of them", async () => {
  const shop = await newOrganization();
  const change = (name: string, legalAddress: string, vatNumber: string) =>
    Promise.all([
      renameOrganization(OPERATOR, shop.id, name),
      changeSettings(OPERATOR, shop.id, { legalAddress, vatNumber }),
    ]);
  await change("Old name", "Old Street 1\n1000 Oldtown", "dk 11111111");
  await past(shop, [{ at: noon(1) }]);
  const { row } = await invoiceOf(shop.id);
  await change("New name", "New Street 2\n2000 Newtown", "");
  const again = await readInvoice(OPERATOR, shop.id, row.number);
  expect(again.ok && again.document.billTo).toEqual([
    "Old name",
    "Old Street 1",
    "1000 Oldtown",
    "VAT number DK 11111111",
  ]);
});

test("an organization that is gone gets its last invoice, with its name and address", async () => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  await changeSettings(owner, shop.id, { legalAddress: "Last Street 9\n9000 Lastville", vatNumber: "SE99" });
  await past(shop, [{ at: noon(1) }]);
  expect(await deleteOrganization(owner, shop.id, "Test shop")).toMatchObject({ ok: true });
  const { document, row } = await invoiceOf(shop.id);
  expect(document.billTo).toEqual(["Test shop", "Last Street 9", "9000 Lastville", "VAT number SE99"]);
  expect(row.netMinor).toBe(12);
});

test("an organization that is gone owes its fee until the day on which it went, and never again", async () => {
  const shop = await newOrganization({ subscription: "none" });
  await termOf(shop, { startsAt: new Date("2026-01-01T00:00Z"), monthlyFeeMinor: 3_100 });
  await deleteOrganization(OPERATOR, shop.id, "Test shop");
  expect((await invoiceOf(shop.id)).row.netMinor).toBe(3_100);
  expect(await closeMonthOf(shop.id, "2101-03-01")).toEqual([]);
});

test("a check of the month's last moment, still being written when the month is closed, is on its invoice", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: noon(1) }]);
  const { closing } = await database().transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    await past(shop, [{ at: new Date(Date.UTC(2026, 3, 1) - 1) }], tx);
    const closing = closeMonthOf(shop.id, MONTH);
    // Whether it waits or not, this commits only then.
    await Promise.race([somebodyWaitsFor(tx), closing]);
    return { closing };
  });
  expect(await closing).toMatchObject([{ kind: "invoice", totalMinor: 24 }]);
});
