import { advice, CASE_NAMES, type CaseName } from "./cases.rules.ts";
import type { Fetch } from "./fetch.ts";
import { findingsOf } from "./findings.ts";
import { walkLanes } from "./lanes.ts";
import type { CaseResult, Report } from "./report.rules.ts";
import { Exhausted, MAX_REQUESTS, Open, type Shop, Stuck } from "./shop.ts";
import { type Judged, walkOf } from "./walking.ts";

export type Options = {
  /** The shop's protected page. */
  url: string;
  /** `{base}/doctor/{run}`, where the shop asks. */
  address: string;
  /** The run's. */
  secret: string;
  /**
   * A selector of the link or form that starts a check (`isSelector`); not needed where the page leads to it, or has no other
   * link. Without it nothing is posted to the shop.
   */
  start?: string | undefined;
  /** A text that only admitted visitors see. */
  protects: string;
  fetch: Fetch;
  /** The shop keeps the answer for a time of its own: that it asks again is not shown. */
  keepsAnswer?: boolean;
  /** How long one answer of the shop may take. 15,000 unless told. */
  patienceMs?: number;
  signal?: AbortSignal;
  /** Hears each case as it ends, not in the order of the report. */
  onCase?: (result: CaseResult) => void;
};

/** The longest walk, with some time left to tell it. */
const MAX_MS = 58_000;
const PATIENCE_MS = 15_000;

/**
 * Walks through a shop as twelve visitors, in one minute and 60 requests at most. A shop that cannot be walked is the report's
 * `problem`. Throws only what is a fault of the gate test.
 */
export async function walk(options: Options): Promise<Report> {
  const startedAt = performance.now();
  const base = options.address.replace(/\/doctor\/[^/]+$/, "");
  const deadline = AbortSignal.timeout(MAX_MS);
  const stuck = new AbortController();
  const shop: Shop = {
    url: options.url,
    start: options.start || undefined,
    address: options.address,
    fetch: options.fetch,
    signal: AbortSignal.any([deadline, stuck.signal, ...(options.signal ? [options.signal] : [])]),
    userAgent: `AgewayGateTest/0.1 (+${base}/docs/gate-test)`,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    protects: options.protects,
    left: MAX_REQUESTS,
    slowestMs: 0,
  };
  const results = new Map<CaseName, CaseResult>();
  const note = (name: CaseName, { passed, saw }: Judged) => {
    const result = { case: name, passed, saw, change: passed ? null : advice(base, name) };
    results.set(name, result);
    options.onCase?.(result);
  };
  const walking = walkOf(shop, options);
  const ended = await walkLanes(walking, note, stuck).then(
    () => null,
    (error: unknown) => error,
  );
  const problem = problemOf(ended, options.signal);
  const isExpected = ended === null || ended instanceof Exhausted || ended instanceof Open || deadline.aborted;
  if (!isExpected && problem === null) throw ended;
  const why = whyNot(ended, deadline);
  // A visitor who walked beside the one with the yes may have met it, too: that says nothing of their own case.
  if (walking.evidence.shared) for (const [name, { passed }] of results) if (!passed) results.delete(name);
  if (problem === null)
    for (const name of CASE_NAMES) if (!results.has(name)) note(name, { passed: false, saw: `Not run: ${why}.` });
  return {
    cases: CASE_NAMES.flatMap((name) => results.get(name) ?? []),
    findings: problem === null ? findingsOf(walking.evidence, base) : [],
    requests: MAX_REQUESTS - shop.left,
    tookMs: Math.round(performance.now() - startedAt),
    problem,
  };
}

/** Why the cases that did not run did not, as the end of a sentence. */
function whyNot(ended: unknown, deadline: AbortSignal): string {
  if (ended instanceof Open) return ended.message;
  return deadline.aborted ? "a minute was over" : `the shop had got ${MAX_REQUESTS} requests`;
}

/** Why nothing more can be said of the shop; `null`: the walk ended, or ran out of requests or time. */
function problemOf(error: unknown, signal: AbortSignal | undefined): string | null {
  if (signal?.aborted) return "The run was stopped.";
  return error instanceof Stuck ? error.message : null;
}
