import type { ActivityKind, DroppedCode } from "./activity.rules.ts";
import { EXPLAINED_CALLS } from "./explained-calls.rules.ts";
import { EXPLAINED_CHECKS } from "./explained-checks.rules.ts";
import { EXPLAINED_STEPS } from "./explained-steps.rules.ts";
import type { ExplanationEntry, Severity } from "./explanation-entry.rules.ts";

const DROPPED = {
  not_recorded: {
    ok: false,
    title: "Not recorded",
    words: "Some events here were not recorded; the calls themselves were answered",
  },
} as const satisfies Record<DroppedCode, ExplanationEntry>;

const TABLES = {
  call: EXPLAINED_CALLS,
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
  if (code === "address_limited") return "/reasons/rate_limited";
  if (kind !== "check" || Object.hasOwn(EXPLAINED_CALLS, code)) return `/reasons/${code}`;
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

function entryOf(kind: ActivityKind, code: string): ExplanationEntry | null {
  const table: Record<string, ExplanationEntry> = TABLES[kind];
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}
