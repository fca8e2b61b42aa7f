import { LRUCache } from "lru-cache";
import { diagnosisOfFile, type FileAnswer, type Network, probeFile } from "./challenge-file.ts";
import { probeDns } from "./dns.ts";
import { type DnsDiagnosis, diagnosisOf, type FileDiagnosis, type Method, type ServerAnswers } from "./proof.rules.ts";

/** What was found just now; `servers`: what each DNS server said, where they were asked. */
export type Probe =
  | { method: "dns"; diagnosis: DnsDiagnosis; servers: ServerAnswers[] }
  | { method: "file"; diagnosis: FileDiagnosis };

type Named = { host: string; method: Method; challenge: string };

export async function probeDomain(network: Network, named: Named): Promise<Probe> {
  return meaningOf(await askHost(network, named), named);
}

/** What DNS or the host says: the same for every organization that asks about the host. */
type ProbeAnswer = { method: "dns"; servers: ServerAnswers[] } | { method: "file"; file: FileAnswer };

async function askHost(network: Network, { host, method }: Named): Promise<ProbeAnswer> {
  return method === "file"
    ? { method, file: await probeFile(host, network) }
    : { method, servers: await probeDns(host) };
}

function meaningOf(answer: ProbeAnswer, { challenge }: Named): Probe {
  return answer.method === "file"
    ? { method: "file", diagnosis: diagnosisOfFile(answer.file, challenge) }
    : { ...answer, diagnosis: diagnosisOf(answer.servers, challenge) };
}

/** A host is asked once in so long, whoever wants to know; and an organization looks once in so long, at whichever host. */
const COOLDOWN_MS = { host: 2_000, organization: 500 };
/** As many as are remembered; in two seconds nobody gets to more. */
const MAX_REMEMBERED = { hosts: 1_024, organizations: 16_384 };

type Shared = { since: number; isOver: boolean; answer: Promise<ProbeAnswer> };

/** The latest answer of each host. What is reached over another road is another host. */
const shared = new WeakMap<Network, LRUCache<string, Shared>>();
const latest = new LRUCache<string, number>({ max: MAX_REMEMBERED.organizations });

/**
 * The same for a member's press: a hundred of them must not make us aim many questions at somebody's servers. What others asked
 * about a host is shared for two seconds, so nobody who keeps pressing keeps another organization from proving it. `null`:
 * this organization itself looked somewhere half a second ago. Counts in this process.
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
  const hosts = shared.get(network) ?? new LRUCache<string, Shared>({ max: MAX_REMEMBERED.hosts });
  shared.set(network, hosts);
  const name = `${named.method} ${named.host}`;
  const found = hosts.get(name);
  if (found && (!found.isOver || now - found.since < COOLDOWN_MS.host)) return found;
  const fresh: Shared = { since: now, isOver: false, answer: askHost(network, named) };
  hosts.set(name, fresh);
  void fresh.answer
    .catch(() => hosts.delete(name))
    .finally(() => {
      fresh.isOver = true;
    });
  return fresh;
}
