import { answerText, type DnsAnswer, domainAdviceOf } from "#lib/domains/advice.rules.ts";
import type { Domain } from "#lib/domains/domain.ts";
import type { CheckedDomain } from "#lib/domains/proof.ts";

/** Holds the result of a probe, as the page shows it. `answers`: what each server answered; `isRecord`: it has values. */
export type ProbeView = {
  isVerified: boolean;
  heading: string;
  advice: string;
  answers: { server: string; text: string; isRecord: boolean }[];
};

/** Gives the last stored result, without a new probe; `null`: the host was never probed. */
export function storedProbe(domain: Domain): ProbeView | null {
  if (domain.diagnosis === null) return null;
  return { isVerified: domain.diagnosis === "verified", ...domainAdviceOf(domain), answers: [] };
}

export function probeViewOf(checked: CheckedDomain): ProbeView {
  const answers = (checked.servers ?? []).flatMap(({ server, record, doubled, bare }) => [
    answerOf(server, record),
    ...(doubled.is === "records" ? [answerOf(`${server}, for the name with the host twice`, doubled)] : []),
    ...(checked.diagnosis === "on_bare_domain" ? [answerOf(`${server}, for the host itself`, bare)] : []),
  ]);
  const { heading, advice } = domainAdviceOf(checked);
  const isVerified = checked.diagnosis === "verified";
  const where = isVerified || checked.nameServers === null ? "" : ` Its name servers are at ${checked.nameServers}.`;
  return { isVerified, heading, advice: `${advice}${where}`, answers };
}

function answerOf(server: string, answer: DnsAnswer): ProbeView["answers"][number] {
  return { server, text: answerText(answer), isRecord: answer.is === "records" };
}
