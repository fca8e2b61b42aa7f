import type { Causes } from "./causes.ts";

const NOTHING_TO_MEND = "Nothing to mend: keep your page closed.";

/** What the eID said, or did not say, of the visitor. */
export const OF_NOBODY = {
  too_young: {
    words: "The eID proved that the visitor is under the age",
    fix: NOTHING_TO_MEND,
    causes: ["The visitor is younger than the age that you asked for."],
  },
  eid_no_age: {
    fix: NOTHING_TO_MEND,
    causes: [
      "Some IDs hold no birth date that may be shared.",
      "The eID sent a date that does not exist, or one in the future.",
    ],
    note: "If this happens to many visitors, tell the operator: the eID may have changed what it sends.",
  },
} as const satisfies Record<string, Causes>;
