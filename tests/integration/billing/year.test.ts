import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sumDays } from "#db/queries/billing-event-list.ts";
import { sumMonth } from "#db/queries/billing-event-month.ts";
import { endOf, lastDayOf, periodOf, startOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { readInvoice } from "#lib/billing/invoices.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { type Basis, type BillTerms, billOf } from "#lib/billing/spend.rules.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { inFull } from "#tests/support/full.ts";
import { writeRows } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
/** A leap year. */
const YEAR = 2024;
const MONTHS = Array.from({ length: 12 }, (_, n) => `${YEAR}-${String(n + 1).padStart(2, "0")}-01`);
const DAY_MS = 86_400_000;
const [FIRST, LAST] = [Date.UTC(YEAR, 0, 1), Date.UTC(YEAR + 1, 0, 1) - 1];

/** Any moment, but often one at the very edge of a month, of the leap day, or of the hour that summer time makes or takes. */
const moment = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc
    .tuple(
      fc.constantFrom(
        ...MONTHS.map((month) => Date.parse(month)),
        Date.UTC(YEAR, 1, 29),
        Date.UTC(YEAR, 2, 31, 1),
        Date.UTC(YEAR, 9, 27, 1),
      ),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([edge, ms]) => Math.min(LAST, Math.max(FIRST, edge + ms))),
);
const check = fc.record({
  at: moment,
  provider: fc.constantFrom("s" as const, "b" as const),
  host: fc.integer({ min: 0, max: 2 }),
  key: fc.integer({ min: 0, max: 1 }),
  /** Taken back so much later; `null`: never. */
  reversedAfter: fc.option(fc.integer({ min: 0, max: 90 * DAY_MS }), { freq: 4 }),
});
const change = fc.record({
  at: moment,
  status: fc.constantFrom("trialing", "active", "active", "past_due", "paused"),
  plan: fc.constantFrom("Small", "Large"),
  fee: fc.constantFrom(0, 999, 2_900, 10_001),
  priceS: fc.integer({ min: 0, max: 50 }),
  priceB: fc.integer({ min: 0, max: 50 }),
  included: fc.constantFrom(0, 3, 20),
});
const year = fc.record({
  checks: fc.array(check, { maxLength: 250 }),
  changes: fc.array(change, { minLength: 1, maxLength: 8 }),
  zone: fc.constantFrom("UTC", "Pacific/Auckland", "America/St_Johns", "Europe/Copenhagen", "Pacific/Kiritimati"),
});

test("whatever a year brings, ledger, usage and invoices say the same of every month, to the minor unit", async () => {
  await fc.assert(fc.asyncProperty(year, verifyYear), { numRuns: inFull(25, 2), seed: 20261121 });
});

type Year = typeof year extends fc.Arbitrary<infer Value> ? Value : never;
type Row = {
  month: string;
  day: string;
  amount: number;
  provider: "s" | "b";
  host: number;
  key: number;
  isReversal: boolean;
};

async function verifyYear({ checks, changes, zone }: Year): Promise<void> {
  const shop = await newOrganization({ subscription: "none" });
  const second = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "" });
  const keys = [shop.key, second.ok ? second.key : ""];
  const terms = changes.toSorted((a, b) => a.at - b.at);
  const rows = await written(shop, keys, checks, terms);
  await sealOrganization(shop.id);
  process.env.TZ = zone;

  for (const month of MONTHS) {
    const expected = rows.filter((row) => row.month === month);
    const spent = sumOf(expected);
    const used = await readUsage(OPERATOR, shop.id, month);
    if (!used.ok) throw new Error(used.reason);
    expect(used.usage.total.amountMinor).toBe(spent);
    for (const [name, part] of [
      ["day", used.usage.byDay],
      ["provider", used.usage.byProvider],
      ["host", used.usage.byHost],
      ["key", used.usage.byKey],
    ] as const)
      for (const { value, amountMinor, checks, reversals } of part) {
        const alike = expected.filter((row) => nameOf(row, name, shop.host, keys) === value);
        expect([amountMinor, checks, reversals]).toEqual([
          sumOf(alike),
          alike.filter(({ isReversal }) => !isReversal).length,
          alike.filter(({ isReversal }) => isReversal).length,
        ]);
      }
    const [issued] = await closeMonthOf(shop.id, month);
    const fee = feeOf(month, terms);
    if (!issued) {
      expect(spent + fee).toBe(0);
      continue;
    }
    const invoice = await readInvoice(OPERATOR, shop.id, issued.number);
    if (!invoice.ok) throw new Error(invoice.reason);
    const amountOf = (isFee: boolean) =>
      invoice.lines
        .filter(({ kind }) => (kind === "fee") === isFee)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect([amountOf(false), amountOf(true), invoice.row.netMinor]).toEqual([spent, fee, spent + fee]);
    expect(issued.kind).toBe(spent + fee < 0 ? "credit_note" : "invoice");
  }
  // Computed again, in another time zone of the session, each document is the same to the byte; and the chain holds.
  const verified = await verifyLedger(OPERATOR, shop.id);
  expect(verified.ok && verified.rows.map(({ finding }) => finding)).toEqual([null]);
  await sameInEveryZone(shop.id, zone);
}

/** Writes the year as the gateway would have: each check priced by the terms of its moment and the month before it. */
async function written(
  shop: { id: string; host: string },
  keys: string[],
  checks: Year["checks"],
  terms: Year["changes"],
): Promise<Row[]> {
  for (const { at, status, plan, fee } of terms)
    await database().execute(sql`
      INSERT INTO subscription_term (id, organization_id, starts_at, status, plan_name, currency, monthly_fee_minor)
      VALUES (${uuidV7()}, ${shop.id}, ${new Date(at).toISOString()}, ${status}, ${plan}, 'EUR', ${fee})`);
  const usage = new Map<string, { checks: number; spentMinor: number }>();
  const rows: (Row & { id: string; at: string; reverses: string | null; basis: Basis })[] = [];
  for (const { at, provider, host, key, reversedAfter } of checks.toSorted((a, b) => a.at - b.at)) {
    const month = periodOf(new Date(at));
    const soFar = usage.get(month) ?? { checks: 0, spentMinor: 0 };
    const bill = billOf(provider, "live", termsAt(terms, at), soFar);
    usage.set(month, { checks: soFar.checks + 1, spentMinor: soFar.spentMinor + bill.priceMinor });
    const id = uuidV7(at);
    const row = (ms: number, amount: number) => {
      const moment = new Date(ms).toISOString();
      return {
        at: moment,
        month: periodOf(new Date(ms)),
        day: moment.slice(0, 10),
        provider,
        host,
        key,
        basis: bill.basis,
        amount,
      };
    };
    rows.push({ ...row(at, bill.priceMinor), id, reverses: null, isReversal: false });
    if (reversedAfter !== null && at + reversedAfter <= LAST)
      rows.push({
        ...row(at + reversedAfter, -bill.priceMinor),
        id: uuidV7(at + reversedAfter),
        reverses: id,
        isReversal: true,
      });
  }
  const found = await database().execute<{ id: string; key: string }>(
    sql`SELECT id, key FROM plugin_key WHERE key IN ${keys}`,
  );
  const idOf = (key: number) => found.find((one) => one.key === keys[key])?.id ?? "";
  await writeRows(
    rows.map(({ id, at, provider, host, key, basis, amount, reverses }) => ({
      id,
      organizationId: shop.id,
      pluginKeyId: idOf(key),
      provider,
      mode: "live",
      basis,
      priceMinor: amount,
      currency: "EUR",
      host: `${host}.${shop.host}`,
      createdAt: new Date(at),
      reverses,
      reason: reverses && "wrong",
      actor: reverses && "operator",
      creditNoteId: null,
    })),
  );
  return rows;
}

function termsAt(terms: Year["changes"], at: number): BillTerms | null {
  const active = terms.filter((term) => term.at <= at).at(-1);
  if (!active) return null;
  const { priceS: priceSMinor, priceB: priceBMinor, included: includedChecks } = active;
  return { currency: "EUR", priceSMinor, priceBMinor, includedChecks, spendCapMinor: null, stopsAtCap: false };
}

/** Another way to reckon it: minute by minute of change, in exact fractions of a minor unit, rounded once. */
function feeOf(month: string, terms: Year["changes"]): number {
  const days = (+endOf(month) - +startOf(month)) / DAY_MS;
  const costs = ({ status }: Year["changes"][number]) => status === "active" || status === "past_due";
  let [due, dearest] = [0n, 0];
  for (let day = 0; day < days; day += 1) {
    const [start, end] = [+startOf(month) + day * DAY_MS, +startOf(month) + (day + 1) * DAY_MS];
    // Each term holds from its moment until the next one's.
    const active = terms.filter((term, n) => costs(term) && term.at < end && (terms[n + 1]?.at ?? Infinity) > start);
    for (const { fee } of active) dearest = Math.max(dearest, fee);
    if (active.length > 0) due += BigInt(dearest);
  }
  return Number((due * 2n + BigInt(days)) / (BigInt(days) * 2n));
}

function nameOf(row: Row, part: "day" | "provider" | "host" | "key", host: string, keys: string[]): string | undefined {
  return { day: row.day, provider: row.provider, host: `${row.host}.${host}`, key: keys[row.key] }[part];
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

async function sameInEveryZone(id: string, zone: string): Promise<void> {
  for (const month of MONTHS) {
    const read = async (db: Parameters<typeof sumMonth>[0]) => [
      await sumMonth(db, id, startOf(month), endOf(month), [], 0),
      await sumDays(db, id, month, lastDayOf(month)),
    ];
    const there = await database().transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('TimeZone', ${zone}, true)`);
      return read(tx);
    });
    const sorted = (parts: unknown[]) =>
      parts.map((part) => (part as object[]).map((row) => JSON.stringify(row)).toSorted());
    expect(sorted(there)).toEqual(sorted(await read(database())));
  }
}
