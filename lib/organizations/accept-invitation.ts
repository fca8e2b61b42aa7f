import type { Db } from "#db/client.ts";
import { findOpenInvitation, spendInvitation } from "#db/queries/invitation.ts";
import { insertMember } from "#db/queries/member.ts";
import { refuse } from "#lib/base/result.ts";
import type { User } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { isOfferValid } from "#lib/core/permission.rules.ts";
import { secretDigest } from "#lib/crypto/digest.ts";
import { database } from "#lib/runtime/database.ts";

/** The offer of an invitation's link; `null`: unknown, accepted, revoked, expired, or its inviter may not give the role any more. */
export async function findInvitation(token: string) {
  return offerIn(database(), secretDigest(token));
}

async function offerIn(db: Db, digest: Buffer) {
  const found = await findOpenInvitation(db, digest);
  return found !== null && isOfferValid(found.inviter, found.role) ? found : null;
}

/** Makes the actor a member. They must be signed in with the invited address. A member keeps the role that they have. */
export async function acceptInvitation(actor: User, token: string) {
  const digest = secretDigest(token);
  const unknown = { ok: false as const, reason: "invitation_unknown" as const };
  const found = await offerIn(database(), digest);
  if (found === null) return unknown;
  const { organizationId, email } = found;
  if (email !== actor.email) return refuse("other_address");
  const accepted = await changeOrganization(actor, "join", organizationId, async (tx) => {
    // Read again under the lock, because the inviter may have lost their role meanwhile.
    const spent = (await offerIn(tx, digest)) && (await spendInvitation(tx, digest, actor.email));
    if (spent === null) return unknown;
    const role = await insertMember(tx, { organizationId, userId: actor.id, role: spent.role });
    return {
      value: { organizationId, role },
      audit: { action: "invitation.accepted", subject: email, after: { role } },
    };
  });
  // The organization was deleted meanwhile, together with its invitations.
  return !accepted.ok && accepted.reason === "organization_unknown" ? unknown : accepted;
}
