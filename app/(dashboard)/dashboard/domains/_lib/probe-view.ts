import { adviceOf, answerText } from "#lib/domains/advice.rules.ts";
import type { Domain } from "#lib/domains/facts.ts";
import type { Checked } from "#lib/domains/proof.ts";

/** What was found at a host, as the page shows it. */
export type Look = { isProven: boolean; heading: string; advice: string; seen: { who: string; says: string }[] };

/** From the record: nobody was asked anything. `null`: nobody has looked yet. */
export function storedProbe(domain: Domain): Look | null {
  if (domain.diagnosis === null) return null;
  return { isProven: domain.diagnosis === "verified", ...adviceOf(domain), seen: [] };
}

export function probeViewOf(checked: Checked): Look {
  const seen = (checked.seen ?? []).flatMap(({ server, record, doubled, bare }) => [
    { who: `${server}, at the name`, says: answerText(record) },
    ...(doubled.is === "records"
      ? [{ who: `${server}, at the name with the host twice`, says: answerText(doubled) }]
      : []),
    ...(checked.diagnosis === "on_bare_domain"
      ? [{ who: `${server}, at the host itself`, says: answerText(bare) }]
      : []),
  ]);
  return { isProven: checked.diagnosis === "verified", ...adviceOf(checked), seen };
}
