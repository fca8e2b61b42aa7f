import type { Db } from "#db/client.ts";
import { findMembership } from "#db/queries/member.ts";
import type { Actor } from "./actor.ts";
import { authorizeRole, type Permission } from "./permission.rules.ts";

/**
 * Holds what an actor may ask for. "operate": the operator only, and no member. "join": a user who is not a member yet;
 * the verb checks the invitation instead of a role.
 */
export type ChangePermission = Permission | "operate" | "join";

export type Unauthorized = "organization_unknown" | "not_allowed" | "sign_in_again";

/** The operator, the jobs and Stripe may do everything; a user what their role allows. `null`: allowed. */
export async function authorize(
  db: Db,
  actor: Actor,
  permission: ChangePermission,
  organizationId: string,
): Promise<Unauthorized | null> {
  if (actor.kind !== "user" || permission === "join") return null;
  const membership = await findMembership(db, organizationId, actor.id);
  if (membership === null) return "organization_unknown";
  return permission === "operate"
    ? "not_allowed"
    : authorizeRole(membership.role, permission, actor.signedInAt, membership.now);
}
