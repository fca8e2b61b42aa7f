import { v7 } from "uuid";
import {
  deleteMember,
  findMember,
  hasOtherOwner,
  listOrganizationsOf,
  selectMembers,
  upsertMember,
} from "#db/queries/member.ts";
import { findOrganization } from "#db/queries/organization.ts";
import { upsertUser } from "#db/queries/user.ts";
import type { Actor, Operator, User } from "#lib/core/actor.ts";
import { changeOrganization, listOf } from "#lib/core/change.ts";
import { database } from "#lib/core/database.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { tryToSendMail } from "#lib/core/mail.ts";
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

/**
 * `changed` is false for somebody who was an owner before. A new owner gets a mail after the commit; `told` is false where
 * it could not be sent, and then it is for the operator to tell them.
 */
export async function addOwner(
  actor: Operator,
  organizationId: string,
  email: string,
): Promise<Result<{ email: string; changed: boolean; told: boolean }, OrganizationReason>> {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  const added = await changeOrganization(actor, "operate", organizationId, async (tx) => {
    const { id } = await upsertUser(tx, v7(), address);
    const changed = await upsertMember(tx, { organizationId, userId: id, role: "owner" });
    return {
      value: { email: address, changed, told: false },
      audit: changed ? { action: "owner.added", subject: address, after: { role: "owner" } } : null,
    };
  });
  if (!added.ok || !added.changed) return added;
  return { ...added, told: await welcome(organizationId, address) };
}

async function welcome(organizationId: string, to: string): Promise<boolean> {
  const organization = await findOrganization(database(), organizationId);
  if (!organization) return false;
  return tryToSendMail({
    to,
    subject: `You are now an owner of ${organization.name}`,
    text: [
      `The operator of Ageway made you an owner of ${organization.name}.`,
      "Owners decide about its keys, domains and billing.",
      "",
      "You did not expect this? Then tell the operator.",
      "",
    ].join("\n"),
  });
}
