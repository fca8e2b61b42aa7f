import type { ActivityKind, CallCode, CheckCode, DroppedCode, StepCode } from "./activity.rules.ts";

/**
 * `mend`: somebody at the shop can end it. `passing`: it ends by itself, or by the operator. `chosen`: a setting does this on
 * purpose.
 */
export type Severity = "mend" | "passing" | "chosen";

/**
 * `ok`: the gateway did what it was asked, whatever the answer. `title`: names it in a list. `step`: names it among the steps of a
 * check, where that is not the title; `{eid}` stands for the eID's name. `remedy`: the button that mends it; `{host}` and `{key}`
 * in its address stand for the event's.
 */
type Entry = {
  ok: boolean;
  title: string;
  step?: string;
  words: string;
  fix?: string;
  remedy?: { action: string; link: string };
  severity?: Severity;
};

const KEY = "/dashboard/keys/{key}";
const KEYS = "/dashboard/keys";
const PLAN = "/dashboard/billing/plan";
const CODE = { action: "See the working call", link: "/dashboard/connect" };

const CALLS = {
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
} as const satisfies Record<CallCode, Entry>;

const STEPS = {
  opened: { ok: true, title: "Opened", words: "The visitor opened the link" },
  claimed: { ok: true, title: "Went to the eID", step: "Went to {eid}", words: "The visitor went to the eID" },
  tried_again: {
    ok: true,
    title: "Went to the eID again",
    step: "Went to {eid} again",
    words: "The visitor went to the eID once more",
  },
  confirmed: {
    ok: true,
    title: "Confirmed",
    step: "Came back, age confirmed",
    words: "Old enough: the visitor went back to you",
  },
  not_confirmed: {
    ok: true,
    title: "Not confirmed",
    step: "Ended without a yes",
    words: "Not confirmed: the visitor went back to you",
  },
  too_young: { ok: true, title: "Too young", step: "Came back, too young", words: "The eID said: under the age" },
  went_back: {
    ok: true,
    title: "Cancelled",
    step: "Went back without confirming",
    words: "The visitor went back to you without confirming",
  },
  gave_up: {
    ok: false,
    title: "Gave up",
    step: "Went back after a problem",
    words: "The visitor went back to you after a problem at the eID",
  },
  cancelled: {
    ok: true,
    title: "Cancelled at the eID",
    step: "Cancelled at {eid}",
    words: "The visitor cancelled at the eID",
  },
  eid_timeout: {
    ok: false,
    title: "Not approved in time",
    words: "The visitor did not approve in time at the eID",
  },
  eid_no_age: {
    ok: false,
    title: "The eID told no age",
    step: "{eid} told no age",
    words: "The eID did not tell the age: some IDs hold no birth date",
  },
  eid_refused: {
    ok: false,
    title: "The eID’s answer was not valid",
    step: "The answer of {eid} was not valid",
    words: "The answer of the eID was not valid, so it proves nothing",
  },
  eid_down: {
    ok: false,
    title: "eID was down",
    step: "{eid} was down",
    words: "The eID could not be reached",
    fix: "Nothing to do here: visitors can try again.",
  },
  expired: {
    ok: false,
    title: "Link expired",
    words: "The visitor came after the link had expired",
    fix: "Make the link when the visitor asks for it.",
  },
  used: {
    ok: false,
    title: "Link already used",
    words: "Somebody opened a link that was used already",
    fix: "Make a new link for each check, and send it to one visitor only.",
  },
  other_browser: {
    ok: false,
    title: "Another browser",
    words: "The visitor came back from the eID in another browser",
  },
  in_app_browser: {
    ok: false,
    title: "Opened inside an app",
    words: "The link was opened inside a social-media app, where no eID works",
    fix: "Ask visitors to open your shop in their browser.",
  },
  cookies_blocked: { ok: false, title: "Cookies blocked", words: "The visitor’s browser keeps no cookies" },
  shop_unavailable: {
    ok: false,
    title: "Key stopped",
    words: "The key or the organization was stopped after the link was made",
    fix: "Use a current key.",
    remedy: { action: "See your keys", link: KEYS },
  },
  link_incomplete: {
    ok: false,
    title: "Link incomplete",
    words: "The link was changed on its way to the visitor",
    fix: "Send visitors to the link exactly as you got it.",
  },
} as const satisfies Record<StepCode, Entry>;

const TOKEN = { action: "See the working call", link: "/dashboard/connect" };

const CHECKS = {
  answered_yes: { ok: true, title: "Answered yes", words: "Your backend asked, and was told yes" },
  answered_no: { ok: true, title: "Answered no", words: "Your backend asked, and was told no" },
  already_redeemed: {
    ok: false,
    title: "Token already used",
    words: "Your backend asked with `once=1` about a token that had answered before",
    fix: "Keep the first answer, or ask without `once=1`.",
    remedy: TOKEN,
  },
  token_unknown: {
    ok: false,
    title: "Token unknown",
    words: "There is no such token, or it is not yours",
    fix: "Send the token exactly as it came back to your page.",
    remedy: TOKEN,
  },
  plugin_key_unknown: {
    ok: false,
    title: "Question with an unknown key",
    words: "The key that was named does not exist",
    fix: "Copy the key again in full.",
    remedy: { action: "See your keys", link: KEYS },
  },
  test_key_missing: {
    ok: false,
    title: "Test key missing",
    words: "Your backend asked about a test token without its test key",
    fix: "Name the test key that made the link in your question.",
    remedy: { action: "See your keys", link: KEYS },
  },
  test_key_differs: {
    ok: false,
    title: "Another test key",
    words: "Your backend asked about a test token with another key",
    fix: "Name the very test key that made the link.",
    remedy: { action: "See your keys", link: KEYS },
  },
  mode_differs: {
    ok: false,
    title: "Test key for a live token",
    words: "A live token was asked about with a test key, or at the test address",
    fix: "Name a live key.",
    remedy: { action: "See your keys", link: KEYS },
  },
  device_differs: {
    ok: false,
    title: "Another device id",
    words: "The token was made for another device id",
    fix: "Send the device id that the link was made with.",
    remedy: TOKEN,
  },
  not_finished: {
    ok: false,
    title: "Asked too early",
    words: "The check was not finished yet",
    fix: "Ask when the visitor has come back.",
    remedy: TOKEN,
  },
  token_expired: {
    ok: false,
    title: "Asked too late",
    words: "The token was too old",
    fix: "Ask as soon as the visitor is back: a token answers for 30 minutes at most.",
    remedy: TOKEN,
  },
  rate_limited: {
    ok: false,
    title: "Asked too often",
    words: "There were too many questions in a minute",
    fix: "Ask once, and keep the answer.",
    severity: "passing",
  },
  method_not_allowed: {
    ok: false,
    title: "Question by a wrong method",
    words: "The question did not use GET",
    fix: "Ask with GET.",
    remedy: TOKEN,
  },
  service_unavailable: {
    ok: false,
    title: "Question without an answer in time",
    words: "We could not look the token up in time",
    fix: "Ask again as `Retry-After` says. Until then it is neither yes nor no.",
    severity: "passing",
  },
} as const satisfies Record<CheckCode, Entry>;

const DROPPED = {
  not_recorded: {
    ok: false,
    title: "Not recorded",
    words: "Some events here were not recorded; the calls themselves were answered",
  },
} as const satisfies Record<DroppedCode, Entry>;

const TABLES = { call: CALLS, step: STEPS, check: CHECKS, dropped: DROPPED } as const satisfies Record<
  ActivityKind,
  Record<string, Entry>
>;

export type Explanation = {
  title: string;
  words: string;
  fix: string | null;
  /** Where to mend it, and the deed that the button there is named by. */
  link: string | null;
  action: string | null;
  severity: Severity;
  /** The page that explains this reason to integrators. */
  reason: string | null;
};

type Event = { kind: ActivityKind; code: string; host: string | null; key?: string | null };

/** What an event means, what to do and where. An event with an unknown code, of another version, is explained by that code. */
export function explanationOf({ kind, code, host, key = null }: Event): Explanation {
  const entry = entryOf(kind, code);
  if (entry === null)
    return { title: code, words: code, fix: null, link: null, action: null, severity: "mend", reason: null };
  const { title, words, fix = null, remedy, severity = "mend" } = entry;
  const link = remedy?.link
    .replace("{host}", encodeURIComponent(host ?? ""))
    .replace(/\/\{key\}$/, key === null ? "" : `/${encodeURIComponent(key)}`);
  const reason = entry.ok ? null : reasonPathOf(kind, code);
  return {
    title,
    words,
    fix,
    link: link ?? (kind === "call" ? reason : null),
    action: remedy?.action ?? null,
    severity,
    reason,
  };
}

/** The page that explains a reason. A backend that asks hears one reason for everything that is unknown. */
function reasonPathOf(kind: ActivityKind, code: string): string | null {
  if (kind === "dropped" || code === "gave_up") return null;
  if (kind !== "check" || Object.hasOwn(CALLS, code)) return `/reasons/${code}`;
  return `/reasons/token_unknown${code === "token_unknown" ? "" : `#${code}`}`;
}

/** What a step of a check is called among the others of it. */
export function stepName(code: string, eid: string): string {
  const entry = entryOf("step", code);
  return entry?.step?.replace("{eid}", () => eid) ?? entry?.title ?? code;
}

export function wentWell(kind: ActivityKind, code: string): boolean {
  return entryOf(kind, code)?.ok === true;
}

/** Every code of a kind. */
export function codesOf(kind: ActivityKind): string[] {
  return Object.keys(TABLES[kind]);
}

function entryOf(kind: ActivityKind, code: string): Entry | null {
  const table: Record<string, Entry> = TABLES[kind];
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}
