import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { redeemProofs } from "#db/queries/verification-proof.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { deviceDigest } from "#lib/crypto/digest.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { database } from "#lib/runtime/database.ts";
import { checkToken } from "#lib/verification/check.ts";
import { configure } from "#tests/support/configure.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { listenIn } from "#tests/support/wire.ts";

await enterOwnDatabase();
const line = await listenIn(process.env.DATABASE_URL ?? "");
configure({ DATABASE_URL: line.url });
afterAll(line.close);

/** A check that ended verified a moment ago. Its id is of that moment: the package `uuid` goes on from the latest time that it saw. */
async function proof() {
  const [id, device, shop] = [uuidV7(), newDevice(), await newOrganization()];
  const key = sql`(SELECT id FROM plugin_key WHERE key = ${shop.key})`;
  await database().execute(sql`
    INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, completed_at, outcome)
    VALUES (${id}, ${shop.id}, ${key}, 'b', 'live', 18, ${deviceDigest(shop.id, device)}, 'https://shop.example', now(), 'verified')`);
  return { id, device, token: encryptId("token", id), key: shop.key };
}

function ask({ token, device, once = false }: { token: string; device: string; once?: boolean }, pluginKey?: string) {
  return checkToken({ token, deviceId: device, pluginKey, once, isTestAddress: false }, "REFERENC");
}

/**
 * What the check's own connections ran: a verb and a table. The driver reads the types of lists once for each connection, and
 * what an earlier test recorded may be written meanwhile, over the connection of the activity.
 */
function heard() {
  const isOwn = (settings: string) => settings.includes("enable_seqscan") && !settings.includes("synchronous_commit");
  const own = line.heard().filter(({ settings, text }) => isOwn(settings) && !/pg_type/.test(text));
  return own.map(({ text }) => [/\w+/, /\b(verification|plugin_key)\b/].map((part) => part.exec(text)?.[0]).join(" "));
}

const [READ, READ_KEYS, REDEEM] = ["SELECT verification", "SELECT plugin_key", "UPDATE verification"];

beforeEach(async () => {
  // Opens the connections, so that no statement of theirs is heard later.
  await ask({ token: "x", device: newDevice() });
  line.heard();
});

test("a repeated question is one statement without a transaction, and so is a forged token", async () => {
  const asked = await proof();
  await ask(asked);
  line.heard();
  expect(await ask(asked)).toMatchObject({ ok: true, verdict: { age: 18 } });
  expect(heard()).toEqual([READ]);
  for (const token of ["x", "A".repeat(43), encryptId("token", uuidV7())]) {
    expect((await ask({ ...asked, token })).ok).toBe(false);
    expect(heard()).toEqual([READ]);
  }
});

test("the first question writes once, and keys are read where somebody named one", async () => {
  const asked = await proof();
  expect((await ask(asked, asked.key)).ok).toBe(true);
  expect(heard().toSorted()).toEqual([READ_KEYS, READ, REDEEM].toSorted());
  expect((await ask(asked, asked.key)).ok).toBe(true);
  expect(heard().toSorted()).toEqual([READ_KEYS, READ].toSorted());
});

test("a no and another device write nothing", async () => {
  const asked = await proof();
  expect((await ask({ ...asked, device: newDevice() })).ok).toBe(false);
  await database().execute(sql`UPDATE verification SET outcome = 'cancelled' WHERE id = ${asked.id}`);
  expect(await ask(asked)).toMatchObject({ ok: true, verdict: { age: null } });
  expect(heard()).toEqual([READ, READ]);
});

test("first questions that arrive together share one reading and one writing", async () => {
  const proofs = await Promise.all(Array.from({ length: 10 }, proof));
  line.heard();
  // Each twice, for one use: one of the two hears yes.
  const answers = await Promise.all([...proofs, ...proofs].map((asked) => ask({ ...asked, once: true })));
  expect(heard()).toEqual([READ, REDEEM]);
  expect(answers.map(({ ok }) => ok)).toEqual([...proofs.map(() => true), ...proofs.map(() => false)]);
});

test("a proof that another process redeems after it was read says no to once=1", async () => {
  const asked = await proof();
  const answer = await database().transaction(async (tx) => {
    await redeemProofs(tx, [asked.id]);
    const waiting = ask({ ...asked, once: true });
    await somebodyWaitsFor(tx);
    return { waiting };
  });
  expect((await answer.waiting).ok).toBe(false);
});
