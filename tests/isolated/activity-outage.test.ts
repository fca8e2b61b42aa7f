import { expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { activityQueue } from "#lib/activity/queue.ts";
import { recordCall } from "#lib/activity/record.ts";
import { closeDatabase, useDatabaseFor } from "#lib/runtime/database.ts";
import { activityOf } from "#tests/support/activity.ts";
import { configure } from "#tests/support/configure.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";
import { newOrganization } from "#tests/support/organization.ts";

test("while a proxy before the database hangs up on everybody, events wait, and each is written once", async () => {
  const line = await lineToDatabase();
  configure({ DATABASE_URL: line.url });
  // A server's pools, which look after their statements.
  useDatabaseFor("requests");
  const shop = await newOrganization();
  const call = { provider: "b", minimumAge: 18, code: "accepted", reference: "22222222" } as const;
  const record = (count: number) => {
    for (let n = 0; n < count; n += 1) recordCall({ ...call, pluginKey: shop.key, host: `${n}.example` });
  };
  record(3);
  await flushActivity();
  // What is on its way when a connection breaks may be written; here none is.
  await closeDatabase();
  line.hangUp();
  record(40);
  await flushActivity();
  expect([activityQueue().waiting.length, activityQueue().dropped.size]).toEqual([40, 0]);
  line.takeCalls();
  await closeDatabase();
  // For a second after it hung up, no connection is tried.
  await expect.poll(() => flushActivity().then(() => activityQueue().waiting.length)).toBe(0);
  const events = await activityOf(shop);
  expect(events.map(({ droppedCount }) => droppedCount)).toEqual(events.map(() => null));
  expect(events).toHaveLength(43);
});
