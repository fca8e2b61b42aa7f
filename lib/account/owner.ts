import { v7 } from "uuid";
import { listMembers as list, upsertMember, upsertUser } from "#db/queries/account.ts";
import { database } from "#lib/database.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeOrganization } from "./change.ts";
import { readEmail } from "./email.ts";

export async function addOwner(
  actor: Actor,
  organizationId: string,
  email: string,
): Promise<Changed<{ email: string }>> {
  const address = readEmail(email);
  if (address === null) return { ok: false, reason: "email_invalid" };
  return changeOrganization(actor, organizationId, async (tx) => {
    const { id } = await upsertUser(tx, v7(), address);
    await upsertMember(tx, { organizationId, userId: id, role: "owner" });
    return {
      trace: { action: "owner.added", subject: id, after: { role: "owner" } },
      result: { ok: true, email: address },
    };
  });
}

export async function listMembers(_actor: Actor, organizationId: string) {
  return list(database(), organizationId);
}
