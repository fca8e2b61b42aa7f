import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { User } from "#lib/account/actor.ts";
import { database } from "#lib/database.ts";
import type { Role } from "#lib/rules/permission.ts";

/** Somebody who has just signed in, and is a member of an organization, or of none. */
export async function signedIn(organizationId?: string, role: Role = "developer"): Promise<User> {
  const id = v7();
  const email = `member-${id}@shop.example`;
  await database().execute(sql`INSERT INTO "user" (id, email) VALUES (${id}, ${email})`);
  if (organizationId !== undefined)
    await database().execute(
      sql`INSERT INTO member (organization_id, user_id, role) VALUES (${organizationId}, ${id}, ${role})`,
    );
  return { kind: "user", id, email, sessionId: v7(), signedInAt: new Date() };
}
