import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteProblem } from "#db/queries/verification.ts";
import { database } from "#lib/runtime/database.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const noteOf = async (id: string) => {
  const [row] = await database().execute(sql`SELECT attempt, problem FROM verification WHERE id = ${id}`);
  return row;
};

test("a late report about an earlier trip to the eID changes nothing of the trip that is under way", async () => {
  const { url, id } = await started("b", await newOrganization());
  const visitor = browser();
  await completeFlow(visitor, url, "timeout");
  expect(await noteOf(id)).toEqual({ attempt: 1, problem: "eid_timeout" });
  const posted = await visitor.go(`${url}&do=confirm`, "POST");
  await noteProblem(database(), id, 0, "eid_down");
  expect(await noteOf(id)).toEqual({ attempt: 1, problem: null });
  // The trip's own secrets are those of attempt 1 still, so its answer counts.
  const home = await visitor.go(await visitor.choose(posted.headers.get("location") ?? "", "adult"));
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test("of two reports about one trip the first counts, and once it ended none does", async () => {
  const { url, id } = await started("b", await newOrganization());
  await Promise.all([noteProblem(database(), id, 0, "eid_down"), noteProblem(database(), id, 0, "eid_down")]);
  expect(await noteOf(id)).toEqual({ attempt: 1, problem: "eid_down" });
  await completeFlow(browser(), url, "adult");
  await noteProblem(database(), id, 1, "eid_down");
  expect(await noteOf(id)).toEqual({ attempt: 1, problem: null });
});
