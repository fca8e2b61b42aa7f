import { v7 } from "uuid";
import type { Db } from "#db/client.ts";
import { type AuditEntry, insertAuditEvent } from "#db/queries/audit-event.ts";
import { findMembership } from "#db/queries/member.ts";
import { findOrganization } from "#db/queries/organization.ts";
import { type LockedTransaction, lockOrganization } from "#db/queries/organization-lock.ts";
import { organizationOfKey } from "#db/queries/plugin-key.ts";
import { type Actor, nameOf } from "./actor.ts";
import type { Action } from "./audit.rules.ts";
import { database } from "./database.ts";
import { authorizeRole, type Permission } from "./permission.rules.ts";
import type { Mode } from "./provider.rules.ts";
import { type Refused, type Result, refuse } from "./result.ts";

export type Listed<Row> = Result<{ rows: Row[] }, Unauthorized>;

/**
 * "operate": the operator only, and no member. "join": a user who is not a member yet; the verb checks the invitation
 * instead of a role.
 */
export type ChangePermission = Permission | "operate" | "join";

/** The part of an audit entry that the change decides. */
export type AuditRecord = Pick<AuditEntry, "subject" | "before" | "after"> & { action: Action };

/** A refused change has written nothing. `audit` is `null` where nothing changed. */
export type Change<Value extends object, Reason extends string> =
  | Refused<Reason>
  | { value: Value; audit: AuditRecord | null };

/**
 * Changes an organization if the actor has the permission. It holds the organization's lock, so that no call that was admitted
 * on the old facts commits after the new ones, and writes the audit entry in the same commit. Non-members get
 * `organization_unknown`, so that ids cannot be probed.
 */
export async function changeOrganization<Value extends object, Reason extends string = never>(
  actor: Actor,
  permission: ChangePermission,
  organizationId: string,
  change: (tx: LockedTransaction) => Promise<Change<Value, Reason>>,
): Promise<Result<Value, Reason | Unauthorized>> {
  if (!isUuid(organizationId)) return refuse("organization_unknown");
  return database().transaction(async (tx): Promise<Result<Value, Reason | Unauthorized>> => {
    const locked = await lockOrganization(tx, organizationId);
    if (locked === null) return refuse("organization_unknown");
    const reason = await authorize(locked, actor, permission, organizationId);
    if (reason !== null) return refuse(reason);
    const changed = await change(locked);
    if ("reason" in changed) return changed;
    const { value, audit } = changed;
    if (audit) await insertAuditEvent(tx, { id: v7(), organizationId, actor: nameOf(actor), ...audit });
    return { ok: true, ...value };
  });
}

/** Changes the organization of a plugin key. The permission may depend on the key's mode. */
export async function changeKey<Value extends object, Reason extends string = never>(
  actor: Actor,
  permission: (mode: Mode) => ChangePermission,
  key: string,
  change: (tx: LockedTransaction, organizationId: string) => Promise<Change<Value, Reason>>,
): Promise<Result<Value, Reason | Unauthorized | "key_unknown">> {
  const found = await organizationOfKey(database(), key);
  if (found === null) return refuse("key_unknown");
  const { organizationId, mode } = found;
  const changed = await changeOrganization(actor, permission(mode), organizationId, (tx) => change(tx, organizationId));
  return !changed.ok && changed.reason === "organization_unknown" ? refuse("key_unknown") : changed;
}

/** Reads from an organization if the actor has the permission. */
export async function readOf<Row>(
  actor: Actor,
  permission: ChangePermission,
  organizationId: string,
  read: (db: Db) => Promise<Row>,
): Promise<Result<{ read: Row }, Unauthorized>> {
  const found = isUuid(organizationId) ? await findOrganization(database(), organizationId) : null;
  if (found === null) return refuse("organization_unknown");
  const reason = await authorize(database(), actor, permission, organizationId);
  return reason === null ? { ok: true, read: await read(database()) } : refuse(reason);
}

export async function listOf<Row>(
  actor: Actor,
  permission: ChangePermission,
  organizationId: string,
  read: (db: Db) => Promise<Row[]>,
): Promise<Listed<Row>> {
  const rows = await readOf(actor, permission, organizationId, read);
  return rows.ok ? { ok: true, rows: rows.read } : rows;
}

export type Unauthorized = "organization_unknown" | "not_allowed" | "sign_in_again";

/** The operator, the jobs and Stripe may do everything; a user what their role allows. `null`: allowed. */
export async function authorize(
  db: Db,
  actor: Actor,
  permission: ChangePermission,
  organizationId: string,
): Promise<Unauthorized | null> {
  if (actor.kind !== "user" || permission === "join") return null;
  const membership = await findMembership(db, organizationId, actor.id);
  if (membership === null) return "organization_unknown";
  return permission === "operate"
    ? "not_allowed"
    : authorizeRole(membership.role, permission, actor.signedInAt, membership.now);
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
