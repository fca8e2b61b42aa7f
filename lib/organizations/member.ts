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
import { readEmail } from "#lib/base/email.rules.ts";
import { refuse } from "#lib/base/result.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Actor, Operator, User } from "#lib/core/actor.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { listOf } from "#lib/core/read.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { database } from "#lib/runtime/database.ts";
import { takeBackOffers } from "./invitation.ts";

export async function listMembers(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => selectMembers(db, organizationId));
}

export type Membership = Awaited<ReturnType<typeof organizationsOf>>[number];

/** The organizations of a user with their role in each, by name. */
export async function organizationsOf(actor: User) {
  return listOrganizationsOf(database(), actor.id);
}

/** Says what a browser shows: the organization that it chose, or the first, also where the user has left the chosen one. */
export function shownOrganization(organizations: readonly Membership[], chosen: string | null): Membership | undefined {
  return organizations.find((one) => one.id === chosen) ?? organizations[0];
}

/** Ends the user's own membership. The last owner stays, so that somebody can decide. */
export async function leaveOrganization(actor: User, organizationId: string) {
  return changeOrganization(actor, "see the organization", organizationId, async (tx) => {
    const role = (await findMember(tx, organizationId, actor.id))?.role;
    if (role === "owner" && !(await hasOtherOwner(tx, organizationId, actor.id))) return refuse("last_owner");
    await deleteMember(tx, organizationId, actor.id);
    await takeBackOffers(tx, actor, { organizationId, userId: actor.id, now: null });
    return { value: {}, audit: { action: "member.left", subject: actor.email, before: { role } } };
  });
}

/** Makes a person an owner, and writes to them: the job sends the e-mail. */
export async function addOwner(actor: Operator, organizationId: string, email: string) {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    const { id } = await upsertUser(tx, uuidV7(), address);
    const changed = await upsertMember(tx, { organizationId, userId: id, role: "owner" });
    const organization = await findOrganization(tx, organizationId);
    // A new id each time, because a person can be removed and made an owner again.
    const about = `owner.added ${uuidV7()}`;
    if (changed && organization) await postMail(tx, [{ about, recipient: address, letter: newOwner(organization) }]);
    const audit: AuditRecord = { action: "owner.added", subject: address, after: { role: "owner" } };
    return { value: { email: address, changed }, audit: changed ? audit : null };
  });
}

function newOwner(organization: { id: string; name: string }): Letter {
  return {
    organization,
    subject: "you are now an owner",
    fact: `The operator of Ageway has made you an owner of ${organization.name}.`,
    action: "Open the dashboard",
    page: "/dashboard",
    more: "Sign in with this e-mail address. Owners decide about keys, domains and billing. If you did not expect this, tell the operator.",
  };
}
