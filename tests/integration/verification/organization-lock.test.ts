import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { paced } from "#db/paced.ts";
import { insertVerifications } from "#db/queries/admission.ts";
import { database } from "#lib/runtime/database.ts";
import { queuesByOrganization } from "#lib/verification/organization-lock.ts";
import { inTurn } from "#lib/verification/organization-turn.ts";
import { linkPageKey } from "#lib/verification/page-key.ts";
import { decided } from "#tests/support/decided.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { holdingOrganizations, somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

test("calls that wait for a gate are served, in their own right, as soon as it is free", async () => {
  const shop = await newOrganization({ spendCapMinor: 24 });
  const { answering } = await holdingOrganizations([shop], async (tx) => {
    const answering = Promise.all(Array.from({ length: 5 }, () => generate("b", shop)));
    await somebodyWaitsFor(tx);
    return { answering };
  });
  expect((await answering).map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403]);
  expect(await shop.billed()).toBe(2);
});

test("a call that may be repeated waits for the gate like any other", async () => {
  const shop = await newOrganization();
  const call = (order: string) => generate("b", { ...shop, headers: { "Idempotency-Key": order } });
  const { answering } = await holdingOrganizations([shop], async (tx) => {
    const answering = call("in time");
    await somebodyWaitsFor(tx);
    return { answering };
  });
  expect((await answering).status).toBe(200);
  expect(await shop.billed()).toBe(1);
});

test("a write leaves out an organization that another transaction has locked, waits for nobody, and writes the others", async () => {
  const [locked, free] = [await newOrganization(), await newOrganization()];
  const { conditions, rows, now } = await decided([locked, free, locked]);
  await holdingOrganizations([locked], async () => {
    expect(await insertVerifications(database("start"), conditions, rows, await linkPageKey(), now)).toEqual(
      new Set([free.id]),
    );
  });
  expect([await locked.billed(), await free.billed()]).toEqual([0, 1]);
});

test("a batch waits for an organization whose holder commits at once, and leaves out one that stays locked", async () => {
  const [locked, free] = [await newOrganization(), await newOrganization()];
  const write = async (shops: Shop[]) => {
    const { conditions, rows, now } = await decided(shops);
    return insertVerifications(database("start"), conditions, rows, await linkPageKey(), now, "shortly");
  };
  await holdingOrganizations([locked], async () => expect(await write([locked, free])).toEqual(new Set([free.id])));
  expect([await locked.billed(), await free.billed()]).toEqual([0, 1]);
  // The holder must see within a few milliseconds that somebody waits, which a busy machine may not allow each time.
  await vi.waitFor(
    async () => {
      // `then` sends the statement.
      const released = database()
        .execute(
          sql`${sql.raw(`DO $$ BEGIN
      PERFORM 1 FROM organization WHERE id = '${locked.id}' FOR NO KEY UPDATE;
      FOR n IN 1..2000 LOOP
        EXIT WHEN EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)));
        PERFORM pg_sleep(0.001);
      END LOOP;
    END $$`)}`,
        )
        .then(() => true);
      await expect.poll(() => isLocked(locked), { interval: 5 }).toBe(true);
      const written = await write([locked, free]);
      await released;
      expect(written).toEqual(new Set([locked.id, free.id]));
    },
    { timeout: 300_000 },
  );
});

async function isLocked({ id }: Shop): Promise<boolean> {
  const rows = await database().execute(sql`SELECT 1 FROM organization WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`);
  return rows.length === 0;
}

test("a call that waited for the gate goes by what stood when it was free: a key that was paused meanwhile", async () => {
  const shop = await newOrganization();
  const { answering } = await holdingOrganizations([shop], async (tx) => {
    const answering = generate("b", shop);
    await somebodyWaitsFor(tx);
    await tx.execute(sql`UPDATE plugin_key SET paused_at = now() WHERE key = ${shop.key}`);
    return { answering };
  });
  const { status, headers } = await answering;
  expect([status, headers.get("ageway-reason"), await shop.billed()]).toEqual([403, "plugin_key_paused", 0]);
});

test("visitors of a held organization who come back from the eID take one connection, and are served when it is free", async () => {
  const [locked, free] = [await newOrganization(), await newOrganization()];
  const visitors = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { url } = await started("s", locked);
      const visitor = browser();
      await visitor.go(url);
      const posted = await visitor.go(`${url}&do=confirm`, "POST");
      return { visitor, back: await visitor.choose(posted.headers.get("location") ?? "", "adult") };
    }),
  );
  const { answering } = await holdingOrganizations([locked], async (tx) => {
    const answering = Promise.all(visitors.map(({ visitor, back }) => visitor.go(back)));
    await somebodyWaitsFor(tx);
    for (let calls = 0; calls < 5; calls += 1) expect((await generate("b", free)).status).toBe(200);
    return { answering };
  });
  for (const { headers } of await answering) expect(tokenIn(headers.get("location"))).not.toBeNull();
  expect(await locked.billed()).toBe(6);
});

test("half of the connections wait for locks; whose turn comes too late is refused and never begins", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
    const { promise: bothWait, resolve: noteBoth } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const { ask } = queuesByOrganization(async (organizationId, asks: readonly string[]) => {
      begun.push(organizationId);
      if (begun.length === 2) noteBoth();
      await unlocked;
      return asks.map((word) => `${organizationId} ${word}`);
    });
    const answers = ["a", "b", "late"].map((organizationId) => ask(organizationId, "answered"));
    const refusal = expect(answers[2]).rejects.toThrow("Too many organizations are locked");
    await bothWait;
    expect(begun).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(paced(1_500) + 1);
    unlock();
    await refusal;
    expect(await Promise.all(answers.slice(0, 2))).toEqual(["a answered", "b answered"]);
    expect(await ask("next", "answered")).toBe("next answered");
    expect(begun).toEqual(["a", "b", "next"]);
  } finally {
    vi.useRealTimers();
  }
});

test("of one organization one piece of work runs at a time, a thousand wait, and one more is refused", async () => {
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  let running = 0;
  const work = () =>
    inTurn("an organization", async () => {
      running += 1;
      expect(running).toBe(1);
      await unlocked;
      running -= 1;
      return "done";
    });
  const all = Array.from({ length: 1_001 }, work);
  await expect(work()).rejects.toThrow("Too many wait for one organization");
  expect(await inTurn("another", async () => "done")).toBe("done");
  unlock();
  expect(new Set(await Promise.all(all))).toEqual(new Set(["done"]));
});
