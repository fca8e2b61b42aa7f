/** What the API under the run's address answers about a token: the order that the token carries. */
export type Order =
  | "yes"
  | "no"
  | "sixteen"
  | "another_key"
  | "status_500"
  | "status_503"
  | "status_429"
  | "hang"
  | "early_close"
  | "nonsense_page"
  | "nonsense_json"
  | "brief_yes";

export type CaseName =
  | "no_token"
  | "made_up"
  | "malformed"
  | "no"
  | "sixteen"
  | "another_session"
  | "another_key"
  | "errors"
  | "hang"
  | "early_close"
  | "nonsense"
  | "adult";

/** `change`: what to change in a shop where it fails. */
type Case = { title: string; change: string };

/** The twelve, in the order in which a report tells them. */
export const CASES: Record<CaseName, Case> = {
  no_token: {
    title: "No token",
    change: "Show the page only to a session that holds an unexpired yes. That a check was started proves nothing.",
  },
  made_up: {
    title: "A made-up token",
    change:
      "Ask auth_check about every token, from your backend, and let nobody in unless it says yes. A token cannot be read.",
  },
  malformed: {
    title: "A token of a wrong form",
    change:
      "Take the token only if it is given once and is a string that is not empty. Treat everything else as no token.",
  },
  no: {
    title: "Too young, or cancelled",
    change:
      "Read the answer: let the visitor in only if verified is true. Status 200 says only that the question was answered.",
  },
  sixteen: {
    title: "16 where 18 is asked",
    change: "Compare the number: let the visitor in only if age is an integer of at least the age that you ask for.",
  },
  another_session: {
    title: "A token of another session",
    change:
      "Make the device id in your backend and keep it in the session. Never take it from the address or from the browser.",
  },
  another_key: {
    title: "A token of another key",
    change: "Send your own key with every token check: add plugin_key to auth_check.",
  },
  errors: {
    title: "500, 503 and 429",
    change: "Read the status first: anything but 200 is a no. Offer to try again.",
  },
  hang: {
    title: "No answer",
    change: "Give the question a time-out of 5 seconds, and treat the end of it as a no.",
  },
  early_close: {
    title: "A broken connection",
    change: "Treat every exception of the question as a no, also one that comes while the body is read.",
  },
  nonsense: {
    title: "Nonsense with status 200",
    change:
      "Let the visitor in only if the answer is JSON, verified is the boolean true and age is an integer. Do not search the text.",
  },
  adult: {
    title: "An adult, and again later",
    change: "Let in who is confirmed, until expires_at and no longer. Then ask again.",
  },
};

export const CASE_NAMES = Object.keys(CASES) as CaseName[];

export type FindingName =
  | "shared_yes"
  | "browser_check"
  | "public_cache"
  | "token_in_address"
  | "referrer"
  | "same_device";

/** What is wrong although every case ended well, or besides. */
export const FINDINGS: Record<FindingName, Case> = {
  shared_yes: {
    title: "One visitor's yes opens the page to all",
    change:
      "Keep the yes in the visitor's own session, never by the address that the network gives them, and let no cache keep the page.",
  },
  browser_check: {
    title: "The browser asks",
    change: "Ask auth_check from your backend only. What a script in the page decides, a visitor can decide otherwise.",
  },
  public_cache: {
    title: "A shared cache may keep the page",
    change: "Send the protected page with Cache-Control: private, no-store.",
  },
  token_in_address: {
    title: "The token stays in the address",
    change: "Answer the return with a redirect (303) to the same address without token_age_verified.",
  },
  referrer: {
    title: "The address may be passed on",
    change: "Answer the return with Referrer-Policy: no-referrer.",
  },
  same_device: {
    title: "Two visitors, one device id",
    change: "Make a device id of its own for each visitor's session, at random: crypto.randomUUID().",
  },
};

/** What a case that does not end as it should, or a finding, adds: the chapter that explains it. */
export function advice(base: string, name: CaseName | FindingName): string {
  const { change } = name in CASES ? CASES[name as CaseName] : FINDINGS[name as FindingName];
  return `${change} ${base}/docs/gate-test#${name.replaceAll("_", "-")}`;
}
