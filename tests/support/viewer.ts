import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { User } from "#lib/core/actor.ts";
import { database } from "#lib/core/database.ts";

/** Somebody who signed in just now and may only look; of no organization, unless one is named. */
export async function viewerOf(organizationId: string | null): Promise<User> {
  const id = v7();
  const email = `${id}@shop.example`;
  await database().execute(sql`INSERT INTO "user" (id, email) VALUES (${id}, ${email})`);
  if (organizationId !== null)
    await database().execute(
      sql`INSERT INTO member (organization_id, user_id, role) VALUES (${organizationId}, ${id}, 'viewer')`,
    );
  return { kind: "user", id, email, sessionId: v7(), signedInAt: new Date() };
}
