import type { ReactNode } from "react";
import type { BadgeVariant } from "#app/_ui/badge.tsx";
import type { NoticeVariant } from "#app/_ui/notice.tsx";
import type { Obstacle } from "#lib/gate-test/examine-shops.ts";
import type { GateTestRun } from "#lib/gate-test/gate-test-run.ts";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { CASE_NAMES } from "#packages/gate-test/src/cases.rules.ts";
import { ReportText } from "../_components/report-text.tsx";

const CASE_COUNT = CASE_NAMES.length;

/** Says how a run stands: in its badge, in the heading of its notice, and in sentences below. A draft has no notice. */
type Standing = { variant: BadgeVariant & NoticeVariant; badge: string; heading: string; texts: readonly ReactNode[] };

type Outcome = Pick<GateTestRun, "state" | "casesDone" | "report" | "obstacle">;

export function standingOf({ state, casesDone, report, obstacle }: Outcome): Standing {
  const bad = (badge: string, heading: string, ...texts: ReactNode[]) =>
    ({ variant: "bad", badge, heading, texts }) as const;
  const busy = (badge: string, heading: string) => ({ variant: "busy", badge, heading, texts: [] }) as const;
  if (state === "draft") return { variant: "plain", badge: "Not started", heading: "", texts: [] };
  if (state === "waiting") return busy("Waiting", "The gate test is on the way");
  const done = `${casesDone} of ${CASE_COUNT}`;
  if (state === "running") return busy(done, `The gate test is in your shop: ${done} cases are done`);
  if (state === "missed")
    return bad(
      "Did not start",
      "The run did not start",
      "Our server was too busy, or down, for five minutes. It sent no requests to your shop. Run it again.",
    );
  if (state === "stopped")
    return bad(
      "Interrupted",
      `The run was interrupted after ${done} cases`,
      "Our server stopped in the middle of the run. Run it again.",
    );
  if (state === "hindered" || report === null)
    return bad("Could not run", "The gate test could not examine your shop", hindranceOf(obstacle));
  if (report.problem !== null)
    return bad(
      "Could not run",
      `The gate test could not ${report.cases.length === 0 ? "start in your shop" : "finish its run"}`,
      <ReportText>{report.problem}</ReportText>,
      <>For another page, text or start, {PREPARE_ANOTHER}.</>,
    );
  const [failed, notRun] = [failedOf(report).length, notRunOf(report).length];
  if (failed > 0)
    return bad(
      `${failed} failed`,
      `${failed} of ${CASE_COUNT} cases failed${notRun > 0 ? `, and ${notRun} did not run` : ""}`,
      "Your shop let in a visitor it should turn away, or kept an adult out. The fixes are below.",
    );
  if (notRun > 0)
    return bad(
      `${notRun} not run`,
      `${notRun} of ${CASE_COUNT} cases did not run`,
      "The others passed. Run again to see these.",
    );
  const passed = `${CASE_COUNT} of ${CASE_COUNT} cases passed`;
  if (report.findings.length > 0) {
    const found = counted(report.findings.length, "finding");
    return bad(
      found,
      `${passed}, with ${found}`,
      "Nobody got in who should not. Please fix the findings below all the same.",
    );
  }
  return {
    variant: "good",
    badge: `${CASE_COUNT} passed`,
    heading: passed,
    texts: [
      <>
        Eleven visitors were turned away, and the adult got in.{" "}
        <a href="/docs/gate-test#what-it-does-not-see">What the gate test does not see</a>
      </>,
      "Point your shop back at your usual address.",
    ],
  };
}

/** Lists the cases in which somebody got in, or an adult did not. */
export function failedOf({ cases }: StoredReport): StoredReport["cases"] {
  return cases.filter(({ passed, saw }) => !passed && !NOT_RUN.test(saw));
}

/** Lists the cases before which the run ended, such as for want of time: nobody saw a fault. */
export function notRunOf({ cases }: StoredReport): StoredReport["cases"] {
  return cases.filter(({ passed, saw }) => !passed && NOT_RUN.test(saw));
}

const NOT_RUN = /^not run\b[:,]?\s*/i;

/** Says why they did not run, as a sentence: the run ends once, so the first says it for all. */
export function whyNotRun([first]: StoredReport["cases"]): string {
  const why = first?.saw.replace(NOT_RUN, "") ?? "";
  return why.charAt(0).toUpperCase() + why.slice(1);
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const link = (href: string, name: string) => <a href={href}>{name}</a>;
const PREPARE_ANOTHER = link("/dashboard/gate-test", "prepare another run");

/** Says what hindered a run, and what to do; where a page of ours mends it, with its link. */
const OBSTACLES = {
  shop_not_yours: <>This host is no longer a verified domain of yours. {link("/dashboard/domains", "Go to domains")}</>,
  doctor_key_missing: (
    <>
      This test key no longer works. Prepare a run with another one. {link("/dashboard/keys?mode=test", "Go to keys")}
    </>
  ),
  run_expired: "The address of this run has expired. Prepare another run, and point your shop at the new address.",
  host_not_found: "DNS has no address for this host. Check its spelling.",
  address_not_public:
    "The host has an address that is not on the public internet. Run the gate test from your own network: the documentation has the command.",
  no_answer: "DNS did not answer when we asked for the host. Try again in a minute.",
  page_too_heavy: (
    <>
      The run took too long: your pages are too heavy to read within its limits. Prepare a run of a smaller page, or use
      a simpler selector for the start. {link("/dashboard/gate-test", "Prepare another run")}
    </>
  ),
  fault: "The problem is on our side. Try again in a minute.",
} as const satisfies Record<Obstacle, ReactNode>;

/** A reason that another version wrote is a problem of ours. */
function hindranceOf(obstacle: string | null): ReactNode {
  return obstacle !== null && Object.hasOwn(OBSTACLES, obstacle) ? OBSTACLES[obstacle as Obstacle] : OBSTACLES.fault;
}

/** Names the page without its scheme. */
export function pageName(page: string): string {
  const { host, pathname, search } = new URL(page);
  return pathname === "/" && search === "" ? host : `${host}${pathname}${search}`;
}
