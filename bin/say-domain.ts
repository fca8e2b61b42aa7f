import type { Challenge, Checked } from "#lib/account/domain-proof.ts";
import type { Diagnosis, DnsAnswer, Seen } from "#lib/rules/domain-proof.ts";

/** What each diagnosis means, and what to do about it. */
const ADVICE = {
  verified: "Two DNS servers agree: the host is verified. Leave the record where it is.",
  servers_disagree: "One DNS server has the record already, others not yet. Wait a few minutes and check again.",
  name_doubled: "The record is there, with the host twice in its name. Enter the name without the host at its end.",
  on_bare_domain: "The value stands at the host itself. It belongs to the name above, with _ageway-challenge in front.",
  quoted: "The value is there with quotation marks or spaces around it. Enter it without them.",
  other_value: "There is a record with another value. Add one with the value above; the other may stay.",
  alias_in_the_way: "The name is an alias (CNAME) for another, and there is no such record there. Remove the alias.",
  nothing_there: "There is no such record yet. It can take some minutes until a new one is seen everywhere.",
  no_answer: "The DNS servers did not answer, which says nothing about the record. Check again in a few minutes.",
} as const satisfies Record<Diagnosis, string>;

/** The record to make, as every DNS form asks for it. */
export function challengeText({ name, value, verifiedAt }: Challenge): string {
  const state = verifiedAt === null ? "not verified yet" : `verified since ${verifiedAt.toISOString()}`;
  return [`type   TXT`, `name   ${name}`, `value  ${value}`, `state  ${state}`].join("\n");
}

export function checkedText(checked: Checked): string {
  return [challengeText(checked), "", ADVICE[checked.diagnosis], "", ...checked.seen.map(seenText)].join("\n");
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
