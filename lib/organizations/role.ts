import type { Transaction } from "#db/client.ts";
import { deleteMember, findMember, hasOtherOwner, updateRole } from "#db/queries/member.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, changeOrganization, denialIn, isUuid, type Trace } from "#lib/core/change.ts";
import { deedToGive, type Role } from "#lib/core/permission.rules.ts";
import { takeBackOffers } from "./invitation.ts";

/** Counts from the member's very next deed. `changed` is false where it was the role already. */
export async function changeRole(
  actor: Actor,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<Changed<{ email: string; role: Role; changed: boolean }>> {
  return move(actor, { organizationId, userId, to: role }, async (tx, { email, role: before }) => {
    const changed = before !== role;
    if (changed) await updateRole(tx, { organizationId, userId, role });
    await takeBackOffers(tx, actor, { organizationId, userId, now: role });
    const trace: Trace = { action: "member.role_changed", subject: email, before: { role: before }, after: { role } };
    return { trace: changed ? trace : null, result: { ok: true, email, role, changed } };
  });
}

export async function removeMember(
  actor: Actor,
  organizationId: string,
  userId: string,
): Promise<Changed<{ email: string }>> {
  return move(actor, { organizationId, userId, to: null }, async (tx, { email, role }) => {
    await deleteMember(tx, organizationId, userId);
    await takeBackOffers(tx, actor, { organizationId, userId, now: null });
    return { trace: { action: "member.removed", subject: email, before: { role } }, result: { ok: true, email } };
  });
}

type Move = { organizationId: string; userId: string; to: Role | null };
type Moved<Result> = { trace: Trace | null; result: Changed<Result> };

/**
 * Moves a member to another role, or out (`null`). Nobody gives a role that allows more than their own, and only owners
 * decide about owners, of whom one stays: of two who put each other out at once, the second finds that they are no member
 * any more.
 */
async function move<Result>(
  actor: Actor,
  { organizationId, userId, to }: Move,
  write: (tx: Transaction, member: { email: string; role: Role }) => Promise<Moved<Result>>,
): Promise<Changed<Result>> {
  return changeOrganization<Result>(actor, "change roles", organizationId, async (tx) => {
    const member = isUuid(userId) ? await findMember(tx, organizationId, userId) : null;
    if (member === null) return { trace: null, result: { ok: false, reason: "member_unknown" } };
    const [wasOwner, isOwner] = [member.role === "owner", to === "owner"];
    const deed = wasOwner ? "make or unmake owners" : to && deedToGive(to);
    const denial = deed && (await denialIn(tx, actor, deed, organizationId));
    if (denial !== null) return { trace: null, result: { ok: false, reason: denial } };
    if (wasOwner && !isOwner && !(await hasOtherOwner(tx, organizationId, userId)))
      return { trace: null, result: { ok: false, reason: "last_owner" } };
    return write(tx, member);
  });
}
