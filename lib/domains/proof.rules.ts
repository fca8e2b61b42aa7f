import { daysAfter, daysMs } from "#lib/base/time.rules.ts";
import type { DnsAnswer, DnsDiagnosis, FileDiagnosis } from "./advice.rules.ts";

/** The answers of one DNS server at the record's name, and at two names where people put the record by mistake. */
export type ServerAnswers = { server: string; record: DnsAnswer; doubled: DnsAnswer; bare: DnsAnswer };

/** The path of the challenge file, which holds the value and nothing else (RFC 8615). */
export const CHALLENGE_PATH = "/.well-known/ageway-challenge.txt";

const SERVERS_THAT_AGREE = 2;

/** The name of the TXT record that holds the value (RFC 8552: an underscored name of its own). */
export function challengeNameOf(host: string): string {
  return `_ageway-challenge.${host}`;
}

/** The name that results where a DNS form appends the domain once more. */
export function doubledNameOf(host: string): string {
  return `${challengeNameOf(host)}.${host}`;
}

/** The diagnosis whose advice helps most. */
export function diagnosisOf(servers: readonly ServerAnswers[], expected: string): DnsDiagnosis {
  const diagnoses = servers
    .map((one) => diagnosisOfOne(one, expected))
    .filter((diagnosis) => diagnosis !== "no_answer");
  const yes = diagnoses.filter((diagnosis) => diagnosis === "verified").length;
  if (yes >= SERVERS_THAT_AGREE) return "verified";
  if (diagnoses.length < SERVERS_THAT_AGREE) return "no_answer";
  if (yes > 0) return "servers_disagree";
  return MISTAKES.find((diagnosis) => diagnoses.includes(diagnosis)) ?? "nothing_there";
}

/** Mistakes in the order in which they explain most. */
const MISTAKES = ["quoted", "name_doubled", "on_bare_domain", "other_value", "alias_in_the_way"] as const;

/** A host counts so long after its proof has vanished. A mistake at a DNS provider must not stop a shop over a weekend. */
export const MISSING_FOR_MS = daysMs(7);

/** The outcome of probing a verified host. Only a clear "no" starts or ends the days of grace. */
export function outcomeOfProbe(diagnosis: DnsDiagnosis | FileDiagnosis, missingSince: Date | null, now: Date) {
  if (diagnosis === "verified") return "verified";
  if (diagnosis === "no_answer" || diagnosis === "servers_disagree") return "unchanged";
  if (missingSince === null) return "missing";
  return +now - +missingSince >= MISSING_FOR_MS ? "lost" : "unchanged";
}

/** The time of the daily check of every verified host, in UTC. */
export const RECHECK_AT = { hour: 4, minute: 23 } as const;

export function nextRecheckAfter(now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(RECHECK_AT.hour, RECHECK_AT.minute, 0, 0);
  return +next > +now ? next : daysAfter(next, 1);
}

function diagnosisOfOne({ record, doubled, bare }: ServerAnswers, expected: string): DnsDiagnosis {
  if (hasValue(record, expected)) return "verified";
  if (record.is === "unknown") return "no_answer";
  if (record.is === "records" && record.values.some((value) => unquoted(value) === expected)) return "quoted";
  if (hasValue(doubled, expected)) return "name_doubled";
  if (hasValue(bare, expected)) return "on_bare_domain";
  if (record.is === "records") return "other_value";
  return record.is === "alias" ? "alias_in_the_way" : "nothing_there";
}

function hasValue(answer: DnsAnswer, expected: string): boolean {
  return answer.is === "records" && answer.values.includes(expected);
}

/** Removes quotes and spaces that were copied from a form or a document. */
function unquoted(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isWrapping(value.charAt(start))) start += 1;
  while (end > start && isWrapping(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function isWrapping(character: string): boolean {
  return `"'“”„‘’`.includes(character) || character.trim() === "";
}

/**
 * Names that the public DNS gives to nobody (RFC 6761, 6762, 7686, 9476; ICANN's corp, home, internal, mail; reverse
 * zones): a private server proves nothing. `example` is left out, for documentation and tests.
 */
const RESERVED = new Set([
  "alt",
  "arpa",
  "corp",
  "home",
  "internal",
  "invalid",
  "lan",
  "local",
  "localhost",
  "mail",
  "onion",
  "test",
]);

export function isReserved(host: string): boolean {
  return RESERVED.has(host.slice(host.lastIndexOf(".") + 1));
}
