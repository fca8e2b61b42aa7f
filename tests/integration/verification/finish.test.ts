import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { findVerification, noteProblem, noteTooYoung, takeAnswer } from "#db/queries/verification.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { MAX_FAILURES } from "#lib/eid/circuit.rules.ts";
import { isAway, noteFailure } from "#lib/eid/circuit.ts";
import { providerOf } from "#lib/eid/providers.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { sessionOf } from "#lib/verification/finish.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

/** A visitor whose answer another replica has just taken from the row. */
async function takenElsewhere(persona = "adult") {
  const [visitor, { url, id }] = [browser(), await started("s", await newOrganization())];
  await visitor.go(url);
  const confirm = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const callback = await visitor.choose(await confirm(), persona);
  expect(await takeAnswer(database(), id, 0)).toBe(true);
  return { visitor, url, id, confirm, callback };
}

const completed = { outcome: "verified", linkMs: 600_000, flowMs: 900_000 } as const;

/** Waits for what comes of an answer in another replica, and hears it as soon as it is there. */
async function goWhile(answer: ReturnType<ReturnType<typeof browser>["go"]>, conclude: () => Promise<unknown>) {
  let isOver = false;
  const waiting = answer.finally(() => {
    isOver = true;
  });
  // A check of somebody else's takes longer than an answer that waits for nobody.
  const other = await started("b", await newOrganization());
  await completeFlow(browser(), other.url, "adult");
  expect(isOver).toBe(false);
  await conclude();
  const { headers } = await waiting;
  return headers.get("location");
}

test.for([
  ["a problem", (id: string) => noteProblem(database(), id, 0, "eid_no_age"), "eid_no_age"],
  ["too young", (id: string) => noteTooYoung(database(), id), "too_young"],
] as const)("an answer that another replica concludes as %s is that, and no refusal", async ([, conclude, reason]) => {
  const { visitor, url, id, callback } = await takenElsewhere();
  expect(await goWhile(visitor.go(callback), () => conclude(id))).toBe(url);
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBe(reason);
});

test("an answer that another replica concludes as old enough leads home from here, too", async () => {
  const { visitor, url, id, callback } = await takenElsewhere();
  const conclude = async () => {
    const startedAt = (await findVerification(database(), id))?.startedAt ?? null;
    expect(await completeVerification(database(), { id, startedAt, ...completed })).toBe(true);
  };
  expect(await goWhile(visitor.go(callback), conclude)).toBe(url);
  expect(tokenIn((await visitor.go(url)).headers.get("location"))).not.toBeNull();
});

/** A visitor whom the eID has just sent back. */
async function returning() {
  const shop = await newOrganization();
  const [visitor, { url, id }] = [browser(), await started("s", shop)];
  await visitor.go(url);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  return { shop, visitor, url, id, callback: await visitor.choose(eid, "adult") };
}

test("who comes back twice at once goes home twice, with one token", async () => {
  const { shop, visitor, callback } = await returning();
  const other = connect(config().databaseAddress, { max: 1 });
  const { both } = await other.transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    const first = visitor.go(callback);
    await somebodyWaitsFor(tx);
    const both = Promise.all([first, visitor.go(callback)]);
    // A check of somebody else's takes longer than the second request takes to find the first one's conclusion.
    await completeFlow(browser(), (await started("b", await newOrganization())).url, "adult");
    return { both };
  });
  await other.$client.end();
  const tokens = (await both).map(({ headers }) => tokenIn(headers.get("location")));
  expect(tokens[0]).not.toBeNull();
  expect(new Set(tokens).size).toBe(1);
  const billed = await database().execute(sql`
    SELECT host, price_minor AS price FROM billing_event WHERE organization_id = ${shop.id}`);
  expect([...billed]).toEqual([{ host: shop.host, price: 10 }]);
});

test("who comes back while the eID is away has not signed in for nothing: the same answer counts when it is back", async () => {
  const { shop, visitor, url, id, callback } = await returning();
  const eid = providerOf({ mode: "live", provider: "s" });
  const port = await freePort();
  for (let n = 0; n < MAX_FAILURES; n += 1) noteFailure(eid, `http://localhost:${port}/token`);
  await expect.poll(() => isAway(eid)).toBe(true);
  expect((await visitor.go(callback)).headers.get("location")).toBe(url);
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBe("eid_down");
  expect(await findVerification(database(), id)).toMatchObject({ problem: "eid_down", answered: 0 });
  const back = createServer((_, response) => response.writeHead(405).end()).listen(port, "localhost");
  onTestFinished(() => void back.close());
  await expect.poll(() => isAway(eid), { timeout: 300_000 }).toBe(false);
  expect(tokenIn((await visitor.go(callback)).headers.get("location"))).not.toBeNull();
  expect(await shop.billed()).toBe(1);
  // Taken once: a second time it leads to the link, which is over.
  expect((await visitor.go(callback)).headers.get("location")).toBe(url);
});

test("a refusal that comes back in another browser leaves the visitor's own answer worth what it is", async () => {
  const { visitor, callback } = await returning();
  const refused = new URL(callback);
  refused.searchParams.delete("code");
  refused.searchParams.set("error", "access_denied");
  expect((await browser().go(refused.href)).headers.get("location")).toContain("&do=returned");
  expect(tokenIn((await visitor.go(callback)).headers.get("location"))).not.toBeNull();
});

test("what is too young is decided: an answer after it leads to its link, in whichever browser", async () => {
  const { visitor, url, id, callback } = await returning();
  await noteTooYoung(database(), id);
  for (const one of [browser(), visitor]) expect((await one.go(callback)).headers.get("location")).toBe(url);
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBe("too_young");
});

test("who leaves in another tab while the answer is billed has left: no yes, and no bill", async () => {
  const { shop, visitor, url, callback } = await returning();
  const other = connect(config().databaseAddress, { max: 1 });
  const { answer } = await other.transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    const answer = visitor.go(callback);
    await somebodyWaitsFor(tx);
    await visitor.go(`${url}&do=leave`, "POST");
    return { answer };
  });
  await other.$client.end();
  expect((await answer).headers.get("location")).toBe(url);
  expect(await shop.billed()).toBe(0);
});

test("who leaves while another tab comes home with a yes has not left: the link leads home with it", async () => {
  const { visitor, url, id } = await takenElsewhere();
  const other = connect(config().databaseAddress, { max: 1 });
  const { left } = await other.transaction(async (tx) => {
    const startedAt = (await findVerification(tx, id))?.startedAt ?? null;
    await completeVerification(tx, { id, startedAt, ...completed });
    const left = visitor.go(`${url}&do=leave`, "POST");
    await somebodyWaitsFor(tx);
    return { left };
  });
  await other.$client.end();
  expect((await left).headers.get("location")).toBe(url);
  expect(tokenIn((await visitor.go(url)).headers.get("location"))).not.toBeNull();
});

test("the session of an answer is that of its link; of a state that is not ours there is none", async () => {
  const { url, callback } = await returning();
  expect(sessionOf(new URL(callback).searchParams)).toBe(new URL(url).searchParams.get("session"));
  expect(sessionOf(new URLSearchParams({ state: "nobody's.0" }))).toBeNull();
  expect(sessionOf(new URLSearchParams())).toBeNull();
});

test("an answer whose replica was lost with it is not the end: the next press is a trip of its own", async () => {
  const { visitor, confirm } = await takenElsewhere();
  const again = await confirm();
  expect(new URL(again).searchParams.get("state")).toMatch(/\.1\.[0-9a-z]+$/);
  const home = await visitor.go(await visitor.choose(again, "adult"));
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test("an answer is taken once, and one to an earlier trip no more after it", async () => {
  const { id } = await takenElsewhere();
  expect(await takeAnswer(database(), id, 0)).toBe(false);
  expect(await takeAnswer(database(), id, 1)).toBe(true);
  expect(await takeAnswer(database(), id, 0)).toBe(false);
});

test("who is too young has had the last answer: no other is taken", async () => {
  const { id } = await takenElsewhere();
  await noteTooYoung(database(), id);
  expect(await takeAnswer(database(), id, 1)).toBe(false);
});
