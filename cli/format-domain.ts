import { answerText, domainAdviceOf } from "#lib/domains/advice.rules.ts";
import type { Domain } from "#lib/domains/domain.ts";
import type { ServerAnswers } from "#lib/domains/proof.rules.ts";
import type { CheckedDomain, ClaimedDomain } from "#lib/domains/proof.ts";
import { tableOf } from "./format.ts";

/** The record in the fields of a DNS form, or the file. */
export function challengeText({ method, name, fileUrl, value, verifiedAt }: ClaimedDomain): string {
  const state = verifiedAt === null ? "not verified yet" : `verified since ${verifiedAt.toISOString()}`;
  const place = method === "dns" ? [`type   TXT`, `name   ${name}`] : [`file   ${fileUrl}`];
  return [...place, `value  ${value}`, `state  ${state}`].join("\n");
}

export function checkedText(checked: CheckedDomain): string {
  const servers = (checked.servers ?? []).map(serverText);
  return [
    challengeText(checked),
    "",
    domainAdviceOf(checked).advice,
    ...(servers.length > 0 ? ["", ...servers] : []),
  ].join("\n");
}

export function domainsText(domains: Domain[]): string {
  return tableOf(
    domains.map(({ host, includeSubdomains, verifiedAt, isManuallyVerified, method, diagnosis, checkedAt }) => ({
      host,
      includeSubdomains,
      verifiedAt,
      by: isManuallyVerified ? "operator" : method,
      diagnosis,
      checkedAt,
    })),
  );
}

function serverText({ server, record }: ServerAnswers): string {
  return `${server} answers: ${answerText(record)}`;
}
