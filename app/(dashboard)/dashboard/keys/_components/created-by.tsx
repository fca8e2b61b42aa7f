import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import type { User } from "#lib/core/actor.ts";
import { readKeyCreator } from "#lib/keys/plugin-key.ts";
import { listMembers } from "#lib/organizations/member.ts";

type Props = { user: User; organization: string; row: { key: string } };

/** Who made a key. People who have left are not named: the audit log is for owners and admins. */
export async function CreatedBy({ user, organization, row }: Props) {
  const [made, members] = await Promise.all([
    loadOrFail("key creator", () => readKeyCreator(user, organization, row.key)),
    loadOrFail("members", () => listMembers(user, organization)),
  ]);
  const by = made?.ok ? made.read : null;
  if (by === null) return ".";
  if (by === "operator") return " by the operator.";
  if (!members?.ok) return ".";
  const isMember = members.rows.some(({ email }) => email === by);
  return isMember ? ` by ${by}.` : " by a former member.";
}
