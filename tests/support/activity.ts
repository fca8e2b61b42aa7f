import { sql } from "drizzle-orm";
import { flushActivity } from "#lib/activity/flush.ts";
import { database } from "#lib/runtime/database.ts";

export type RecordedEvent = {
  kind: string;
  code: string;
  ok: boolean;
  provider: string | null;
  mode: string;
  age: number | null;
  host: string | null;
  billed: boolean;
  reference: string | null;
  droppedCount: number | null;
};

/** All that is on record about an organization, in the order in which it happened. */
export async function activityOf({ id }: { id: string }): Promise<RecordedEvent[]> {
  await flushActivity();
  const rows = await database().execute<RecordedEvent>(sql`
    SELECT kind, code, ok, provider, mode, minimum_age AS age, host, billed, reference, dropped_count AS "droppedCount"
    FROM activity_event WHERE organization_id = ${id} ORDER BY activity_event.id`);
  return [...rows];
}

export async function recordedCodes(shop: { id: string }): Promise<string[]> {
  return (await activityOf(shop)).map(({ kind, code }) => `${kind} ${code}`);
}
