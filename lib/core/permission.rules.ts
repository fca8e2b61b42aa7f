import { ROLES, type Role } from "#db/schema/values.rules.ts";

export { ROLES, type Role };

/**
 * Who may do what in an organization. This table is what the verbs check and what the Team page shows; whatever is not in
 * it, nobody may do.
 */
export const MATRIX = {
  "see the organization": ["owner", "admin", "developer", "billing", "viewer"],
  "see activity": ["owner", "admin", "developer", "billing", "viewer"],
  "see the audit log": ["owner", "admin"],
  "see billing": ["owner", "admin", "billing"],
  "run a test check": ["owner", "admin", "developer"],
  "change keys": ["owner", "admin", "developer"],
  "rotate, lock or revoke live keys": ["owner", "admin", "developer"],
  "change domains": ["owner", "admin", "developer"],
  "remove domains": ["owner", "admin", "developer"],
  "change billing": ["owner", "billing"],
  "invite members": ["owner", "admin"],
  "change roles": ["owner", "admin"],
  "give the role for billing": ["owner"],
  "make or unmake owners": ["owner"],
  "change settings": ["owner", "admin"],
  "delete the organization": ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof MATRIX;

/** What asks for a sign-in of the last minutes: a laptop left open must not be enough. */
const FRESH: ReadonlySet<Permission> = new Set([
  "rotate, lock or revoke live keys",
  "remove domains",
  // Whoever is invited signs in freshly, and may then do all that their role allows.
  "invite members",
  "change roles",
  "give the role for billing",
  "make or unmake owners",
  "delete the organization",
]);

/** What it takes to give somebody a role. Nobody gives what they may not do themselves: a test holds this table to the one above. */
const TO_GIVE = {
  owner: "make or unmake owners",
  admin: "change roles",
  developer: "change roles",
  billing: "give the role for billing",
  viewer: "change roles",
} as const satisfies Record<Role, Permission>;

export function permissionToGive(role: Role): Permission {
  return TO_GIVE[role];
}

/** The roles that a member may give, in the order of `ROLES`. */
export function rolesGivenBy(giver: Role): Role[] {
  return ROLES.filter((role) => mayEver(giver, permissionToGive(role)));
}

/**
 * Does an invitation count? It is its inviter's word, so it counts as long as they may give it: asked of their role now, not
 * of the one that they had when they sent it. `inviter`: `null` for somebody who is no member any more.
 */
export function offerHolds(inviter: Role | "operator" | null, role: Role): boolean {
  if (inviter === null || inviter === "operator") return inviter === "operator";
  return mayEver(inviter, "invite members") && mayEver(inviter, permissionToGive(role));
}

const SIGN_IN_IS_FRESH_MS = 10 * 60_000;

/** `null`: may do it now. */
export function authorizeRole(
  role: Role,
  permission: Permission,
  signedInAt: Date,
  now: Date,
): "not_allowed" | "sign_in_again" | null {
  if (!mayEver(role, permission)) return "not_allowed";
  return FRESH.has(permission) && !isFresh(signedInAt, now) ? "sign_in_again" : null;
}

export function isFresh(signedInAt: Date, now: Date): boolean {
  return +now - +signedInAt <= SIGN_IN_IS_FRESH_MS;
}

/** Without regard to when the member signed in: what a page offers. */
export function mayEver(role: Role, permission: Permission): boolean {
  return (MATRIX[permission] as readonly Role[]).includes(role);
}
