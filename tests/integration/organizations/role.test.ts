import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { leaveOrganization, listMembers } from "#lib/organizations/member.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { inFull } from "#tests/support/full.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const ROUNDS = inFull(20, 5);
const OPERATOR = { kind: "operator" } as const;
const NOT_ALLOWED = { ok: false, reason: "not_allowed" };

async function rolesIn(organizationId: string) {
  const listed = await listMembers(OPERATOR, organizationId);
  return Object.fromEntries(listed.ok ? listed.rows.map(({ userId, role }) => [userId, role]) : []);
}

test("an admin moves members between the roles below owner, and each move is traced from before to after", async () => {
  const shop = await newOrganization();
  const [admin, viewer] = [await memberOf(shop.id, "admin"), await memberOf(shop.id, "viewer")];
  const moved = { ok: true, email: viewer.email, role: "developer", changed: true };
  expect(await changeRole(admin, shop.id, viewer.id, "developer")).toEqual(moved);
  expect(await changeRole(admin, shop.id, viewer.id, "developer")).toEqual({ ...moved, changed: false });
  expect(await removeMember(admin, shop.id, viewer.id)).toEqual({ ok: true, email: viewer.email });
  expect(await rolesIn(shop.id)).toEqual({ [admin.id]: "admin" });
  expect(await tracesOf(shop.id, "member.role_changed", "member.removed")).toMatchObject([
    { actor: admin.email, subject: viewer.email, before: { role: "viewer" }, after: { role: "developer" } },
    { actor: admin.email, subject: viewer.email, before: { role: "developer" } },
  ]);
});

test("an admin neither makes owners, themselves included, nor unmakes one", async () => {
  const shop = await newOrganization();
  const [admin, owner] = [await memberOf(shop.id, "admin"), await memberOf(shop.id, "owner")];
  await memberOf(shop.id, "owner");
  expect(await changeRole(admin, shop.id, admin.id, "owner")).toEqual(NOT_ALLOWED);
  expect(await changeRole(admin, shop.id, owner.id, "viewer")).toEqual(NOT_ALLOWED);
  expect(await removeMember(admin, shop.id, owner.id)).toEqual(NOT_ALLOWED);
  expect(await rolesIn(shop.id)).toMatchObject({ [admin.id]: "admin", [owner.id]: "owner" });
});

test("an owner makes and unmakes owners, but never the last one, whoever asks", async () => {
  const shop = await newOrganization();
  const [owner, other] = [await memberOf(shop.id, "owner"), await memberOf(shop.id, "admin")];
  expect(await changeRole(owner, shop.id, other.id, "owner")).toMatchObject({ changed: true });
  expect(await changeRole(owner, shop.id, other.id, "viewer")).toMatchObject({ changed: true });
  for (const actor of [owner, OPERATOR]) {
    expect(await changeRole(actor, shop.id, owner.id, "admin")).toEqual({ ok: false, reason: "last_owner" });
    expect(await removeMember(actor, shop.id, owner.id)).toEqual({ ok: false, reason: "last_owner" });
  }
  expect(await rolesIn(shop.id)).toEqual({ [owner.id]: "owner", [other.id]: "viewer" });
});

test("a member of another organization is no member of this one", async () => {
  const [mine, other] = [await newOrganization(), await newOrganization()];
  const [owner, theirs] = [await memberOf(mine.id, "owner"), await memberOf(other.id, "viewer")];
  const unknown = { ok: false, reason: "member_unknown" };
  for (const id of [theirs.id, (await person()).id, randomUUID(), "nobody"]) {
    expect(await changeRole(owner, mine.id, id, "viewer")).toEqual(unknown);
    expect(await removeMember(owner, mine.id, id)).toEqual(unknown);
  }
  expect(await rolesIn(other.id)).toEqual({ [theirs.id]: "viewer" });
});

test.for([
  ["remove each other", (a, id, b) => removeMember(a, id, b.id)],
  ["demote each other", (a, id, b) => changeRole(a, id, b.id, "viewer")],
  ["leave", (a, id) => leaveOrganization(a, id)],
] as const satisfies [string, (a: Person, id: string, b: Person) => Promise<{ ok: boolean }>][])(
  "of two owners who %s at once, one stays an owner, whatever comes first",
  async ([, permission]) => {
    const left: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const shop = await newOrganization({ subscription: "none", domain: "unverified" });
      const [one, two] = [await memberOf(shop.id, "owner"), await memberOf(shop.id, "owner")];
      const done = await Promise.all([permission(one, shop.id, two), permission(two, shop.id, one)]);
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      left.push(Object.values(await rolesIn(shop.id)).filter((role) => role === "owner").length);
    }
    expect(left).toEqual(Array(ROUNDS).fill(1));
  },
);

type Person = Awaited<ReturnType<typeof person>>;
