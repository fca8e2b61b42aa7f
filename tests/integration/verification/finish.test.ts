import { expect, test } from "vitest";
import { findVerification, noteProblem, noteTooYoung, takeAnswer } from "#db/queries/verification.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { database } from "#lib/core/database.ts";
import { organization } from "#tests/support/organization.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

/** A visitor whose answer another replica has just taken from the row. */
async function takenElsewhere(persona = "adult") {
  const [visitor, { url, id }] = [browser(), await started("s", await organization())];
  await visitor.go(url);
  const confirm = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const callback = await visitor.choose(await confirm(), persona);
  expect(await takeAnswer(database(), id, 0)).toBe(true);
  return { visitor, url, id, confirm, callback };
}

const completed = { outcome: "verified", linkMs: 600_000, flowMs: 900_000 } as const;

test.for([
  ["a problem", (id: string) => noteProblem(database(), id, 0, "eid_no_age"), "eid_no_age"],
  ["too young", (id: string) => noteTooYoung(database(), id), "too_young"],
] as const)("an answer that another replica concludes as %s is that, and no refusal", async ([, conclude, reason]) => {
  const { visitor, url, id, callback } = await takenElsewhere();
  const [answer] = await Promise.all([visitor.go(callback), conclude(id)]);
  expect(answer.headers.get("location")).toBe(url);
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBe(reason);
});

test("an answer that another replica concludes as old enough leads home from here, too", async () => {
  const { visitor, url, id, callback } = await takenElsewhere();
  const conclude = async () => {
    const startedAt = (await findVerification(database(), id))?.startedAt ?? null;
    expect(await completeVerification(database(), { id, startedAt, ...completed })).toBe(true);
  };
  const [answer] = await Promise.all([visitor.go(callback), conclude()]);
  expect(answer.headers.get("location")).toBe(url);
  expect(tokenIn((await visitor.go(url)).headers.get("location"))).not.toBeNull();
});

test("an answer whose replica was lost with it is not the end: the next press is a trip of its own", async () => {
  const { visitor, confirm } = await takenElsewhere();
  const again = await confirm();
  expect(new URL(again).searchParams.get("state")).toMatch(/\.1$/);
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
