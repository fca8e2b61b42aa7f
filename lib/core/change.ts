import { v7 } from "uuid";
import type { Db, Transaction } from "#db/client.ts";
import { type AuditEntry, findOrganization, insertAuditEvent, organizationOfKey } from "#db/queries/account.ts";
import { lockOrganization } from "#db/queries/admission.ts";
import { findMembership } from "#db/queries/member.ts";
import type { Colour } from "#lib/organizations/contrast.rules.ts";
import { type Actor, nameOf } from "./actor.ts";
import type { Action } from "./audit.rules.ts";
import { database } from "./database.ts";
import { denialOf, type Deed as MemberDeed } from "./permission.rules.ts";
import type { Mode } from "./provider.rules.ts";

export type AccountRefusal =
  | "organization_unknown"
  | "not_allowed"
  | "sign_in_again"
  | "name_invalid"
  | "name_differs"
  | "too_many_keys"
  | "too_many_domains"
  | "too_many_organizations"
  | "email_invalid"
  | "last_owner"
  | "member_unknown"
  | "user_unknown"
  | "sole_owner"
  | "owner_login_missing"
  | "already_member"
  | "invitation_unknown"
  | "other_address"
  | "too_many_invitations"
  | "session_unknown"
  | "key_unknown"
  | "key_ended"
  | "key_stays_open"
  | "too_many_secrets"
  | "secret_unknown"
  | "last_secret"
  | "label_invalid"
  | "limit_invalid"
  | "limit_above_plan"
  | "host_invalid"
  | "host_is_shared"
  | "host_is_reserved"
  | "domain_unknown"
  | "test_key_missing"
  | "test_check_refused"
  | "domain_vouched"
  | "domain_proven"
  | "subdomains_need_dns"
  | "invoice_unknown"
  | "invoice_credited"
  | "month_not_over"
  | "seller_missing"
  | "keys_missing"
  | "event_unknown"
  | "reason_missing"
  | "plan_unknown"
  | "subscription_held"
  | "paid_elsewhere"
  | "subscription_lives"
  | "currency_fixed"
  | "plan_not_for_sale"
  | "payments_unavailable"
  | "no_payment_account"
  | "cap_invalid"
  | "terms_invalid"
  | "terms_incomplete"
  | "time_zone_invalid"
  | "legal_address_invalid"
  | "accent_invalid"
  | "accent_too_light"
  | "logo_too_heavy"
  | "logo_unknown"
  | "logo_too_large";

/**
 * Why not; of an accent that is too light also how far off it is, and which would do; of somebody who cannot go, which
 * organizations would be left without an owner.
 */
export type Refused =
  | { ok: false; reason: Exclude<AccountRefusal, "accent_too_light" | "sole_owner"> }
  | { ok: false; reason: "sole_owner"; organizations: string }
  | { ok: false; reason: "accent_too_light"; accent: Colour; contrast: number; nearest: Colour };

export type Changed<Result> = ({ ok: true } & Result) | Refused;

export type Listed<Row> = { ok: true; rows: Row[] } | { ok: false; reason: AccountRefusal };

/**
 * "operate": no member may, whatever the role; only whoever runs the instance. "join": nobody who does it is a member yet, so
 * the verb asks for the invitation instead.
 */
export type Deed = MemberDeed | "operate" | "join";

/** What a change leaves in the audit log. */
export type Trace = Pick<AuditEntry, "subject" | "before" | "after"> & { action: Action };

/**
 * Changes an organization, if the actor may do such a deed: under its gate, so that no call admitted on the old facts
 * commits after the new ones, and with an audit event in the same commit. To whoever is not a member, there is none.
 */
export async function changeOrganization<Result>(
  actor: Actor,
  deed: Deed,
  organizationId: string,
  change: (tx: Transaction) => Promise<{ trace: Trace | null; result: Changed<Result> }>,
): Promise<Changed<Result>> {
  if (!isUuid(organizationId)) return { ok: false, reason: "organization_unknown" };
  return database().transaction(async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) return { ok: false, reason: "organization_unknown" };
    const reason = await denialIn(tx, actor, deed, organizationId);
    if (reason !== null) return { ok: false, reason };
    const { trace, result } = await change(tx);
    if (trace) await insertAuditEvent(tx, { id: v7(), organizationId, actor: nameOf(actor), ...trace });
    return result;
  });
}

/** The same for whoever knows the organization only by one of its keys; `deed` may depend on the key's mode. */
export async function changeKey<Result>(
  actor: Actor,
  deed: (mode: Mode) => Deed,
  key: string,
  change: (tx: Transaction, organizationId: string) => Promise<{ trace: Trace | null; result: Changed<Result> }>,
): Promise<Changed<Result>> {
  const found = await organizationOfKey(database(), key);
  if (found === null) return { ok: false, reason: "key_unknown" };
  const { organizationId, mode } = found;
  const changed = await changeOrganization(actor, deed(mode), organizationId, (tx) => change(tx, organizationId));
  return !changed.ok && changed.reason === "organization_unknown" ? { ok: false, reason: "key_unknown" } : changed;
}

/** Reads what belongs to an organization that there is, for whoever may see it. */
export async function readOf<Row>(
  actor: Actor,
  deed: Deed,
  organizationId: string,
  read: (db: Db) => Promise<Row>,
): Promise<{ ok: true; read: Row } | { ok: false; reason: Denial }> {
  const found = isUuid(organizationId) ? await findOrganization(database(), organizationId) : null;
  if (found === null) return { ok: false, reason: "organization_unknown" };
  const reason = await denialIn(database(), actor, deed, organizationId);
  return reason === null ? { ok: true, read: await read(database()) } : { ok: false, reason };
}

export async function listOf<Row>(
  actor: Actor,
  deed: Deed,
  organizationId: string,
  read: (db: Db) => Promise<Row[]>,
): Promise<Listed<Row>> {
  const rows = await readOf(actor, deed, organizationId, read);
  return rows.ok ? { ok: true, rows: rows.read } : rows;
}

type Denial = "organization_unknown" | "not_allowed" | "sign_in_again";

/** The operator and the clock may do everything; a user what the role allows. Strangers learn nothing. */
export async function denialIn(db: Db, actor: Actor, deed: Deed, organizationId: string): Promise<Denial | null> {
  if (actor.kind !== "user" || deed === "join") return null;
  const membership = await findMembership(db, organizationId, actor.id);
  if (membership === null) return "organization_unknown";
  return deed === "operate" ? "not_allowed" : denialOf(membership.role, deed, actor.signedInAt, membership.now);
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
