import type { PageReason } from "./entry.rules.ts";
import { PAGE_STATUS, type PageCode } from "./page-status.rules.ts";
import { REFUSALS } from "./refusals.rules.ts";

const TEXTS: Readonly<Record<PageCode, Omit<PageReason, "status">>> = {
  too_young: {
    mender: "nobody",
    leavesWithToken: true,
    words: "The eID proved that the visitor is under the age",
    fix: "Nothing to fix: keep your page closed.",
    causes: ["The visitor is younger than the age that you asked for."],
  },
  cancelled: {
    mender: "visitor",
    leavesWithToken: true,
    fix: "Nothing to fix: the visitor can try again on the same page.",
    causes: [
      "The visitor changed their mind.",
      "The eID’s app was closed, or asked for something that was not at hand.",
    ],
  },
  eid_timeout: {
    mender: "visitor",
    leavesWithToken: true,
    fix: "Nothing to fix: the visitor can try again on the same page.",
    causes: ["The app, code display or chip was not at hand.", "The request of the eID was not seen on the phone."],
  },
  eid_no_age: {
    mender: "nobody",
    leavesWithToken: true,
    fix: "Nothing to fix: keep your page closed.",
    causes: [
      "Some IDs have no birth date that may be shared.",
      "The eID sent a date that does not exist, or one in the future.",
    ],
    note: "If this happens to many visitors, tell the operator: the eID may have changed what it sends.",
  },
  eid_refused: {
    mender: "operator",
    leavesWithToken: true,
    fix: "Tell the operator the reference. With it they find `eid_failed` in the log, which says what was wrong with the answer.",
    causes: [
      "The answer belonged to another request, or came too late.",
      "The eID changed its keys or what it sends, and the instance is not set up for that.",
    ],
  },
  eid_down: {
    mender: "operator",
    leavesWithToken: true,
    causes: ["The eID or its broker has an outage.", "The way from the instance to the eID is cut."],
  },
  expired: {
    mender: "visitor",
    causes: [
      "Your page made the link when it was loaded, and the visitor pressed much later. Make it when the visitor asks.",
      "The visitor took longer at the eID than a check is open.",
    ],
  },
  forgotten: {
    mender: "visitor",
    title: "Link of another day",
    words: "The link is so old that nothing is known of it any more",
    fix: "The visitor goes back to your shop and starts again.",
    causes: ["The visitor opened a link of the history, a bookmark or an old message."],
  },
  used: {
    mender: "developer",
    causes: [
      "Your shop gave one link to two visitors, or a cache did.",
      "The visitor opened the link again in another browser, or sent it to somebody.",
      "The visitor’s browser lost its cookies after the button was pressed.",
    ],
  },
  other_browser: {
    mender: "visitor",
    fix: "The visitor goes back to the first browser and tries again there.",
    causes: [
      "The eID’s app opened another browser than the one it was started from.",
      "The visitor began in a private window, which the app does not know.",
    ],
  },
  in_app_browser: {
    mender: "visitor",
    leavesWithToken: true,
    causes: ["The visitor came to your shop from a post or an advertisement in that app."],
  },
  cookies_blocked: {
    mender: "visitor",
    fix: "The visitor allows cookies on our page and tries again.",
    causes: ["A setting or an extension of the browser blocks all cookies."],
    note: "One cookie binds the check to the browser that started it. It is removed when the check is over.",
  },
  shop_unavailable: {
    mender: "owner",
    causes: [
      "The key was revoked, or the organization suspended, after the link was made.",
      "The spend cap had no room when the visitor wanted to go to the eID: it is reached, or half of what it has left is reserved by checks that began without a secret of the key. The visitor may try again.",
      "Visitors from the same address have 300 checks of this key under way, which began without a secret of it.",
      "The browser went to a generator with a key that does not work now, and the return page is on no verified host.",
    ],
  },
  domain_not_verified: REFUSALS.domain_not_verified,
  link_incomplete: {
    mender: "developer",
    causes: [
      "A chat or mail program cut the address.",
      "The address was put into another one and not percent-encoded.",
      "The browser went to a generator, and the call was refused for a reason of its own, which the dashboard has.",
    ],
  },
  rate_limited: REFUSALS.rate_limited,
  internal: {
    mender: "operator",
    title: "A problem with the service",
    words: "Something went wrong here, and the page could not be made",
    fix: "Try again in a minute. If it stays, tell the operator the time.",
    causes: ["The database was away for a moment.", "A fault of ours, which the log has."],
  },
  not_found: REFUSALS.not_found,
};

/** Holds what an integrator reads of each page of a visitor. */
export const PAGES = Object.fromEntries(
  Object.entries(PAGE_STATUS).map(([code, status]) => [code, { ...TEXTS[code as PageCode], status }]),
) as Readonly<Record<PageCode, PageReason>>;
