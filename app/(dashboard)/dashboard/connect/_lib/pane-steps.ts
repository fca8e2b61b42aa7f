import { type Explanation, explanationOf } from "#lib/activity/explanation.rules.ts";
import type { RecentEvent } from "#lib/activity/recent-events.ts";
import type { Mode } from "#lib/core/provider.rules.ts";

/** `wait`: it has not happened yet. `link`: to what mends it. */
export type Step = {
  state: "yes" | "no" | "bad" | "wait";
  name: string;
  /** A clock time, or how long after the link was made. */
  at: string;
  text: string | null;
  reference: string | null;
  link: { name: string; href: string } | null;
};

/** `answer`: what the shop's backend heard, as JSON. `isConfirmed`: a yes. `claimed`: the check's reference, once its link is used. */
export type Pane = { steps: Step[]; answer: string | null; isConfirmed: boolean; claimed: string | null };

/** `timeOf` writes a clock time. `eidOf` names an eID. */
type Format = {
  key: string;
  mode: Mode;
  timeOf: (at: Date) => string;
  eidOf: (provider: "s" | "b") => string;
  tokenMs: number;
};

/** How many calls stand before the check that is shown step by step, and after it; of a live key twice as many, and no steps. */
const MAX_CALLS = 4;

const NAMES: Record<string, string> = {
  accepted: "Link made",
  repeated: "Same call again",
  returned_with_token: "Went back with an earlier proof",
  opened: "Opened",
  claimed: "Went to the eID",
  tried_again: "Went to the eID again",
  confirmed: "Confirmed",
  too_young: "Too young",
  went_back: "Went back without confirming",
  gave_up: "Went back after a problem",
  cancelled: "Cancelled at the eID",
  answered_yes: "Your backend asked",
  answered_no: "Your backend asked",
};
const ENDS = new Set(["confirmed", "too_young", "went_back", "gave_up"]);

/**
 * What happened with a key, the oldest first: the latest check with its steps, and the calls around it; of a live key its calls.
 * `rows`: the newest first.
 */
export function paneOf(rows: readonly RecentEvent[], format: Format): Pane {
  const events = rows.toReversed();
  if (format.mode === "live") {
    const calls = events.filter(({ kind }) => kind === "call").slice(-2 * MAX_CALLS);
    return { steps: calls.map((call) => stepOf(call, null, format)), answer: null, isConfirmed: false, claimed: null };
  }
  const check = events.findLast(({ kind, code }) => kind === "call" && code === "accepted");
  const isOfCheck = (event: RecentEvent) =>
    check !== undefined &&
    (event === check ||
      (event.kind === "step" && event.reference === check.reference) ||
      (event.kind === "check" && isAbout(event, check)));
  const own = events.filter(isOfCheck);
  const calls = events.filter(
    (event) => (event.kind === "call" || !event.ok) && event.kind !== "step" && !isOfCheck(event),
  );
  const [before, after] = [
    calls.filter((one) => !check || one.at < check.at),
    calls.filter((one) => check && one.at >= check.at),
  ];
  const shown = [...before.slice(-MAX_CALLS), ...own, ...after.slice(-MAX_CALLS)].toSorted((a, b) => +a.at - +b.at);
  const steps = shown.map((event) => stepOf(event, check && isOfCheck(event) ? check : null, format));
  const waiting = check ? waitingFor(own) : null;
  const heard = own.findLast(({ code }) => code === "answered_yes" || code === "answered_no");
  const ended = own.find(({ kind, code }) => kind === "step" && ENDS.has(code));
  return {
    steps: waiting ? [...steps, waiting] : steps,
    answer: heard && ended ? JSON.stringify(answerOf(heard, ended, format.tokenMs), null, 2) : null,
    isConfirmed: heard?.code === "answered_yes",
    claimed: own.some(({ code }) => code === "claimed") ? (check?.reference ?? null) : null,
  };
}

/** Is this a question about the token of that check? Our own page asks about the checks that come back to it, and names no host. */
function isAbout({ checkReference, host, ok, at }: RecentEvent, check: RecentEvent): boolean {
  if (checkReference !== null) return checkReference === check.reference;
  return ok && host === null && check.host === null && at >= check.at;
}

function stepOf(event: RecentEvent, check: RecentEvent | null, { timeOf, eidOf, key }: Format): Step {
  const { kind, code, ok, at, host, minimumAge, provider, reference } = event;
  const { words, fix, ...mending } = explanationOf({ ...event, key });
  const isRefused = !ok && kind !== "step";
  const facts = [minimumAge && `${minimumAge}+`, provider && eidOf(provider), host].filter(Boolean).join(", ");
  const isHeard = code === "answered_yes" || code === "answered_no";
  return {
    state: isRefused ? "bad" : ok && code !== "too_young" && code !== "went_back" ? "yes" : "no",
    name: isRefused
      ? kind === "call"
        ? "Call refused"
        : "Your backend asked, and was refused"
      : (NAMES[code] ?? words),
    at: check && event !== check ? `+${((+at - +check.at) / 1_000).toFixed(1)} s` : timeOf(at),
    text: isRefused
      ? [`${words}.`, fix].filter(Boolean).join(" ")
      : kind === "call"
        ? facts
        : isHeard
          ? "It heard:"
          : null,
    reference: kind === "call" && ok ? reference : null,
    link: isRefused ? linkOf(mending) : null,
  };
}

/** To what mends a refusal. What this page itself would mend is explained instead. */
function linkOf({ link, action, reason }: Pick<Explanation, "link" | "action" | "reason">): Step["link"] {
  if (link !== null && action !== null && !link.startsWith("/dashboard/connect")) return { name: action, href: link };
  return reason === null ? null : { name: "What this means", href: reason };
}

/** What comes next in a check that is under way. */
function waitingFor(own: readonly RecentEvent[]): Step | null {
  const has = (code: string) => own.some((event) => event.code === code);
  if (own.some(({ kind }) => kind === "check")) return null;
  const name = own.some(({ code }) => ENDS.has(code))
    ? "Waiting for your backend to ask"
    : has("claimed")
      ? "Waiting for the eID"
      : "Waiting for the visitor";
  return { state: "wait", name, at: "", text: null, reference: null, link: null };
}

/** What `auth_check` answers about such a check (contract §3). */
function answerOf(heard: RecentEvent, ended: RecentEvent, tokenMs: number) {
  const expires_at = new Date(+ended.at + tokenMs).toISOString();
  const { minimumAge, provider } = ended;
  return heard.code === "answered_yes"
    ? {
        ...{ age: minimumAge, verified: true, minimum_age: minimumAge, provider, mode: "test" },
        ...{ verified_at: ended.at.toISOString(), expires_at },
      }
    : { age: null, verified: false, provider, mode: "test", expires_at };
}

/** What became of the visitor who was sent back with a no. */
export type NoVerdict = "waiting" | "heard_no" | "heard_unknown" | "asked_again";

/**
 * What is known of it: whether the backend asked after the visitor's check had ended, what it heard, and whether a check for the
 * same host began then. A call names no visitor, so that one may be another's.
 */
export function noVerdictOf(rows: readonly RecentEvent[], reference: string): NoVerdict | null {
  const events = rows.toReversed();
  const end = events.find((event) => event.reference === reference && event.code === "too_young");
  if (!end) return null;
  const question = events.find(({ kind, checkReference }) => kind === "check" && checkReference === reference);
  if (!question) return "waiting";
  const isStarted = ({ kind, code, host, at }: RecentEvent) =>
    kind === "call" && code === "accepted" && host === end.host && at > question.at;
  if (events.some(isStarted)) return "asked_again";
  return question.code === "answered_no" ? "heard_no" : "heard_unknown";
}
