import type { Causes } from "./causes.ts";

const MAY_TRY_AGAIN = "Nothing to mend: the visitor can try again on the same page.";
const STARTS_AGAIN = "The visitor goes back to your shop and starts again.";

/** Ended by the visitor. */
export const OF_THE_VISITOR = {
  cancelled: {
    fix: MAY_TRY_AGAIN,
    causes: [
      "The visitor changed their mind.",
      "The eID’s app was closed, or asked for something that was not at hand.",
    ],
  },
  eid_timeout: {
    fix: MAY_TRY_AGAIN,
    causes: ["The app, code display or chip was not at hand.", "The request of the eID was not seen on the phone."],
  },
  expired: {
    causes: [
      "Your page made the link when it was loaded, and the visitor pressed much later. Make it when the visitor asks.",
      "The visitor took longer at the eID than a check is open.",
    ],
  },
  forgotten: {
    title: "Link of another day",
    words: "The link is so old that nothing is known of it any more",
    fix: STARTS_AGAIN,
    causes: ["The visitor opened a link of the history, a bookmark or an old message."],
  },
  other_browser: {
    fix: "The visitor goes back to the first browser and tries again there.",
    causes: [
      "The eID’s app opened another browser than the one it was started from.",
      "The visitor began in a private window, which the app does not know.",
    ],
  },
  in_app_browser: { causes: ["The visitor came to your shop from a post or an advertisement in that app."] },
  cookies_blocked: {
    fix: "The visitor allows cookies on our page and tries again.",
    causes: ["A setting or an extension of the browser blocks all cookies."],
    note: "One cookie binds the check to the browser that started it. It is removed when the check is over.",
  },
} as const satisfies Record<string, Causes>;
