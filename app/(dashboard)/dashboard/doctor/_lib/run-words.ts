import type { BadgeVariant } from "#app/_ui/badge.tsx";
import type { DoctorRun } from "#lib/shop-doctor/doctor-run.ts";
import type { Obstacle } from "#lib/shop-doctor/reasons.ts";
import type { StoredReport } from "#lib/shop-doctor/stored-report.rules.ts";
import { CASE_NAMES } from "#packages/doctor/src/cases.rules.ts";

export const CASE_COUNT = CASE_NAMES.length;

/** How a run stands, in two or three words. */
export function badgeOf({ state, casesDone, report }: DoctorRun): [variant: BadgeVariant, text: string] {
  if (state === "draft") return ["plain", "Not begun"];
  if (state === "waiting") return ["busy", "Waiting"];
  if (state === "running") return ["busy", `${casesDone} of ${CASE_COUNT}`];
  if (state === "missed") return ["bad", "Did not begin"];
  if (state === "stopped") return ["bad", "Cut off"];
  if (state === "hindered" || report === null || report.problem !== null) return ["bad", "Could not walk"];
  const [failed, unwalked] = [failedOf(report).length, unwalkedOf(report).length];
  if (failed > 0) return ["bad", `${failed} failed`];
  if (unwalked > 0) return ["bad", `${unwalked} not walked`];
  return report.findings.length > 0 ? ["bad", foundText(report)] : ["good", `${CASE_COUNT} passed`];
}

/** The cases in which somebody got in, or an adult did not. */
export function failedOf({ cases }: StoredReport): StoredReport["cases"] {
  return cases.filter(({ passed, saw }) => !passed && !NOT_WALKED.test(saw));
}

/** The cases before which the walk ended, such as for want of time: nobody saw a fault. */
export function unwalkedOf({ cases }: StoredReport): StoredReport["cases"] {
  return cases.filter(({ passed, saw }) => !passed && NOT_WALKED.test(saw));
}

const NOT_WALKED = /^not walked\b[:,]?\s*/i;

/** Why they were not walked, as a sentence: the walk ends once, so the first says it for all. */
export function whyNotWalked([first]: StoredReport["cases"]): string {
  const why = first?.saw.replace(NOT_WALKED, "") ?? "";
  return why.charAt(0).toUpperCase() + why.slice(1);
}

export function foundText({ findings }: StoredReport): string {
  return counted(findings.length, "finding");
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** What hindered a run, and what to do; where a page of ours mends it, with that. */
type Hindrance = { text: string; link?: { href: string; name: string } };

const OBSTACLES = {
  shop_not_yours: {
    text: "The host is not a verified domain of yours any more.",
    link: { href: "/dashboard/domains", name: "Go to domains" },
  },
  doctor_key_missing: {
    text: "The test key does not work any more. Prepare a run with another one.",
    link: { href: "/dashboard/keys?mode=test", name: "Go to keys" },
  },
  run_expired: {
    text: "The address of this run has ended. Prepare another one, and point your shop at its address.",
  },
  host_not_found: { text: "DNS knows no address of the host. Is its name spelled right?" },
  address_not_public: {
    text: "The host has an address that is not on the public internet. Walk it from your own network, by the command that the documentation shows.",
  },
  no_answer: { text: "DNS did not answer when we asked for the host. Try again in a minute." },
  page_too_heavy: {
    text: "Your shop could not be walked in time: to read its pages took more than a walk may use. Prepare a run of a smaller page, or name the start by a simpler selector.",
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
