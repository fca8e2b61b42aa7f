import type { Permission, Role } from "#lib/core/permission.rules.ts";

/** Says what it takes to change or remove a member with this role. */
export function permissionToChange(role: Role): Permission {
  return role === "owner" ? "make or unmake owners" : "change roles";
}
