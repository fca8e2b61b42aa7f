import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActivityFilter, filterParams, readFilter } from "#lib/rules/activity-filter.ts";

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

const moments = fc.date({ min: new Date("2000-01-02"), max: new Date("2099-12-01"), noInvalidDate: true });

test("the address of a filter gives the filter back", () => {
  const filters = fc.record(
    {
      kind: fc.constantFrom("call", "step", "check", "gap"),
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
