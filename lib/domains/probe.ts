import { LRUCache } from "lru-cache";
import type { DnsDiagnosis, FileDiagnosis, Method } from "./advice.rules.ts";
import { diagnosisOfFile, type FileAnswer, probeFile } from "./challenge-file.ts";
import { nameServerDomainOf, probeDns } from "./dns.ts";
import type { Network } from "./network.ts";
import { diagnosisOf, type ServerAnswers } from "./proof.rules.ts";

/** The result of a probe. `servers`: the answers of each DNS server. `nameServers`: the domain of those of the host. */
export type Probe =
  | { method: "dns"; diagnosis: DnsDiagnosis; servers: ServerAnswers[]; nameServers: string | null }
  | { method: "file"; diagnosis: FileDiagnosis };

type Named = { host: string; method: Method; challenge: string };

export async function probeDomain(network: Network, named: Named): Promise<Probe> {
  return meaningOf(await askHost(network, named), named);
}

/** The answer of DNS or the host, which is the same for every organization. */
type ProbeAnswer =
  | { method: "dns"; servers: ServerAnswers[]; nameServers: string | null }
  | { method: "file"; file: FileAnswer };

async function askHost(network: Network, { host, method }: Named): Promise<ProbeAnswer> {
  if (method === "file") return { method, file: await probeFile(host, network) };
  const [servers, nameServers] = await Promise.all([probeDns(host), nameServerDomainOf(host)]);
  return { method, servers, nameServers };
}

function meaningOf(answer: ProbeAnswer, { challenge }: Named): Probe {
  return answer.method === "file"
    ? { method: "file", diagnosis: diagnosisOfFile(answer.file, challenge) }
    : { ...answer, diagnosis: diagnosisOf(answer.servers, challenge) };
}

/** The least time between two probes of one host, and between two probes of one organization. */
const COOLDOWN_MS = { host: 2_000, organization: 500 };
/** The sizes of the caches; two seconds are too short to fill them. */
const MAX_REMEMBERED = { hosts: 1_024, organizations: 16_384 };

type Shared = { since: number; isOver: boolean; answer: Promise<ProbeAnswer> };

const shared = new LRUCache<string, Shared>({ max: MAX_REMEMBERED.hosts });
const latest = new LRUCache<string, number>({ max: MAX_REMEMBERED.organizations });

/**
 * Probes for a member. All organizations share a host's answer for two seconds, so that nobody floods it through us.
 * `null`: this one probed half a second ago. The limits count in this process.
 */
export async function probeOnRequest(
  network: Network,
  organizationId: string,
  named: Named,
  now: Date,
): Promise<Probe | null> {
  if (+now - (latest.get(organizationId) ?? Number.NEGATIVE_INFINITY) < COOLDOWN_MS.organization) return null;
  latest.set(organizationId, +now);
  return meaningOf(await shareOf(network, named, +now).answer, named);
}

function shareOf(network: Network, named: Named, now: number): Shared {
  const name = `${named.method} ${named.host}`;
  const found = shared.get(name);
  if (found && (!found.isOver || now - found.since < COOLDOWN_MS.host)) return found;
  const fresh: Shared = { since: now, isOver: false, answer: askHost(network, named) };
  shared.set(name, fresh);
  void fresh.answer
    .catch(() => shared.delete(name))
    .finally(() => {
      fresh.isOver = true;
    });
  return fresh;
}
