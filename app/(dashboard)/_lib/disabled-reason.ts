import { type Deed, MATRIX, mayEver, type Role } from "#lib/core/permission.rules.ts";

/** Why a control is off for this member, as text; `null`: it is not. */
export function offFor(role: Role, deed: Deed): string | null {
  return mayEver(role, deed) ? null : `Your role (${role}) does not allow this. ${whoMay(deed)} can.`;
}

/** Such as "Owners and admins". */
export function whoMay(deed: Deed): string {
  const names = MATRIX[deed].map((role) => PLURALS[role]);
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
