import type { Term } from "../invoice.rules.ts";
import { periodOf, startOf } from "../period.rules.ts";
import { statusOf } from "./subscription.rules.ts";

const DAY_MS = 86_400_000;

/** From when, and until when, what an organization owes is Stripe's to collect; `null`: it still is. */
export type StripeSpan = { since: Date; until: Date | null };

/** Seconds. */
type Seen = { status: string; start_date: number; ended_at?: number | null; canceled_at?: number | null };

/**
 * The span once Stripe has said how a subscription stands. News that comes late moves nothing before the month it is: earlier
 * ones may have their invoice, which must be computed again to the same byte. Spans do not overlap.
 */
export function spanAfter(held: StripeSpan | null, seen: Seen, now: Date): StripeSpan | null {
  const status = statusOf(seen);
  if (status === null) return held;
  const earliest = Math.max(+startOf(periodOf(now)), +(held?.until ?? held?.since ?? 0));
  const at = (ms: number) => new Date(Math.max(ms, earliest));
  if (status !== "canceled") return held?.until === null ? held : { since: at(seen.start_date * 1000), until: null };
  if (held === null || held.until !== null) return held;
  return { ...held, until: at(endOfSpan(seen) ?? +now) };
}

/** Milliseconds. */
export function endOfSpan({ ended_at, canceled_at }: Seen): number | null {
  const seconds = ended_at ?? canceled_at ?? null;
  return seconds && seconds * 1000;
}

export function isWithin(spans: readonly StripeSpan[], moment: Date): boolean {
  return spans.some(({ since, until }) => moment >= since && (until === null || moment < until));
}

/**
 * The terms by which a fee is invoiced here: none holds on a day that ends within a span. What was bought at Stripe ends there,
 * and does not hold on until somebody has told us.
 */
export function termsOutside(terms: readonly Term[], spans: readonly StripeSpan[]): readonly Term[] {
  return spans.reduce((known, { since, until }) => {
    const day = Math.floor(+since / DAY_MS) * DAY_MS;
    const from = new Date(until !== null && +until < day + DAY_MS ? since : day);
    const [before, after] = [
      known.filter(({ startsAt }) => startsAt < from),
      known.filter(({ startsAt }) => until !== null && startsAt >= until),
    ];
    const silence = before.slice(-1).map((term) => ({ ...term, startsAt: from, status: "canceled" as const }));
    return [...before, ...silence, ...after];
  }, terms);
}
