import { faultOf } from "#lib/observe/log.ts";
import { withTimeout } from "#lib/runtime/with-timeout.ts";

/** Holds one thing that the doctor looked at. `advice`: what to do; `null` where there is nothing to do. */
export type DoctorFinding = { check: string; state: "ok" | "warn" | "wrong"; found: string; advice: string | null };

export type Found = Omit<DoctorFinding, "check">;
export type Check = () => Promise<Found[]>;

export function ok(found: string): Found {
  return { state: "ok", found, advice: null };
}

export function warn(found: string, advice: string): Found {
  return { state: "warn", found, advice };
}

export function wrong(found: string, advice: string): Found {
  return { state: "wrong", found, advice };
}

const NOT_CHECKED = "Not checked: ";

export function notChecked(why: string, advice = "Put the findings about the configuration right first."): Found {
  return warn(`${NOT_CHECKED}${why}`, advice);
}

export function isNotChecked({ found }: Found): boolean {
  return found.startsWith(NOT_CHECKED);
}

/** Joins what is to be said; where that is nothing, all is well. */
export function foundOr(well: string, ...said: (Found | false)[]): Found[] {
  const found = said.filter((one) => one !== false);
  return found.length > 0 ? found : [ok(well)];
}

/** Says what a stranger wrote, short, and without what a terminal obeys. */
export function plain(value: unknown): string {
  return (Array.isArray(value) ? value.join(", ") : String(value)).slice(0, 200).replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

/** Sets how long one check may take: longer than what it asks may make a visitor or a member wait. All run at once. */
const LIMIT_MS = 12_000;

/** Says what all checks find, in their order. One that breaks, or takes too long, is a finding too, and hides no other. */
export async function runChecks(checks: Readonly<Record<string, Check>>, limitMs = LIMIT_MS): Promise<DoctorFinding[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const findings = await withTimeout(limitMs, run()).catch((fault) => [brokenBy(fault, limitMs)]);
      return findings.map((finding) => ({ check, ...finding }));
    }),
  );
  return found.flat();
}

function brokenBy(fault: unknown, limitMs: number): Found {
  const { code, fault: name } = faultOf(fault);
  if (code === "DEADLINE")
    return wrong(`No answer within ${limitMs / 1_000} s`, "Look at what is asked here, and at the network to it.");
  return wrong(`The check broke (${code ?? name})`, "Run it again. If it breaks again, tell us.");
}
