import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findEvent, type LedgerRow } from "#db/queries/billing-event.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { creditInvoice, reverseEvent } from "#lib/billing/corrections.ts";
import { rowOfCheck, sealedText } from "#lib/billing/ledger.rules.ts";
import { linkOf, NO_SEAL, sealOrganization } from "#lib/billing/ledger-seal.ts";
import { macOf, macStateOf, macStatesInChain } from "#lib/billing/row-mac.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { idLike, past, tamper } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { forgeSeal, verified } from "#tests/support/sealed-ledger.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;
const DAY_MS = 86_400_000;
const newKey = () => createSecretKey(randomBytes(32));

const ROW: LedgerRow = {
  ...rowOfCheck(
    {
      id: "01900000-0000-7000-8000-000000000001",
      organizationId: "01900000-0000-7000-8000-000000000002",
      pluginKeyId: "01900000-0000-7000-8000-000000000003",
      provider: "b",
      mode: "live",
      host: "shop.example",
      createdAt: new Date("2026-03-01T12:00:00.123Z"),
    },
    { priceMinor: 12, currency: "EUR", basis: "price" },
  ),
  mac: null,
};

async function rowsOf({ id }: { id: string }): Promise<LedgerRow[]> {
  const ids = await database().execute<{ id: string }>(
    sql`SELECT verification_id AS id FROM billing_event WHERE organization_id = ${id} ORDER BY created_at`,
  );
  const rows = await Promise.all(ids.map((row) => findEvent(database(), row.id)));
  return rows.filter((row) => row !== null);
}

/** A ledger in which nothing has happened for ten days, and a row of nine and a half days ago like its last one, but for what is given. */
async function backdated(given: Record<string, unknown> = {}) {
  const shop = await newOrganization();
  const [last = ""] = await past(shop, [{ at: new Date(Date.now() - 10 * DAY_MS) }]);
  await sealOrganization(shop.id);
  const at = new Date(Date.now() - 9.5 * DAY_MS).toISOString();
  const id = uuidV7(Date.parse(at));
  const row = JSON.stringify({ verification_id: id, created_at: at, ...given });
  await tamper(sql`
    INSERT INTO billing_event SELECT (jsonb_populate_record(e, ${row}::jsonb)).* FROM billing_event e WHERE verification_id = ${last}`);
  return { shop, id };
}

test("each verb that writes to the ledger signs its row: a call, a check at the eID, a test, a reversal, a credit note", async () => {
  const shop = await newOrganization();
  await generate("b", shop);
  await completeFlow(browser(), (await started("s", shop)).url, "adult");
  const [first = "", second = ""] = await past(shop, [
    { at: new Date("2026-03-01T12:00Z") },
    { at: new Date("2026-03-02T12:00Z") },
  ]);
  await reverseEvent(OPERATOR, first, "Wrong");
  const [invoice] = await closeMonthOf(shop.id, "2026-03-01");
  await creditInvoice(OPERATOR, invoice?.number ?? 0, "Wrong");
  const rows = await rowsOf(shop);
  expect(rows.map(({ reverses, creditNoteId }) => [reverses, creditNoteId !== null])).toEqual(
    expect.arrayContaining([
      [null, false],
      [first, false],
      [second, true],
    ]),
  );
  expect(rows).toHaveLength(6);
  expect(rows.map((row) => macStateOf(row, row.mac))).toEqual(rows.map(() => "valid"));
  const test = await newOrganization({ mode: "test" });
  await generate("b", test);
  expect((await rowsOf(test)).map((row) => macStateOf(row, row.mac))).toEqual(["valid"]);
});

test.for([
  ["without a MAC", { mac: null }],
  ["with the MAC of the row it was copied from", {}],
  ["with a MAC that nobody's key made", { mac: `\\x${"5a".repeat(20)}` }],
] as const)("a back-dated row %s is not sealed in a quiet ledger, and verify names it", async ([, given]) => {
  const { shop, id } = await backdated(given);
  await sealOrganization(shop.id);
  const { rows, position, finding } = await verified(shop);
  expect({ rows, position }).toEqual({ rows: 1, position: 1 });
  expect(finding).toMatchObject({ position: null, eventId: id });
  expect(["unsigned", "unknown_key"]).toContain(finding?.kind);
});

test("a page full of rows that nobody signed keeps none of the honest ones behind it from being sealed", async () => {
  const shop = await newOrganization();
  const [like = ""] = await past(shop, [{ at: new Date(Date.now() - 3_600_000) }]);
  await sealOrganization(shop.id);
  await tamper(sql`
    INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, created_at)
    SELECT ${idLike(sql`verification_id`)}, organization_id, plugin_key_id, provider, mode, price_minor, currency, created_at
    FROM billing_event, generate_series(1, 5001) WHERE verification_id = ${like}`);
  await generate("b", shop);
  await sealOrganization(shop.id);
  expect(await verified(shop)).toMatchObject({ rows: 2, finding: { kind: "unsigned" } });
});

test.for([
  ["id", { id: "01900000-0000-7000-8000-000000000009" }],
  ["organization", { organizationId: "01900000-0000-7000-8000-000000000009" }],
  ["key", { pluginKeyId: "01900000-0000-7000-8000-000000000009" }],
  ["provider", { provider: "s" }],
  ["mode", { mode: "test" }],
  ["price", { priceMinor: 13 }],
  ["currency", { currency: "DKK" }],
  ["basis", { basis: null }],
  ["host", { host: "shop.exampl" }],
  ["moment", { createdAt: new Date("2026-03-01T12:00:00.124Z") }],
  ["check that it takes back", { reverses: ROW.id }],
  ["reason", { reason: "" }],
  ["actor", { actor: "" }],
  ["credit note", { creditNoteId: ROW.id }],
] as const)("a MAC holds for no row with another %s", ([, given]) => {
  const mac = macOf(ROW);
  expect(mac).toHaveLength(20);
  expect(macStateOf(ROW, mac)).toBe("valid");
  expect(macStateOf({ ...ROW, ...given }, mac)).toBe("wrong");
});

test("the first key signs and every configured one verifies; what an unknown one signed is told apart from a forgery", () => {
  const [older, newer] = [newKey(), newKey()];
  const [old, made] = [macOf(ROW, [older, newer]), macOf(ROW, [newer, older])];
  expect(old.equals(made)).toBe(false);
  for (const mac of [old, made]) expect(macStateOf(ROW, mac, [newer, older])).toBe("valid");
  expect([macStateOf(ROW, old, [newer]), macStateOf(ROW, old, [])]).toEqual(["unknown_key", "unknown_key"]);
  expect(macStateOf(ROW, null, [newer])).toBe("wrong");
  const forged = Buffer.concat([made.subarray(0, 4), old.subarray(4)]);
  expect(macStateOf(ROW, forged, [newer])).toBe("wrong");
  expect(macStateOf(ROW, made.subarray(0, 19), [newer])).toBe("wrong");
});

test("a MAC is the same in every version: what is in the ledgers out there goes on to hold", () => {
  const key = createSecretKey(Buffer.alloc(32, 7));
  expect(macOf(ROW, [key]).toString("hex")).toBe("3f9005b193b4c83f22213db4185e475a3ebf83dc");
});

test("anybody can compute a seal: SHA-256 of the seal before it, a line feed and the row's text", () => {
  const link = createHash("sha256").update(NO_SEAL).update("\n").update(sealedText(ROW)).digest();
  expect(linkOf(NO_SEAL, sealedText(ROW))).toEqual(link);
});

const after = (ms: number) => new Date(+ROW.createdAt + ms);
const signed = (ms: number, key?: KeyObject) => {
  const row = { ...ROW, createdAt: after(ms) };
  return { ...row, mac: macOf(row, key && [key]) };
};
const foreign = (ms: number) => signed(ms, newKey());

test.for([
  [
    "rows of unknown keys make none usual",
    [foreign(0), signed(2 * DAY_MS), foreign(2 * DAY_MS)],
    ["unknown_key", "valid", "unknown_key"],
  ],
  [
    "a day of rows with known keys makes them usual",
    [signed(0), signed(DAY_MS + 1), foreign(0)],
    ["valid", "valid", "late_key"],
  ],
  ["a row without a MAC is wrong wherever it stands", [{ ...ROW, mac: null }, signed(0)], ["wrong", "valid"]],
] as const)("in a chain %s", ([, rows, states]) => {
  expect(rows.map(macStatesInChain())).toEqual(states);
});

test("without a key nothing is signed", () => {
  expect(() => macOf(ROW, [])).toThrow("AGEWAY_KEYS is missing");
});

test.for([
  ["a day", "only counted", 0, null],
  ["more than a day", "named", 1_000, "unknown_key"],
] as const)("a row of an unknown key, sealed behind %s of rows with a known one, is %s", async ([, , moreMs, kind]) => {
  const shop = await newOrganization();
  const first = Date.now() - 5 * DAY_MS;
  await past(shop, [{ at: new Date(first) }, { at: new Date(first + DAY_MS + moreMs) }]);
  await sealOrganization(shop.id);
  const { seal } = await verified(shop);
  // Dated before all others, as if an older key had signed it.
  const [forged = ""] = await past(shop, [{ at: new Date(first - DAY_MS) }]);
  await tamper(sql`UPDATE billing_event SET mac = decode(repeat('5a', 20), 'hex') WHERE verification_id = ${forged}`);
  await forgeSeal(shop.id, forged, { position: 2, seal });
  const { finding, unchecked } = await verified(shop);
  expect(finding).toEqual(kind && { kind, position: 3, eventId: forged });
  expect(unchecked.unknownKey).toBe(1);
});
