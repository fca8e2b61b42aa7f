import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clockLimitsIn } from "#tests/support/clock-limits.ts";

/** What `npm test` runs, with what it runs for it. */
const FILES = globSync("tests/**/*.{ts,tsx}", {
  exclude: ["tests/{full,faults}/**", "**/node_modules/**", "tests/unit/clock-limits.test.ts"],
});

/** Waits between two looks at what has no event, and delays that a test is about. None ends a wait or proves an absence. */
const IS_PAUSE = /: (?:setTimeout|Atomics\.wait)\(|timers\/promises/;
const PAUSES = [
  "tests/contract/gate-test/broken.test.ts:",
  "tests/isolated/mail/outbox.test.ts:",
  "tests/support/",
  "tests/unit/server/drain.test.ts:",
  "tests/unit/check-ports.test.ts:",
  "tests/unit/base/in-steps.test.ts:",
];

test("nothing in the default run is held against the clock", () => {
  expect(FILES.length).toBeGreaterThan(300);
  const found = FILES.flatMap((file) => clockLimitsIn(file, readFileSync(file, "utf8")));
  expect(found.filter((one) => !(IS_PAUSE.test(one) && PAUSES.some((file) => one.startsWith(file))))).toEqual([]);
});

test.for([
  ["test('a', async () => {}, 60_000);"],
  ["test('a', { timeout: 60_000 }, async () => {});"],
  ["const MS = 60 * 1_000; beforeAll(start, MS);"],
  ["await expect.poll(read, { timeout: 10_000 }).toBe(1);"],
  ["const [A, B] = [1, 9_000]; await vi.waitFor(read, { timeout: B });"],
  ["const began = performance.now(); expect(performance.now() - began).toBeLessThan(500);"],
  ["const gone = Date.now() - began; expect(gone).toBeLessThanOrEqual(500);"],
  ["expect(report.tookMs).toBeLessThan(500);"],
  ["await new Promise((done) => setTimeout(done, 100));"],
  ["await page.waitForTimeout(100);"],
  ["import { setTimeout as pause } from 'node:timers/promises';"],
])("is found: %s", ([text = ""]) => {
  expect(clockLimitsIn("a.test.ts", text)).toHaveLength(1);
});

test.for([
  ["test('a', async () => {}, 600_000);"],
  ["await expect.poll(read).toBe(1);"],
  ["await sql.end({ timeout: 0 });"],
  ["expect(rows.length).toBeLessThan(500);"],
  ["vi.useFakeTimers({ toFake: ['setTimeout'] }); vi.advanceTimersByTime(100);"],
])("is none: %s", ([text = ""]) => {
  expect(clockLimitsIn("a.test.ts", text)).toEqual([]);
});
