import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { log } from "#lib/observe/log.ts";
import { emailBudgets } from "#lib/sign-in/email.ts";
import { inFull } from "#tests/support/full.ts";
import { send } from "#tests/support/gateway.ts";
import { mailTo } from "#tests/support/mailbox.ts";
import { person } from "#tests/support/member.ts";
import { countRows } from "#tests/support/organization.ts";

const CALLS = 10_000;
const ASKS = inFull(10_000, 2_000);
const AT_ONCE = 200;

async function ask(email: string): Promise<void> {
  const { headers } = await send("/sign-in/email", {
    method: "POST",
    body: new URLSearchParams({ email, next: "/dashboard" }).toString(),
    headers: { Origin: String(process.env.BASE_URL), "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(headers.get("location")).toBe("/sign-in/sent");
}

const openLinks = (email: string) =>
  countRows(sql`SELECT count(*)::int AS n FROM sign_in_link WHERE email = ${email} AND expires_at > now()`);

test("thousands of asks for one member's address keep nobody's link back, nor that member's", async () => {
  const asked = (await person()).email;
  const honest = await Promise.all(Array.from({ length: ASKS / AT_ONCE }, async () => (await person()).email));
  for (let n = 0; n < ASKS; n += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, () => ask(asked));
    await ask(honest[n / AT_ONCE] ?? "");
    await Promise.all(calls);
  }
  for (const email of [...honest, asked]) await expect.poll(() => openLinks(email)).toBeGreaterThan(0);
  expect(await openLinks(asked)).toBeLessThanOrEqual(5);
  expect((await mailTo(honest.at(-1) ?? "")).text).toContain("/sign-in/link?token=");
});

test("10,000 asks for 300 members, and 10,000 for strangers, keep no other member's link back", () => {
  const { take: takes } = emailBudgets();
  let written = 0;
  for (let n = 0; n < CALLS; n += 1) {
    if (takes(`member-${n % 300}@shop.example`, true, n)) written += 1;
    if (takes(`stranger-${n}@shop.example`, false, n)) written += 1;
    if (n % AT_ONCE === 0) expect(takes(`honest-${n}@shop.example`, true, n)).toBe(true);
  }
  // A first mail each, and what two budgets of 120 a minute give in ten seconds.
  expect(written).toBeLessThanOrEqual(300 + 2 * 140);
});

test("tags make no further mailbox, and one host does not take all that strangers get", () => {
  const { take: takes } = emailBudgets();
  const letters = (addresses: string[], isKnown: boolean) =>
    addresses.filter((email) => takes(email, isKnown, 0)).length;
  const tagged = (host: string) => Array.from({ length: 60 }, (_, n) => `a+${n}@${host}`);
  expect([letters(tagged("one.example"), true), letters(tagged("two.example"), false)]).toEqual([5, 5]);
  const strangers = (host: string) => Array.from({ length: 100 }, (_, n) => `stranger-${n}@${host}`);
  expect(letters(strangers("many.example"), false)).toBe(60);
  expect(letters(strangers("others.example"), false)).toBeGreaterThan(0);
  expect(takes("member@many.example", true, 0)).toBe(true);
});

test("an address that is asked for without end gets a new link every three minutes", () => {
  const { take: takes } = emailBudgets();
  const taken: number[] = [];
  for (let second = 0; second < 3_600; second += 1)
    if (takes("asked@shop.example", true, second * 1_000)) taken.push(second);
  expect(taken.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(Math.max(...taken.slice(5).map((at, n) => at - (taken[n + 4] ?? 0)))).toBeLessThanOrEqual(180);
});

test("a budget that stops mail is logged, once a minute", () => {
  const { take: takes } = emailBudgets();
  const logged = vi.spyOn(log, "warn");
  try {
    for (let second = 0; second < 62; second += 1)
      for (let n = 0; n < 200; n += 1) takes(`stranger-${second}-${n}@${n % 50}.example`, false, second * 1_000);
    const stopped = { event: "sign_in_mail_stopped", budget: "strangers", quota: 120 };
    expect(logged.mock.calls).toEqual([[stopped], [stopped]]);
  } finally {
    logged.mockRestore();
  }
});
