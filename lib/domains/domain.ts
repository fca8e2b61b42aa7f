import { domainToUnicode } from "node:url";
import {
  type DomainRow,
  deleteDomain,
  findDomain,
  selectDomains,
  updateSubdomains,
  upsertVerifiedDomain,
} from "#db/queries/domain.ts";
import { isLoopback } from "#lib/base/host.rules.ts";
import { refuse } from "#lib/base/result.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Actor, Operator } from "#lib/core/actor.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { type Listed, listOf, readOrganization } from "#lib/core/read.ts";
import { parseReturnUrl } from "#lib/core/return-url.rules.ts";
import { type HostDiagnosis, hostDiagnosisOf } from "#lib/domains/advice.rules.ts";
import { registeredDomainOf } from "#lib/domains/dns.ts";
import { CHALLENGE_PATH, challengeNameOf, nextRecheckAfter } from "#lib/domains/proof.rules.ts";

export type NewDomain = { organizationId: string; host: string; includeSubdomains: boolean };

/** Verifies a host by the operator's word, without a record or a file. */
export async function verifyDomainManually(actor: Operator, { organizationId, host, includeSubdomains }: NewDomain) {
  const ascii = readHost(host);
  if (ascii === null || (includeSubdomains && isLoopback(ascii))) return refuse("host_invalid");
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    await upsertVerifiedDomain(tx, { id: uuidV7(), organizationId, host: ascii, includeSubdomains });
    const audit: AuditRecord = { action: "domain.verified_manually", subject: ascii, after: { includeSubdomains } };
    return { value: { host: ascii }, audit };
  });
}

/** Takes effect on the very next call. A member must type the host, so that nobody stops a shop by accident. */
export async function removeDomain(actor: Actor, organizationId: string, host: string, typedHost?: string) {
  const ascii = readHost(host);
  if (ascii === null) return refuse("host_invalid");
  const isTyped = actor.kind !== "user" || readHost(typedHost ?? "") === ascii;
  return changeOrganization(actor, "remove domains", organizationId, async (tx) => {
    if (!isTyped) return refuse("name_differs");
    if (!(await deleteDomain(tx, organizationId, ascii))) return refuse("domain_unknown");
    return { value: { host: ascii }, audit: { action: "domain.removed", subject: ascii } };
  });
}

/** Sets whether the proof covers subdomains. A file covers one host; of a manually verified host only the operator decides. */
export async function setSubdomains(actor: Actor, organizationId: string, host: string, includeSubdomains: boolean) {
  const ascii = readHost(host);
  if (ascii === null) return refuse("host_invalid");
  return changeOrganization(actor, "change domains", organizationId, async (tx) => {
    const row = await findDomain(tx, organizationId, ascii);
    const reason = reasonAgainstSubdomains(row, includeSubdomains);
    if (reason !== null) return refuse(reason);
    const changed = row?.includeSubdomains !== includeSubdomains;
    if (changed) await updateSubdomains(tx, organizationId, ascii, includeSubdomains);
    const [before, after] = [{ includeSubdomains: !includeSubdomains }, { includeSubdomains }];
    const audit: AuditRecord = { action: "domain.subdomains_set", subject: ascii, before, after };
    return { value: { host: ascii, includeSubdomains, changed }, audit: changed ? audit : null };
  });
}

export async function listDomains(actor: Actor, organizationId: string, now = new Date()): Promise<Listed<Domain>> {
  return listOf(actor, "see the organization", organizationId, async (db) =>
    (await selectDomains(db, organizationId)).map((row) => domainOf(row, now)),
  );
}

/** `challenge` is `null` for a host that the operator verified and nobody has claimed. */
export async function readDomain(actor: Actor, organizationId: string, host: string, now = new Date()) {
  const ascii = readHost(host);
  if (ascii === null) return refuse("host_invalid");
  return readOrganization(actor, "see the organization", organizationId, async (db) => {
    const row = await findDomain(db, organizationId, ascii);
    if (row === null) return refuse("domain_unknown");
    const challenge = row.challenge === null ? null : challengeOf(row.host, row.challenge);
    return { ok: true, domain: domainOf(row, now), challenge };
  });
}

function reasonAgainstSubdomains(row: DomainRow | null, includeSubdomains: boolean) {
  if (row === null) return "domain_unknown";
  if (isManuallyVerified(row)) return "domain_verified_manually";
  return includeSubdomains && row.method === "file" ? "subdomains_need_dns" : null;
}

/** A bare host as a browser writes it, in ASCII and lower case; `null`: no return URL could have it. */
export function readHost(given: string): string | null {
  // `URL` drops the default port, and the host would look as if the port counted.
  if (/:\d*$/.test(given.trim())) return null;
  const url = parseReturnUrl(`https://${given.trim().toLowerCase()}/`);
  return url && url.href === `https://${url.host}/` ? url.host : null;
}

/** A host of an organization and the state of its proof. `unicode`: the host as people write it. */
export type Domain = HostDiagnosis & {
  host: string;
  unicode: string;
  includeSubdomains: boolean;
  verifiedAt: Date | null;
  lastVerifiedAt: Date | null;
  missingSince: Date | null;
  checkedAt: Date | null;
  /** The next run of the daily check; `null`: the host is not checked. */
  nextCheckAt: Date | null;
  /** The operator verified it, so the daily check leaves it out. */
  isManuallyVerified: boolean;
};

/** The TXT record, or the file, that proves a host. Each organization has a value of its own. */
export type Challenge = {
  /** The record's full name. `relativeName`: for DNS forms that append the registered domain. */
  name: string;
  relativeName: string;
  fileUrl: string;
  value: string;
};

function domainOf(row: DomainRow, now: Date): Domain {
  const { method, diagnosis, challenge: _, ...facts } = row;
  return {
    ...facts,
    ...hostDiagnosisOf(method, diagnosis),
    unicode: domainToUnicode(row.host) || row.host,
    isManuallyVerified: isManuallyVerified(row),
    nextCheckAt: row.verifiedAt !== null && row.lastVerifiedAt !== null ? nextRecheckAfter(now) : null,
  };
}

export function challengeOf(host: string, value: string): Challenge {
  const name = challengeNameOf(host);
  return {
    name,
    relativeName: name.slice(0, -registeredDomainOf(host).length - 1),
    fileUrl: `https://${host}${CHALLENGE_PATH}`,
    value,
  };
}

export function isManuallyVerified({ verifiedAt, lastVerifiedAt }: DomainRow): boolean {
  return verifiedAt !== null && lastVerifiedAt === null;
}
