import type { CallCode } from "./activity.rules.ts";
import { CODE, type ExplanationEntry } from "./explanation-entry.rules.ts";

const KEY = "/dashboard/keys/{key}";
const KEYS = "/dashboard/keys";
const PLAN = "/dashboard/billing/plan";

/** What each answer to a call of a generator says to a member. */
export const EXPLAINED_CALLS = {
  accepted: { ok: true, title: "Link made", words: "A link was made" },
  repeated: {
    ok: true,
    title: "Repeated call",
    words: "The same call again: it got the same link, and nothing new is billed",
  },
  returned_with_token: {
    ok: true,
    title: "Returned with a token",
    words: "This browser proved the age a short while ago, and went back with that token",
  },
  method_not_allowed: {
    ok: false,
    title: "Wrong method",
    words: "The call did not use GET",
    fix: "Call the address with GET.",
    remedy: CODE,
  },
  speculative_load: {
    ok: false,
    title: "Not started by a visitor",
    words: "A browser loaded the address ahead of time, in a frame, or without CORS",
    fix: "Start a check only when the visitor asks for it.",
    remedy: CODE,
    severity: "passing",
  },
  domain_missing: {
    ok: false,
    title: "Return address missing",
    words: "The parameter `domain` is missing or empty",
    fix: "Add `domain=` with the page that the visitor returns to, percent-encoded.",
    remedy: CODE,
  },
  age_not_supported: {
    ok: false,
    title: "Age not supported",
    words: "The age is not 16 or 18",
    fix: "Write exactly 16 or 18.",
    remedy: CODE,
  },
  device_id_invalid: {
    ok: false,
    title: "Device id not valid",
    words: "The device id is malformed, or a placeholder such as `undefined`",
    fix: "Use a new UUID for each visitor, made before the page calls us.",
    remedy: { action: "See the working order", link: "/dashboard/connect" },
  },
  domain_invalid: {
    ok: false,
    title: "Return address not valid",
    words: "The return address is not a plain `https://` address",
    fix: "Give the whole `https://` address of the page, percent-encoded once.",
    remedy: CODE,
  },
  idempotency_key_invalid: {
    ok: false,
    title: "Idempotency key not valid",
    words: "The header `Idempotency-Key` is empty or too long",
    fix: "Send 1 to 255 characters, or leave it out.",
    remedy: CODE,
  },
  idempotency_key_reused: {
    ok: false,
    title: "Idempotency key reused",
    words: "The same `Idempotency-Key` came with other parameters before",
    fix: "Use a new key for a new request.",
    remedy: CODE,
  },
  rate_limited: {
    ok: false,
    title: "Too many calls",
    words: "There were too many calls in a minute",
    fix: "Wait as long as `Retry-After` says, or raise the limit of the key.",
    remedy: { action: "Review the limit", link: KEY },
    severity: "passing",
  },
  plugin_key_unknown: {
    ok: false,
    title: "Key unknown",
    words: "There is no such plugin key",
    fix: "Copy the key again in full.",
    remedy: { action: "See your keys", link: KEYS },
  },
  plugin_key_revoked: {
    ok: false,
    title: "Key revoked",
    words: "This key was revoked, or its time ran out",
    fix: "Use a current key in your shop.",
    remedy: { action: "See your keys", link: KEYS },
  },
  plugin_key_paused: {
    ok: false,
    title: "Key paused",
    words: "This key is paused, and all its calls are refused",
    fix: "Resume the key, or use another one.",
    remedy: { action: "Resume key", link: KEY },
  },
  secret_required: {
    ok: false,
    title: "Secret missing",
    words: "The key is locked, and the call did not carry its secret",
    fix: "Start checks from your backend with the secret, or unlock the key.",
    remedy: { action: "Review the lock", link: KEY },
  },
  organization_suspended: {
    ok: false,
    title: "Organization suspended",
    words: "This organization is suspended",
    fix: "Ask the operator of this service.",
    severity: "passing",
  },
  eid_not_configured: {
    ok: false,
    title: "No eID set up",
    words: "This service has no eID at this address for keys of this kind",
    fix: "Use the other address, or ask the operator of this service.",
    severity: "passing",
  },
  subscription_inactive: {
    ok: false,
    title: "No active plan",
    words: "The subscription does not allow live checks",
    fix: "Choose a plan, or use a test key.",
    remedy: { action: "Review the plan", link: PLAN },
  },
  spend_cap_reached: {
    ok: false,
    title: "Spend cap reached",
    words: "This month’s spend cap is reached, including what checks under way have reserved",
    fix: "Raise the cap, or wait for the next month.",
    remedy: { action: "Review the cap", link: `${PLAN}#cap` },
  },
  domain_not_verified: {
    ok: false,
    title: "Domain not verified",
    words: "The host is not a verified domain of yours",
    fix: "Verify it. On your own machine, use a test key.",
    remedy: { action: "Verify domain", link: "/dashboard/domains?add={host}" },
  },
  already_verified: {
    ok: false,
    title: "Device already verified",
    words: "This device proved its age a short while ago, and your key refuses a new check",
    fix: "This lets nobody in: ask the token check again about the token that you kept.",
    remedy: { action: "Change the setting", link: KEY },
    severity: "chosen",
  },
  service_unavailable: {
    ok: false,
    title: "No answer in time",
    words: "We could not answer in time, and cannot say whether the call was stored",
    fix: "Try again as `Retry-After` says.",
    severity: "passing",
  },
} as const satisfies Record<CallCode, ExplanationEntry>;
