import { CODE, type ExplanationEntry } from "#lib/reasons/entry.rules.ts";
import { REASONS } from "#lib/reasons/reason.rules.ts";

const KEYS = "/dashboard/keys";

/** Says to a member what each answer to a question about a token means. */
export const EXPLAINED_CHECKS = {
  answered_yes: { title: "Answered yes", words: "Your backend asked, and was told yes" },
  answered_no: { title: "Answered no", words: "Your backend asked, and was told no" },
  already_redeemed: {
    title: "Token already used",
    words: "Your backend asked with `once=1` about a token that had answered before",
    fix: "Keep the first answer, or ask without `once=1`.",
    remedy: CODE,
  },
  token_unknown: REASONS.token_unknown,
  plugin_key_unknown: {
    title: "Token check with an unknown key",
    words: "The key that was named does not exist",
    fix: "Copy the key again in full.",
    remedy: { action: "See your keys", link: KEYS },
  },
  test_key_missing: {
    title: "Test key missing",
    words: "Your backend asked about a test token without its test key",
    fix: "Name the test key that made the link in your token check.",
    remedy: { action: "See your keys", link: KEYS },
  },
  test_key_differs: {
    title: "Another test key",
    words: "Your backend asked about a test token with another key",
    fix: "Use the test key that created the link.",
    remedy: { action: "See your keys", link: KEYS },
  },
  mode_differs: {
    title: "Test key for a live token",
    words: "A live token was asked about with a test key, or at the test address",
    fix: "Name a live key.",
    remedy: { action: "See your keys", link: KEYS },
  },
  device_differs: {
    title: "Another device id",
    words: "The token was made for another device id",
    fix: "Send the device id that the link was made with.",
    remedy: CODE,
  },
  not_finished: {
    title: "Asked too early",
    words: "The check was not finished yet",
    fix: "Ask when the visitor has come back.",
    remedy: CODE,
  },
  token_expired: {
    title: "Asked too late",
    words: "The token was too old",
    fix: "Ask as soon as the visitor is back: a token answers for 30 minutes at most.",
    remedy: CODE,
  },
  rate_limited: {
    title: "Asked too often",
    words: "There were too many token checks in a minute",
    fix: "Ask once, and keep the answer.",
    severity: "passing",
  },
  method_not_allowed: {
    title: "Token check by a wrong method",
    words: "The token check did not use GET",
    fix: "Ask with GET.",
    remedy: CODE,
  },
  service_unavailable: {
    title: "Token check not answered in time",
    words: "We could not look the token up in time",
    fix: "Ask again as `Retry-After` says. Until then it is neither yes nor no.",
    severity: "passing",
  },
} as const satisfies Record<string, ExplanationEntry>;
