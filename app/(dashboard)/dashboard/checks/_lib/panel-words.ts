import type { CheckRow } from "#lib/activity/check-list.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import { isEnd } from "#lib/activity/funnel.rules.ts";
import { POLICY } from "#lib/core/provider.rules.ts";

const SMOOTH = new Set(["opened", "claimed", "tried_again", "confirmed"]);
const GREY = new Set(["cancelled", "eid_timeout", "eid_no_age"]);

/** Lists problems at the eID, after which our page offers the eID again. */
const RETRYABLE = new Set(["cancelled", "eid_timeout", "eid_no_age", "eid_refused", "eid_down"]);

/** Tells of a check that has not ended: does its latest step leave the visitor on our page, to try again or go back? */
export function mayTryAgain(steps: readonly { code: string }[]): boolean {
  return RETRYABLE.has(steps.at(-1)?.code ?? "");
}

export const MAY_TRY_AGAIN = "Waiting for the visitor to try again or go back";

/** Says the mark of a step of a check. */
export function stepMark(code: string): "yes" | "plain" | "bad" {
  if (SMOOTH.has(code)) return "yes";
  return GREY.has(code) || isEnd("step", code) ? "plain" : "bad";
}

type Facts = Pick<CheckRow, "result" | "end" | "mode" | "minimumAge">;

/** Says in one sentence how a check stands. Of a live check it never says why it was not confirmed. */
export function outcomeWords(
  { result, end, mode, minimumAge }: Facts,
  steps: readonly { code: string }[],
  eid: string,
): string {
  if (result === "confirmed") return `The visitor is ${minimumAge} or over. Your shop was told yes.`;
  if (mode === "test" && end === "too_young") return `The visitor is under ${minimumAge}. Your shop was told no.`;
  if (mode === "test" && end === "went_back") return "The visitor went back without confirming. Your shop was told no.";
  if (mode === "test" && end === "gave_up")
    return `The visitor went back after a problem at ${eid}. Your shop was told no.`;
  if (result === "not_confirmed") return "The visitor was not confirmed. Your shop was told no.";
  if (result === "under_way") return mayTryAgain(steps) ? `${MAY_TRY_AGAIN}.` : "The visitor has not come back yet.";
  if (result === "not_finished") return "The visitor did not come back in time.";
  const { words, fix } = explanationOf({ kind: "step", code: result, host: null });
  return fix === null ? `${words}.` : `${words}. ${fix}`;
}

/** Says what the check costs, by the rule of its eID: a price says no more than the result does. */
export function billWords({ mode, provider, result }: Pick<CheckRow, "mode" | "provider" | "result">): string {
  if (mode === "test") return "Free, like every test check";
  if (provider === null) return "–";
  if (POLICY[provider].bills === "when accepted") return "Billed when the link was made";
  if (result === "confirmed") return "Billed, because the visitor was confirmed";
  if (result === "not_confirmed" || result === "not_finished")
    return "Not billed, because the visitor was not confirmed";
  // Who met a problem may try again, as long as the check is open.
  return "Billed only if the visitor is confirmed";
}

/** Names the headings of our pages. Of a live check that was not confirmed, all that it may have been. */
export function visitorPages({ result, end, mode, minimumAge }: Facts, eid: string, shop: string): string {
  const young = `“You need to be ${minimumAge} or over”`;
  const cancelled = "“You cancelled the age check”";
  const noAge = `“${eid} did not give us your age”`;
  if (result === "confirmed") return `Our page with one button, then ${eid}, then ${shop} again.`;
  if (mode === "test" && end === "too_young") return `${young}, with the reference and a way back to ${shop}.`;
  if (result === "not_confirmed" && mode === "live")
    return `One of three pages: ${young}, ${cancelled} or ${noAge}. Each shows the reference.`;
  const pages: Partial<Record<typeof result, string>> = {
    not_confirmed: `${cancelled}, or what went wrong at ${eid}. Both show the reference.`,
    eid_down: `“Sorry, ${eid} is not working right now”, with the reference.`,
    other_browser: "“You are in a different browser now”, with the reference.",
    in_app_browser: `“Open ${shop} in your browser”, with the reference.`,
    cookies_blocked: "“Allow cookies on this page”, with the reference.",
    expired: "“This page has expired”, with the reference.",
    used: "“This link has already been used”, with the reference.",
    shop_unavailable: `“${shop} cannot check your age right now”, with the reference.`,
    link_incomplete: "“The link from the shop is not complete”, with the reference.",
  };
  return pages[result] ?? "Our page with one button, if they opened the link.";
}
