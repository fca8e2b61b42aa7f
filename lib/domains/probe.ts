import { LRUCache } from "lru-cache";
import { diagnosisOfFile, type FileAnswer, type Network, probeFile } from "./challenge-file.ts";
import { probeDns } from "./dns.ts";
import { type DnsDiagnosis, diagnosisOf, type FileDiagnosis, type Method, type Seen } from "./proof.rules.ts";

/** What was found just now; `seen`: what each DNS server said, where they were asked. */
export type Probe =
  | { method: "dns"; diagnosis: DnsDiagnosis; seen: Seen[] }
  | { method: "file"; diagnosis: FileDiagnosis };

type Named = { host: string; method: Method; challenge: string };

export async function probeDomain(network: Network, named: Named): Promise<Probe> {
  return meaningOf(await hear(network, named), named);
}

/** What DNS or the host says: the same for every organization that asks about the host. */
type Heard = { method: "dns"; seen: Seen[] } | { method: "file"; file: FileAnswer };

async function hear(network: Network, { host, method }: Named): Promise<Heard> {
  return method === "file" ? { method, file: await probeFile(host, network) } : { method, seen: await probeDns(host) };
}

function meaningOf(heard: Heard, { challenge }: Named): Probe {
  return heard.method === "file"
    ? { method: "file", diagnosis: diagnosisOfFile(heard.file, challenge) }
    : { ...heard, diagnosis: diagnosisOf(heard.seen, challenge) };
}

/** A host is asked once in so long, whoever wants to know; and an organization looks once in so long, at whichever host. */
const COOLDOWN_MS = { host: 2_000, organization: 500 };
/** As many as are remembered; in two seconds nobody gets to more. */
const MAX_REMEMBERED = { hosts: 1_024, organizations: 16_384 };

type Shared = { since: number; isOver: boolean; heard: Promise<Heard> };

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
  return meaningOf(await shareOf(network, named, +now).heard, named);
}

function shareOf(network: Network, named: Named, now: number): Shared {
  const hosts = shared.get(network) ?? new LRUCache<string, Shared>({ max: MAX_REMEMBERED.hosts });
  shared.set(network, hosts);
  const name = `${named.method} ${named.host}`;
  const found = hosts.get(name);
  if (found && (!found.isOver || now - found.since < COOLDOWN_MS.host)) return found;
  const fresh: Shared = { since: now, isOver: false, heard: hear(network, named) };
  hosts.set(name, fresh);
  void fresh.heard
    .catch(() => hosts.delete(name))
    .finally(() => {
      fresh.isOver = true;
    });
  return fresh;
}
