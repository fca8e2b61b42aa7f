import type { SubscriptionStatus } from "../subscription.rules.ts";

/** Stripe's status of a subscription as ours; `null`: its first payment never succeeded, so it has no effect here. */
const STATUS = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  // Stripe has stopped trying to collect. The grace still counts from the first day past due.
  unpaid: "past_due",
  paused: "paused",
  canceled: "canceled",
  incomplete: null,
  incomplete_expired: null,
} as const satisfies Record<string, SubscriptionStatus | null>;

/** `created`: a Unix time in seconds. */
type StripeSubscriptionFacts = { id: string; status: string; created: number };

/** Also `null` for a status that Stripe may add later. */
export function statusOf({ status }: { status: string }): SubscriptionStatus | null {
  return Object.hasOwn(STATUS, status) ? STATUS[status as keyof typeof STATUS] : null;
}

/** Was its first payment made, and has it not ended? */
export function isLive(facts: { status: string }): boolean {
  const status = statusOf(facts);
  return status !== null && status !== "canceled";
}

/**
 * Counts the followed one if it is live, else the youngest live one, else the followed one, so that a late report
 * changes nothing after the next purchase. `others`: live ones that are paid without any use.
 */
export function countingOf<One extends StripeSubscriptionFacts>(all: readonly One[], followed: string | null) {
  const isFollowed = ({ id }: One) => id === followed;
  const live = all.filter(isLive).toSorted((a, b) => b.created - a.created);
  const counting = live.find(isFollowed) ?? live[0] ?? all.find(isFollowed) ?? null;
  return { counting, others: live.filter((one) => one !== counting) };
}

/**
 * The plan that was bought: the one with exactly these prices, because Stripe's portal may have changed the plan. If several have
 * them, or none has, the plan that Checkout noted in the subscription's metadata.
 */
export function planBoughtOf<Plan extends { id: string; stripePrices: readonly string[] }>(
  plans: readonly Plan[],
  prices: readonly string[],
  noted: string | undefined,
): Plan | null {
  const alike = plans.filter(({ stripePrices }) => isSameSet(stripePrices, prices));
  const isNoted = ({ id }: Plan) => id === noted;
  return alike.find(isNoted) ?? alike[0] ?? plans.find(isNoted) ?? null;
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join();
}
