import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { findVerification, noteProblem } from "#db/queries/verification.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { providerOf, providers } from "#lib/eid/providers.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { deadlineIn } from "#lib/runtime/with-timeout.ts";
import { claim } from "#lib/verification/claim.ts";
import { claimLink } from "#lib/verification/claim-link.ts";
import { leave } from "#lib/verification/leave.ts";
import { readVerification } from "#lib/verification/read-verification.ts";
import { recordedCodes } from "#tests/support/activity.ts";
import { inFull } from "#tests/support/full.ts";
import { send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

async function readLink(id: string) {
  const link = await readVerification(id);
  if (link === null) throw new Error("The link is gone");
  return link;
}

const BROWSERS = 200;
const LINKS = inFull(50, 5);

test("links that are each claimed by 200 browsers at once have one winner each", async () => {
  const shop = await newOrganization();
  const winners = [];
  for (let n = 0; n < LINKS; n += 1) {
    const link = await readLink((await started("b", shop)).id);
    const claims = Array.from({ length: BROWSERS }, (_, i) => claimLink(link, `browser ${i}`, "192.0.2.1"));
    winners.push((await Promise.all(claims)).filter((claimed) => claimed === "claimed").length);
  }
  expect(winners).toEqual(Array(LINKS).fill(1));
});

test("200 browsers press the button of one link at once: one goes to the eID, 199 are told that it is used", async () => {
  const shop = await newOrganization();
  const { url, id } = await started("b", shop);
  const path = new URL(url).pathname + new URL(url).search;
  const cookieOf = (secret: string) => `ageway-check-${id.replaceAll("-", "")}=${secret}`;
  const secrets = Array.from({ length: BROWSERS }, (_, i) => `${i}`.padStart(22, "A"));
  const posted = await Promise.all(
    secrets.map((secret) => send(`${path}&do=confirm`, { method: "POST", headers: { cookie: cookieOf(secret) } })),
  );
  const gone = posted.filter(({ headers }) => headers.get("location")?.includes("code_challenge"));
  expect(gone).toHaveLength(1);
  // One after the other: the pages say what became of the race, and a busy machine answers 200 at once too late.
  const pages: number[] = [];
  for (const secret of secrets) pages.push((await send(path, { headers: { cookie: cookieOf(secret) } })).status);
  expect(pages.toSorted()).toEqual([200, ...Array(BROWSERS - 1).fill(410)]);
  const [row] = await database().execute(
    sql`SELECT count(*)::int AS n FROM billing_event WHERE organization_id = ${shop.id}`,
  );
  expect(row).toEqual({ n: 1 });
});

test("a link that expired cannot be claimed, not even by the first", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  await database().execute(sql`UPDATE verification SET created_at = now() - interval '10 minutes' WHERE id = ${id}`);
  expect(await claimLink(await readLink(id), "late", "192.0.2.1")).toBe("taken");
});

test("of one browser that claims and another that leaves at the same moment, one is obeyed and one is told", async () => {
  const shop = await newOrganization();
  const endings = new Set<string>();
  for (let round = 0; round < inFull(60, 15); round += 1) {
    const { url } = await started("b", shop);
    const session = new URL(url).searchParams.get("session") ?? "";
    const own = { secretFor: () => "A".repeat(22), encryptedReturnUrlFor: () => null, caller: "192.0.2.1" };
    const nobody = { ...own, secretFor: () => null };
    const [claimed, left] = await Promise.all([
      claim("b", session, own, "en", deadlineIn(8_000)),
      leave("b", session, nobody),
    ]);
    endings.add(`${claimed.go} ${left.go}`);
  }
  expect([...endings].filter((both) => both !== "eid again" && both !== "again home")).toEqual([]);
});

test("two checks in two tabs of one browser end each in its own way", async () => {
  const shop = await newOrganization();
  const [visitor, a, b] = [browser(), await started("s", shop), await started("b", shop)];
  const callbacks = [];
  for (const [{ url }, persona] of [
    [a, "seventeen"],
    [b, "adult"],
  ] as const) {
    await visitor.go(url);
    const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
    callbacks.push(await visitor.choose(eid, persona));
  }
  expect((await visitor.go(callbacks[0] ?? "")).headers.get("location")).toBe(a.url);
  expect((await visitor.go(a.url)).headers.get("ageway-reason")).toBe("too_young");
  expect((await visitor.go(callbacks[1] ?? "")).headers.get("location")).toContain("token_age_verified=");
  const home = await visitor.go(`${a.url}&do=leave`, "POST");
  expect(home.headers.get("location")).toContain("token_age_verified=");
});

test("many links that are only looked at do not untie a check that is at the eID; the cookies still have an end", async () => {
  const shop = await newOrganization();
  const visitor = browser();
  const { url } = await started("b", shop);
  await visitor.go(url);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  for (let n = 0; n < 23; n += 1) await visitor.go((await started("b", shop)).url);
  const home = await visitor.go(await visitor.choose(eid, "adult"));
  expect([home.status, tokenIn(home.headers.get("location")) === null]).toEqual([303, false]);
  for (let n = 0; n < 6; n += 1) {
    const another = await started("b", shop);
    await visitor.go(another.url);
    await visitor.go(`${another.url}&do=confirm`, "POST");
  }
  // 24 ties and four ways home.
  expect(visitor.cookies(new URL(url)).split("; ")).toHaveLength(28);
});

test("an eID that nobody reaches is said to be down, on the page and on record, and the next try goes there", async () => {
  const shop = await newOrganization({ mode: "test" });
  const [visitor, { url }] = [browser(), await started("s", shop)];
  await visitor.go(url);
  const confirm = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location");
  const { test: eids } = providers();
  const sound = providerOf({ mode: "test", provider: "s" });
  try {
    eids.s = { ...sound, issuer: "http://localhost:1/s" };
    expect(await confirm()).toBe(url);
  } finally {
    eids.s = sound;
  }
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBe("eid_down");
  expect(new URL((await confirm()) ?? "").origin).toBe(new URL(sound.issuer).origin);
  expect(await recordedCodes(shop)).toEqual(["call accepted", "step claimed", "step eid_down", "step tried_again"]);
});

test("a check that ends at the moment of another try sends nobody to the eID again", async () => {
  const [visitor, { url, id }] = [browser(), await started("b", await newOrganization())];
  await visitor.go(url);
  const confirm = () => visitor.go(`${url}&do=confirm`, "POST");
  await confirm();
  await noteProblem(database(), id, 0, "cancelled");
  const startedAt = (await findVerification(database(), id))?.startedAt ?? null;
  const other = connect(config().databaseAddress, { max: 1 });
  const tried = await other.transaction(async (tx) => {
    await completeVerification(tx, { id, outcome: "cancelled", startedAt, ...config().ttl });
    const trying = confirm();
    await somebodyWaitsFor(tx);
    return { trying };
  });
  await other.$client.end();
  expect((await tried.trying).headers.get("location")).toBe(url);
});
