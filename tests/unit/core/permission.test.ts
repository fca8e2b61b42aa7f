import { expect, test } from "vitest";
import {
  authorizeRole,
  isOfferValid,
  MATRIX,
  mayEver,
  type Permission,
  permissionToGive,
  ROLES,
  rolesGivenBy,
} from "#lib/core/permission.rules.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(+NOW - minutes * 60_000);
const PERMISSIONS = Object.keys(MATRIX) as Permission[];

test("an owner may do everything but what is billing's alone, and a viewer only see", () => {
  expect(PERMISSIONS.filter((permission) => !mayEver("owner", permission))).toEqual([]);
  expect(PERMISSIONS.filter((permission) => mayEver("viewer", permission))).toEqual([
    "see the organization",
    "see activity",
  ]);
});

test("nobody but an owner makes owners or deletes the organization", () => {
  for (const permission of ["make or unmake owners", "delete the organization"] as const)
    expect(ROLES.filter((role) => mayEver(role, permission))).toEqual(["owner"]);
});

test.for([
  ["rotate, lock or revoke live keys"],
  ["remove domains"],
  ["change roles"],
  ["invite members"],
  ["delete the organization"],
] as const)("to %s, the sign-in is ten minutes old at most", ([permission]) => {
  expect(authorizeRole("owner", permission, minutesAgo(10), NOW)).toBeNull();
  expect(authorizeRole("owner", permission, new Date(+minutesAgo(10) - 1), NOW)).toBe("sign_in_again");
});

test("everything else a member may do as long as the session lives", () => {
  expect(authorizeRole("developer", "change keys", minutesAgo(60 * 24 * 29), NOW)).toBeNull();
});

test("who may never is told so, not asked to sign in again", () => {
  expect(authorizeRole("viewer", "remove domains", minutesAgo(60), NOW)).toBe("not_allowed");
});

test("nobody gives a role that allows more than their own", () => {
  for (const giver of ROLES)
    for (const role of rolesGivenBy(giver))
      expect(PERMISSIONS.filter((permission) => mayEver(role, permission) && !mayEver(giver, permission))).toEqual([]);
  expect(ROLES.map(rolesGivenBy)).toEqual([ROLES, ["admin", "developer", "viewer"], [], [], []]);
  for (const role of ROLES)
    expect(authorizeRole("owner", permissionToGive(role), minutesAgo(11), NOW)).toBe("sign_in_again");
});

test("an invitation counts as long as its inviter may give what it offers", () => {
  const inviters = [...ROLES, "operator", null] as const;
  const holds = (role: (typeof ROLES)[number]) => inviters.filter((inviter) => isOfferValid(inviter, role));
  expect(holds("owner")).toEqual(["owner", "operator"]);
  expect(holds("billing")).toEqual(["owner", "operator"]);
  for (const role of ["admin", "developer", "viewer"] as const)
    expect(holds(role)).toEqual(["owner", "admin", "operator"]);
});
