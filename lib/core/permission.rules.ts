import { ROLES, type Role } from "#db/schema/values.rules.ts";

export { ROLES, type Role };

/** Lists the roles that have each permission. The verbs check this table, and the Team page shows it. */
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

/** Lists those that need a sign-in of the last ten minutes, so that an open laptop is not enough. */
const FRESH: ReadonlySet<Permission> = new Set([
  "rotate, lock or revoke live keys",
  "remove domains",
  // The invited person signs in freshly, and could then use every permission of their role.
  "invite members",
  "change roles",
  "give the role for billing",
  "make or unmake owners",
  "delete the organization",
]);

/** The permission that a member needs to give a role. No role can give a permission that it does not have; a test compares the tables. */
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

/** Lists the roles that a member may give, in the order of `ROLES`. */
export function rolesGivenBy(giver: Role): Role[] {
  return ROLES.filter((role) => mayEver(giver, permissionToGive(role)));
}

/**
 * An invitation is valid while its inviter may give the role: their role now decides, and not the one at the time of the
 * invitation. `inviter`: `null` for a former member.
 */
export function isOfferValid(inviter: Role | "operator" | null, role: Role): boolean {
  if (inviter === null || inviter === "operator") return inviter === "operator";
  return mayEver(inviter, "invite members") && mayEver(inviter, permissionToGive(role));
}

const SIGN_IN_IS_FRESH_MS = 10 * 60_000;

/** `null`: allowed. */
export function authorizeRole(
  role: Role,
  permission: Permission,
  signedInAt: Date,
  now: Date,
): "not_allowed" | "sign_in_again" | null {
  if (!mayEver(role, permission)) return "not_allowed";
  return asksAgain(permission, signedInAt, now) ? "sign_in_again" : null;
}

/** Will it be refused to every role until the member has proved again who they are? */
export function asksAgain(permission: Permission, signedInAt: Date, now: Date): boolean {
  return FRESH.has(permission) && !isFresh(signedInAt, now);
}

export function isFresh(signedInAt: Date, now: Date): boolean {
  return +now - +signedInAt <= SIGN_IN_IS_FRESH_MS;
}

/** Ignores when the member signed in; decides what a page offers. */
export function mayEver(role: Role, permission: Permission): boolean {
  return (MATRIX[permission] as readonly Role[]).includes(role);
}
