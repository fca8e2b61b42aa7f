import { isLoopback } from "#lib/core/host.rules.ts";
import type { Preset } from "./presets/preset.ts";

/** The issuer of the scheme, where it has one for everybody. Test keys go to its test issuer. `prefix`: such as `EID_TEST_S`. */
export function issuerOf(preset: Preset | undefined, prefix: string): string | undefined {
  return isForTests(prefix) ? preset?.issuer?.test : preset?.issuer?.live;
}

/** An eID that plays the scheme, for tests and trials, is on this machine. At a live key nobody is asked by the scheme's test eID. */
export function isOfPreset(issuer: string, { issuer: fixed, issuerEnds = "" }: Preset, prefix: string): boolean {
  const url = URL.parse(issuer);
  if (url === null || isLoopback(url.hostname)) return true;
  const allowed = isForTests(prefix) ? [fixed?.live, fixed?.test] : [fixed?.live];
  return fixed ? allowed.some((one) => isSame(issuer, one)) : withoutSlash(url.href).endsWith(issuerEnds);
}

export function wrongIssuer(given: string, { issuer, issuerEnds }: Preset, prefix: string): string {
  const name = `${prefix}_ISSUER`;
  if (issuerEnds) return `${name} is not of this preset: its issuers end with ${issuerEnds}`;
  if (isSame(given, issuer?.test))
    return `${name} is the test eID of this scheme, which proves nothing: leave it out, or use it for test keys, as ${name.replace("EID_", "EID_TEST_")}`;
  const test = issuer?.test ? ` (${issuer.test} for the test eID)` : "";
  return `${name} is not of this preset: leave it out, or set it to ${issuer?.live}${test}`;
}

function isSame(one: string, other = ""): boolean {
  return withoutSlash(URL.parse(one)?.href) === withoutSlash(URL.parse(other)?.href);
}

function withoutSlash(address = ""): string {
  return address.replace(/\/$/, "");
}

function isForTests(prefix: string): boolean {
  return prefix.startsWith("EID_TEST_");
}
