import { deleteMember, findMember, hasOtherOwner, listOrganizationsOf, selectMembers } from "#db/queries/member.ts";
import type { Actor, User } from "#lib/core/actor.ts";
import { changeOrganization, listOf } from "#lib/core/change.ts";
import { database } from "#lib/core/database.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import type { OrganizationReason } from "#lib/organizations/reasons.ts";
import { takeBackOffers } from "./invitation.ts";

export async function listMembers(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => selectMembers(db, organizationId));
}

export type Membership = Awaited<ReturnType<typeof organizationsOf>>[number];

/** Where somebody is a member, and as what; by name. */
export async function organizationsOf(actor: User) {
  return listOrganizationsOf(database(), actor.id);
}

/** Every member may go, but for the last owner: somebody must be able to decide. */
export async function leaveOrganization(
  actor: User,
  organizationId: string,
): Promise<Result<object, OrganizationReason>> {
  return changeOrganization(actor, "see the organization", organizationId, async (tx) => {
    const role = (await findMember(tx, organizationId, actor.id))?.role;
    if (role === "owner" && !(await hasOtherOwner(tx, organizationId, actor.id))) return refuse("last_owner");
    await deleteMember(tx, organizationId, actor.id);
    await takeBackOffers(tx, actor, { organizationId, userId: actor.id, now: null });
    return { value: {}, audit: { action: "member.left", subject: actor.email, before: { role } } };
  });
}
