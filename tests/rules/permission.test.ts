import { expect, test } from "vitest";
import { type Deed, denialOf, MATRIX, mayEver, ROLES } from "#lib/rules/permission.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(+NOW - minutes * 60_000);
const DEEDS = Object.keys(MATRIX) as Deed[];

test("an owner may do everything but what is billing's alone, and a viewer only see", () => {
  expect(DEEDS.filter((deed) => !mayEver("owner", deed))).toEqual([]);
  expect(DEEDS.filter((deed) => mayEver("viewer", deed))).toEqual(["see the organization", "see activity"]);
});

test("nobody but an owner makes owners or deletes the organization", () => {
  for (const deed of ["make or unmake owners", "delete the organization"] as const)
    expect(ROLES.filter((role) => mayEver(role, deed))).toEqual(["owner"]);
});

test.for([
  ["rotate or revoke live keys"],
  ["remove domains"],
  ["change roles"],
  ["invite members"],
  ["delete the organization"],
] as const)("to %s, the sign-in is ten minutes old at most", ([deed]) => {
  expect(denialOf("owner", deed, minutesAgo(10), NOW)).toBeNull();
  expect(denialOf("owner", deed, new Date(+minutesAgo(10) - 1), NOW)).toBe("sign_in_again");
});

test("everything else a member may do as long as the session lives", () => {
  expect(denialOf("developer", "change keys", minutesAgo(60 * 24 * 29), NOW)).toBeNull();
});

test("who may never is told so, not asked to sign in again", () => {
  expect(denialOf("viewer", "remove domains", minutesAgo(60), NOW)).toBe("not_allowed");
});
