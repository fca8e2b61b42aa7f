/** What one DNS server answers about a name. `unknown`: it failed or did not answer, which says nothing about the name. */
export type DnsAnswer =
  | { is: "records"; values: readonly string[] }
  | { is: "nothing" }
  | { is: "alias"; to: string }
  | { is: "unknown"; code: string };

/** What one DNS server answers at the record's name, and at the two places where the record is often put by mistake. */
export type ServerAnswers = { server: string; record: DnsAnswer; doubled: DnsAnswer; bare: DnsAnswer };

/** Of a record. Each has its own advice. `verified` needs two servers that agree; `no_answer` says nothing about the record. */
const OF_DNS = [
  "verified",
  "servers_disagree",
  "name_doubled",
  "on_bare_domain",
  "quoted",
  "other_value",
  "alias_in_the_way",
  "nothing_there",
  "no_answer",
] as const;

/** Of a file. `no_answer` says nothing about it: nobody listens, or whoever does is broken or too slow. */
const OF_FILE = [
  "verified",
  "file_missing",
  "file_other_value",
  "file_too_large",
  "file_redirects_away",
  "address_not_public",
  "host_not_found",
  "certificate_invalid",
  "no_answer",
] as const;

export type DnsDiagnosis = (typeof OF_DNS)[number];
export type FileDiagnosis = (typeof OF_FILE)[number];

/** How a host is proven, and what was found when somebody last looked; `null`: nobody has. */
export type Finding =
  | { method: "dns"; diagnosis: DnsDiagnosis | null }
  | { method: "file"; diagnosis: FileDiagnosis | null };

export type Method = Finding["method"];

/** A finding as it was stored; a word that means nothing for the method was found by the other one. */
export function findingOf(method: Method, stored: string | null): Finding {
  return method === "dns"
    ? { method, diagnosis: OF_DNS.find((word) => word === stored) ?? null }
    : { method, diagnosis: OF_FILE.find((word) => word === stored) ?? null };
}

/** Where the value must stand, if not in DNS: as all that the file says (RFC 8615). */
export const CHALLENGE_PATH = "/.well-known/ageway-challenge.txt";

const SERVERS_THAT_AGREE = 2;

/** Where the value must stand, as a TXT record (RFC 8552: a name of its own, with an underscore). */
export function challengeNameOf(host: string): string {
  return `_ageway-challenge.${host}`;
}

/** The same, put by a form that appends the domain to a name that had it already. */
export function doubledNameOf(host: string): string {
  return `${challengeNameOf(host)}.${host}`;
}

/** What DNS says today, in the word whose advice helps most. */
export function diagnosisOf(servers: readonly ServerAnswers[], expected: string): DnsDiagnosis {
  const verdicts = servers.map((one) => verdictOf(one, expected)).filter((verdict) => verdict !== "no_answer");
  const yes = verdicts.filter((verdict) => verdict === "verified").length;
  if (yes >= SERVERS_THAT_AGREE) return "verified";
  if (verdicts.length < SERVERS_THAT_AGREE) return "no_answer";
  if (yes > 0) return "servers_disagree";
  return MISTAKES.find((verdict) => verdicts.includes(verdict)) ?? "nothing_there";
}

/** Of what several servers say, what brings the reader nearest to the mistake. */
const MISTAKES = ["quoted", "name_doubled", "on_bare_domain", "other_value", "alias_in_the_way"] as const;

const DAY_MS = 86_400_000;
/** How long a host counts whose record has vanished: a mistake at a DNS provider must not stop a shop over a weekend. */
export const MISSING_FOR_MS = 7 * DAY_MS;

/** What a look at a proven host comes to. Only an answer that is clear and says no begins or ends the days of grace. */
export function outcomeOfProbe(
  diagnosis: DnsDiagnosis | FileDiagnosis,
  missingSince: Date | null,
  now: Date,
): "verified" | "missing" | "lost" | "unchanged" {
  if (diagnosis === "verified") return "verified";
  if (diagnosis === "no_answer" || diagnosis === "servers_disagree") return "unchanged";
  if (missingSince === null) return "missing";
  return +now - +missingSince >= MISSING_FOR_MS ? "lost" : "unchanged";
}

/** When the clock looks at every proven host, each day, in UTC. */
export const RECHECK_AT = { hour: 4, minute: 23 } as const;

export function nextRecheckAfter(now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(RECHECK_AT.hour, RECHECK_AT.minute, 0, 0);
  return +next > +now ? next : new Date(+next + DAY_MS);
}

function verdictOf({ record, doubled, bare }: ServerAnswers, expected: string): DnsDiagnosis {
  if (holds(record, expected)) return "verified";
  if (record.is === "unknown") return "no_answer";
  if (record.is === "records" && record.values.some((value) => unquoted(value) === expected)) return "quoted";
  if (holds(doubled, expected)) return "name_doubled";
  if (holds(bare, expected)) return "on_bare_domain";
  if (record.is === "records") return "other_value";
  return record.is === "alias" ? "alias_in_the_way" : "nothing_there";
}

function holds(answer: DnsAnswer, expected: string): boolean {
  return answer.is === "records" && answer.values.includes(expected);
}

/** Without the quotes and spaces that came along from a form or a document. */
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
 * Top-level names that the public DNS gives to nobody (RFC 6761, RFC 6762, RFC 9476, RFC 7686; ICANN keeps corp, home,
 * internal and mail), and the one of reverse zones: what a private DNS server says below them proves nothing. `example` is
 * one too, and is left for documentation, demo and tests: there is nothing in it to be had.
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
