import { isLoopback } from "#lib/base/host.rules.ts";
import type { Preset } from "./presets/preset.ts";
import { PRESETS } from "./presets.ts";

/** The issuer of the scheme, where it has one for everybody. Test keys go to its test issuer. `prefix`: such as `EID_TEST_S`. */
export function issuerOf(preset: Preset | undefined, prefix: string): string | undefined {
  return isForTests(prefix) ? preset?.issuer?.test : preset?.issuer?.live;
}

/** Says what is wrong with an issuer, with or without a preset; `null`: nothing. An eID that plays a scheme, for trials, is on this machine. */
export function flawOfIssuer(issuer: string, preset: Preset | undefined, prefix: string): string | null {
  const name = `${prefix}_ISSUER`;
  const { hostname = "" } = URL.parse(issuer) ?? {};
  if (isLoopback(hostname)) return null;
  const leaveOut = preset?.issuer ? "leave it out, or " : "";
  if (!isForTests(prefix) && isTestIssuer(issuer))
    return `${name} is a test eID, which proves nothing: ${leaveOut}use it for test keys, as ${name.replace("EID_", "EID_TEST_")}`;
  return preset === undefined || isOf(preset, issuer, prefix)
    ? null
    : `${name} is not of this preset: ${lawful(preset)}`;
}

/** Is it one at which anybody is as old as they like? */
function isTestIssuer(issuer: string): boolean {
  const host = URL.parse(issuer)?.hostname.replace(/\.$/, "") ?? "";
  return Object.values(PRESETS).some(
    ({ issuer: fixed, testHosts }) => isSameIssuer(issuer, fixed?.test) || testHosts?.test(host),
  );
}

function isOf({ issuer: fixed, issuers }: Preset, issuer: string, prefix: string): boolean {
  if (fixed) return [fixed.live, ...(isForTests(prefix) ? [fixed.test] : [])].some((one) => isSameIssuer(issuer, one));
  const isOfAnother = Object.values(PRESETS).some((other) => isSameIssuer(issuer, other.issuer?.live));
  return !isOfAnother && (issuers?.pattern.test(normalized(issuer)) ?? true);
}

function lawful({ issuer, issuers }: Preset): string {
  if (issuers) return `it is one such as ${issuers.example}`;
  if (!issuer) return "it is the issuer of another one";
  const test = issuer.test ? ` (${issuer.test} for the test eID)` : "";
  return `leave it out, or set it to ${issuer.live}${test}`;
}

export function isSameIssuer(one: string, other: string | undefined): boolean {
  return other !== undefined && normalized(one) === normalized(other);
}

function normalized(issuer: string): string {
  return URL.parse(issuer)?.href.replace(/\/$/, "") ?? issuer;
}

function isForTests(prefix: string): boolean {
  return prefix.startsWith("EID_TEST_");
}
