import { afterEach, expect, test } from "vitest";
import { activityQueue, dequeue, enqueue, newEvent, type QueuedEvent, requeue } from "#lib/activity/queue.ts";

afterEach(() => Object.assign(activityQueue(), { waiting: [], unlogged: 0, dropped: new Map() }));

function calls(count: number, { ok = true, key = "pk_live_a" } = {}): QueuedEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    ...newEvent("call", ok ? "accepted" : "refused", { pluginKey: key, host: `${n}` }),
  }));
}
const fill = (count: number) => {
  for (const event of calls(count)) enqueue(event);
};

test("what was taken out and not written waits in its place again, before what came since", () => {
  fill(5);
  const taken = dequeue(3);
  enqueue({ ...newEvent("call", "accepted", { host: "newer" }) });
  requeue(taken);
  expect(activityQueue().waiting.map(({ host }) => host)).toEqual(["0", "1", "2", "3", "4", "newer"]);
  expect(activityQueue().dropped.size).toBe(0);
});

test("where others have taken the room meanwhile, no more wait than may, and the rest is counted", () => {
  fill(10_000);
  const taken = dequeue(1_000);
  fill(400);
  requeue(taken);
  const { waiting, dropped } = activityQueue();
  expect([waiting.length, waiting[599]?.host, waiting[600]?.host]).toEqual([10_000, "599", "1000"]);
  expect([...dropped]).toEqual([["pk_live_a", 400]]);
});

test("refused calls with made-up keys take no more of it than before", () => {
  for (const event of calls(2_000, { ok: false })) enqueue(event);
  const taken = dequeue(1_000);
  for (const event of calls(700, { ok: false, key: "pk_live_b" })) enqueue(event);
  requeue(taken);
  const { waiting, dropped } = activityQueue();
  expect([waiting.length, [...dropped]]).toEqual([2_000, [["pk_live_a", 700]]]);
  enqueue(newEvent("call", "accepted", {}));
  expect(waiting).toHaveLength(2_001);
});

test("a count of dropped events goes back to be counted, and is no event that waits", () => {
  requeue([newEvent("dropped", "not_recorded", { pluginKeyId: "key", droppedCount: 7 })]);
  expect([activityQueue().waiting, [...activityQueue().dropped]]).toEqual([[], [["key", 7]]]);
  expect(activityQueue().unlogged).toBe(0);
});
