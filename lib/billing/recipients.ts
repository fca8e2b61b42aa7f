import type { Db } from "#db/client.ts";
import { selectMembers } from "#db/queries/member.ts";
import { mayEver } from "#lib/core/permission.rules.ts";

/** Who is written to about an organization's money: everybody who may see it. */
export async function billingRecipients(db: Db, organizationId: string): Promise<string[]> {
  const members = await selectMembers(db, organizationId);
  return members.filter(({ role }) => mayEver(role, "see billing")).map(({ email }) => email);
}
