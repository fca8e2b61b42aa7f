import { answerText, domainAdviceOf } from "#lib/domains/advice.rules.ts";
import type { Domain } from "#lib/domains/domain.ts";
import type { CheckedDomain } from "#lib/domains/proof.ts";

/** Holds the result of a probe, as the page shows it. `answers`: what each server answered. */
export type ProbeView = {
  isVerified: boolean;
  heading: string;
  advice: string;
  answers: { server: string; text: string }[];
};

/** Gives the last stored result, without a new probe; `null`: the host was never probed. */
export function storedProbe(domain: Domain): ProbeView | null {
  if (domain.diagnosis === null) return null;
  return { isVerified: domain.diagnosis === "verified", ...domainAdviceOf(domain), answers: [] };
}

export function probeViewOf(checked: CheckedDomain): ProbeView {
  const answers = (checked.servers ?? []).flatMap(({ server, record, doubled, bare }) => [
    { server: `${server}, at the name`, text: answerText(record) },
    ...(doubled.is === "records"
      ? [{ server: `${server}, at the name with the host twice`, text: answerText(doubled) }]
      : []),
    ...(checked.diagnosis === "on_bare_domain"
      ? [{ server: `${server}, at the host itself`, text: answerText(bare) }]
      : []),
  ]);
  return { isVerified: checked.diagnosis === "verified", ...domainAdviceOf(checked), answers };
}
