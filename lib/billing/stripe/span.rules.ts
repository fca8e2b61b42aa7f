import { periodOf, startOf } from "#lib/base/time.rules.ts";
import type { StripeSpan } from "../proration.rules.ts";
import { statusOf } from "./subscription.rules.ts";

/** Unix times in seconds. */
type StripeDates = { status: string; start_date: number; ended_at?: number | null; canceled_at?: number | null };

/**
 * The last span after Stripe has reported a subscription; `known`: the last span before. A late report changes nothing before the
 * current month, because earlier months may have an invoice, which must compute to the same bytes again. Spans do not overlap.
 */
export function spanAfter(known: StripeSpan | null, reported: StripeDates, now: Date): StripeSpan | null {
  const status = statusOf(reported);
  if (status === null) return known;
  const earliest = Math.max(+startOf(periodOf(now)), +(known?.until ?? known?.since ?? 0));
  const at = (ms: number) => new Date(Math.max(ms, earliest));
  if (status !== "canceled")
    return known?.until === null ? known : { since: at(reported.start_date * 1000), until: null };
  if (known === null || known.until !== null) return known;
  return { ...known, until: at(endOfSpan(reported) ?? +now) };
}

export function endOfSpan({ ended_at, canceled_at }: StripeDates): number | null {
  const seconds = ended_at ?? canceled_at ?? null;
  return seconds && seconds * 1000;
}

export function isInSpan(spans: readonly StripeSpan[], moment: Date): boolean {
  return spans.some(({ since, until }) => moment >= since && (until === null || moment < until));
}
