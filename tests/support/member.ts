import { randomUUID } from "node:crypto";
import { upsertMember } from "#db/queries/member.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { upsertUser } from "#db/queries/user.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { User } from "#lib/core/actor.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { database } from "#lib/runtime/database.ts";

/** A user who signed in so many minutes ago and is a member of no organization. */
export async function person({
  email = `person-${randomUUID()}@people.example`,
  signedInMinutesAgo = 0,
} = {}): Promise<User> {
  const { id } = await upsertUser(database(), uuidV7(), email);
  const signedInAt = new Date(Date.now() - signedInMinutesAgo * 60_000);
  return { kind: "user", id, email, sessionId: randomUUID(), signedInAt };
}

export async function memberOf(organizationId: string, role: Role, signedInMinutesAgo = 0): Promise<User> {
  const user = await person({ signedInMinutesAgo });
  await database().transaction(async (tx) =>
    upsertMember(await lockOrganizationIfAny(tx, organizationId), { organizationId, userId: user.id, role }),
  );
  return user;
}
