import type { StepState } from "#app/_ui/steps.tsx";
import { type Explanation, explanationOf, stepName } from "#lib/activity/explanation.rules.ts";
import { isEnd } from "#lib/activity/funnel.rules.ts";
import type { RecentEvent } from "#lib/activity/key-use.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import type { Verdict } from "#lib/verification/token.rules.ts";
import { MAY_TRY_AGAIN, mayTryAgain, stepMark } from "../../checks/_lib/panel-words.ts";

/** `wait`: it has not happened yet. `link`: to what mends it. */
export type PaneStep = {
  state: StepState;
  name: string;
  /** Says a clock time, or how long after the link was made. */
  at: string;
  text: string | null;
  reference: string | null;
  link: { name: string; href: string } | null;
};

/** `answer`: what the shop's backend heard, as JSON. `isConfirmed`: a yes. `claimed`: the check's reference, once its link is used. */
export type Pane = { steps: PaneStep[]; answer: string | null; isConfirmed: boolean; claimed: string | null };

/**
 * `answer`: what the shop's backend heard about the latest check; `null`: nothing, or it is too long ago. `timeOf` writes a clock
 * time. `eidOf` names an eID. `ttl`: how long a link, the way to the eID and back, and a token last.
 */
type Format = {
  key: string;
  mode: Mode;
  now: Date;
  answer: Verdict | null;
  timeOf: (at: Date) => string;
  eidOf: (provider: "s" | "b") => string;
  ttl: { linkMs: number; flowMs: number; tokenMs: number };
};

/** A backend that asks does so as its visitor comes back. After this long the pane says what may be missing. */
const PATIENCE_MS = 60_000;

/** Sets how many rows the pane has. The list of checks has the others. */
const MAX_STEPS = 5;

/**
 * Says what happened with a key, the newest first: the latest check with its steps, and the calls around it; of a live
 * key its calls. `rows`: the newest first.
 */
export function paneOf(rows: readonly RecentEvent[], format: Format): Pane {
  const events = rows.toReversed();
  if (format.mode === "live") {
    const calls = rows.filter(({ kind }) => kind === "call").slice(0, MAX_STEPS);
    return { steps: calls.map((call) => stepOf(call, null, format)), answer: null, isConfirmed: false, claimed: null };
  }
  const { check, own } = latestCheckIn(events);
  const isOfCheck = (event: RecentEvent) => own.includes(event);
  const isShown = (event: RecentEvent) =>
    isOfCheck(event) || event.kind === "call" || (event.kind === "check" && !event.ok);
  const steps = rows
    .filter(isShown)
    .slice(0, MAX_STEPS)
    .map((event) => stepOf(event, check && isOfCheck(event) ? check : null, format));
  const waiting = check ? waitingFor(own, check, format) : null;
  return {
    steps: (waiting ? [waiting, ...steps] : steps).slice(0, MAX_STEPS),
    answer: format.answer && JSON.stringify(format.answer, null, 2),
    isConfirmed: own.findLast(isHeard)?.code === "answered_yes",
    claimed: own.some(({ code }) => code === "claimed") ? (check?.reference ?? null) : null,
  };
}

/** Finds the check of the latest link, with all that is about it. `events`: in the order in which they happened. */
function latestCheckIn(events: readonly RecentEvent[]): { check: RecentEvent | undefined; own: RecentEvent[] } {
  const check = events.findLast(({ kind, code }) => kind === "call" && code === "accepted");
  const isOwn = (event: RecentEvent) =>
    check !== undefined &&
    (event === check ||
      (event.kind === "step" && event.reference === check.reference) ||
      (event.kind === "check" && isAbout(event, check)));
  return { check, own: events.filter(isOwn) };
}

/** Says of the latest link's check when it was made and when a backend got an answer about it; `null`: none did. */
export function heardCheckIn(rows: readonly RecentEvent[]): { reference: string; madeAt: Date; heardAt: Date } | null {
  const { check, own } = latestCheckIn(rows.toReversed());
  const heard = own.findLast(isHeard);
  return check?.reference && heard ? { reference: check.reference, madeAt: check.at, heardAt: heard.at } : null;
}

function isHeard({ code }: RecentEvent): boolean {
  return code === "answered_yes" || code === "answered_no";
}

/** Is this a question about the token of that check? Our own page asks about the checks that come back to it, and names no host. */
function isAbout({ checkReference, host, ok, at }: RecentEvent, check: RecentEvent): boolean {
  if (checkReference !== null) return checkReference === check.reference;
  return ok && host === null && check.host === null && at >= check.at;
}

function stepOf(event: RecentEvent, check: RecentEvent | null, { timeOf, eidOf, key, answer }: Format): PaneStep {
  const { kind, code, ok, at, host, minimumAge, provider, reference } = event;
  const { words, fix, ...mending } = explanationOf({ ...event, key });
  const isRefused = !ok && kind !== "step";
  const facts = [minimumAge && `${minimumAge}+`, provider && eidOf(provider), host].filter(Boolean).join(", ");
  return {
    state: isRefused ? "bad" : kind === "step" ? stepMark(code) : "yes",
    name: nameOf(event, isRefused, provider ? eidOf(provider) : "the eID"),
    at: check && event !== check ? `+${((+at - +check.at) / 1_000).toFixed(1)} s` : timeOf(at),
    text: isRefused
      ? [`${words}.`, fix].filter(Boolean).join(" ")
      : kind === "call"
        ? facts
        : isHeard(event) && answer
          ? "It heard the answer below."
          : null,
    reference: kind === "call" ? reference : null,
    link: isRefused ? linkOf(mending) : null,
  };
}

function nameOf({ kind, code }: RecentEvent, isRefused: boolean, eid: string): string {
  if (kind === "step") return stepName(code, eid);
  if (kind === "check") return isRefused ? "Your backend asked, and was refused" : "Your backend asked";
  const { title } = explanationOf({ kind, code, host: null });
  return isRefused ? `Refused: ${title}` : title;
}

/** Leads to what mends a refusal. What this page itself would mend is explained instead. */
function linkOf({ link, action, reason }: Pick<Explanation, "link" | "action" | "reason">): PaneStep["link"] {
  if (link !== null && action !== null && !link.startsWith("/dashboard/connect")) return { name: action, href: link };
  return reason === null ? null : { name: "What this means", href: reason };
}

/** Says what comes next in a check that is under way, and what is missing where it should have come by now. */
function waitingFor(own: readonly RecentEvent[], check: RecentEvent, { now, eidOf, ttl }: Format): PaneStep | null {
  if (own.some(({ kind }) => kind === "check")) return null;
  const step = (state: "wait" | "plain", name: string, text: string | null = null) =>
    ({ state, name, at: "", text, reference: null, link: null }) as const;
  const ageMs = +now - +check.at;
  const end = own.find(({ kind, code }) => isEnd(kind, code));
  if (end) {
    if (+now - +end.at > ttl.tokenMs) return step("plain", "Your backend did not ask", "The token answers no more.");
    if (+now - +end.at > PATIENCE_MS) return step("wait", "Nobody has asked yet", MISSING);
    return step("wait", "Waiting for your backend to ask");
  }
  if (own.some(({ code }) => code === "claimed"))
    return ageMs > ttl.linkMs + ttl.flowMs
      ? step("plain", "Not finished", "The visitor did not come back in time.")
      : step(
          "wait",
          mayTryAgain(own) ? MAY_TRY_AGAIN : `Waiting for ${check.provider ? eidOf(check.provider) : "the eID"}`,
        );
  return ageMs > ttl.linkMs
    ? step("plain", "Not finished", "The visitor did not continue in time; the link expired.")
    : step("wait", "Waiting for the visitor");
}

const MISSING =
  "Is the visitor back at your page? It must hand token_age_verified to your backend, and your backend must ask.";

export type NoVerdict = "waiting" | "nobody_asked" | "heard_no" | "heard_unknown" | "asked_again";

/**
 * Says what is known of it: whether the backend asked after the visitor's check had ended, what it heard, and whether a
 * check for the same host began then. A call names no visitor, so that one may be another's.
 */
export function noVerdictOf(rows: readonly RecentEvent[], reference: string, now: Date): NoVerdict | null {
  const events = rows.toReversed();
  const end = events.find((event) => event.reference === reference && event.code === "too_young");
  if (!end) return null;
  const question = events.find(({ kind, checkReference }) => kind === "check" && checkReference === reference);
  if (!question) return +now - +end.at > PATIENCE_MS ? "nobody_asked" : "waiting";
  const isStarted = ({ kind, code, host, at }: RecentEvent) =>
    kind === "call" && code === "accepted" && host === end.host && at > question.at;
  if (events.some(isStarted)) return "asked_again";
  return question.code === "answered_no" ? "heard_no" : "heard_unknown";
}
