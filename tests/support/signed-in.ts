import { sql } from "drizzle-orm";
import { upsertUser } from "#db/queries/user.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { User } from "#lib/core/actor.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { secretDigest } from "#lib/crypto/digest.ts";
import { database } from "#lib/runtime/database.ts";
import { openSession, readSession, sessionCookie } from "#lib/sign-in/session.ts";

/** A user who signed in `minutes` ago, with their cookie; a member of the organization `of`, where it is given. */
export async function signedIn(given: { of?: string; role?: Role; minutes?: number; email?: string } = {}) {
  const { of: organizationId, role = "owner", minutes = 0, email = `${uuidV7()}@member.example` } = given;
  const { id } = await upsertUser(database(), uuidV7(), email);
  if (organizationId)
    await database().execute(
      sql`INSERT INTO member (organization_id, user_id, role) VALUES (${organizationId}, ${id}, ${role})`,
    );
  const secret = await openSession(id, "Firefox on Linux");
  await database().execute(
    sql`UPDATE sign_in_session SET asked_at = now() - ${minutes} * interval '1 minute' WHERE digest = ${secretDigest(secret)}`,
  );
  const session = await readSession(secret);
  if (!session) throw new Error("The member is not signed in");
  const actor: User = { kind: "user", id, email, sessionId: session.id, signedInAt: session.askedAt ?? new Date(0) };
  return { actor, id, email, cookie: `${sessionCookie()}=${secret}` };
}
