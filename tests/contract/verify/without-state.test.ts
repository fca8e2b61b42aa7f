import { expect, test } from "vitest";
import { findVerification } from "#db/queries/verification.ts";
import { database } from "#lib/runtime/database.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

/** At the eID with a check of `s`. */
async function atTheEid(visitor = browser()) {
  const { url, id } = await started("s", await newOrganization());
  await visitor.go(url);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  return { visitor, url, id, eid };
}

const REFUSED = "/verify/s/callback?error=server_error&error_description=x";

test("an error without its state leads to the check of this browser, to try again or go back", async () => {
  const { visitor, url, id, eid } = await atTheEid();
  const before = await findVerification(database(), id);
  const answer = await visitor.go(REFUSED);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${url}&do=refused`]);
  const page = await visitor.go(`${url}&do=refused`);
  expect(page.headers.get("ageway-reason")).toBe("eid_refused");
  expect(page.text).toMatch(/do=confirm.*do=leave/s);
  // It was no answer, so the true one may still come.
  expect({ ...(await findVerification(database(), id)), now: null }).toEqual({ ...before, now: null });
  expect(tokenIn((await visitor.go(await visitor.choose(eid, "adult"))).headers.get("location"))).not.toBeNull();
});

test("of two checks at the eID, it leads to the one that was taken there last", async () => {
  const [first, second] = [await started("s", await newOrganization()), await started("s", await newOrganization())];
  const visitor = browser();
  for (const { url } of [second, first]) {
    await visitor.go(url);
    await visitor.go(`${url}&do=confirm`, "POST");
  }
  expect((await visitor.go(REFUSED)).headers.get("location")).toBe(`${first.url}&do=refused`);
});

test.for([
  ["no check at the eID", async () => browser()],
  [
    "one that is only opened",
    async () => {
      const visitor = browser();
      await visitor.go((await started("s", await newOrganization())).url);
      return visitor;
    },
  ],
] as const)("a browser with %s reads that it came by an incomplete link", async ([, visitorWith]) => {
  const visitor = await visitorWith();
  const answer = await visitor.go(REFUSED);
  expect(answer.headers.get("location")).toMatch(/\/verify\/s#back$/);
});

test("an error with a state that is not ours, and one of the other eID, lead to no check", async () => {
  const { visitor } = await atTheEid();
  for (const path of [`${REFUSED}&state=forged`, REFUSED.replace("/s/", "/b/")])
    expect((await visitor.go(path)).headers.get("location")).toMatch(/\/verify\/[sb]#back$/);
});
