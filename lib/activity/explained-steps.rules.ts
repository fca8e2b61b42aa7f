import type { ExplanationEntry } from "#lib/reasons/entry.rules.ts";

const KEYS = "/dashboard/keys";

/**
 * Says to a member what each step of a visitor means. A test check ends once: `confirmed`, `too_young`, `went_back` (cancelled)
 * or `gave_up` (after a problem at the eID). `cancelled` is what the eID reports; the visitor may try again after it. `too_young`
 * is known when the eID answers, and the others when the visitor leaves. A live check ends `confirmed` or `not_confirmed`.
 */
export const EXPLAINED_STEPS = {
  opened: { title: "Opened", words: "The visitor opened the link" },
  claimed: { title: "Went to the eID", step: "Went to {eid}", words: "The visitor went to the eID" },
  tried_again: {
    title: "Went to the eID again",
    step: "Went to {eid} again",
    words: "The visitor went to the eID once more",
  },
  confirmed: {
    title: "Confirmed",
    step: "Came back, age confirmed",
    words: "Old enough: the visitor went back to you",
  },
  not_confirmed: {
    title: "Not confirmed",
    step: "Came back, not confirmed",
    words: "Not confirmed: the visitor went back to you",
  },
  too_young: { title: "Too young", step: "Came back, too young", words: "The eID said: under the age" },
  went_back: {
    title: "Cancelled",
    step: "Went back without confirming",
    words: "The visitor went back to you without confirming",
  },
  gave_up: {
    title: "Gave up",
    step: "Went back after a problem",
    words: "The visitor went back to you after a problem at the eID",
  },
  cancelled: {
    title: "Cancelled at the eID",
    step: "Cancelled at {eid}",
    words: "The visitor cancelled at the eID",
  },
  eid_timeout: {
    title: "Not approved in time",
    words: "The visitor did not approve in time at the eID",
  },
  eid_no_age: {
    title: "The eID told no age",
    step: "{eid} told no age",
    words: "The eID did not tell the age: some IDs have no birth date",
  },
  eid_refused: {
    title: "The eID’s answer was not valid",
    step: "The answer of {eid} was not valid",
    words: "The answer of the eID was not valid, so it proves nothing",
  },
  eid_down: {
    title: "eID was down",
    step: "{eid} was down",
    words: "The eID could not be reached",
    fix: "Nothing to do here: visitors can try again.",
  },
  expired: {
    title: "Link expired",
    words: "The visitor came after the link had expired",
    fix: "Make the link when the visitor asks for it.",
  },
  used: {
    title: "Link already used",
    words: "Somebody opened a link that was used already",
    fix: "Make a new link for each check, and send it to one visitor only.",
  },
  other_browser: {
    title: "Another browser",
    words: "The visitor came back from the eID in another browser",
  },
  in_app_browser: {
    title: "Opened inside an app",
    words: "The link was opened inside a social-media app, where no eID works",
    fix: "Ask visitors to open your shop in their browser.",
  },
  cookies_blocked: { title: "Cookies blocked", words: "The visitor’s browser keeps no cookies" },
  shop_unavailable: {
    title: "Shop unavailable",
    words: "The key or the organization was stopped meanwhile, or the spend cap had no room",
    fix: "Use a current key, or raise the cap.",
    remedy: { action: "See your keys", link: KEYS },
  },
  link_incomplete: {
    title: "Link incomplete",
    words: "The link was changed on its way to the visitor",
    fix: "Send visitors to the link exactly as you got it.",
  },
} as const satisfies Record<string, ExplanationEntry>;
