import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActivityFilter, filterParams, readFilter } from "#lib/activity/filter.rules.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("an address names every part of a filter", () => {
  expect(
    read(
      "kind=call&result=refused&code=domain_not_verified&provider=s&mode=test&key=pk_test_x&host=Shop.Example&reference=abcd-2345&since=2026-11-01&until=2026-11-21",
    ),
  ).toEqual({
    kind: "call",
    ok: false,
    code: "domain_not_verified",
    provider: "s",
    mode: "test",
    key: "pk_test_x",
    host: "shop.example",
    reference: "ABCD2345",
    from: new Date("2026-11-01T00:00:00Z"),
    // The whole of the last day.
    to: new Date("2026-11-22T00:00:00Z"),
  });
});

test("what is none of our choices asks for nothing, and so does what is empty", () => {
  expect(read("")).toEqual({});
  expect(
    read("kind=calls&result=good&code=%27--&provider=x&mode=demo&since=yesterday&until=2026-13-40&page=2"),
  ).toEqual({});
  expect(read("host=&reference=+&key=&since=0001-01-01&until=9999-01-01")).toEqual({});
});

test.for([
  ["code", "a".repeat(41)],
  ["code", "accepted'--"],
  ["since", "x2026-11-01"],
  ["since", "2026-11-01x"],
  ["since", "x2026-11-01T10:00:00Z"],
  ["since", "2026-11-01T10:00:00Zx"],
  ["since", "2026-11-01T10:00:00"],
  ["until", "2026-11-31T25:00:00Z"],
] as const)("a %s of %s is none of ours, and asks for nothing", ([name, text]) => {
  expect(readFilter(new URLSearchParams([[name, text]]))).toEqual({});
});

test("a host and a key are looked for with as many characters as a host can have", () => {
  for (const name of ["host", "key"]) expect(read(`${name}=${"a".repeat(254)}`)).toEqual({ [name]: "a".repeat(253) });
  expect(read("host=a%00b")).toEqual({});
});

test("what somebody searches for counts as it stands: a slip finds nothing rather than everything", () => {
  expect(read("reference=Ageway-Reference:+abcd2345")).toEqual({ reference: "ABCD2345" });
  expect(read("reference=ABC&host=no host&key=pk")).toEqual({ reference: "ABC", host: "no host", key: "pk" });
});

test("a moment is named with its zone", () => {
  expect(read("since=2026-11-01T10:00:00%2B02:00&until=2026-11-01T09:30:00Z")).toEqual({
    from: new Date("2026-11-01T08:00:00Z"),
    to: new Date("2026-11-01T09:30:00Z"),
  });
});

test("a whole day is named as a day, the last one too; any other moment in full", () => {
  const whole = { from: new Date("2026-11-01"), to: new Date("2026-11-22") };
  expect(String(filterParams(whole))).toBe("since=2026-11-01&until=2026-11-21");
  const parts = { from: new Date(+whole.from + 1), to: new Date(+whole.to - 1) };
  expect(filterParams(parts).get("since")).toBe("2026-11-01T00:00:00.001Z");
  expect(filterParams(parts).get("until")).toBe("2026-11-21T23:59:59.999Z");
});

const moments = fc.date({ min: new Date("2000-01-02"), max: new Date("2099-12-01"), noInvalidDate: true });

test("the address of a filter gives the filter back", () => {
  const filters = fc.record(
    {
      kind: fc.constantFrom("call", "step", "check", "dropped"),
      ok: fc.boolean(),
      code: fc.constantFrom("accepted", "used"),
      provider: fc.constantFrom("s", "b"),
      mode: fc.constantFrom("live", "test"),
      key: fc.constant("pk_live_x"),
      host: fc.constant("shop.example"),
      reference: fc.constant("ABCD2345"),
      from: moments,
      to: fc.oneof(moments, fc.constant(new Date("2026-11-22"))),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filters, (filter) => {
      expect(readFilter(filterParams(filter as ActivityFilter))).toEqual(filter);
    }),
  );
});

test("whatever an address says, it is read", () => {
  fc.assert(fc.property(fc.webQueryParameters(), (query) => void read(query)));
});
