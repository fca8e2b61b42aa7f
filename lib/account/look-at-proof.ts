import { LRUCache } from "lru-cache";
import { lookAtFile, type Road } from "#lib/challenge-file.ts";
import { lookAtChallenge } from "#lib/dns.ts";
import { type DnsDiagnosis, diagnosisOf, type FileDiagnosis, type Method, type Seen } from "#lib/rules/domain-proof.ts";

/** What was found just now; `seen`: what each DNS server said, where they were asked. */
export type Look =
  | { method: "dns"; diagnosis: DnsDiagnosis; seen: Seen[] }
  | { method: "file"; diagnosis: FileDiagnosis };

export async function lookAtProof(
  road: Road,
  { host, method, challenge }: { host: string; method: Method; challenge: string },
): Promise<Look> {
  if (method === "file") return { method, diagnosis: await lookAtFile(host, challenge, road) };
  const seen = await lookAtChallenge(host);
  return { method, diagnosis: diagnosisOf(seen, challenge), seen };
}

/** A host is looked at once in so long, whoever asks; and an organization looks once in so long, at whichever host. */
const APART_MS = { host: 2_000, organization: 500 };
/** As many as are remembered; in two seconds nobody gets to more. */
const MOST_REMEMBERED = 16_384;

const latest = new LRUCache<string, number>({ max: MOST_REMEMBERED });

/**
 * Whether a host may be looked at now, and if so, not again for a while: a press, or a hundred of them, must not make us aim
 * many questions at somebody's servers. Counts in this process.
 */
export function takeLook(organizationId: string, host: string, now: Date): boolean {
  const isFree = (name: string, apartMs: number) => +now - (latest.get(name) ?? Number.NEGATIVE_INFINITY) >= apartMs;
  if (!isFree(host, APART_MS.host) || !isFree(organizationId, APART_MS.organization)) return false;
  latest.set(host, +now);
  latest.set(organizationId, +now);
  return true;
}
