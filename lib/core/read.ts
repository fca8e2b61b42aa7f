import type { Db } from "#db/client.ts";
import { findOrganization } from "#db/queries/organization.ts";
import { type Refused, type Result, refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import { database } from "#lib/runtime/database.ts";
import type { Actor } from "./actor.ts";
import { authorize, type Unauthorized } from "./authorize.ts";
import type { Permission } from "./permission.rules.ts";

export type Listed<Row> = Result<{ rows: Row[] }, Unauthorized>;

/** Reads from an organization if the actor has the permission. `read` answers as a verb does. */
export async function readOrganization<Answer extends { ok: true } | Refused>(
  actor: Actor,
  permission: Permission,
  organizationId: string,
  read: (db: Db) => Promise<Answer>,
): Promise<Answer | Refused<Unauthorized>> {
  const found = await readOf(actor, permission, organizationId, read);
  return found.ok ? found.read : found;
}

/** Does the same of one value. */
export async function readOf<Row>(
  actor: Actor,
  permission: Permission,
  organizationId: string,
  read: (db: Db) => Promise<Row>,
): Promise<Result<{ read: Row }, Unauthorized>> {
  if (!isUuid(organizationId)) return refuse("organization_unknown");
  // A user's membership says that there is such an organization.
  if (actor.kind !== "user" && (await findOrganization(database(), organizationId)) === null)
    return refuse("organization_unknown");
  const reason = await authorize(database(), actor, permission, organizationId);
  return reason === null ? { ok: true, read: await read(database()) } : refuse(reason);
}

export async function listOf<Row>(
  actor: Actor,
  permission: Permission,
  organizationId: string,
  read: (db: Db) => Promise<Row[]>,
): Promise<Listed<Row>> {
  const rows = await readOf(actor, permission, organizationId, read);
  return rows.ok ? { ok: true, rows: rows.read } : rows;
}
