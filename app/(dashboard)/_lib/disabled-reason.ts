import { MATRIX, mayEver, type Permission, type Role } from "#lib/core/permission.rules.ts";

/** Says why this member may not use a control, as text beside it; `null`: they may. */
export function disabledReasonFor(role: Role, permission: Permission): string | null {
  return mayEver(role, permission) ? null : `Your role (${role}) does not allow this. ${whoMay(permission)} can.`;
}

/** Names the roles with a permission, for example "Owners and admins". */
export function whoMay(permission: Permission): string {
  const names = MATRIX[permission].map((role) => PLURALS[role]);
  const list = new Intl.ListFormat("en-GB").format(names);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

const PLURALS = {
  owner: "owners",
  admin: "admins",
  developer: "developers",
  billing: "members for billing",
  viewer: "viewers",
} as const satisfies Record<Role, string>;
