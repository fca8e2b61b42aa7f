import type * as z from "zod";
import { nearestOf } from "#lib/base/nearest.rules.ts";
import { type Authentication, parseJson, readAuthentication, readDecryption } from "./credentials.ts";
import { flawOfIssuer, issuerOf } from "./preset-issuer.ts";
import { PRESETS, presetOf } from "./presets.ts";
import type { ProviderConfiguration } from "./providers.ts";
import { type ProviderSettings, settings } from "./settings.ts";

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
  // What else is missing depends on it.
  if (presetName !== undefined && preset === undefined)
    return { ok: false, problems: [unknownPreset(presetName, prefix)] };
  problems.push(...unknownNames(env, prefix));
  const example = preset?.issuers ? `, such as ${preset.issuers.example}` : "";
  const issuer =
    get("ISSUER") ??
    issuerOf(preset, prefix) ??
    required("ISSUER", `the issuer URL of the eID or its broker${example}`);
  if (issuer !== "" && !isIssuer(issuer))
    problems.push(
      `${prefix}_ISSUER must be an https:// address without user, query, fragment or /.well-known/ (http:// only on localhost)`,
    );
  else {
    const flaw = issuer === "" ? null : flawOfIssuer(issuer, preset, prefix);
    if (flaw !== null) problems.push(flaw);
  }
  const clientId = required("CLIENT_ID", "the client id that the eID gave you");
  const wanted: Record<string, unknown> = { ...preset?.settings, ...overrides(get, prefix, problems) };
  const read = settings.safeParse(wanted, { reportInput: true });
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
  const decryption = readDecryption(source, known.contentEncryption, "contentEncryption" in wanted);
  const flaw = flawOfSigning(known, authentication);
  if (flaw !== null) problems.push(`${prefix}_PRIVATE_KEY ${flaw}`);
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

/**
 * Says what is wrong with the key that signs our requests. An eID that encrypts to one of several keys finds that one
 * by its `kid`, too.
 */
function flawOfSigning(
  { signedRequests, authMethod, contentEncryption }: Partial<ProviderSettings>,
  authentication: Authentication,
): string | null {
  if (signedRequests !== "always") return null;
  if (authentication.method !== "private_key_jwt")
    return authMethod === "private_key_jwt" ? null : "is missing: it signs the requests of this eID";
  const isNamed = contentEncryption === undefined || typeof authentication.privateJwk.kid === "string";
  return isNamed ? null : 'has no "kid": this eID finds our key by it, so name it as it is registered there';
}

function unknownPreset(name: string, prefix: string): string {
  const names = Object.keys(PRESETS);
  const near = nearestOf(name, names);
  const meant = near.length > 0 ? `did you mean ${near.join(" or ")}? ` : "";
  return `${prefix}_PRESET "${name}" is not known: ${meant}There are ${names.join(", ")}; without a preset, leave it out`;
}

/** Says what a preset leaves to the operator, and the operator has not said. */
function leftOpen(wanted: Record<string, unknown>, prefix: string): string[] {
  return Object.entries(wanted)
    .filter(([, value]) => value === undefined)
    .map(
      ([setting]) =>
        `${prefix}_${VARIABLES[setting]} is missing: ${LEFT_OPEN[setting] ?? "the preset leaves it to you"}`,
    );
}

const LEFT_OPEN: Record<string, string> = {
  checksOf16:
    "this eID answers for 18 only. Set ask_18 to ask it about 18 in a check of 16, too, so that nobody of 16 or 17 passes, or refuse to refuse such calls",
  contentEncryption:
    "with which algorithm (enc) the answers are encrypted, as you agreed it with the broker, such as A128GCM",
  scopes: "it has a code of your contract, such as openid service:YOURCODE profile",
};

type Get = (name: string) => string | undefined;

const OF_JSON = new Set(["claims", "require", "parameters", "signInTimes"]);

function overrides(get: Get, prefix: string, problems: string[]): Record<string, unknown> {
  const given = Object.entries(VARIABLES).map(([setting, name]) => {
    const text = get(name);
    if (OF_JSON.has(setting)) return [setting, parseJson(text, `${prefix}_${name}`, problems)] as const;
    if (setting === "scopes") return [setting, text?.split(/\s+/)] as const;
    return [setting, setting === "acceptsUnknownSignInTime" ? flagOf(text) : text] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** `1` and `0`; the schema refuses anything else. */
function flagOf(text: string | undefined): unknown {
  return text === "1" ? true : text === "0" ? false : text;
}

/**
 * The request asks for more than the scopes, which the visitor can edit, and the configuration requires nothing of the
 * answer.
 */
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
  signInTimes: "SIGN_IN_TIME",
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
  const flaw = isMissing ? `is missing: set it, or name a preset in ${prefix}_PRESET` : flawOf(issue);
  return `${prefix}_${VARIABLES[String(setting)]}${where} ${flaw}`;
}

/** Says it as an operator writes it, where zod speaks of JavaScript's types. */
function flawOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue.code === "invalid_type" ? `must be ${WRITTEN[issue.expected] ?? issue.expected}` : issue.message;
}

const WRITTEN: Record<string, string> = {
  array: "a JSON list",
  boolean: "1 or 0",
  object: "a JSON object",
  record: "a JSON object",
  string: "a text",
};

/** A setting that is spelled otherwise would have no effect. */
function unknownNames(env: Record<string, string | undefined>, prefix: string): string[] {
  const known = [...OTHERS, ...Object.values(VARIABLES)];
  return Object.keys(env)
    .filter((name) => name.startsWith(`${prefix}_`))
    .map((name) => name.slice(prefix.length + 1))
    .filter((name) => !known.includes(name.replace(/_FILE$/, "")))
    .map((name) => {
      const [near] = nearestOf(
        name.toLowerCase(),
        known.map((one) => one.toLowerCase()),
      );
      return `${prefix}_${name} is no setting${near ? `: did you mean ${prefix}_${near.toUpperCase()}?` : ""}`;
    });
}

/** Lists what is not a part of a preset. */
const OTHERS = ["PRESET", "ISSUER", "CLIENT_ID", "CLIENT_SECRET", "PRIVATE_KEY", "DECRYPTION_KEYS"];

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  // With the address of the discovery document here, nothing would compare it with the issuer that the document names.
  if (url?.search !== "" || url.hash !== "" || url.pathname.includes("/.well-known/")) return false;
  if (url.username !== "" || url.password !== "") return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
  );
}
