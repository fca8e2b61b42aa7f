import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";

test("the application's role adds events and changes none", async () => {
  for (const query of [
    sql`UPDATE activity_event SET ok = true`,
    sql`DELETE FROM activity_event`,
    sql`UPDATE activity_check SET is_opened = true`,
    sql`DELETE FROM activity_check`,
    sql`DELETE FROM activity_day`,
    sql`DELETE FROM why_not_day`,
  ])
    await expect(database().execute(query)).rejects.toMatchObject({ cause: { code: "42501" } });
});
