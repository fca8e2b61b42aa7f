import { deleteMember, findMember, hasOtherOwner, updateRole } from "#db/queries/member.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import type { Actor } from "#lib/core/actor.ts";
import { authorize } from "#lib/core/authorize.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { permissionToGive, type Role } from "#lib/core/permission.rules.ts";
import type { OrganizationReason } from "#lib/organizations/wording.ts";
import { takeBackOffers } from "./invitation.ts";

/** Takes effect on the member's very next request. `changed` is false for the same role. */
export async function changeRole(actor: Actor, organizationId: string, userId: string, role: Role) {
  return move(actor, { organizationId, userId, to: role }, async (tx, { email, role: before }) => {
    const changed = before !== role;
    if (changed) await updateRole(tx, { organizationId, userId, role });
    await takeBackOffers(tx, actor, { organizationId, userId, now: role });
    const facts = { before: { role: before }, after: { role } };
    const audit: AuditRecord = { action: "member.role_changed", subject: email, ...facts };
    return { value: { email, role, changed }, audit: changed ? audit : null };
  });
}

export async function removeMember(actor: Actor, organizationId: string, userId: string) {
  return move(actor, { organizationId, userId, to: null }, async (tx, { email, role }) => {
    await deleteMember(tx, organizationId, userId);
    await takeBackOffers(tx, actor, { organizationId, userId, now: null });
    return { value: { email }, audit: { action: "member.removed", subject: email, before: { role } } };
  });
}

type Move = { organizationId: string; userId: string; to: Role | null };
type Moved<Value extends object> = { value: Value; audit: AuditRecord | null };

/** Moves a member to another role, or out. Only owners change owners; of two who remove each other one fails. */
async function move<Value extends object>(
  actor: Actor,
  { organizationId, userId, to }: Move,
  write: (tx: LockedTransaction, member: { email: string; role: Role }) => Promise<Moved<Value>>,
): Promise<Result<Value, OrganizationReason>> {
  return changeOrganization(actor, "change roles", organizationId, async (tx) => {
    const member = isUuid(userId) ? await findMember(tx, organizationId, userId) : null;
    if (member === null) return refuse("member_unknown");
    const [wasOwner, isOwner] = [member.role === "owner", to === "owner"];
    const permission = wasOwner ? "make or unmake owners" : to && permissionToGive(to);
    const reason = permission && (await authorize(tx, actor, permission, organizationId));
    if (reason !== null) return refuse(reason);
    if (wasOwner && !isOwner && !(await hasOtherOwner(tx, organizationId, userId))) return refuse("last_owner");
    return write(tx, member);
  });
}
