import type { Transaction } from "#db/client.ts";
import { countAuditEntriesOfToday, insertAuditEvent } from "#db/queries/audit-event.ts";
import {
  countInvitations,
  insertInvitation,
  listOffersOf,
  listOpenInvitations,
  revokeInvitationTo,
  revokeOpenInvitation,
  roleOffered,
} from "#db/queries/invitation.ts";
import { isMember } from "#db/queries/member.ts";
import { findOrganization } from "#db/queries/organization.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { readEmail } from "#lib/base/email.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import { daysMs, momentText } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { type Actor, nameOf } from "#lib/core/actor.ts";
import { authorize } from "#lib/core/authorize.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { isOfferValid, permissionToGive, type Role } from "#lib/core/permission.rules.ts";
import { listOf } from "#lib/core/read.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
import { tryToSendMail } from "#lib/mail/mail.ts";
import type { OrganizationReason } from "#lib/organizations/wording.ts";

const TTL_MS = daysMs(7);
/** Limits, because invitations go to strangers in an organization's name. */
const MAX_OPEN = 20;
const MAX_A_DAY = 50;

export type Invited = { email: string; role: Role; expiresAt: Date; notified: boolean };

/** Offers a role by a link that works once, for seven days. It skips the outbox, which would store the link. */
export async function invite(
  actor: Actor,
  organizationId: string,
  email: string,
  role: Role,
): Promise<Result<Invited, OrganizationReason>> {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  const token = newSecret();
  const permission = "invite members";
  const invited = await changeOrganization(actor, permission, organizationId, async (tx) => {
    // Only an owner may replace the offer of an owner.
    const offered = await roleOffered(tx, organizationId, { email: address });
    const reason =
      (await authorizeOffer(tx, actor, organizationId, [role, offered])) ??
      (await obstacle(tx, actor, organizationId, address));
    if (reason !== null) return refuse(reason);
    await revokeInvitationTo(tx, organizationId, address);
    const organization = await findOrganization(tx, organizationId);
    const invitedBy = actor.kind === "user" ? actor.id : null;
    const offer = { organizationId, email: address, role, invitedBy };
    const expiresAt = await insertInvitation(tx, {
      id: uuidV7(),
      ...offer,
      digest: secretDigest(token),
      ttlMs: TTL_MS,
    });
    const audit: AuditRecord = { action: "member.invited", subject: address, after: { role, expiresAt } };
    return { value: { email: address, role, expiresAt, notified: false, organization }, audit };
  });
  if (!invited.ok) return invited;
  const { organization, ...facts } = invited;
  if (organization === null) return facts;
  const letter = invitationLetter(organization, role, token, facts.expiresAt);
  return { ...facts, notified: await tryToSendMail(address, letter) };
}

/** Takes an invitation back. Its link stops working immediately. */
export async function revokeInvitation(actor: Actor, organizationId: string, invitationId: string) {
  return changeOrganization(actor, "invite members", organizationId, async (tx) => {
    const offered = isUuid(invitationId) ? await roleOffered(tx, organizationId, { id: invitationId }) : null;
    const reason = await authorizeOffer(tx, actor, organizationId, [offered]);
    if (reason !== null) return refuse(reason);
    const revoked = offered && (await revokeOpenInvitation(tx, organizationId, invitationId));
    if (revoked === null) return refuse("invitation_unknown");
    const { email, role } = revoked;
    return { value: { email }, audit: { action: "invitation.revoked", subject: email, before: { role } } };
  });
}

/** The actor must be allowed to give each of these roles, also to revoke an offer of it. */
async function authorizeOffer(tx: Transaction, actor: Actor, organizationId: string, roles: (Role | null)[]) {
  for (const role of roles) {
    const reason = role && (await authorize(tx, actor, permissionToGive(role), organizationId));
    if (reason !== null) return reason;
  }
  return null;
}

/** Revokes the invitations of an inviter whose new role (`now`; `null`: no member any more) may not give them. */
export async function takeBackOffers(
  tx: LockedTransaction,
  actor: Actor,
  { organizationId, userId, now }: { organizationId: string; userId: string; now: Role | null },
): Promise<void> {
  for (const { id, role } of await listOffersOf(tx, organizationId, userId)) {
    const revoked = isOfferValid(now, role) ? null : await revokeOpenInvitation(tx, organizationId, id);
    if (revoked === null) continue;
    const audit = { action: "invitation.revoked" as const, subject: revoked.email, before: { role } };
    await insertAuditEvent(tx, { id: uuidV7(), organizationId, actor: nameOf(actor), ...audit });
  }
}

export async function listInvitations(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => listOpenInvitations(db, organizationId));
}

async function obstacle(tx: Transaction, actor: Actor, organizationId: string, email: string) {
  if (await isMember(tx, organizationId, email)) return "already_member";
  // Not counting the invitation that this one would replace.
  const { open, ofLastDay } = await countInvitations(tx, organizationId, email);
  // Counted in the audit log too, because deleting an organization deletes its invitations.
  const ofThisPerson = actor.kind === "user" ? await countAuditEntriesOfToday(tx, nameOf(actor), "member.invited") : 0;
  const isTooMuch = open >= MAX_OPEN || ofLastDay >= MAX_A_DAY || ofThisPerson >= MAX_A_DAY;
  return isTooMuch ? "too_many_invitations" : null;
}

const ROLE_NAMES = {
  owner: "an owner",
  admin: "an admin",
  developer: "a developer",
  billing: "a member for billing",
  viewer: "a viewer",
} as const satisfies Record<Role, string>;

function invitationLetter(
  organization: NonNullable<Awaited<ReturnType<typeof findOrganization>>>,
  role: Role,
  token: string,
  expiresAt: Date,
): Letter {
  return {
    organization,
    subject: "you are invited to join",
    fact: `You are invited to join ${organization.name} at Ageway as ${ROLE_NAMES[role]}.`,
    action: "Accept the invitation",
    page: `/invitation?token=${token}`,
    more: `Accept it before ${momentText(expiresAt, organization.timeZone)}, and sign in with this e-mail address. If you did not expect this, do nothing: the invitation then ends.`,
  };
}
