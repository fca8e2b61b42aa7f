import { Resolver } from "node:dns/promises";
import { getDomain } from "tldts";
import { paced } from "#db/paced.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import type { DnsAnswer } from "./advice.rules.ts";
import { challengeNameOf, doubledNameOf, type ServerAnswers } from "./proof.rules.ts";

const TIMEOUT_MS = paced(2_000);
const TRIES = 2;
/** The resolver's second try takes longer. A member may wait for the answer. */
const DEADLINE_MS = paced(5_000);
/** Strangers write these answers, so longer ones are cut off. `characters`: of one TXT record. */
const MAX_ANSWER = { records: 100, characters: 1_024, addresses: 32 };

/** The name has no such record, or does not exist (c-ares' codes for NODATA and NXDOMAIN). */
const NOTHING = new Set(["ENODATA", "ENOTFOUND"]);

/** Asks each configured server once for a host's challenge, all at the same time. */
export async function probeDns(host: string, servers = adminConfig().dnsServers): Promise<ServerAnswers[]> {
  return Promise.all(servers.map((server) => askServer(server, host)));
}

/** Finds the domain that its owner registered, of which a host is a part. */
export function registeredDomainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** Finds the domain of the name servers that answer for a host, such as "simply.com"; `null`: they could not be read. */
export async function nameServerDomainOf(host: string, servers = adminConfig().dnsServers): Promise<string | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  resolver.setServers(servers);
  const [first] = await resolver.resolveNs(registeredDomainOf(host)).catch(() => []);
  return first === undefined ? null : getDomain(first);
}

/** Lists every address of a host, IPv4 first; empty: no such host; `null`: an answer is missing. */
export async function addressesOf(host: string, deadline: AbortSignal, servers = adminConfig().dnsServers) {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  resolver.setServers(servers);
  deadline.addEventListener("abort", () => resolver.cancel());
  const answers = await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))]);
  return answers.includes(null) ? null : answers.flatMap((addresses) => addresses ?? []);
}

async function orNone(asked: Promise<string[]>): Promise<string[] | null> {
  try {
    return (await asked).slice(0, MAX_ANSWER.addresses);
  } catch (fault) {
    return NOTHING.has((fault as NodeJS.ErrnoException).code ?? "") ? [] : null;
  }
}

async function askServer(server: string, host: string): Promise<ServerAnswers> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  resolver.setServers([server]);
  const late = setTimeout(() => resolver.cancel(), DEADLINE_MS);
  const [record, doubled, bare] = await Promise.all([
    txtAt(resolver, challengeNameOf(host)),
    txtAt(resolver, doubledNameOf(host)),
    txtAt(resolver, host),
  ]);
  clearTimeout(late);
  return { server, record, doubled, bare };
}

async function txtAt(resolver: Resolver, name: string): Promise<DnsAnswer> {
  try {
    // A long value comes in strings of 255 bytes, which are joined (RFC 7208, 3.3).
    const records = (await resolver.resolveTxt(name)).slice(0, MAX_ANSWER.records);
    const values = records.map((pieces) => pieces.join("").slice(0, MAX_ANSWER.characters));
    if (values.length > 0) return { is: "records", values };
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code ?? "EUNKNOWN";
    if (!NOTHING.has(code)) return { is: "unknown", code };
  }
  const [to] = await resolver.resolveCname(name).catch(() => []);
  return to === undefined ? { is: "nothing" } : { is: "alias", to };
}
