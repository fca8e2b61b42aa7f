import { expect, test } from "vitest";
import { statusText, summaryOf } from "#cli/status.ts";
import { type Found, notChecked, ok, warn, wrong } from "#lib/doctor/finding.ts";

const INSTANCE = { version: "1.2.3", address: "https://age.example", isDemo: false };

/** The last two lines about these findings. */
function linesOf(found: Record<string, Found[]>): string[] {
  const rows = Object.entries(found).flatMap(([check, all]) => all.map((one) => ({ check, ...one })));
  return statusText(summaryOf(rows, INSTANCE)).split("\n").slice(1);
}

test("the first line is which instance this is", () => {
  const first = (change: Partial<typeof INSTANCE> | { address: null }) =>
    statusText(summaryOf([], { ...INSTANCE, ...change })).split("\n")[0];
  expect(first({})).toBe("Ageway 1.2.3 at https://age.example");
  expect(first({ isDemo: true })).toBe("Ageway 1.2.3 at https://age.example (demo)");
  expect(first({ address: null })).toBe("Ageway 1.2.3 without a valid BASE_URL");
});

test("an instance that is well needs nobody", () => {
  const found = { database: [ok("a"), ok("b")], jobs: [ok("c")], eid: [ok("d")], mail: [ok("e")] };
  expect(linesOf(found)).toEqual(["Database ok · jobs ok · eIDs ok", "Nothing needs you."]);
});

test("a warning is counted, and named where it is", () => {
  expect(linesOf({ database: [ok("a")], eid: [ok("b"), warn("No eID", "Add one.")] })).toEqual([
    "Database ok · jobs ok · eIDs with a warning",
    "Nothing is wrong. 1 warning: see ageway doctor.",
  ]);
});

test("what is wrong is told first, with the number of the others", () => {
  const found = {
    database: [warn("Slow", "x"), wrong("It is away", "x")],
    jobs: [notChecked("no database")],
    proxy: [wrong("No answer", "x")],
  };
  expect(linesOf(found)).toEqual([
    "Database wrong · jobs not checked · eIDs ok",
    "Needs you: It is away, and 1 more. ageway doctor says what to do.",
  ]);
});
