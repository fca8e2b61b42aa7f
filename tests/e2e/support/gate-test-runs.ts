import { prepareRun } from "#lib/gate-test/gate-test-run.ts";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { CASE_NAMES, type CaseName, type FindingName } from "#packages/gate-test/src/cases.rules.ts";
import type { SignedInMember } from "./dashboard.ts";
import { inDatabase } from "./verify-tour.ts";

type State = "draft" | "waiting" | "running" | "stopped" | "sound" | "failed" | "half" | "stuck" | "hindered";

const PAGE = "http://localhost:8080/checkout?wine=granskog";
/** As long as addresses of shops get: nothing that shows it may become wider for it. */
const LONG_PAGE = `http://localhost:8080/${"a-path-that-does-not-end/".repeat(9)}checkout?from=${"y".repeat(200)}`;
const SAW = "Closed: the shop answers 200.";
const GOT_IN: Partial<Record<CaseName, string>> = {
  sixteen: "Let in with a yes to 16: the shop shows “Place order” at http://localhost:8080/checkout?wine=granskog.",
  errors: "Let in while the API answered 503: the shop shows “Place order”. With 500 and 429 it did not.",
  another_key: "Let in with a token of another key, about which the shop asked without naming its own.",
};

function reportOf(
  failed: Partial<Record<CaseName, string>>,
  found: FindingName[],
  problem: string | null,
): StoredReport {
  return {
    cases: CASE_NAMES.map((name) => ({
      case: name,
      passed: failed[name] === undefined,
      saw: failed[name] ?? SAW,
    })),
    findings: found.map((finding) => ({ finding, saw: "Seen at http://localhost:8080/checkout." })),
    requests: 43,
    tookMs: 9_412,
    problem,
  };
}

const UNWALKED: Partial<Record<CaseName, string>> = {
  hang: "Not run: a minute was over.",
  adult: "Not run: a minute was over.",
};
const STUCK = `${LONG_PAGE} does not lead to a check. Name the link or form that starts one by a selector.`;

/** What the job has written of a run in this state. */
const WRITTEN: Record<
  State,
  { asked: number | null; started?: number; done?: number; obstacle?: string; report?: StoredReport }
> = {
  draft: { asked: null },
  waiting: { asked: 2 },
  running: { asked: 9, started: 8, done: 7 },
  stopped: { asked: 600, started: 598, done: 5 },
  sound: { asked: 90, started: 88, done: 12, report: reportOf({}, [], null) },
  failed: { asked: 4_000, started: 3_999, done: 12, report: reportOf(GOT_IN, ["public_cache"], null) },
  half: { asked: 5_000, started: 4_999, done: 12, report: reportOf(UNWALKED, [], null) },
  stuck: { asked: 7_000, started: 6_999, report: { ...reportOf({}, [], STUCK), cases: [], requests: 1 } },
  hindered: { asked: 90_000, started: 89_999, obstacle: "shop_not_yours" },
};

/** The page of a run of the member's, in this state. */
export function gateTestRunPage(state: State) {
  return async (member: SignedInMember | null) => {
    if (!member) throw new Error("Nobody is signed in");
    const keys = await listKeys(member.actor, member.organization);
    const key = (keys.ok && keys.rows.find(({ mode }) => mode === "test")?.key) || "none";
    const page = state === "failed" || state === "stuck" ? LONG_PAGE : PAGE;
    const given = { key, page, start: state === "draft" ? "#confirm-age" : null, protects: "Place order" };
    const made = await prepareRun(member.actor, member.organization, given);
    const id = made.ok ? made.id : made.reason;
    const { asked, started = null, done = 0, obstacle = null, report = null } = WRITTEN[state];
    const isOver = obstacle !== null || report !== null;
    await inDatabase(
      (sql) => sql`
        UPDATE doctor_run SET asked_by = ${member.actor.id}, cases_done = ${done}, obstacle = ${obstacle},
          report = ${report === null ? null : sql.json(report as never)},
          asked_at = now() - ${asked}::int * interval '1 s', started_at = now() - ${started}::int * interval '1 s',
          ended_at = CASE WHEN ${isOver} THEN now() END
        WHERE id = ${id}`,
    );
    return `/dashboard/gate-test/${id}`;
  };
}

/** The list of runs in every state. */
export async function gateTestWithRuns(member: SignedInMember | null): Promise<string> {
  for (const state of Object.keys(WRITTEN).toReversed() as State[]) await gateTestRunPage(state)(member);
  return "/dashboard/gate-test";
}
