import { describe, expect, test } from "vitest";
import { feesOf, type Term, termsOutside } from "#lib/billing/proration.rules.ts";
import { isInSpan, spanAfter } from "#lib/billing/stripe/span.rules.ts";

const at = (text: string) => new Date(`${text}Z`);
const seconds = (text: string) => +at(text) / 1000;
const now = at("2026-11-21T12:00");
const live = (start: string) => ({ status: "active", start_date: seconds(start) });
const ended = (end: string) => ({ status: "canceled", start_date: 0, ended_at: seconds(end) });

describe("what is Stripe's to collect", () => {
  const open = { since: at("2026-10-05T08:00"), until: null };
  const closed = { ...open, until: at("2026-11-10T08:00") };
  test.for([
    ["begins when the first subscription began", null, live("2026-11-20T08:00"), "2026-11-20T08:00", null],
    ["begins in no month that is over", null, live("2026-10-31T23:58"), "2026-11-01T00:00", null],
    ["stays while one lives", open, live("2026-11-20T08:00"), "2026-10-05T08:00", null],
    ["ends when Stripe says so", open, ended("2026-11-20T08:00"), "2026-10-05T08:00", "2026-11-20T08:00"],
    ["ends in no month that is over", open, ended("2026-10-31T23:58"), "2026-10-05T08:00", "2026-11-01T00:00"],
    ["has ended once", closed, ended("2026-11-20T08:00"), "2026-10-05T08:00", "2026-11-10T08:00"],
    ["begins again with another subscription", closed, live("2026-11-20T08:00"), "2026-11-20T08:00", null],
    ["begins again no earlier than it ended", closed, live("2026-11-09T08:00"), "2026-11-10T08:00", null],
  ] as const)("%s", ([, stored, heard, since, until]) => {
    expect(spanAfter(stored, heard, now)).toEqual({ since: at(since), until: until && at(until) });
  });

  test("ends when it was cancelled, or now, where Stripe does not say when it ended", () => {
    const gone = { status: "canceled", start_date: 0 };
    expect(spanAfter(open, { ...gone, canceled_at: seconds("2026-11-20T08:00") }, now)?.until).toEqual(
      at("2026-11-20T08:00"),
    );
    expect(spanAfter(open, gone, now)?.until).toEqual(now);
  });

  test("is not said of one that never came about", () => {
    expect(spanAfter(null, { ...live("2026-11-20T08:00"), status: "incomplete" }, now)).toBeNull();
  });

  test("is nothing of one that was over before anybody heard of it", () => {
    expect(spanAfter(null, ended("2026-11-20T08:00"), now)).toBeNull();
  });

  test("is what lies in any of several, the last without an end", () => {
    const spans = [closed, { since: at("2026-11-15T08:00"), until: null }];
    const moments = ["2026-11-01T08:00", "2026-11-12T08:00", "2026-11-15T08:00", "2030-01-01T00:00"].map(at);
    expect(moments.map((moment) => isInSpan(spans, moment))).toEqual([true, false, true, true]);
    expect(isInSpan([], now)).toBe(false);
  });

  test("has its first moment, and not its last", () => {
    const moments = [+closed.since - 1, +closed.since, +closed.until - 1, +closed.until].map((ms) => new Date(ms));
    expect(moments.map((moment) => isInSpan([closed], moment))).toEqual([false, true, true, false]);
  });
});

describe("of days", () => {
  const term = (startsAt: string, monthlyFeeMinor: number, status: Term["status"] = "active"): Term => ({
    startsAt: at(startsAt),
    status,
    planName: null,
    monthlyFeeMinor,
  });
  const daysOf = (terms: Term[], ...spans: [since: string, until: string | null][]) => {
    const known = spans.map(([since, until]) => ({ since: at(since), until: until === null ? null : at(until) }));
    return feesOf("2026-03-01", termsOutside(terms, known)).map((line) =>
      line.kind === "fee" ? [line.feeMinor, line.days] : [],
    );
  };
  const local = term("2026-02-01T00:00", 3_100);
  const theirs = term("2026-03-11T12:00", 9_300);

  test("those that end within are Stripe's", () => {
    expect(daysOf([local, theirs], ["2026-03-11T12:00", null])).toEqual([[3_100, 10]]);
    expect(daysOf([local, theirs], ["2026-03-11T00:00", null])).toEqual([[3_100, 10]]);
    expect(daysOf([local], ["2026-02-20T00:00", null])).toEqual([]);
  });

  test("what was bought there ends with it, however late we are told; what is agreed by hand then is invoiced here", () => {
    const canceled = term("2026-03-22T12:00", 9_300, "canceled");
    const terms = [local, theirs, canceled];
    expect(daysOf(terms, ["2026-03-11T12:00", "2026-03-20T12:00"])).toEqual([[3_100, 10]]);
    const again = term("2026-03-28T12:00", 3_100);
    expect(daysOf([...terms, again], ["2026-03-11T12:00", "2026-03-20T12:00"])).toEqual([[3_100, 14]]);
  });

  test("one that ends with its first day has that day; terms of its very first moment are within, of its last without", () => {
    expect(daysOf([local], ["2026-03-11T12:00", "2026-03-12T00:00"])).toEqual([[3_100, 10]]);
    const known = { since: at("2026-03-11T00:00"), until: at("2026-03-20T00:00") };
    const [earlier, first, last] = [
      term("2026-03-05T00:00", 3_100),
      term("2026-03-11T00:00", 9_300),
      term("2026-03-20T00:00", 6_200),
    ];
    expect(termsOutside([local, earlier, first, last], [known])).toEqual([
      local,
      earlier,
      { ...earlier, startsAt: known.since, status: "canceled" },
      last,
    ]);
  });

  test("a day in which it began and ended is not Stripe's", () => {
    expect(daysOf([local], ["2026-03-11T12:00", "2026-03-11T13:00"])).toEqual([[3_100, 11]]);
  });
});
