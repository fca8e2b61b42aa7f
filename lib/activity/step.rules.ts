import { type Mode, POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import type { EXPLAINED_STEPS } from "./explained-steps.rules.ts";
import type { WhyNot } from "./why-not.rules.ts";

export type StepCode = keyof typeof EXPLAINED_STEPS;

/** Lists pages. A visitor who sees one of them is one event, also after a reload. */
const PAGES: ReadonlySet<StepCode> = new Set([
  "opened",
  "expired",
  "used",
  "other_browser",
  "in_app_browser",
  "cookies_blocked",
  "shop_unavailable",
  "link_incomplete",
] satisfies StepCode[]);

export function isPage(code: StepCode): boolean {
  return PAGES.has(code);
}

export function isBilledStep(code: StepCode, provider: ProviderId): boolean {
  return code === "confirmed" && POLICY[provider].bills === "when verified";
}

/**
 * Says what the record keeps of each step of a live check; `null`: nothing. Contract §5: a shop may not learn who was
 * too young, so nothing is kept by which such a check differs from one that was cancelled or failed, in an event or in
 * a missing one. An eID that is down and another browser are kept: a visitor of any age may meet them, and the end is
 * stored after them as always.
 */
const STORED_LIVE = {
  opened: "opened",
  claimed: null,
  tried_again: null,
  confirmed: "confirmed",
  not_confirmed: "not_confirmed",
  too_young: "not_confirmed",
  went_back: "not_confirmed",
  gave_up: "not_confirmed",
  cancelled: null,
  eid_timeout: null,
  eid_no_age: null,
  eid_refused: null,
  eid_down: "eid_down",
  expired: "expired",
  used: "used",
  other_browser: "other_browser",
  in_app_browser: "in_app_browser",
  cookies_blocked: "cookies_blocked",
  shop_unavailable: "shop_unavailable",
  link_incomplete: "link_incomplete",
} as const satisfies Record<StepCode, StepCode | null>;

export function storedStep(code: StepCode, mode: Mode): StepCode | null {
  return mode === "test" ? code : STORED_LIVE[code];
}

/**
 * Tells what a step counts as; `null`: nothing. How many live checks went to the eID is counted by day, with no event,
 * so with no time and no reference.
 */
export function countedStep(code: StepCode, mode: Mode): StepCode | null {
  return code === "claimed" ? code : storedStep(code, mode);
}

/**
 * Tells why a check was not confirmed. Of live checks this is only counted, by organization and day
 * (`why-not.rules.ts`).
 */
export function whyNotOf(code: StepCode, problem: string | null): WhyNot | null {
  if (code === "too_young") return "too_young";
  if (code === "went_back") return "cancelled";
  if (code === "gave_up") return problem === "eid_no_age" ? "no_age" : "failed";
  return null;
}
