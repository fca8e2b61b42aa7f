import { type AuditEntry, insertAuditEvent } from "#db/queries/audit-event.ts";
import { type LockedTransaction, lockOrganization } from "#db/queries/organization-lock.ts";
import { findKey } from "#db/queries/plugin-key.ts";
import { type Refused, type Result, refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { database } from "#lib/runtime/database.ts";
import { type Actor, nameOf } from "./actor.ts";
import type { Action } from "./audit.rules.ts";
import { authorize, type ChangePermission, type Unauthorized } from "./authorize.ts";
import type { Mode } from "./provider.rules.ts";

/** Holds the part of an audit entry that the change decides. */
export type AuditRecord = Pick<AuditEntry, "subject" | "before" | "after"> & { action: Action };

/** A refused change has written nothing. `audit` is `null` where nothing changed; of a change in parts, each has an entry. */
export type Change<Value extends object, Reason extends string> =
  | Refused<Reason>
  | { value: Value; audit: AuditRecord | readonly AuditRecord[] | null };

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
  const changing = database().transaction(async (tx): Promise<Result<Value, Reason | Unauthorized>> => {
    const locked = await lockOrganization(tx, organizationId);
    if (locked === null) throw new RolledBack(refuse("organization_unknown"));
    const reason = await authorize(locked, actor, permission, organizationId);
    if (reason !== null) throw new RolledBack(refuse(reason));
    const changed = await change(locked);
    if ("reason" in changed) throw new RolledBack(changed);
    const { value, audit } = changed;
    for (const entry of [audit ?? []].flat())
      await insertAuditEvent(tx, { id: uuidV7(), organizationId, actor: nameOf(actor), ...entry });
    return { ok: true, ...value };
  });
  return changing.catch((fault: unknown) => {
    if (fault instanceof RolledBack) return fault.refused as Refused<Reason | Unauthorized>;
    throw fault;
  });
}

/** Undoes a refused change: it leaves nothing behind, not even a new version of the organization's facts. */
class RolledBack extends Error {
  readonly refused: Refused<string>;
  constructor(refused: Refused<string>) {
    super("A change was refused");
    this.refused = refused;
  }
}

/** Changes the organization of a plugin key. The permission may depend on the key's mode. */
export async function changeKey<Value extends object, Reason extends string = never>(
  actor: Actor,
  permission: ChangePermission | ((mode: Mode) => ChangePermission),
  key: string,
  change: (tx: LockedTransaction, organizationId: string) => Promise<Change<Value, Reason>>,
): Promise<Result<Value, Reason | Unauthorized | "key_unknown">> {
  const found = await findKey(database(), key);
  if (found === null) return refuse("key_unknown");
  const { organizationId, mode } = found;
  const needed = typeof permission === "string" ? permission : permission(mode);
  const changed = await changeOrganization(actor, needed, organizationId, (tx) => change(tx, organizationId));
  return !changed.ok && changed.reason === "organization_unknown" ? refuse("key_unknown") : changed;
}
