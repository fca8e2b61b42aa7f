import { expect, test } from "vitest";
import { type LedgerFilter, ledgerQuery, readLedgerFilter } from "#lib/rules/ledger-filter.ts";

const ALL: Required<LedgerFilter> = {
  since: "2028-02-01",
  until: "2028-02-29",
  provider: "b",
  mode: "live",
  key: "pk_live_abcdefghijklmnopqrstuvwx",
  host: "shop.example",
  kind: "reversal",
  credits: "without",
};

test("a filter survives being a link", () => {
  expect(readLedgerFilter(Object.fromEntries(new URLSearchParams(ledgerQuery(ALL))))).toEqual(ALL);
  expect(ledgerQuery({})).toBe("");
});

test.for([
  ["since", "2026-02-29"],
  ["since", "2026-2-1"],
  ["since", "yesterday"],
  ["until", "2026-11-31"],
  ["until", "2026-11-01T00:00:00Z"],
  ["provider", "x"],
  ["mode", "LIVE"],
  ["key", "pk_live_short"],
  ["host", "Shop.example"],
  ["host", "shop.example/'; DROP TABLE invoice"],
  ["kind", "constructor"],
] as const)("%s %j is not sound, and left out; the rest stays", ([name, text]) => {
  const { [name]: _, ...rest } = ALL;
  expect(readLedgerFilter({ ...ALL, [name]: text })).toEqual(rest);
});

test("what is given twice says nothing, and neither does what nobody knows", () => {
  expect(readLedgerFilter({ provider: ["s", "b"], since: ["2026-11-01"], colour: "red" })).toEqual({});
});
