import type { SubscriptionStatus } from "../subscription.rules.ts";

/** What Stripe's word for the state of a subscription means here; `null`: it never came about, so it says nothing. */
const STATUS = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  // Stripe has stopped trying; the grace goes on counting from the first day.
  unpaid: "past_due",
  paused: "paused",
  canceled: "canceled",
  incomplete: null,
  incomplete_expired: null,
} as const satisfies Record<string, SubscriptionStatus | null>;

/** `created`: seconds. */
type Seen = { id: string; status: string; created: number };

/** Also `null` for a word that Stripe did not use yet. */
export function statusOf({ status }: { status: string }): SubscriptionStatus | null {
  return Object.hasOwn(STATUS, status) ? STATUS[status as keyof typeof STATUS] : null;
}

/** It came about, and has not ended. */
export function isLive(seen: { status: string }): boolean {
  const status = statusOf(seen);
  return status !== null && status !== "canceled";
}

/**
 * Which of a customer's subscriptions counts: one that lives, the followed one before others, then the youngest; where none
 * does, the followed one, which has ended. So news of an old one that ended changes nothing for whoever has bought another.
 * `others`: live too, and paid for without use.
 */
export function countingOf<One extends Seen>(all: readonly One[], followed: string | null) {
  const isFollowed = ({ id }: One) => id === followed;
  const live = all.filter(isLive).toSorted((a, b) => b.created - a.created);
  const counting = live.find(isFollowed) ?? live[0] ?? all.find(isFollowed) ?? null;
  return { counting, others: live.filter((one) => one !== counting) };
}

/**
 * The plan that was bought: the one with exactly these prices, as Stripe's portal may have changed it. Of several, and where
 * none has them any more, the one that Checkout noted.
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
