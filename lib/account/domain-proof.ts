import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { getPublicSuffix } from "tldts";
import { v7 } from "uuid";
import { claimDomain as claim, findChallenge, markProven } from "#db/queries/domain.ts";
import { lookAtChallenge } from "#lib/dns.ts";
import { challengeNameOf, type Diagnosis, diagnosisOf, type Seen } from "#lib/rules/domain-proof.ts";
import { isLoopback } from "#lib/rules/return-url.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeOrganization, readOf, type Trace } from "./change.ts";
import { type NewDomain, readHost } from "./domain.ts";

/** The TXT record that proves a host: no other organization is asked for the same value. */
export type Challenge = { host: string; name: string; value: string; verifiedAt: Date | null };

/** Asks for a host. It counts for nothing until `checkDomain` has seen the record. A second time gives the same value. */
export async function claimDomain(
  actor: Actor,
  { organizationId, host, includeSubdomains }: NewDomain,
): Promise<Changed<Challenge>> {
  const ascii = readHost(host);
  if (ascii === null || isLoopback(ascii) || isIP(ascii) !== 0) return { ok: false, reason: "host_invalid" };
  if (isShared(ascii)) return { ok: false, reason: "host_is_shared" };
  const fresh = randomBytes(18).toString("base64url");
  return changeOrganization(actor, "change domains", organizationId, async (tx) => {
    const row = { id: v7(), organizationId, host: ascii, includeSubdomains, challenge: fresh };
    const { challenge, verifiedAt } = await claim(tx, row);
    const trace: Trace = { action: "domain.claimed", subject: ascii, after: { includeSubdomains } };
    const result = { ok: true as const, host: ascii, name: challengeNameOf(ascii), value: challenge, verifiedAt };
    return { trace: challenge === fresh ? trace : null, result };
  });
}

export type Checked = { diagnosis: Diagnosis; changed: boolean; seen: Seen[] } & Challenge;

/** Looks what DNS says now, and counts the host as verified from the moment in which two servers agree that it is. */
export async function checkDomain(actor: Actor, organizationId: string, host: string): Promise<Changed<Checked>> {
  const ascii = readHost(host);
  if (ascii === null) return { ok: false, reason: "host_invalid" };
  const found = await readOf(actor, "change domains", organizationId, (db) => findChallenge(db, organizationId, ascii));
  if (!found.ok) return found;
  if (found.read === null) return { ok: false, reason: "domain_unknown" };
  const { challenge, verifiedAt: before } = found.read;
  const seen = await lookAtChallenge(ascii);
  const diagnosis = diagnosisOf(seen, challenge);
  const facts = { host: ascii, name: challengeNameOf(ascii), value: challenge, diagnosis, seen };
  if (diagnosis !== "verified") return { ok: true, ...facts, verifiedAt: before, changed: false };
  return changeOrganization<Checked>(actor, "change domains", organizationId, async (tx) => {
    // It may have been removed, or claimed anew, while DNS was asked.
    const marked = await markProven(tx, { organizationId, host: ascii, challenge });
    if (marked === null) return { trace: null, result: { ok: false, reason: "domain_unknown" } };
    const { verifiedAt, changed } = marked;
    const trace: Trace = { action: "domain.verified", subject: ascii, after: { by: "dns" } };
    return { trace: changed ? trace : null, result: { ok: true, ...facts, verifiedAt, changed } };
  });
}

/** A name under which strangers have names of their own, such as co.uk or a hosting service's: nobody can speak for all. */
function isShared(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}
