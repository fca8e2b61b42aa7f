import { isCovered, isDevelopmentHost, type VerifiedDomain } from "#lib/base/host.rules.ts";
import { type BillTerms, fitsUnderCap, priceOf, type Reserved, type Usage } from "#lib/billing/spend.rules.ts";
import { allowsLiveChecks, type SubscriptionState } from "#lib/billing/subscription.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import {
  type Mode,
  POLICY,
  type ProviderId,
  turnsAwayTheVerified,
  type VerifiedDevices,
} from "#lib/core/provider.rules.ts";
import type { ReturnUrl } from "#lib/core/return-url.rules.ts";
import type { CallReason } from "#lib/reasons/reason.rules.ts";

/** Holds what a caller asks for, read and checked. `originHost`: `undefined` where the request has no Origin. */
export type Ask = {
  provider: ProviderId;
  minimumAge: MinimumAge;
  returnUrl: ReturnUrl;
  originHost: string | null | undefined;
  /** A page of `originHost` fetches, so it cannot send its visitor home with a token. Absent: it navigates, or is a program. */
  isPageFetch?: boolean;
};

/** Holds what the database says about the caller at the moment of the call. */
export type AdmissionFacts = {
  key: { mode: Mode; endsAt: Date | null; revokedAt: Date | null; pausedAt: Date | null } | null;
  /** The key is locked, and the caller did not send its secret. */
  isLockedOut: boolean;
  organization: { suspendedAt: Date | null };
  /** This instance has an eID for this provider, the mode of the key and the age. */
  hasEid: boolean;
  subscription: (BillTerms & SubscriptionState) | null;
  /** Says how long a subscription still allows checks after its payment was due. */
  graceMs: number;
  /** The organization's live checks of this UTC month. */
  usage: Usage;
  /** Says what checks under way of the whole organization have reserved. */
  reserved: Reserved;
  domains: readonly VerifiedDomain[];
  verifiedDevices: VerifiedDevices;
  /** The highest age that this device has proven to this organization, unexpired and redeemed; `null`: none. */
  verifiedAge: MinimumAge | null;
  /** The same request was accepted before, under its Idempotency-Key. The answer is repeated; it starts and costs nothing. */
  isReplay: boolean;
};

/** Contract §1, rules 8 to 10, in the order in which they decide. Each function says when its rule refuses. */
const RULES = [
  ["plugin_key_unknown", (_, { key }) => key === null],
  ["plugin_key_revoked", (_, { key }, now) => key !== null && hasEnded(key, now)],
  ["plugin_key_paused", (_, { key }) => key !== null && key.pausedAt !== null],
  ["secret_required", (_, { isLockedOut }) => isLockedOut],
  ["organization_suspended", (_, { organization }) => organization.suspendedAt !== null],
  ["eid_not_configured", (_, { hasEid }) => !hasEid],
  ["subscription_inactive", (_, facts, now) => isLive(facts) && !isPaidFor(facts, now)],
  ["spend_cap_reached", (ask, facts) => isLive(facts) && !facts.isReplay && !isAffordable(ask, facts)],
  ["domain_not_verified", (ask, facts) => !mayReturnTo(ask.returnUrl.host, facts) || !mayCallFrom(ask, facts)],
  [
    "already_verified",
    (ask, { verifiedAge, isReplay, verifiedDevices }) =>
      turnsAway(ask, verifiedDevices) && !isReplay && verifiedAge !== null && verifiedAge >= ask.minimumAge,
  ],
] as const satisfies readonly [CallReason, (ask: Ask, facts: AdmissionFacts, now: Date) => boolean][];

export type AdmissionReason = (typeof RULES)[number][0];

/** The first rule that refuses; `null`: all rules hold. */
export function admissionReason(ask: Ask, facts: AdmissionFacts, now: Date): AdmissionReason | null {
  return RULES.find(([, refuses]) => refuses(ask, facts, now))?.[0] ?? null;
}

/**
 * Contract §1, rule 10: may a proof of this device refuse the call? Not that of a page that fetches: its shop has forgotten the
 * visitor, and 403 with the page's own address would keep them there until the proof ends. The rule before has verified its origin.
 */
export function turnsAway({ provider, isPageFetch }: Ask, verifiedDevices: VerifiedDevices): boolean {
  return turnsAwayTheVerified(provider, verifiedDevices) && !isPageFetch;
}

/** May we send a visitor to this host? A test key may also return to the developer's own machine and network. */
export function mayReturnTo(host: string, { key, domains }: Pick<AdmissionFacts, "key" | "domains">): boolean {
  return isCovered(host, domains) || (key?.mode === "test" && isDevelopmentHost(host));
}

function mayCallFrom({ originHost }: Ask, facts: AdmissionFacts): boolean {
  return originHost === undefined || (originHost !== null && mayReturnTo(originHost, facts));
}

/** Can no new check begin with this key? Checks that have begun can finish. */
export function isStopped(
  { suspendedAt, pausedAt, ...key }: { suspendedAt: Date | null; pausedAt: Date | null } & Ends,
  now: Date,
): boolean {
  return suspendedAt !== null || pausedAt !== null || hasEnded(key, now);
}

type Ends = { endsAt: Date | null; revokedAt: Date | null };

function hasEnded({ endsAt, revokedAt }: Ends, now: Date): boolean {
  return revokedAt !== null || (endsAt !== null && +now >= +endsAt);
}

function isLive({ key }: AdmissionFacts): boolean {
  return key?.mode === "live";
}

function isPaidFor({ subscription, graceMs }: AdmissionFacts, now: Date): boolean {
  return allowsLiveChecks(subscription, graceMs, now);
}

function isAffordable({ provider }: Ask, { subscription, usage, reserved }: AdmissionFacts): boolean {
  if (subscription === null) return true;
  const check = {
    priceMinor: priceOf(provider, subscription),
    isReservation: POLICY[provider].bills === "when verified",
  };
  return fitsUnderCap(check, subscription, usage, reserved);
}
