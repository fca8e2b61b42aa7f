import type { Transaction } from "#db/client.ts";
import { countAuditEntriesOfToday, insertAuditEvent } from "#db/queries/audit-event.ts";
import { countOwned, insertMember } from "#db/queries/member.ts";
import {
  findOrganization,
  selectOrganizations,
  setSuspended,
  updateOrganizationName,
} from "#db/queries/organization.ts";
import { insertOrganization } from "#db/queries/organization-lock.ts";
import { insertPluginKey } from "#db/queries/plugin-key.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { readLine } from "#lib/base/text.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { type Actor, nameOf, type Operator, type User } from "#lib/core/actor.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { newPluginKey } from "#lib/keys/plugin-key.ts";
import type { OrganizationReason } from "#lib/organizations/wording.ts";
import { database } from "#lib/runtime/database.ts";

const MAX_NAME_LENGTH = 80;

/** Limited, because an account is free and each organization may send invitations. */
const MAX_OWNED = 10;

/** Creates an organization. A user becomes its owner, and it gets a first test key. */
export async function createOrganization(actor: Actor, name: string) {
  const written = readName(name);
  if (written === null) return refuse("name_invalid");
  return database().transaction(async (tx): Promise<Result<{ id: string; name: string }, OrganizationReason>> => {
    if (actor.kind === "user" && (await hasEnough(tx, actor))) return refuse("too_many_organizations");
    const founder = actor.kind === "user" ? { id: actor.id } : null;
    return { ok: true, id: await setUpOrganization(tx, { name: written, by: nameOf(actor), founder }), name: written };
  });
}

/** Sets the name that visitors read beside the shop's host. `changed` is false for the same name. */
export async function renameOrganization(actor: Actor, id: string, name: string) {
  const written = readName(name);
  if (written === null) return refuse("name_invalid");
  return changeOrganization(actor, "change settings", id, async (tx) => {
    const before = (await findOrganization(tx, id))?.name;
    const changed = before !== written;
    if (changed) await updateOrganizationName(tx, id, written);
    const facts = { before: { name: before }, after: { name: written } };
    const audit: AuditRecord = { action: "organization.renamed", subject: id, ...facts };
    return { value: { name: written, changed }, audit: changed ? audit : null };
  });
}

/** Refuses or accepts its calls again, from the very next one. `changed` is false where nothing changed. */
export async function suspendOrganization(actor: Operator, id: string, isSuspended: boolean) {
  return changeOrganization(actor, "operate", id, async (tx) => {
    const changed = await setSuspended(tx, id, isSuspended);
    const action = isSuspended ? "organization.suspended" : "organization.resumed";
    return { value: { changed }, audit: changed ? { action, subject: id } : null };
  });
}

/** Every organization of the instance. Members use `organizationsOf`. */
export async function listOrganizations(_actor: Operator) {
  return { ok: true as const, rows: await selectOrganizations(database()) };
}

/** Counts organizations of today that were deleted too. */
async function hasEnough(tx: Transaction, founder: User): Promise<boolean> {
  const owned = await countOwned(tx, founder.id);
  const createdToday = await countAuditEntriesOfToday(tx, nameOf(founder), "organization.created");
  return Math.max(owned, createdToday) >= MAX_OWNED;
}

/** Creates an organization in a transaction. `by`: the actor's name in the audit log. `founder`: the owner, who gets a first test key; `null`: none. */
export async function setUpOrganization(
  tx: Transaction,
  { name, by, founder }: { name: string; by: string; founder: { id: string } | null },
): Promise<string> {
  const organizationId = uuidV7();
  const record = (audit: AuditRecord) => insertAuditEvent(tx, { id: uuidV7(), organizationId, actor: by, ...audit });
  const locked = await insertOrganization(tx, { id: organizationId, name });
  await record({ action: "organization.created", subject: organizationId, after: { name } });
  if (founder === null) return organizationId;
  const [key, mode, label] = [newPluginKey("test"), "test" as const, "Test"];
  await insertMember(locked, { organizationId, userId: founder.id, role: "owner" });
  await insertPluginKey(tx, { id: uuidV7(), organizationId, key, mode, label });
  await record({ action: "key.created", subject: key, after: { mode, label } });
  return organizationId;
}

export function readName(given: string): string | null {
  return readLine(given, MAX_NAME_LENGTH) || null;
}
