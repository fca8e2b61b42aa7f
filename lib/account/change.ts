import { v7 } from "uuid";
import type { Db, Transaction } from "#db/client.ts";
import { type AuditEntry, findOrganization, insertAuditEvent, organizationOfKey } from "#db/queries/account.ts";
import { lockOrganization } from "#db/queries/admission.ts";
import { database } from "#lib/database.ts";
import type { Colour } from "#lib/rules/contrast.ts";
import { type Actor, nameOf } from "./actor.ts";

export type AccountRefusal =
  | "organization_unknown"
  | "name_invalid"
  | "email_invalid"
  | "key_unknown"
  | "key_ended"
  | "host_invalid"
  | "host_is_shared"
  | "domain_unknown"
  | "terms_invalid"
  | "terms_incomplete"
  | "accent_invalid"
  | "accent_too_light"
  | "logo_too_heavy"
  | "logo_unknown"
  | "logo_too_large";

/** Why not; and of an accent that is too light also how far off it is, and which would do. */
export type Refused =
  | { ok: false; reason: Exclude<AccountRefusal, "accent_too_light"> }
  | { ok: false; reason: "accent_too_light"; accent: Colour; contrast: number; nearest: Colour };

export type Changed<Result> = ({ ok: true } & Result) | Refused;

export type Listed<Row> = { ok: true; rows: Row[] } | { ok: false; reason: AccountRefusal };

/** What a change leaves in the audit log. */
type Trace = Pick<AuditEntry, "action" | "subject" | "before" | "after">;

/**
 * Changes an organization: under its gate, so that no call admitted on the old facts commits after the new ones, and
 * with an audit event in the same commit.
 */
export async function changeOrganization<Result>(
  actor: Actor,
  organizationId: string,
  change: (tx: Transaction) => Promise<{ trace: Trace | null; result: Changed<Result> }>,
): Promise<Changed<Result>> {
  if (!isUuid(organizationId)) return { ok: false, reason: "organization_unknown" };
  return database().transaction(async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) return { ok: false, reason: "organization_unknown" };
    const { trace, result } = await change(tx);
    if (trace) await insertAuditEvent(tx, { id: v7(), organizationId, actor: nameOf(actor), ...trace });
    return result;
  });
}

/** The same for whoever knows the organization only by one of its keys. */
export async function changeKey<Result>(
  actor: Actor,
  key: string,
  change: (tx: Transaction, organizationId: string) => Promise<{ trace: Trace | null; result: Changed<Result> }>,
): Promise<Changed<Result>> {
  const organizationId = await organizationOfKey(database(), key);
  if (organizationId === null) return { ok: false, reason: "key_unknown" };
  return changeOrganization(actor, organizationId, (tx) => change(tx, organizationId));
}

/** Reads what belongs to an organization that there is. */
export async function listOf<Row>(organizationId: string, read: (db: Db) => Promise<Row[]>): Promise<Listed<Row>> {
  const found = isUuid(organizationId) ? await findOrganization(database(), organizationId) : null;
  return found ? { ok: true, rows: await read(database()) } : { ok: false, reason: "organization_unknown" };
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
