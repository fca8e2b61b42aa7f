import type { ActivityKind, CallCode, CheckCode, DroppedCode, StepCode } from "./activity.rules.ts";

/** `ok`: the gateway did what it was asked, whatever the answer. `link`: where to fix it; `{host}` stands for the event's host. */
type Entry = { ok: boolean; words: string; fix?: string; link?: string };

const KEYS = "/dashboard/keys";
const PLAN = "/dashboard/billing/plan";
const ADD_DOMAIN = "/dashboard/domains?add={host}";

const CALLS = {
  accepted: { ok: true, words: "A link was made" },
  repeated: { ok: true, words: "The same call again: the same link, and nothing new is billed" },
  returned_with_token: { ok: true, words: "Proven a short while ago in this browser: went back with that token" },
  method_not_allowed: { ok: false, words: "Not called with GET", fix: "Call the address with GET." },
  speculative_load: {
    ok: false,
    words: "A browser loaded the address ahead of time, in a frame, or without CORS",
    fix: "Start a check only when the visitor asks for it.",
  },
  domain_missing: {
    ok: false,
    words: "The return address is missing",
    fix: "Add domain= with the page that the visitor returns to, percent-encoded.",
  },
  age_not_supported: { ok: false, words: "The age is not 16 or 18", fix: "Write exactly 16 or 18." },
  device_id_invalid: {
    ok: false,
    words: "The device id is malformed, or a placeholder such as undefined",
    fix: "Use a new UUID for each visitor, made in your backend.",
  },
  domain_invalid: {
    ok: false,
    words: "The return address is not a plain https:// address",
    fix: "Percent-encode it, and leave out user names, backslashes and spaces.",
  },
  idempotency_key_invalid: {
    ok: false,
    words: "The header Idempotency-Key is empty or too long",
    fix: "Send 1 to 255 characters, or leave it out.",
  },
  idempotency_key_reused: {
    ok: false,
    words: "The same Idempotency-Key came with other parameters before",
    fix: "Use a new key for a new request.",
  },
  rate_limited: { ok: false, words: "Too many calls in a minute", fix: "Wait as long as Retry-After says." },
  plugin_key_unknown: { ok: false, words: "There is no such plugin key", fix: "Copy it again in full.", link: KEYS },
  plugin_key_revoked: {
    ok: false,
    words: "This key was revoked, or its time ran out",
    fix: "Use a current key.",
    link: KEYS,
  },
  plugin_key_paused: {
    ok: false,
    words: "This key is paused",
    fix: "Resume it, or use another key.",
    link: KEYS,
  },
  secret_required: {
    ok: false,
    words: "The key is locked, and the call did not carry its secret",
    fix: "Start checks from your backend, with the secret; or unlock the key.",
    link: KEYS,
  },
  organization_suspended: {
    ok: false,
    words: "The organization is suspended",
    fix: "Ask the operator of this service.",
  },
  eid_not_configured: {
    ok: false,
    words: "This service has no eID at this address for keys of this kind",
    fix: "Use the other address, or ask the operator of this service.",
  },
  subscription_inactive: {
    ok: false,
    words: "The subscription does not allow live checks",
    fix: "Choose a plan, or use a test key.",
    link: PLAN,
  },
  spend_cap_reached: {
    ok: false,
    words: "This month’s spend cap is reached, counting what checks under way have reserved",
    fix: "Raise the cap, or wait for the next month.",
    link: `${PLAN}#cap`,
  },
  domain_not_verified: {
    ok: false,
    words: "The host is not a verified domain of yours",
    fix: "Verify it; on your own machine, use a test key.",
    link: ADD_DOMAIN,
  },
  already_verified: {
    ok: false,
    words: "This device proved its age a short while ago",
    fix: "This lets nobody in: ask the token check again about the token that you kept.",
  },
  service_unavailable: {
    ok: false,
    words: "We could not answer in time, and cannot say whether the call was stored",
    fix: "Try again as Retry-After says.",
  },
} as const satisfies Record<CallCode, Entry>;

const STEPS = {
  opened: { ok: true, words: "The visitor opened the link" },
  claimed: { ok: true, words: "The visitor went to the eID" },
  tried_again: { ok: true, words: "The visitor went to the eID once more" },
  confirmed: { ok: true, words: "Old enough: the visitor went back to you" },
  not_confirmed: { ok: true, words: "Not confirmed: the visitor went back to you" },
  too_young: { ok: true, words: "Under the age: the visitor went back to you" },
  went_back: { ok: true, words: "The visitor went back to you without confirming" },
  gave_up: { ok: false, words: "The visitor went back to you after a problem at the eID" },
  cancelled: { ok: true, words: "The visitor cancelled at the eID" },
  eid_timeout: { ok: false, words: "The visitor did not approve in time at the eID" },
  eid_no_age: { ok: false, words: "The eID did not tell the age: some IDs hold no birth date" },
  eid_refused: { ok: false, words: "The answer of the eID did not hold, so it proves nothing" },
  eid_down: { ok: false, words: "The eID could not be reached", fix: "Nothing to do here: visitors can try again." },
  expired: { ok: false, words: "The visitor came too late", fix: "Make the link when the visitor asks for it." },
  used: {
    ok: false,
    words: "Somebody opened a link that was used already",
    fix: "Make a new link for each check, and send it to one visitor only.",
  },
  other_browser: { ok: false, words: "The visitor came back from the eID in another browser" },
  in_app_browser: {
    ok: false,
    words: "The link was opened inside a social-media app, where no eID works",
    fix: "Ask visitors to open your shop in their browser.",
  },
  cookies_blocked: { ok: false, words: "The visitor’s browser keeps no cookies" },
  shop_unavailable: {
    ok: false,
    words: "The key or the organization was stopped after the link was made",
    fix: "Use a current key.",
    link: KEYS,
  },
  link_incomplete: {
    ok: false,
    words: "The link was changed on its way to the visitor",
    fix: "Send visitors to the link exactly as you got it.",
  },
} as const satisfies Record<StepCode, Entry>;

const CHECKS = {
  answered_yes: { ok: true, words: "Your backend asked: old enough" },
  answered_no: { ok: true, words: "Your backend asked: not confirmed" },
  already_redeemed: {
    ok: false,
    words: "Asked with once=1 about a token that had answered before",
    fix: "Keep the first answer, or ask without once=1.",
  },
  token_unknown: {
    ok: false,
    words: "There is no such token, or it is not yours",
    fix: "Send the token exactly as it came back to your page.",
    link: "/reasons#token_unknown",
  },
  plugin_key_unknown: {
    ok: false,
    words: "The key that was named does not exist",
    fix: "Copy it again in full.",
    link: KEYS,
  },
  test_key_missing: {
    ok: false,
    words: "A test token was asked about without its test key",
    fix: "Name the test key that made the link in your question.",
    link: KEYS,
  },
  test_key_differs: {
    ok: false,
    words: "A test token was asked about with another key",
    fix: "Name the very test key that made the link.",
    link: KEYS,
  },
  mode_differs: {
    ok: false,
    words: "A live token was asked about with a test key, or at the test address",
    fix: "Name a live key.",
    link: KEYS,
  },
  device_differs: {
    ok: false,
    words: "The token was made for another device id",
    fix: "Send the device id that the link was made with.",
  },
  not_finished: { ok: false, words: "The check was not finished yet", fix: "Ask when the visitor has come back." },
  token_expired: {
    ok: false,
    words: "The token was too old",
    fix: "Ask as soon as the visitor is back: a token answers for 30 minutes at most.",
  },
  rate_limited: { ok: false, words: "Asked too often in a minute", fix: "Ask once, and keep the answer." },
  method_not_allowed: { ok: false, words: "Not asked with GET", fix: "Ask with GET." },
  service_unavailable: {
    ok: false,
    words: "We could not look the token up",
    fix: "Ask again as Retry-After says; until then it is neither yes nor no.",
  },
} as const satisfies Record<CheckCode, Entry>;

const DROPPED = {
  not_recorded: { ok: false, words: "Some events here were not recorded; the calls themselves were answered" },
} as const satisfies Record<DroppedCode, Entry>;

const TABLES = { call: CALLS, step: STEPS, check: CHECKS, dropped: DROPPED } as const satisfies Record<
  ActivityKind,
  Record<string, Entry>
>;

export type Explanation = { words: string; fix: string | null; link: string | null };

/** What an event means, what to do and where. An event with an unknown code, of another version, is explained by that code. */
export function explanationOf({
  kind,
  code,
  host,
}: {
  kind: ActivityKind;
  code: string;
  host: string | null;
}): Explanation {
  const entry = entryOf(kind, code);
  if (entry === null) return { words: code, fix: null, link: null };
  const { words, fix = null } = entry;
  const link = entry.link ?? (kind === "call" && !entry.ok ? `/reasons#${code}` : null);
  return { words, fix, link: link?.replace("{host}", encodeURIComponent(host ?? "")) ?? null };
}

export function wentWell(kind: ActivityKind, code: string): boolean {
  return entryOf(kind, code)?.ok === true;
}

/** Every code of a kind, for the filter. */
export function codesOf(kind: ActivityKind): string[] {
  return Object.keys(TABLES[kind]);
}

function entryOf(kind: ActivityKind, code: string): Entry | null {
  const table: Record<string, Entry> = TABLES[kind];
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}
