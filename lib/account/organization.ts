import { v7 } from "uuid";
import {
  findOrganization,
  insertAuditEvent,
  insertOrganization,
  listOrganizations as list,
  renameOrganization as rename,
  setSuspended,
} from "#db/queries/account.ts";
import { database } from "#lib/database.ts";
import { type Actor, nameOf } from "./actor.ts";
import { type Changed, changeOrganization } from "./change.ts";

const LONGEST_NAME = 80;

export async function createOrganization(actor: Actor, name: string): Promise<Changed<{ id: string; name: string }>> {
  const written = readName(name);
  if (written === null) return { ok: false, reason: "name_invalid" };
  const id = v7();
  await database().transaction(async (tx) => {
    await insertOrganization(tx, { id, name: written });
    const trace = { action: "organization.created", subject: id, after: { name: written } };
    await insertAuditEvent(tx, { id: v7(), organizationId: id, actor: nameOf(actor), ...trace });
  });
  return { ok: true, id, name: written };
}

/** What visitors read beside the shop's host. `changed` is false where it was the name already. */
export async function renameOrganization(
  actor: Actor,
  id: string,
  name: string,
): Promise<Changed<{ name: string; changed: boolean }>> {
  const written = readName(name);
  if (written === null) return { ok: false, reason: "name_invalid" };
  return changeOrganization(actor, "change settings", id, async (tx) => {
    const before = (await findOrganization(tx, id))?.name;
    const changed = before !== written;
    if (changed) await rename(tx, id, written);
    const trace = { action: "organization.renamed", subject: id, before: { name: before }, after: { name: written } };
    return { trace: changed ? trace : null, result: { ok: true, name: written, changed } };
  });
}

/** Takes effect on the very next call. `changed` is false where it stood like that already. */
export async function suspendOrganization(
  actor: Actor,
  id: string,
  isSuspended: boolean,
): Promise<Changed<{ changed: boolean }>> {
  return changeOrganization(actor, "operate", id, async (tx) => {
    const changed = await setSuspended(tx, id, isSuspended);
    const action = isSuspended ? "organization.suspended" : "organization.resumed";
    return { trace: changed ? { action, subject: id } : null, result: { ok: true, changed } };
  });
}

export async function listOrganizations(_actor: Actor) {
  return list(database());
}

export function readName(given: string): string | null {
  const name = given.trim();
  return name === "" || name.length > LONGEST_NAME || /\p{C}/u.test(name) ? null : name;
}
