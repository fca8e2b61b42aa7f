import type { Db } from "#db/client.ts";
import { findOpenInvitation, spendInvitation } from "#db/queries/invitation.ts";
import { insertMember } from "#db/queries/member.ts";
import type { User } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { database } from "#lib/core/database.ts";
import { offerHolds, type Role } from "#lib/core/permission.rules.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { digestOf } from "#lib/core/secret.ts";
import type { OrganizationReason } from "#lib/organizations/reasons.ts";

/** What a link offers to whoever holds it; `null`: accepted, taken back, run out, never sent, or not its inviter's to give any more. */
export async function findInvitation(token: string) {
  return offerIn(database(), digestOf(token));
}

async function offerIn(db: Db, digest: Buffer) {
  const found = await findOpenInvitation(db, digest);
  return found !== null && offerHolds(found.inviter, found.role) ? found : null;
}

/** Only for who is signed in with the address that it was sent to. Somebody who is a member by now stays what they are. */
export async function acceptInvitation(
  actor: User,
  token: string,
): Promise<Result<{ organizationId: string; role: Role }, OrganizationReason>> {
  const digest = digestOf(token);
  const unknown = { ok: false as const, reason: "invitation_unknown" as const };
  const found = await offerIn(database(), digest);
  if (found === null) return unknown;
  const { organizationId, email } = found;
  if (email !== actor.email) return refuse("other_address");
  const accepted = await changeOrganization(actor, "join", organizationId, async (tx) => {
    // Asked again under the gate: what the inviter may give can have changed meanwhile.
    const spent = (await offerIn(tx, digest)) && (await spendInvitation(tx, digest, actor.email));
    if (spent === null) return unknown;
    const role = await insertMember(tx, { organizationId, userId: actor.id, role: spent.role });
    return {
      value: { organizationId, role },
      audit: { action: "invitation.accepted", subject: email, after: { role } },
    };
  });
  // It may have been deleted meanwhile, and its invitations with it.
  return !accepted.ok && accepted.reason === "organization_unknown" ? unknown : accepted;
}
