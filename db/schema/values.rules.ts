/*
 * The values that text columns take. Each list stands here once: types, tables, CHECK constraints and the rules of lib use it.
 * A new value needs a migration; the drift test is red without it.
 */

export const PROVIDERS = ["s", "b"] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

export const MINIMUM_AGES = [16, 18] as const;
export type MinimumAge = (typeof MINIMUM_AGES)[number];

export const OUTCOMES = ["verified", "too_young", "cancelled", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The languages of the visitor's pages, in the order of their own names: Norsk before Suomi. */
export const LANGUAGES = ["da", "de", "en", "nb", "fi", "sv"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Provider `s` refuses a device that was verified before (contract §1, rule 10), or checks it again. */
export const VERIFIED_DEVICES = ["turned_away", "asked_again"] as const;
export type VerifiedDevices = (typeof VERIFIED_DEVICES)[number];

export const ROLES = ["owner", "admin", "developer", "billing", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Where a domain's challenge must be found: in a DNS record, or in a file on the host. */
export const DOMAIN_METHODS = ["dns", "file"] as const;

export const LOGO_MEDIA_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoMediaType = (typeof LOGO_MEDIA_TYPES)[number];

/** `call`: of a generator. `step`: of a visitor. `check`: of a token. `dropped`: some events were not recorded. */
export const ACTIVITY_KINDS = ["call", "step", "check", "dropped"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Why a check was not confirmed. */
export const WHY_NOT = ["too_young", "cancelled", "no_age", "failed"] as const;
export type WhyNot = (typeof WHY_NOT)[number];

export const SUBSCRIPTION_STATUSES = ["trialing", "active", "past_due", "paused", "canceled"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Why a billing event costs what it costs. */
export const BASES = ["price", "included", "over_cap", "test", "no_terms"] as const;
export type Basis = (typeof BASES)[number];

export const DOCUMENT_KINDS = ["invoice", "credit_note"] as const;

/** Shares of the spend cap, in percent, at which a mail is sent. */
export const SPEND_THRESHOLDS = [50, 75, 90, 100] as const;
export type SpendThreshold = (typeof SPEND_THRESHOLDS)[number];

/** The steps with which a check ends that is not confirmed. Of a live check the first only. */
export const ENDS_WITHOUT_YES = ["not_confirmed", "too_young", "went_back", "gave_up"] as const;
export const ENDS = ["confirmed", ...ENDS_WITHOUT_YES] as const;

/** Lists what stopped a check, for a reason that is not about the visitor. */
export const PROBLEMS = [
  "eid_down",
  "other_browser",
  "in_app_browser",
  "cookies_blocked",
  "expired",
  "used",
  "shop_unavailable",
  "link_incomplete",
] as const;

/** The first of these steps that is on record is the result of its check: who met a problem and was confirmed after it is confirmed. */
export const RESULT_STEPS = [...ENDS, ...PROBLEMS] as const;
