import type { z } from "zod";
import { isLoopback } from "#lib/core/host.rules.ts";
import type { Requirement } from "./claims.rules.ts";
import { type Authentication, type Decryption, parseJson, readAuthentication, readDecryption } from "./credentials.ts";
import type { Preset } from "./presets/preset.ts";
import { PRESETS, presetOf } from "./presets.ts";
import { type ProviderSettings, settings } from "./settings.ts";

export type ProviderConfiguration = ProviderSettings & {
  require: readonly Requirement[];
  /** The preset that it is based on. */
  preset: string | undefined;
  issuer: string;
  clientId: string;
  authentication: Authentication;
  decryption: Decryption | null;
};

export function asksUserinfo({ claims, require, signInTime }: ProviderConfiguration): boolean {
  return [...claims, ...require, signInTime].some(({ source }) => source === "userinfo");
}

type Read = { ok: true; provider: ProviderConfiguration } | { ok: false; problems: string[] };

/** One eID from its environment variables (`EID_S_ISSUER`, …). Every problem is named, not only the first. */
export function readProvider(env: Record<string, string | undefined>, prefix: string): Read {
  const problems: string[] = [];
  const get = (name: string) => env[`${prefix}_${name}`]?.trim() || undefined;
  const required = (name: string, hint: string) => {
    const value = get(name);
    if (value === undefined) problems.push(`${prefix}_${name} is missing: ${hint}`);
    return value ?? "";
  };
  const presetName = get("PRESET");
  const preset = presetName === undefined ? undefined : presetOf(presetName);
  if (presetName !== undefined && preset === undefined)
    problems.push(
      `${prefix}_PRESET "${presetName}" is not known: use one of ${Object.keys(PRESETS).join(", ")}, or leave it out`,
    );
  const issuer =
    get("ISSUER") ?? issuerOf(preset, prefix) ?? required("ISSUER", "the issuer URL of the eID or its broker");
  if (issuer !== "" && !isIssuer(issuer))
    problems.push(
      `${prefix}_ISSUER must be an https:// address without query, fragment or /.well-known/ (http:// only on localhost)`,
    );
  else if (preset && !isOfPreset(issuer, preset, prefix)) problems.push(wrongIssuer(preset, `${prefix}_ISSUER`));
  const clientId = required("CLIENT_ID", "the client id that the eID gave you");
  const wanted = { ...DEFAULTS, ...preset?.settings, ...overrides(get, prefix, problems) };
  const read = settings.safeParse(wanted);
  problems.push(...leftOpen(wanted, prefix));
  if (!read.success) {
    // A variable that is not JSON is not reported as missing, too.
    const isNamed = ({ path }: z.core.$ZodIssue) =>
      problems.some((problem) => problem.startsWith(`${prefix}_${VARIABLES[String(path[0])]} `));
    problems.push(...read.error.issues.filter((issue) => !isNamed(issue)).map((issue) => describe(issue, prefix)));
  }
  const source = { get, prefix, problems };
  // What else is missing is named too.
  const known = (read.data ?? wanted) as Partial<ProviderSettings>;
  const authentication = readAuthentication(source, known.authMethod);
  const decryption = readDecryption(source, known.contentEncryption);
  if (known.signedRequests === "always" && authentication.method !== "private_key_jwt")
    problems.push(`${prefix}_PRIVATE_KEY is missing: it signs the requests of this eID`);
  if (get("AUTH_TIME") !== undefined)
    problems.push(
      `${prefix}_AUTH_TIME is no longer a setting: an answer must always say when the person signed in; ${prefix}_SIGN_IN_TIME says where it does`,
    );
  if (read.success && lacksRequirement(read.data))
    problems.push(
      `${prefix}_REQUIRE is missing: the visitor's browser carries ${prefix}_ACR_VALUES, _LOGIN_HINT and _PARAMETERS and can change them, so say which claims of the answer must hold; [] if there are none`,
    );
  if (problems.length > 0 || !read.success) return { ok: false, problems };
  const require = read.data.require ?? [];
  return {
    ok: true,
    provider: { ...read.data, require, preset: presetName, issuer, clientId, authentication, decryption },
  };
}

/** The issuer of the scheme, where it has one for everybody. Test keys go to its test issuer. */
function issuerOf(preset: Preset | undefined, prefix: string): string | undefined {
  return isForTests(prefix) ? preset?.issuer?.test : preset?.issuer?.live;
}

/** An eID that plays the scheme, for tests and trials, is on this machine. At a live key nobody is asked by the scheme's test eID. */
function isOfPreset(issuer: string, { issuer: fixed, issuerEnds = "" }: Preset, prefix: string): boolean {
  const url = URL.parse(issuer);
  if (url === null || isLoopback(url.hostname)) return true;
  const allowed = isForTests(prefix) ? [fixed?.live, fixed?.test] : [fixed?.live];
  const isSame = (one = "") => URL.parse(one)?.href.replace(/\/$/, "") === url.href.replace(/\/$/, "");
  return fixed ? allowed.some(isSame) : url.href.replace(/\/$/, "").endsWith(issuerEnds);
}

function wrongIssuer({ issuer, issuerEnds }: Preset, name: string): string {
  if (issuerEnds) return `${name} is not of this preset: its issuers end with ${issuerEnds}`;
  const test = issuer?.test ? ` (${issuer.test} for the test eID)` : "";
  return `${name} is not of this preset: leave it out, or set it to ${issuer?.live}${test}`;
}

function isForTests(prefix: string): boolean {
  return prefix.startsWith("EID_TEST_");
}

/** What a preset leaves to the operator, and the operator has not said. */
function leftOpen(wanted: Record<string, unknown>, prefix: string): string[] {
  return Object.entries(wanted)
    .filter(([, value]) => value === undefined)
    .map(([setting]) => `${prefix}_${VARIABLES[setting]} is missing: the preset leaves it to you`);
}

/** What holds where neither preset nor operator says otherwise. */
export const DEFAULTS = {
  scopes: ["openid"],
  idTokenAlg: "RS256",
  prompt: "login",
  signInTime: { source: "id_token", path: ["auth_time"] },
  acceptsUnknownSignInTime: false,
  pushedRequests: "offered",
  signedRequests: "offered",
  checksOf16: "ask_16",
};

type Get = (name: string) => string | undefined;

function overrides(get: Get, prefix: string, problems: string[]): Record<string, unknown> {
  const given = {
    name: get("NAME"),
    pack: get("PACK"),
    scopes: get("SCOPES")?.split(/\s+/),
    claims: parseJson(get("CLAIMS"), `${prefix}_CLAIMS`, problems),
    timeZone: get("TIME_ZONE"),
    idTokenAlg: get("ID_TOKEN_ALG"),
    acrValues: get("ACR_VALUES"),
    loginHint: get("LOGIN_HINT"),
    prompt: get("PROMPT"),
    require: parseJson(get("REQUIRE"), `${prefix}_REQUIRE`, problems),
    parameters: parseJson(get("PARAMETERS"), `${prefix}_PARAMETERS`, problems),
    signInTime: parseJson(get("SIGN_IN_TIME"), `${prefix}_SIGN_IN_TIME`, problems),
    pushedRequests: get("PUSHED_REQUESTS"),
    signedRequests: get("SIGNED_REQUESTS"),
    checksOf16: get("CHECKS_OF_16"),
    authMethod: get("TOKEN_ENDPOINT_AUTH_METHOD"),
    contentEncryption: get("CONTENT_ENCRYPTION"),
    userinfoAlg: get("USERINFO_ALG"),
    acceptsUnknownSignInTime: flagOf(get("ACCEPT_UNKNOWN_SIGN_IN_TIME")),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** `1` and `0`; the schema refuses anything else. */
function flagOf(text: string | undefined): unknown {
  return text === "1" ? true : text === "0" ? false : text;
}

/** The request asks for more than the scopes, which the visitor can edit, and the configuration requires nothing of the answer. */
function lacksRequirement({ require, acrValues, loginHint, parameters }: Partial<ProviderSettings>): boolean {
  return require === undefined && [acrValues, loginHint, parameters].some((asked) => asked !== undefined);
}

/** The environment variable of each setting, after the prefix (`EID_S_`, …). */
export const VARIABLES: Record<string, string> = {
  name: "NAME",
  pack: "PACK",
  scopes: "SCOPES",
  claims: "CLAIMS",
  timeZone: "TIME_ZONE",
  idTokenAlg: "ID_TOKEN_ALG",
  acrValues: "ACR_VALUES",
  loginHint: "LOGIN_HINT",
  prompt: "PROMPT",
  require: "REQUIRE",
  parameters: "PARAMETERS",
  signInTime: "SIGN_IN_TIME",
  acceptsUnknownSignInTime: "ACCEPT_UNKNOWN_SIGN_IN_TIME",
  pushedRequests: "PUSHED_REQUESTS",
  signedRequests: "SIGNED_REQUESTS",
  checksOf16: "CHECKS_OF_16",
  authMethod: "TOKEN_ENDPOINT_AUTH_METHOD",
  contentEncryption: "CONTENT_ENCRYPTION",
  userinfoAlg: "USERINFO_ALG",
};

function describe(issue: z.core.$ZodIssue, prefix: string): string {
  const [setting, ...inside] = issue.path;
  const where = inside.length > 0 ? ` (at ${inside.join(".")})` : "";
  const isMissing = issue.code === "invalid_type" && issue.input === undefined && inside.length === 0;
  return `${prefix}_${VARIABLES[String(setting)]}${where} ${isMissing ? `is missing: set it, or choose a ${prefix}_PRESET` : issue.message}`;
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  // With the address of the discovery document here, nothing would compare it with the issuer that the document names.
  if (url?.search !== "" || url.hash !== "" || url.pathname.includes("/.well-known/")) return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
  );
}
