import type { Domain } from "#lib/account/domain-facts.ts";
import type { Checked, Claimed } from "#lib/account/domain-proof.ts";
import type { DnsAnswer, DnsDiagnosis, FileDiagnosis, Finding, Seen } from "#lib/rules/domain-proof.ts";
import { tableOf } from "./say.ts";

/** What each diagnosis means, and what to do about it. */
const OF_DNS = {
  verified: "Two DNS servers agree: the host is verified. Leave the record where it is.",
  servers_disagree: "One DNS server has the record already, others not yet. Wait a few minutes and check again.",
  name_doubled: "The record is there, with the host twice in its name. Enter the name without the host at its end.",
  on_bare_domain: "The value stands at the host itself. It belongs to the name above, with _ageway-challenge in front.",
  quoted: "The value is there with quotation marks or spaces around it. Enter it without them.",
  other_value: "There is a record with another value. Add one with the value above; the other may stay.",
  alias_in_the_way: "The name is an alias (CNAME) for another, and there is no such record there. Remove the alias.",
  nothing_there: "There is no such record yet. It can take some minutes until a new one is seen everywhere.",
  no_answer: "The DNS servers did not answer, which says nothing about the record. Check again in a few minutes.",
} as const satisfies Record<DnsDiagnosis, string>;

const OF_FILE = {
  verified: "The file says the value: the host is verified. Leave the file where it is.",
  file_missing: "The host does not give out such a file. Put it at the address above, where everybody can read it.",
  file_other_value: "There is a file that says something else. It must hold the value above and nothing more.",
  file_too_large: "What is there is larger than 1 KB. The file must hold the value above and nothing more.",
  file_redirects_away: "The address leads to another host, port or to http. The file must be on this host, by https.",
  address_not_public: "The host has an address that is not on the open internet. We go to no such address.",
  host_not_found: "DNS knows no address for this host.",
  certificate_invalid: "The host has no valid certificate for its name, so nothing that it says can be trusted.",
  no_answer:
    "The host, or the DNS servers, did not answer in time, which says nothing about the file. Check again later.",
} as const satisfies Record<FileDiagnosis, string>;

function adviceFor({ method, diagnosis }: Finding): string {
  if (diagnosis === null) return "Nobody has looked yet. Check again in a moment.";
  return method === "dns" ? OF_DNS[diagnosis] : OF_FILE[diagnosis];
}

/** The record to make, as every DNS form asks for it; or the file. */
export function challengeText({ method, name, fileUrl, value, verifiedAt }: Claimed): string {
  const state = verifiedAt === null ? "not verified yet" : `verified since ${verifiedAt.toISOString()}`;
  const place = method === "dns" ? [`type   TXT`, `name   ${name}`] : [`file   ${fileUrl}`];
  return [...place, `value  ${value}`, `state  ${state}`].join("\n");
}

export function checkedText(checked: Checked): string {
  const seen = (checked.seen ?? []).map(seenText);
  return [challengeText(checked), "", adviceFor(checked), ...(seen.length > 0 ? ["", ...seen] : [])].join("\n");
}

export function domainsText(domains: Domain[]): string {
  return tableOf(
    domains.map(({ host, includeSubdomains, verifiedAt, isVouched, method, diagnosis, checkedAt }) => ({
      host,
      includeSubdomains,
      verifiedAt,
      by: isVouched ? "operator" : method,
      diagnosis,
      checkedAt,
    })),
  );
}

function seenText({ server, record }: Seen): string {
  return `${server} says: ${answerText(record)}`;
}

function answerText(answer: DnsAnswer): string {
  switch (answer.is) {
    case "records":
      return answer.values.map((value) => JSON.stringify(value)).join(", ");
    case "alias":
      return `an alias for ${answer.to}`;
    case "nothing":
      return "nothing";
    case "unknown":
      return `no answer (${answer.code})`;
  }
}
