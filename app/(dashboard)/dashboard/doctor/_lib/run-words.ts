import type { BadgeVariant } from "#app/_ui/badge.tsx";
import type { DoctorRun } from "#lib/gate-test/doctor-run.ts";
import type { Obstacle } from "#lib/gate-test/examine-shops.ts";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { CASE_NAMES } from "#packages/doctor/src/cases.rules.ts";

export const CASE_COUNT = CASE_NAMES.length;

export function badgeOf({ state, casesDone, report }: DoctorRun): [variant: BadgeVariant, text: string] {
  if (state === "draft") return ["plain", "Not started"];
  if (state === "waiting") return ["busy", "Waiting"];
  if (state === "running") return ["busy", `${casesDone} of ${CASE_COUNT}`];
  if (state === "missed") return ["bad", "Did not start"];
  if (state === "stopped") return ["bad", "Interrupted"];
  if (state === "hindered" || report === null || report.problem !== null) return ["bad", "Could not run"];
  const [failed, notRun] = [failedOf(report).length, notRunOf(report).length];
  if (failed > 0) return ["bad", `${failed} failed`];
  if (notRun > 0) return ["bad", `${notRun} not run`];
  return report.findings.length > 0 ? ["bad", foundText(report)] : ["good", `${CASE_COUNT} passed`];
}

/** The cases in which somebody got in, or an adult did not. */
export function failedOf({ cases }: StoredReport): StoredReport["cases"] {
  return cases.filter(({ passed, saw }) => !passed && !NOT_RUN.test(saw));
}

/** The cases before which the run ended, such as for want of time: nobody saw a fault. */
export function notRunOf({ cases }: StoredReport): StoredReport["cases"] {
  return cases.filter(({ passed, saw }) => !passed && NOT_RUN.test(saw));
}

const NOT_RUN = /^not run\b[:,]?\s*/i;

/** Why they did not run, as a sentence: the run ends once, so the first says it for all. */
export function whyNotRun([first]: StoredReport["cases"]): string {
  const why = first?.saw.replace(NOT_RUN, "") ?? "";
  return why.charAt(0).toUpperCase() + why.slice(1);
}

export function foundText({ findings }: StoredReport): string {
  return counted(findings.length, "finding");
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Holds what hindered a run, and what to do; where a page of ours mends it, with that. */
type Hindrance = { text: string; link?: { href: string; name: string } };

const OBSTACLES = {
  shop_not_yours: {
    text: "This host is no longer a verified domain of yours.",
    link: { href: "/dashboard/domains", name: "Go to domains" },
  },
  doctor_key_missing: {
    text: "This test key no longer works. Prepare a run with another one.",
    link: { href: "/dashboard/keys?mode=test", name: "Go to keys" },
  },
  run_expired: {
    text: "The address of this run has expired. Prepare another run, and point your shop at the new address.",
  },
  host_not_found: { text: "DNS has no address for this host. Check its spelling." },
  address_not_public: {
    text: "The host has an address that is not on the public internet. Run the gate test from your own network: the documentation has the command.",
  },
  no_answer: { text: "DNS did not answer when we asked for the host. Try again in a minute." },
  page_too_heavy: {
    text: "The run took too long: your pages are too heavy to read within its limits. Prepare a run of a smaller page, or use a simpler selector for the start.",
    link: { href: "/dashboard/doctor", name: "Prepare another run" },
  },
  fault: { text: "The problem is on our side. Try again in a minute." },
} as const satisfies Record<Obstacle, Hindrance>;

/** A reason that another version wrote is a problem of ours. */
export function hindranceOf(obstacle: string | null): Hindrance {
  return obstacle !== null && Object.hasOwn(OBSTACLES, obstacle) ? OBSTACLES[obstacle as Obstacle] : OBSTACLES.fault;
}

/** The page without its scheme, as a name. */
export function pageName(page: string): string {
  const { host, pathname, search } = new URL(page);
  return pathname === "/" && search === "" ? host : `${host}${pathname}${search}`;
}
