import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";
import { scriptedVerification } from "#tests/support/scripted-verification.ts";
import { tokenIn } from "#tests/support/visitor.ts";

const eid = await startScriptedEid();
afterAll(() => eid.close());

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** A visitor who pressed two minutes ago, cancelled at the eID, and pressed again now. */
async function tryingAgain() {
  const verification = await scriptedVerification(eid);
  await verification.comeBack(await verification.post(), { error: "access_denied" });
  await database().execute(
    sql`UPDATE verification SET started_at = now() - interval '2 minutes' WHERE id = ${verification.id}`,
  );
  return { ...verification, again: await verification.post() };
}

test("a sign-in from before the attempt proves nothing, also where the first attempt began before it", async () => {
  const { again, answered, reason } = await tryingAgain();
  await answered(again, { auth_time: secondsAgo(20) });
  expect(await reason()).toBe("eid_refused");
});

test("a sign-in after another try counts, and so does one as early as clocks may differ", async () => {
  const { again, answered } = await tryingAgain();
  const home = await answered(again, { auth_time: secondsAgo(5) });
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test("who presses again without having come back begins an attempt of its own, too", async () => {
  const { post, id, answered, reason } = await scriptedVerification(eid);
  await post();
  await database().execute(sql`UPDATE verification SET started_at = now() - interval '2 minutes' WHERE id = ${id}`);
  await answered(await post(), { auth_time: secondsAgo(20) });
  expect(await reason()).toBe("eid_refused");
});

test("a visitor who writes an earlier moment into the state of an attempt gets nowhere with it", async () => {
  const { again, answered, reason } = await tryingAgain();
  const edited = new URL(again);
  const [opaqueId, attempt, moment = ""] = (edited.searchParams.get("state") ?? "").split(".");
  const earlier = (Number.parseInt(moment, 36) - 60_000).toString(36);
  edited.searchParams.set("state", [opaqueId, attempt, earlier].join("."));
  await answered(edited.href, { auth_time: secondsAgo(20) });
  expect(await reason()).toBe("eid_refused");
});
