import type { ExplanationEntry, Severity } from "#lib/reasons/entry.rules.ts";
import { CALL_REASONS } from "#lib/reasons/reason.rules.ts";
import { type ActivityKind, type CallCode, wentWell } from "./activity.rules.ts";
import { EXPLAINED_CHECKS } from "./explained-checks.rules.ts";
import { EXPLAINED_STEPS } from "./explained-steps.rules.ts";

/** Explains every answer to a call of a generator. */
const CALLS: Readonly<Record<CallCode, ExplanationEntry>> = {
  accepted: { title: "Link made", words: "A link was made" },
  repeated: {
    title: "Repeated call",
    words: "The same call again: it got the same link, and nothing new is billed",
  },
  returned_with_token: {
    title: "Returned with a token",
    words: "This browser proved the age a short while ago, and went back with that token",
  },
  address_limited: {
    title: "Too many calls of one address",
    words: "One address made more calls without the key’s secret than it may in a minute",
    fix: "If it is your backend, let it send the key’s secret. Or raise the limit.",
    remedy: { action: "Review the key", link: "/dashboard/keys/{key}" },
  },
  ...CALL_REASONS,
};

const DROPPED = {
  not_recorded: {
    title: "Not recorded",
    words: "Some events here were not recorded; the calls themselves were answered",
  },
} as const satisfies Record<string, ExplanationEntry>;

const TABLES = {
  call: CALLS,
  step: EXPLAINED_STEPS,
  check: EXPLAINED_CHECKS,
  dropped: DROPPED,
} as const satisfies Record<ActivityKind, Record<string, ExplanationEntry>>;

export type Explanation = {
  title: string;
  words: string;
  fix: string | null;
  /** Where to mend it, and what the button there says. */
  link: string | null;
  action: string | null;
  severity: Severity;
  /** The page that explains this reason to integrators. */
  reason: string | null;
};

type Event = { kind: ActivityKind; code: string; host: string | null; key?: string | null };

/**
 * Tells what an event means, what to do and where. An event with an unknown code, of another version, is explained by
 * that code.
 */
export function explanationOf({ kind, code, host, key = null }: Event): Explanation {
  const entry = entryOf(kind, code);
  if (entry === null)
    return { title: code, words: code, fix: null, link: null, action: null, severity: "mend", reason: null };
  const { title, words, fix = null, remedy, severity = "mend" } = entry;
  const link = remedy?.link
    .replace("{host}", encodeURIComponent(host ?? ""))
    .replace(/\/\{key\}$/, key === null ? "" : `/${encodeURIComponent(key)}`);
  const reason = wentWell(kind, code) ? null : reasonPathOf(kind, code);
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

/** Names the page that explains a reason. A backend that asks hears one reason for everything that is unknown. */
function reasonPathOf(kind: ActivityKind, code: string): string | null {
  if (kind === "dropped" || code === "gave_up") return null;
  if (code === "address_limited") return "/reasons/rate_limited";
  if (kind !== "check" || Object.hasOwn(CALLS, code)) return `/reasons/${code}`;
  return `/reasons/token_unknown${code === "token_unknown" ? "" : `#${code}`}`;
}

/** Tells what a step of a check is called among the others of it. */
export function stepName(code: string, eid: string): string {
  const entry = entryOf("step", code);
  return entry?.step?.replace("{eid}", () => eid) ?? entry?.title ?? code;
}

/** Lists every code of a kind. */
export function codesOf(kind: ActivityKind): string[] {
  return Object.keys(TABLES[kind]);
}

function entryOf(kind: ActivityKind, code: string): ExplanationEntry | null {
  const table: Record<string, ExplanationEntry> = TABLES[kind];
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}
