import type { MinimumAge } from "./age.ts";
import { type Prices, priceOf, type SubscriptionStatus, withinCap } from "./billing.ts";
import { isCovered, isLoopback, type ReturnUrl, type VerifiedDomain } from "./return-url.ts";

export type ProviderId = "s" | "b";
export type Mode = "live" | "test";

/** What provider `s` does with a device that holds a proof: rule 10, or a new check. */
export const VERIFIED_DEVICES = ["turned_away", "asked_again"] as const;
export type VerifiedDevices = (typeof VERIFIED_DEVICES)[number];

type Policy = { turnsAwayTheProven: boolean; bills: "when checked" | "when accepted" };

/** Everything in which the two providers differ (contract §1, rule 10 and "Billing"). */
export const POLICY = {
  s: { turnsAwayTheProven: true, bills: "when checked" },
  b: { turnsAwayTheProven: false, bills: "when accepted" },
} as const satisfies Record<ProviderId, Policy>;

/** What a caller asks for, already read to the letter. `originHost`: `undefined` where no browser sent an Origin. */
export type Ask = {
  provider: ProviderId;
  minimumAge: MinimumAge;
  returnUrl: ReturnUrl;
  originHost: string | null | undefined;
};

/** What is on record about the caller at the moment of asking. */
export type AdmissionFacts = {
  key: { mode: Mode; endsAt: Date | null; revokedAt: Date | null } | null;
  organization: { suspendedAt: Date | null };
  subscription: (Prices & { status: SubscriptionStatus; spendCapMinor: number | null }) | null;
  spentMinor: number;
  domains: readonly VerifiedDomain[];
  verifiedDevices: VerifiedDevices;
  /** The highest age that this device has proven to this organization, unexpired and redeemed; `null`: none. */
  provenAge: MinimumAge | null;
  /** The request was accepted before, under its Idempotency-Key: answering it again starts and costs nothing. */
  isReplay: boolean;
};

export type AdmissionRefusal =
  | "plugin_key_unknown"
  | "plugin_key_revoked"
  | "organization_suspended"
  | "subscription_inactive"
  | "spend_cap_reached"
  | "domain_not_verified"
  | "already_verified";

/** Rules 8 to 10, in the order in which they decide. Each says when it refuses. */
const RULES: readonly [AdmissionRefusal, (ask: Ask, facts: AdmissionFacts, now: Date) => boolean][] = [
  ["plugin_key_unknown", (_, { key }) => key === null],
  ["plugin_key_revoked", (_, { key }, now) => key !== null && hasEnded(key, now)],
  ["organization_suspended", (_, { organization }) => organization.suspendedAt !== null],
  ["subscription_inactive", (_, facts) => isLive(facts) && !allowsLiveChecks(facts)],
  ["spend_cap_reached", (ask, facts) => isLive(facts) && !facts.isReplay && !fitsUnderCap(ask, facts)],
  ["domain_not_verified", (ask, facts) => !mayReturnTo(ask.returnUrl.host, facts) || !mayCallFrom(ask, facts)],
  [
    "already_verified",
    ({ provider, minimumAge }, { provenAge, isReplay, verifiedDevices }) =>
      turnsAwayTheProven(provider, verifiedDevices) && !isReplay && provenAge !== null && provenAge >= minimumAge,
  ],
];

/** The first rule that fails, or `null`: all hold. */
export function refusalOf(ask: Ask, facts: AdmissionFacts, now: Date): AdmissionRefusal | null {
  return RULES.find(([, refuses]) => refuses(ask, facts, now))?.[0] ?? null;
}

/** Contract §1, rule 10; unless the shop wants everybody asked, each time. */
export function turnsAwayTheProven(provider: ProviderId, verifiedDevices: VerifiedDevices): boolean {
  return POLICY[provider].turnsAwayTheProven && verifiedDevices === "turned_away";
}

/** May a visitor be sent to this host? A test key may also return to the developer's own machine. */
export function mayReturnTo(host: string, { key, domains }: Pick<AdmissionFacts, "key" | "domains">): boolean {
  return isCovered(host, domains) || (key?.mode === "test" && isLoopback(host));
}

function mayCallFrom({ originHost }: Ask, facts: AdmissionFacts): boolean {
  return originHost === undefined || (originHost !== null && mayReturnTo(originHost, facts));
}

/** May nobody begin a check with this key any more? Who has begun already may finish. */
export function isStopped(
  { suspendedAt, ...key }: { suspendedAt: Date | null; endsAt: Date | null; revokedAt: Date | null },
  now: Date,
): boolean {
  return suspendedAt !== null || hasEnded(key, now);
}

function hasEnded({ endsAt, revokedAt }: { endsAt: Date | null; revokedAt: Date | null }, now: Date): boolean {
  return revokedAt !== null || (endsAt !== null && +now >= +endsAt);
}

function isLive({ key }: AdmissionFacts): boolean {
  return key?.mode === "live";
}

/** A subscription that is past due is in its grace period: the shop keeps working while it pays. */
function allowsLiveChecks({ subscription }: AdmissionFacts): boolean {
  return subscription !== null && ["trialing", "active", "past_due"].includes(subscription.status);
}

function fitsUnderCap({ provider }: Ask, { subscription, spentMinor }: AdmissionFacts): boolean {
  return (
    subscription === null || withinCap(subscription.spendCapMinor, spentMinor, priceOf(provider, "live", subscription))
  );
}
