import type { CallReason } from "#lib/activity/activity.rules.ts";
import { RETURN_URL_FLAWS } from "#lib/core/return-url.rules.ts";
import { DEVICE_ID_FLAWS } from "#lib/verification/device-id.rules.ts";
import { LOAD_FLAWS } from "#lib/verification/fetch-metadata.rules.ts";

/** Every code that the API may put into an `Ageway-Reason` header. */
export type Reason = CallReason | "token_unknown" | "not_found";

/** Contract §1 and §3: the one table from reason to status. */
export const STATUS = {
  method_not_allowed: 405,
  speculative_load: 503,
  domain_missing: 404,
  age_not_supported: 400,
  device_id_invalid: 400,
  domain_invalid: 400,
  idempotency_key_invalid: 400,
  rate_limited: 429,
  plugin_key_unknown: 403,
  plugin_key_revoked: 403,
  plugin_key_paused: 403,
  secret_required: 403,
  organization_suspended: 403,
  eid_not_configured: 403,
  subscription_inactive: 403,
  spend_cap_reached: 403,
  domain_not_verified: 403,
  already_verified: 403,
  idempotency_key_reused: 409,
  token_unknown: 404,
  not_found: 404,
  service_unavailable: 503,
} as const satisfies Record<Reason, number>;

/** The causes that `Ageway-Detail` tells apart, for the reasons that have several. It never repeats what the caller sent. */
export const DETAILS = {
  speculative_load: LOAD_FLAWS,
  device_id_invalid: DEVICE_ID_FLAWS,
  domain_invalid: RETURN_URL_FLAWS,
  idempotency_key_invalid: ["empty", "too_long"],
  domain_not_verified: ["return_url", "origin"],
} as const satisfies Partial<Record<Reason, readonly string[]>>;

type Details = typeof DETAILS;

/** A reason, with its cause where it has several. */
export type Cause =
  | { [R in keyof Details]: { reason: R; detail: Details[R][number] } }[keyof Details]
  | { reason: Exclude<CallReason, keyof Details>; detail?: undefined };

/** Every page of a visitor but those of an open link, with its status. The code is also the `Ageway-Reason` of the page. */
export const PAGE_STATUS = {
  too_young: 200,
  cancelled: 200,
  eid_timeout: 200,
  eid_no_age: 200,
  eid_refused: 200,
  eid_down: 503,
  expired: 410,
  forgotten: 410,
  used: 410,
  other_browser: 409,
  in_app_browser: 200,
  cookies_blocked: 200,
  shop_unavailable: 403,
  domain_not_verified: 403,
  link_incomplete: 400,
  rate_limited: 429,
  internal: 500,
  not_found: 404,
} as const;

/** The page that a person sees whose browser navigates to a generator, for each reason. */
export const PAGE_OF_REFUSAL = {
  method_not_allowed: "link_incomplete",
  speculative_load: "internal",
  domain_missing: "link_incomplete",
  age_not_supported: "link_incomplete",
  device_id_invalid: "link_incomplete",
  domain_invalid: "link_incomplete",
  idempotency_key_invalid: "link_incomplete",
  idempotency_key_reused: "link_incomplete",
  rate_limited: "rate_limited",
  plugin_key_unknown: "shop_unavailable",
  plugin_key_revoked: "shop_unavailable",
  plugin_key_paused: "shop_unavailable",
  secret_required: "shop_unavailable",
  organization_suspended: "shop_unavailable",
  eid_not_configured: "shop_unavailable",
  subscription_inactive: "shop_unavailable",
  spend_cap_reached: "shop_unavailable",
  domain_not_verified: "domain_not_verified",
  already_verified: "link_incomplete",
  service_unavailable: "internal",
} as const satisfies Record<CallReason, keyof typeof PAGE_STATUS>;
