import { expect, test } from "vitest";
import { type LedgerFilter, ledgerQuery, readLedgerFilter } from "#lib/billing/ledger-filter.rules.ts";

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

test("each choice of a form is one of ours", () => {
  const other = { provider: "s", mode: "test", kind: "check", credits: "only" } as const;
  expect(readLedgerFilter({ ...ALL, ...other })).toEqual({ ...ALL, ...other });
});

test("days are of the years 1 to 9999, which a database has, too", () => {
  const days = ["0000-12-31", "0001-01-01", "9999-12-31"];
  expect(days.map((since) => readLedgerFilter({ since }))).toEqual([{}, { since: days[1] }, { since: days[2] }]);
});

test.for([
  ["since", "2026-02-29"],
  ["since", "2026"],
  ["since", "2026-11"],
  ["since", "x2026-11-01"],
  ["since", "2026-11-01x"],
  ["since", "+012026-11-01"],
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
