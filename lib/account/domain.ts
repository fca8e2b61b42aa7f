import { v7 } from "uuid";
import { deleteDomain, listDomains as list, upsertVerifiedDomain } from "#db/queries/account.ts";
import { isLoopback, parseReturnUrl } from "#lib/rules/return-url.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeOrganization, listOf } from "./change.ts";

export type NewDomain = { organizationId: string; host: string; includeSubdomains: boolean };

/** The operator vouches for a host: it counts as verified at once. */
export async function vouchForDomain(
  actor: Actor,
  { organizationId, host, includeSubdomains }: NewDomain,
): Promise<Changed<{ host: string }>> {
  const ascii = readHost(host);
  if (ascii === null || (includeSubdomains && isLoopback(ascii))) return { ok: false, reason: "host_invalid" };
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    await upsertVerifiedDomain(tx, { id: v7(), organizationId, host: ascii, includeSubdomains });
    return {
      trace: { action: "domain.vouched", subject: ascii, after: { includeSubdomains } },
      result: { ok: true, host: ascii },
    };
  });
}

/** Takes effect on the very next call. */
export async function removeDomain(
  actor: Actor,
  organizationId: string,
  host: string,
): Promise<Changed<{ host: string }>> {
  const ascii = readHost(host);
  if (ascii === null) return { ok: false, reason: "host_invalid" };
  return changeOrganization<{ host: string }>(actor, "remove domains", organizationId, async (tx) => {
    if (!(await deleteDomain(tx, organizationId, ascii)))
      return { trace: null, result: { ok: false, reason: "domain_unknown" } };
    return { trace: { action: "domain.removed", subject: ascii }, result: { ok: true, host: ascii } };
  });
}

export async function listDomains(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => list(db, organizationId));
}

/** A bare host as a browser would write it: ASCII, lower case. It must be one that a return URL could have. */
export function readHost(given: string): string | null {
  // A port would be dropped where it is the usual one, and then look as if it counted.
  if (/:\d*$/.test(given.trim())) return null;
  const url = parseReturnUrl(`https://${given.trim().toLowerCase()}/`);
  return url && url.href === `https://${url.host}/` ? url.host : null;
}
