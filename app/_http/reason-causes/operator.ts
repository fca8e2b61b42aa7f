import type { Causes } from "./causes.ts";

/** Ended by the operator of the instance, or by itself. */
export const OF_THE_OPERATOR = {
  organization_suspended: { causes: ["The operator suspended the organization."] },
  eid_not_configured: {
    causes: [
      "The instance has one eID only, and the other address was called.",
      "The instance has no eID for test keys.",
      "The eID at this address answers for 18 only, and the call asked for 16.",
    ],
  },
  service_unavailable: {
    causes: [
      "The database was away, or too slow for the four seconds that a call has.",
      "The server was being restarted.",
    ],
    note: "A check may have been started, and billed where each accepted call is billed. Calls with the same `Idempotency-Key` are one check and one charge.",
  },
  eid_refused: {
    fix: "Tell the operator the reference: `eid_failed` in the log has it, and says what was wrong with the answer.",
    causes: [
      "The answer belonged to another request, or came too late.",
      "The eID changed its keys or what it sends, and the instance is not set up for that.",
    ],
  },
  eid_down: { causes: ["The eID or its broker has an outage.", "The way from the instance to the eID is cut."] },
  internal: {
    title: "A problem with the service",
    words: "Something went wrong here, and the page could not be made",
    fix: "Try again in a minute. If it stays, tell the operator the time.",
    causes: ["The database was away for a moment.", "A fault of ours, which the log has."],
  },
} as const satisfies Record<string, Causes>;
