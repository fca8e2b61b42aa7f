import { v7 } from "uuid";
import { insertAuditEvent, insertOrganization, listOrganizations as list, setSuspended } from "#db/queries/account.ts";
import { database } from "#lib/database.ts";
import { type Actor, nameOf } from "./actor.ts";
import { type Changed, changeOrganization } from "./change.ts";

const LONGEST_NAME = 80;

export async function createOrganization(actor: Actor, name: string): Promise<Changed<{ id: string; name: string }>> {
  const written = name.trim();
  if (written === "" || written.length > LONGEST_NAME || /\p{C}/u.test(written))
    return { ok: false, reason: "name_invalid" };
  const id = v7();
  await database().transaction(async (tx) => {
    await insertOrganization(tx, { id, name: written });
    const trace = { action: "organization.created", subject: id, after: { name: written } };
    await insertAuditEvent(tx, { id: v7(), organizationId: id, actor: nameOf(actor), ...trace });
  });
  return { ok: true, id, name: written };
}

/** Takes effect on the very next call. `changed` is false where it stood like that already. */
export async function suspendOrganization(
  actor: Actor,
  id: string,
  isSuspended: boolean,
): Promise<Changed<{ changed: boolean }>> {
  return changeOrganization(actor, id, async (tx) => {
    const changed = await setSuspended(tx, id, isSuspended);
    const action = isSuspended ? "organization.suspended" : "organization.resumed";
    return { trace: changed ? { action, subject: id } : null, result: { ok: true, changed } };
  });
}

export async function listOrganizations(_actor: Actor) {
  return list(database());
}
