import type { Answer } from "./ask.ts";
import { isRecord } from "./proof.ts";

export type WhyNotStarted =
  /** `reason` says why, in a word of `/reasons` */
  "refused" | "rate_limited" | "unavailable" | "timeout" | "answer_invalid";

/** `reference`: it finds the call in the dashboard. */
export type Started =
  | { started: true; url: string }
  | {
      started: false;
      why: WhyNotStarted;
      reason: string | null;
      reference: string | null;
      retryAfterMs: number | null;
    };

/** What a second try may mend. */
export const TRANSIENT: readonly WhyNotStarted[] = ["unavailable", "timeout"];

/** Which answers of a generator are a link. */
export function startedBy(answer: Answer): Started {
  if (answer.status === null) return notStarted(answer.why);
  if (answer.status !== 200) return notStarted(whyOf(answer.status), answer.headers);
  const url = isRecord(answer.json) ? answer.json.url : null;
  if (typeof url !== "string" || !/^https?:\/\//.test(url)) return notStarted("answer_invalid", answer.headers);
  return { started: true, url };
}

function notStarted(why: WhyNotStarted, headers = new Headers()): Started {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return {
    started: false,
    why,
    reason: headers.get("Ageway-Reason"),
    reference: headers.get("Ageway-Reference"),
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : null,
  };
}

function whyOf(status: number): WhyNotStarted {
  if (status === 429) return "rate_limited";
  if (status >= 500) return "unavailable";
  return status >= 400 ? "refused" : "answer_invalid";
}
