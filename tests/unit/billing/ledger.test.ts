import { expect, test } from "vitest";
import {
  KEYS_OVERLAP_MS,
  type LedgerRecord,
  MAX_SEAL_DELAY_MS,
  rowOfCheck,
  rowOfReversal,
  SEAL_LOOKBACK_MS,
  sealedText,
} from "#lib/billing/ledger.rules.ts";

const AT = new Date("2026-03-01T12:00:00.123Z");
const CHECK: LedgerRecord = {
  id: "check",
  organizationId: "organization",
  pluginKeyId: "key",
  provider: "b",
  mode: "live",
  basis: "price",
  priceMinor: 12,
  currency: "EUR",
  host: "shop.example",
  createdAt: AT,
  reverses: null,
  reason: null,
  actor: null,
  creditNoteId: null,
};
const REVERSAL = {
  id: "reversal",
  reason: "Wrong",
  actor: "operator",
  creditNoteId: null,
  createdAt: new Date(+AT + 1),
};

test("the sealer looks back a day, and what waits for a seal or for a signature does so for an hour", () => {
  expect([SEAL_LOOKBACK_MS, MAX_SEAL_DELAY_MS]).toEqual([86_400_000, 3_600_000]);
});

test("a new first key and the one before it may both sign for a day", () => {
  expect(KEYS_OVERLAP_MS).toBe(86_400_000);
});

test("a row is sealed and signed as one line of JSON with every field, in one order for good", () => {
  expect(sealedText(CHECK)).toBe(
    '["check","organization","key","b","live","price",12,"EUR","shop.example","2026-03-01T12:00:00.123Z",null,null,null,null]',
  );
  expect(sealedText({ ...rowOfReversal(CHECK, { ...REVERSAL, creditNoteId: "note" }), host: 'a"b' })).toBe(
    '["reversal","organization","key","b","live","price",-12,"EUR","a\\"b","2026-03-01T12:00:00.124Z","check","Wrong","operator","note"]',
  );
});

test("the row of a check has its facts and its bill, and nothing else that it is given", () => {
  const { basis, priceMinor, currency, reverses: _, reason: __, actor: ___, creditNoteId: ____, ...facts } = CHECK;
  const verification = { ...facts, device: "of a visitor", returnUrl: "https://shop.example/" };
  expect(rowOfCheck(verification, { priceMinor, currency, basis: basis ?? "price" })).toEqual(CHECK);
});

test("a reversal is the check's row at its own moment, with the sign turned; what was free stays a plain nothing", () => {
  expect(rowOfReversal(CHECK, REVERSAL)).toEqual({ ...CHECK, ...REVERSAL, priceMinor: -12, reverses: "check" });
  const free = rowOfReversal({ ...CHECK, priceMinor: 0, basis: "included" }, REVERSAL);
  expect(Object.is(free.priceMinor, 0)).toBe(true);
  expect(free).toMatchObject({ basis: "included", reverses: "check" });
});
