import { MODES, PROVIDERS } from "#db/schema/values.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { ACTIVITY_KINDS, type ActivityKind } from "./activity.rules.ts";

/** Which events to show; an absent field does not filter. `to` is exclusive. */
export type ActivityFilter = {
  kind?: ActivityKind;
  ok?: boolean;
  code?: string;
  provider?: ProviderId;
  mode?: Mode;
  key?: string;
  host?: string;
  reference?: string;
  from?: Date;
  to?: Date;
};

const DAY_MS = 86_400_000;

/**
 * The filter that an address names. An unknown choice is ignored. A text to search for is taken as it is, so that a typing
 * error finds nothing rather than everything.
 */
export function readFilter(params: URLSearchParams): ActivityFilter {
  const given = (name: string) => params.get(name)?.trim() || null;
  const [from, to] = [readMoment(given("since")), readMoment(given("until"))];
  return named({
    kind: oneOf(ACTIVITY_KINDS, given("kind")),
    ok: given("result") === "ok" ? true : given("result") === "refused" ? false : null,
    code: /^[a-z_]{1,40}$/.exec(given("code") ?? "")?.[0] ?? null,
    provider: oneOf(PROVIDERS, given("provider")),
    mode: oneOf(MODES, given("mode")),
    key: shortened(given("key")),
    host: shortened(given("host"))?.toLowerCase() ?? null,
    reference: readReference(given("reference")),
    from: from?.at ?? null,
    // A day named as the last is included.
    to: to && (to.isDay ? new Date(+to.at + DAY_MS) : to.at),
  });
}

/** The address of a filter; `readFilter` gives it back. */
export function filterParams({ ok, from, to, ...words }: ActivityFilter): URLSearchParams {
  const params = new URLSearchParams(words as Record<string, string>);
  if (ok !== undefined) params.set("result", ok ? "ok" : "refused");
  if (from) params.set("since", isMidnight(from) ? dayOf(from) : from.toISOString());
  if (to) params.set("until", isMidnight(to) ? dayOf(new Date(+to - DAY_MS)) : to.toISOString());
  return params;
}

/** People also copy it with its header's name, or type it with spaces. */
function readReference(text: string | null): string | null {
  const given = shortened(text);
  const reference = given?.slice(given.lastIndexOf(":") + 1).replaceAll(/[\s-]/g, "");
  return reference?.toUpperCase() ?? null;
}

/** A host has at most 253 characters, and no other text that we search for is longer. */
function shortened(text: string | null): string | null {
  return text === null || text.includes("\0") ? null : text.slice(0, 253);
}

/** A UTC day, or a moment with its zone, of this century. */
function readMoment(text: string | null): { at: Date; isDay: boolean } | null {
  const written = /^20\d\d-\d\d-\d\d(T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(text ?? "");
  if (written === null) return null;
  const at = new Date(written[0]);
  return Number.isNaN(+at) ? null : { at, isDay: written[1] === undefined };
}

function isMidnight(at: Date): boolean {
  return +at % DAY_MS === 0;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | null {
  return words.find((word) => word === text) ?? null;
}

function named(all: { [Name in keyof ActivityFilter]-?: ActivityFilter[Name] | null }): ActivityFilter {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
