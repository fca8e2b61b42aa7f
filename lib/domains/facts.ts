import { domainToUnicode } from "node:url";
import { getDomain } from "tldts";
import type { DomainRow } from "#db/queries/domain.ts";
import { CHALLENGE_PATH, challengeNameOf, type Finding, findingOf, nextRecheckAfter } from "./proof.rules.ts";

/** A host of an organization, and how it stands. `unicode`: the host as people write it. */
export type Domain = Finding & {
  host: string;
  unicode: string;
  includeSubdomains: boolean;
  verifiedAt: Date | null;
  lastVerifiedAt: Date | null;
  missingSince: Date | null;
  checkedAt: Date | null;
  /** When the clock looks next; `null`: it does not. */
  nextCheckAt: Date | null;
  /** It counts because the operator says so, and is not looked at. */
  isManuallyVerified: boolean;
};

/** What proves a host: a TXT record, or a file that says the value. No other organization is asked for the same one. */
export type Challenge = {
  /** The record's name in full, and as a form wants it that appends the registered domain. */
  name: string;
  relativeName: string;
  fileUrl: string;
  value: string;
};

export function domainOf(row: DomainRow, now: Date): Domain {
  const { method, diagnosis, challenge: _, ...facts } = row;
  return {
    ...facts,
    ...findingOf(method, diagnosis),
    unicode: domainToUnicode(row.host) || row.host,
    isManuallyVerified: isManuallyVerified(row),
    nextCheckAt: row.verifiedAt !== null && row.lastVerifiedAt !== null ? nextRecheckAfter(now) : null,
  };
}

export function challengeOf(host: string, value: string): Challenge {
  const name = challengeNameOf(host);
  const registered = getDomain(host, { allowPrivateDomains: true }) ?? host;
  return {
    name,
    relativeName: name.slice(0, -registered.length - 1),
    fileUrl: `https://${host}${CHALLENGE_PATH}`,
    value,
  };
}

export function isManuallyVerified({
  verifiedAt,
  lastVerifiedAt,
}: Pick<DomainRow, "verifiedAt" | "lastVerifiedAt">): boolean {
  return verifiedAt !== null && lastVerifiedAt === null;
}
