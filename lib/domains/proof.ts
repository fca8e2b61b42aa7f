import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { getPublicSuffix } from "tldts";
import { type DomainRow, findDomain, insertDomainClaim, selectDomains } from "#db/queries/domain.ts";
import { markVerified, noteProbe } from "#db/queries/domain-proof.ts";
import { isLoopback } from "#lib/base/host.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { readOf } from "#lib/core/read.ts";
import type { DomainReason } from "#lib/domains/wording.ts";
import { type HostDiagnosis, hostDiagnosisOf, type Method } from "./advice.rules.ts";
import { type Challenge, challengeOf, isManuallyVerified, type NewDomain, readHost } from "./domain.ts";
import { INTERNET, type Network } from "./network.ts";
import { probeOnRequest } from "./probe.ts";
import { isReserved, type ServerAnswers } from "./proof.rules.ts";

/** Per organization. */
const MAX_DOMAINS = 100;

export type ClaimedDomain = Challenge & { host: string; method: Method; verifiedAt: Date | null };

/** Claims a host, which counts once `checkDomain` finds its value. Until then the method can be changed. */
export async function claimDomain(
  actor: Actor,
  { organizationId, host, includeSubdomains, method = "dns" }: NewDomain & { method?: Method },
): Promise<Result<ClaimedDomain, DomainReason>> {
  const ascii = readHost(host);
  if (ascii === null || isLoopback(ascii) || isIP(ascii) !== 0) return refuse("host_invalid");
  const flaw = flawOf(ascii);
  if (flaw !== null) return refuse(flaw);
  if (method === "file" && includeSubdomains) return refuse("subdomains_need_dns");
  const fresh = randomBytes(18).toString("base64url");
  return changeOrganization(actor, "change domains", organizationId, async (tx) => {
    const before = await findDomain(tx, organizationId, ascii);
    if (before && isManuallyVerified(before)) return refuse("domain_verified_manually");
    if (before?.verifiedAt && before.method !== method) return refuse("domain_verified");
    if (before === null && (await selectDomains(tx, organizationId)).length >= MAX_DOMAINS)
      return refuse("too_many_domains");
    const row = { id: uuidV7(), organizationId, host: ascii, method, includeSubdomains, challenge: fresh };
    const after = await insertDomainClaim(tx, row);
    const asked = { before: before && askedOf(before), after: askedOf(after) };
    const audit: AuditRecord = { action: "domain.claimed", subject: ascii, ...asked };
    const isNew = JSON.stringify(asked.before) !== JSON.stringify(asked.after);
    const facts = { host: ascii, method: after.method, verifiedAt: after.verifiedAt };
    return { value: { ...challengeOf(ascii, after.challenge), ...facts }, audit: isNew ? audit : null };
  });
}

export type CheckedDomain = ClaimedDomain &
  HostDiagnosis & {
    checkedAt: Date | null;
    servers: ServerAnswers[] | null;
    nameServers: string | null;
    changed: boolean;
  };

/** Probes and verifies a claimed host; an answer of the last seconds serves again (`servers`: `null`). */
export async function checkDomain(
  actor: Actor,
  organizationId: string,
  host: string,
  now = new Date(),
  network: Network = INTERNET,
): Promise<Result<CheckedDomain, DomainReason>> {
  const ascii = readHost(host);
  if (ascii === null) return refuse("host_invalid");
  // The claim may be older than this rule.
  const flaw = flawOf(ascii);
  if (flaw !== null) return refuse(flaw);
  // Authorized before the probe, so that a stranger cannot make us send requests.
  const found = await readOf(actor, "change domains", organizationId, (db) => findDomain(db, organizationId, ascii));
  if (!found.ok) return found;
  const { read: row } = found;
  if (row !== null && isManuallyVerified(row)) return refuse("domain_verified_manually");
  if (row === null || row.challenge === null) return refuse("domain_unknown");
  const named = { organizationId, host: ascii, method: row.method, challenge: row.challenge };
  const facts = { host: ascii, ...challengeOf(ascii, row.challenge) };
  const probe = await probeOnRequest(network, organizationId, named, now);
  if (probe === null) return { ok: true, ...facts, ...storedIn(row), servers: null, nameServers: null, changed: false };
  return changeOrganization(actor, "change domains", organizationId, async (tx) => {
    // The host may have been removed, or claimed anew, during the probe.
    const isThere = await noteProbe(tx, named, probe.diagnosis);
    const changed = isThere && probe.diagnosis === "verified" && (await markVerified(tx, named));
    const after = isThere ? await findDomain(tx, organizationId, ascii) : null;
    if (after === null) return refuse("domain_unknown");
    const audit: AuditRecord = { action: "domain.verified", subject: ascii, after: { by: probe.method } };
    const { servers, nameServers } = probe.method === "dns" ? probe : { servers: null, nameServers: null };
    return { value: { ...facts, ...storedIn(after), servers, nameServers, changed }, audit: changed ? audit : null };
  });
}

function storedIn({ method, diagnosis, verifiedAt, checkedAt }: DomainRow) {
  return { ...hostDiagnosisOf(method, diagnosis), verifiedAt, checkedAt };
}

function askedOf({ method, includeSubdomains }: Pick<DomainRow, "method" | "includeSubdomains">) {
  return { method, includeSubdomains };
}

/** Says why a host cannot be proven; `null`: it can. */
function flawOf(host: string): "host_invalid" | "host_is_reserved" | "host_is_shared" | null {
  if (!host.split(".").every(isWhole)) return "host_invalid";
  if (isReserved(host)) return "host_is_reserved";
  return isShared(host) ? "host_is_shared" : null;
}

/** A label of Punycode must decode, and be the canonical spelling (RFC 5891, section 4.2). */
function isWhole(label: string): boolean {
  const written = domainToUnicode(label);
  return !label.startsWith("xn--") || (written !== label && domainToASCII(written) === label);
}

/** A public suffix, such as co.uk or a hosting service's domain. Strangers have names of their own below it. */
function isShared(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}
