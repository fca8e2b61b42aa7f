import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteTooYoung } from "#db/queries/verification.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import type { Outcome } from "#lib/verification/verification.rules.ts";
import { check } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

type Visitor = ReturnType<typeof browser>;

/** At the eID in two tabs, under one state: what the visitor chooses in each. */
async function answers(visitor: Visitor, url: string, ...personas: string[]): Promise<string[]> {
  await visitor.go(url);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const callbacks: string[] = [];
  for (const persona of personas) callbacks.push(await visitor.choose(eid, persona));
  return callbacks;
}

const rowOf = async (id: string) => {
  const [row] = await database().execute(
    sql`SELECT problem, outcome, completed_at IS NOT NULL AS completed FROM verification WHERE id = ${id}`,
  );
  return row;
};

test("too young is the last answer: neither another try nor somebody else's yes comes after it on the same link", async () => {
  const shop = await newOrganization();
  const [visitor, { url, id, device }] = [browser(), await started("s", shop)];
  const [minor = "", adult = ""] = await answers(visitor, url, "seventeen", "adult");
  await visitor.go(minor);
  expect((await visitor.go(adult)).headers.get("location")).toBe(url);
  expect((await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location")).toBe(url);
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBe("too_young");
  const home = await visitor.go(`${url}&do=leave`, "POST");
  expect(await rowOf(id)).toEqual({ problem: null, outcome: "too_young", completed: true });
  const answer = await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  expect(answer.body).toMatchObject({ verified: false, age: null });
  expect(await shop.billed()).toBe(0);
});

test("a check ends as too young only where the eID said so, and then as nothing else", async () => {
  const { id } = await started("s", await newOrganization());
  const end = (outcome: Outcome) => completeVerification(database(), { id, outcome, startedAt: null, ...config().ttl });
  expect(await end("too_young")).toBe(false);
  await noteTooYoung(database(), id);
  for (const outcome of ["verified", "cancelled", "failed"] as const) expect(await end(outcome)).toBe(false);
  expect(await end("too_young")).toBe(true);
});

test("of an answer and a visitor who leaves at the same moment, one counts", async () => {
  const shop = await newOrganization();
  const ends = new Set<string>();
  for (let n = 0; n < 12; n += 1) {
    const [visitor, { url, id }] = [browser(), await started("s", shop)];
    const [minor = ""] = await answers(visitor, url, "seventeen");
    const [, left] = await Promise.all([visitor.go(minor), visitor.go(`${url}&do=leave`, "POST")]);
    const row = await rowOf(id);
    const isHome = tokenIn(left.headers.get("location")) !== null;
    ends.add(`${isHome ? "home" : "again"} ${row?.outcome} ${row?.problem}`);
  }
  const possible = ["home cancelled null", "home too_young null", "again null too_young"];
  expect([...ends].filter((end) => !possible.includes(end))).toEqual([]);
});

test.for(["seventeen", "cancel", "no-birthdate", "wrong-nonce"])(
  "%s: the check ends when the visitor leaves, so no moment tells a shop which no it was",
  async (persona) => {
    const shop = await newOrganization();
    const [visitor, { url, id, device }] = [browser(), await started("b", shop)];
    const [callback = ""] = await answers(visitor, url, persona);
    await visitor.go(callback);
    expect(await rowOf(id)).toMatchObject({ outcome: null, completed: false });
    const [beforeLeave] = await database().execute<{ at: string }>(sql`SELECT clock_timestamp() AS at`);
    const home = await visitor.go(`${url}&do=leave`, "POST");
    const { body } = await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
    const issuedAt = +new Date((body as { expires_at: string }).expires_at) - 30 * 60_000;
    expect(issuedAt).toBeGreaterThanOrEqual(+new Date(beforeLeave?.at ?? "") - 1);
  },
);
