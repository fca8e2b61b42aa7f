import { answerText, domainAdviceOf } from "#lib/domains/advice.rules.ts";
import type { Domain } from "#lib/domains/domain.ts";
import type { CheckedDomain } from "#lib/domains/proof.ts";

/** What was found at a host, as the page shows it. */
export type ProbeView = { isProven: boolean; heading: string; advice: string; seen: { who: string; says: string }[] };

/** From the record: nobody was asked anything. `null`: nobody has looked yet. */
export function storedProbe(domain: Domain): ProbeView | null {
  if (domain.diagnosis === null) return null;
  return { isProven: domain.diagnosis === "verified", ...domainAdviceOf(domain), seen: [] };
}

export function probeViewOf(checked: CheckedDomain): ProbeView {
  const seen = (checked.servers ?? []).flatMap(({ server, record, doubled, bare }) => [
    { who: `${server}, at the name`, says: answerText(record) },
    ...(doubled.is === "records"
      ? [{ who: `${server}, at the name with the host twice`, says: answerText(doubled) }]
      : []),
    ...(checked.diagnosis === "on_bare_domain"
      ? [{ who: `${server}, at the host itself`, says: answerText(bare) }]
      : []),
  ]);
  return { isProven: checked.diagnosis === "verified", ...domainAdviceOf(checked), seen };
}
