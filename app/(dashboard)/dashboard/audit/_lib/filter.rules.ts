import { readDay } from "#lib/activity/check-filter.rules.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { ACTIONS, type Action } from "#lib/core/audit.rules.ts";

/** Lists what an entry is about, and the first word of its actions. */
export const THINGS = {
  keys: { name: "Keys", of: ["key"] },
  domains: { name: "Domains", of: ["domain", "shop"] },
  team: { name: "Team", of: ["member", "invitation", "owner", "user", "session", "sessions"] },
  billing: { name: "Billing", of: ["cap", "subscription", "plan", "invoice", "event"] },
  settings: { name: "Settings", of: ["settings", "accent", "logo", "organization"] },
} as const;

export type AuditThing = keyof typeof THINGS;

export const AUDIT_PERIODS = { "7": "Last 7 days", "30": "Last 30 days", "90": "Last 90 days" } as const;

type Period = keyof typeof AUDIT_PERIODS;

/** `days`, or any UTC days: `since` and `until` are the first and the last. */
export type AuditChoice = {
  person: string | null;
  thing: AuditThing | null;
  days: Period | null;
  since: string | null;
  until: string | null;
};

/** An unknown thing, period or day is ignored, and so is a period beside a day. */
export function readChoice(params: URLSearchParams): AuditChoice {
  const [person, thing, days] = [params.get("person"), params.get("thing"), params.get("days")];
  const [since, until] = [dayIn(params, "since"), dayIn(params, "until")];
  return {
    person: person || null,
    thing: thing !== null && Object.hasOwn(THINGS, thing) ? (thing as AuditThing) : null,
    days:
      days !== null && since === null && until === null && Object.hasOwn(AUDIT_PERIODS, days) ? (days as Period) : null,
    since,
    until,
  };
}

function dayIn(params: URLSearchParams, name: string): string | null {
  const at = readDay(params.get(name) ?? "");
  return at === undefined ? null : dayOf(at);
}

export function filterOfChoice({ person, thing, days, since, until }: AuditChoice, now: Date) {
  return {
    ...(person !== null && { actor: person }),
    ...(thing !== null && { actions: actionsOf(thing) }),
    ...(days !== null && { since: daysAfter(now, -Number(days)) }),
    ...(since !== null && { since: new Date(since) }),
    ...(until !== null && { until: daysAfter(Date.parse(until), 1) }),
  };
}

export function actionsOf(thing: AuditThing): Action[] {
  const words: readonly string[] = THINGS[thing].of;
  return ACTIONS.filter((action) => words.includes(action.slice(0, action.indexOf("."))));
}

/** Writes the address of a page with this choice. */
export function choicePath(path: string, choice: AuditChoice, more: Record<string, string> = {}): string {
  const params = paramsOf(choice, more);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** `readChoice` gives the choice back. */
export function paramsOf(choice: AuditChoice, more: Record<string, string> = {}): URLSearchParams {
  const given = Object.entries({ ...choice, ...more }).filter(([, value]) => value !== null) as [string, string][];
  return new URLSearchParams(given);
}
