import { v7 } from "uuid";
import { findOrganization, listMembers as list, upsertMember, upsertUser } from "#db/queries/account.ts";
import { database } from "#lib/database.ts";
import { faultOf, log } from "#lib/log.ts";
import { sendMail } from "#lib/mail.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeOrganization, listOf } from "./change.ts";
import { readEmail } from "./email.ts";

/**
 * `changed` is false for somebody who was an owner before. A new owner gets a mail after the commit; `told` is false where
 * it could not be sent, and then it is for the operator to tell them.
 */
export async function addOwner(
  actor: Actor,
  organizationId: string,
  email: string,
): Promise<Changed<{ email: string; changed: boolean; told: boolean }>> {
  const address = readEmail(email);
  if (address === null) return { ok: false, reason: "email_invalid" };
  const added = await changeOrganization(actor, "operate", organizationId, async (tx) => {
    const { id } = await upsertUser(tx, v7(), address);
    const changed = await upsertMember(tx, { organizationId, userId: id, role: "owner" });
    return {
      trace: changed ? { action: "owner.added", subject: id, after: { role: "owner" } } : null,
      result: { ok: true, email: address, changed, told: false },
    };
  });
  if (!added.ok || !added.changed) return added;
  const told = await welcome(organizationId, address).then(
    () => true,
    (fault) => {
      log.error({ event: "mail_failed", ...faultOf(fault) });
      return false;
    },
  );
  return { ...added, told };
}

export async function listMembers(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => list(db, organizationId));
}

async function welcome(organizationId: string, to: string): Promise<void> {
  const organization = await findOrganization(database(), organizationId);
  if (!organization) return;
  await sendMail({
    to,
    subject: `You are now an owner of ${organization.name}`,
    text: [
      `The operator of Ageway made you an owner of ${organization.name}.`,
      "Owners decide about its keys, domains and billing.",
      "",
      "You did not expect this? Then tell the operator.",
      "",
    ].join("\n"),
  });
}
