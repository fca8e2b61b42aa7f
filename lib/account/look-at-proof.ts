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

const LOOKS_APART_MS = 2_000;
/** As many hosts as are remembered; in two seconds nobody gets to more. */
const MOST_HOSTS = 16_384;

const latest = new LRUCache<string, number>({ max: MOST_HOSTS });

/**
 * Whether a host may be looked at now, and if so, not again for two seconds, whoever asks: nobody can make us aim questions
 * at a stranger's servers. Counts in this process.
 */
export function takeLook(host: string, now: Date): boolean {
  const before = latest.get(host);
  if (before !== undefined && +now - before < LOOKS_APART_MS) return false;
  latest.set(host, +now);
  return true;
}
