import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "#db/schema/values.rules.ts";

export { SUBSCRIPTION_STATUSES, type SubscriptionStatus };

type State = {
  words: string;
  liveChecks: "yes" | "in grace" | "no";
  /** Whether its days cost the monthly fee. */
  fee: boolean;
  /** Whether a member may choose a plan. If not, the operator or Stripe decides what comes next. */
  planChoice: boolean;
};

/** Names each status, and says what it allows. All decisions about a status read this table. */
export const STATES = {
  trialing: { words: "On trial", liveChecks: "yes", fee: false, planChoice: true },
  active: { words: "Active", liveChecks: "yes", fee: true, planChoice: true },
  past_due: { words: "Past due", liveChecks: "in grace", fee: true, planChoice: false },
  paused: { words: "Paused", liveChecks: "no", fee: false, planChoice: false },
  canceled: { words: "Cancelled", liveChecks: "no", fee: false, planChoice: true },
} as const satisfies Record<SubscriptionStatus, State>;

/** `pastDueSince`: `null` if an older version wrote the status; its grace then has no end. */
export type SubscriptionState = { status: SubscriptionStatus; pastDueSince: Date | null };

/** May live checks begin? A subscription that is past due still allows them for `graceMs`, at the usual prices. */
export function allowsLiveChecks(subscription: SubscriptionState | null, graceMs: number, now: Date): boolean {
  if (subscription === null) return false;
  const { liveChecks } = STATES[subscription.status];
  return liveChecks === "yes" || (liveChecks === "in grace" && isInGrace(subscription, graceMs, now));
}

/** Says when the grace ends; `null`: the subscription is not past due, or nobody knows since when. */
export function graceEndsAt({ status, pastDueSince }: SubscriptionState, graceMs: number): Date | null {
  const hasGrace = STATES[status].liveChecks === "in grace" && pastDueSince !== null;
  return hasGrace ? new Date(+pastDueSince + graceMs) : null;
}

function isInGrace(subscription: SubscriptionState, graceMs: number, now: Date): boolean {
  const end = graceEndsAt(subscription, graceMs);
  return end === null || +now < +end;
}
