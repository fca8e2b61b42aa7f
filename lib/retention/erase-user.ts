import { randomBytes } from "node:crypto";
import { allowLongStatements, connect, type Transaction } from "#db/client.ts";
import { insertAuditEvent, pseudonymize } from "#db/queries/audit-event.ts";
import { loginOwnsTables } from "#db/queries/database.ts";
import { deleteMember, hasOtherOwner, listOrganizationsOf } from "#db/queries/member.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { deleteAddress, deleteUser, findUserByEmail, lockUser } from "#db/queries/user.ts";
import { readEmail } from "#lib/base/email.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { nameOf, type Operator } from "#lib/core/actor.ts";
import { takeBackOffers } from "#lib/organizations/invitation.ts";
import type { RetentionReason } from "#lib/retention/wording.ts";
import { adminConfig } from "#lib/runtime/config.ts";

type Erased = { pseudonym: string; organizations: number; auditEntries: number };

/** Erases a person; audit entries keep a random pseudonym. Needs the owner's login, which may update them. */
export async function eraseUser(actor: Operator, email: string): Promise<Result<Erased, RetentionReason>> {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  const owner = connect(adminConfig().ownerAddress, { max: 1, role: "none" });
  try {
    if (!(await loginOwnsTables(owner))) return refuse("owner_login_missing");
    return await owner.transaction((tx) => erase(tx, actor, address));
  } finally {
    await owner.$client.end({ timeout: 1 });
  }
}

async function erase(tx: Transaction, actor: Operator, email: string): Promise<Result<Erased, RetentionReason>> {
  await allowLongStatements(tx);
  const user = await findUserByEmail(tx, email);
  const memberships = user ? await lockMemberships(tx, user.id) : [];
  const soleOwned = user ? await soleOwnedOf(tx, user.id, memberships) : [];
  if (soleOwned.length > 0) return refuse("sole_owner", { organizations: soleOwned.join(", ") });
  if (user) await removeUser(tx, actor, user, memberships);
  const rows = await deleteAddress(tx, email);
  const pseudonym = `erased-${randomBytes(6).toString("hex")}`;
  const auditEntries = await pseudonymize(tx, email, pseudonym);
  if (user === null && rows + auditEntries === 0) return refuse("user_unknown");
  const entry = { id: uuidV7(), organizationId: null, actor: nameOf(actor), action: "user.erased" as const };
  await insertAuditEvent(tx, { ...entry, subject: pseudonym });
  return { ok: true, pseudonym, organizations: memberships.length, auditEntries };
}

/** Writes an audit entry about the removal for each organization; `pseudonymize` replaces the address in it. */
async function removeUser(tx: Transaction, actor: Operator, user: { id: string; email: string }, from: Membership[]) {
  for (const { id: organizationId, role } of from) {
    const locked = await lockOrganization(tx, organizationId);
    if (locked === null) continue;
    await takeBackOffers(locked, actor, { organizationId, userId: user.id, now: null });
    await deleteMember(locked, organizationId, user.id);
    const entry = { id: uuidV7(), organizationId, actor: nameOf(actor), action: "member.removed" as const };
    await insertAuditEvent(tx, { ...entry, subject: user.email, before: { role } });
  }
  await deleteUser(tx, user.id);
}

/** Takes the lock of each organization, so that no other owner leaves meanwhile. */
async function lockMemberships(tx: Transaction, userId: string) {
  const found = await listOrganizationsOf(tx, userId);
  for (const id of found.map(({ id }) => id).sort()) await lockOrganization(tx, id);
  await lockUser(tx, userId);
  return listOrganizationsOf(tx, userId);
}

async function soleOwnedOf(tx: Transaction, userId: string, memberships: Membership[]): Promise<string[]> {
  const names: string[] = [];
  for (const { id, name, role } of memberships)
    if (role === "owner" && !(await hasOtherOwner(tx, id, userId))) names.push(`${name} (${id})`);
  return names;
}

type Membership = Awaited<ReturnType<typeof listOrganizationsOf>>[number];
