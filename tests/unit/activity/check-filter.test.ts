import fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckFilter, checkFilterParams, readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";
import { readReference } from "#lib/crypto/reference.rules.ts";
import { addressText } from "#tests/support/any-text.ts";

const read = (query: string) => readCheckFilter(new URLSearchParams(query));

test("an address names every part of a filter", () => {
  expect(
    read(
      "mode=test&result=expired&result=confirmed&provider=s&age=16&key=pk_test_x&host=Shop.Example&since=2026-11-01&until=2026-11-21",
    ),
  ).toEqual({
    mode: "test",
    // In the order of our list.
    results: ["confirmed", "expired"],
    provider: "s",
    age: 16,
    key: "pk_test_x",
    host: "shop.example",
    from: new Date("2026-11-01T00:00:00Z"),
    // The whole of the last day.
    to: new Date("2026-11-22T00:00:00Z"),
  });
});

test("nobody can ask whether a check went to the eID", () => {
  expect(read("step=claimed")).toEqual({ mode: "live" });
});

test("what is none of our choices asks for nothing, and so does what is empty", () => {
  const all = { mode: "live" };
  expect(read("")).toEqual(all);
  expect(read("mode=demo&result=good&result=&provider=x&age=17&since=yesterday&until=2026-13-40&page=2")).toEqual(all);
  expect(read("host=&key=&since=0001-01-01&until=9999-01-01")).toEqual(all);
});

test.for([
  ["since", "x2026-11-01"],
  ["since", "2026-11-01x"],
  ["since", "2026-11-01T10:00:00Z"],
  ["until", "2026-11-41"],
  ["since", "2026-02-30"],
  ["age", "18.0"],
] as const)("a %s of %s is none of ours, and asks for nothing", ([name, text]) => {
  expect(readCheckFilter(new URLSearchParams([[name, text]]))).toEqual({ mode: "live" });
});

test("a host and a key are looked for with as many characters as a host can have", () => {
  for (const name of ["host", "key"])
    expect(read(`${name}=${"a".repeat(254)}`)).toEqual({ mode: "live", [name]: "a".repeat(253) });
  expect(read("host=a%00b")).toEqual({ mode: "live" });
});

test("what somebody searches for counts as it stands: a slip finds nothing rather than everything", () => {
  expect(read("host=no host&key=pk")).toEqual({ mode: "live", host: "no host", key: "pk" });
});

test.for([
  ["K7QW2RTX", "K7QW2RTX"],
  [" k7qw 2rtx ", "K7QW2RTX"],
  ["k7qw-2rtx", "K7QW2RTX"],
  ["Ageway-Reference: K7QW2RTX", "K7QW2RTX"],
  ["reference:k7qw 2rtx", "K7QW2RTX"],
  ["K7QW2RT", null],
  ["K7QW2RTXX", null],
  ["K0QW2RTX", null],
  ["K1QW2RTX", null],
  ["KOQW2RTX", null],
  ["KIQW2RTX", null],
  ["", null],
  [null, null],
  ["K7QW2RTX'; --", null],
] as const)("%j is read as the reference %j", ([text, reference]) => {
  expect(readReference(text)).toBe(reference);
});

test("live is not named in an address, because pages show it without", () => {
  expect(String(checkFilterParams({ mode: "live" }))).toBe("");
  expect(String(checkFilterParams({ mode: "test" }))).toBe("mode=test");
});

const days = fc
  .date({ min: new Date("2000-01-02"), max: new Date("2099-12-01"), noInvalidDate: true })
  .map((at) => new Date(at.toISOString().slice(0, 10)));

test("the address of a filter gives the filter back", () => {
  const filters = fc.record(
    {
      mode: fc.constantFrom("live", "test"),
      results: fc
        .subarray([...CHECK_RESULTS], { minLength: 1 })
        .map((some) => CHECK_RESULTS.filter((result) => some.includes(result))),
      provider: fc.constantFrom("s", "b"),
      age: fc.constantFrom(16, 18),
      key: fc.constant("pk_live_x"),
      host: fc.constant("shop.example"),
      from: days,
      to: days,
    },
    { requiredKeys: ["mode"] },
  );
  fc.assert(
    fc.property(filters, (filter) => {
      expect(readCheckFilter(checkFilterParams(filter as CheckFilter))).toEqual(filter);
    }),
  );
});

test("whatever an address says, it is read", () => {
  fc.assert(fc.property(addressText, (query) => void read(query)));
});
