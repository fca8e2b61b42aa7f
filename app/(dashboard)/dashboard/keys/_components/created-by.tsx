import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readKeyCreator } from "#lib/keys/plugin-key.ts";
import { listMembers } from "#lib/organizations/member.ts";

/** Says who made a key. People who have left are not named: the audit log is for owners and admins. */
export async function CreatedBy({ keyText }: { keyText: string }) {
  const { user, organization } = await currentMembership();
  const [made, members] = await Promise.all([
    loadOrFail("key creator", () => readKeyCreator(user, organization.id, keyText)),
    loadOrFail("members", () => listMembers(user, organization.id)),
  ]);
  const by = made?.ok ? made.read : null;
  if (by === null) return ".";
  if (by === "operator") return " by the operator.";
  if (!members?.ok) return ".";
  const isMember = members.rows.some(({ email }) => email === by);
  return isMember ? ` by ${by}.` : " by a former member.";
}
