import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { rowOfCheck, rowOfReversal } from "#lib/billing/ledger.rules.ts";
import { macOf, macStateOf } from "#lib/billing/row-mac.ts";

const KEYS = [createSecretKey(Buffer.alloc(32))];
const CHECK = rowOfCheck(
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
);
const REVERSAL = rowOfReversal(CHECK, {
  id: "01900000-0000-7000-8000-000000000004",
  reason: "Købt to gange",
  actor: "operator",
  creditNoteId: null,
  createdAt: new Date("2026-03-02T12:00:00.000Z"),
});

// They stand in ledgers: a version that wrote them differently would call every earlier row forged.
test("the MAC of a row is what it was", () => {
  const macs = [CHECK, REVERSAL].map((row) => macOf(row, KEYS));
  expect(macs.map((mac) => mac.toString("hex"))).toMatchInlineSnapshot(`
    [
      "04c20e4cbe086d216a8bf36fed5f536f75650ed8",
      "04c20e4cce6fbc09135e178a8b1a7b935d327e54",
    ]
  `);
  expect([CHECK, REVERSAL].map((row, n) => macStateOf(row, macs[n] ?? null, KEYS))).toEqual(["valid", "valid"]);
});
