import { createPrivateKey, type JsonWebKey } from "node:crypto";
import { z } from "zod";
import { isPack, PACKS } from "./packs.ts";
import { PRESETS } from "./presets.ts";

/** How one claim of an eID is read. A path is a list of literal keys: names like `https://broker/dob` contain dots and slashes. `{age}` in a key stands for the age asked. */
const claimRule = z.strictObject({
  source: z.enum(["id_token", "userinfo"]),
  path: z.array(z.string().min(1)).min(1),
  /**
   * `iso_date`: a birth date `YYYY-MM-DD` · `int`: an age in whole years · `bool`, `string_bool`: a yes or no about
   * `age` (the age asked, unless given) · `pair_colon`: `"18:true"`, a yes or no that names its own age.
   */
  transform: z.enum(["iso_date", "bool", "string_bool", "pair_colon", "int"]),
  age: z.union([z.literal(16), z.literal(18)]).optional(),
});

export type ClaimRule = z.infer<typeof claimRule>;

const timeZone = z.string().refine(isTimeZone, "is not an IANA time zone, such as Europe/Stockholm");

/** What a preset may fix and an operator may override. */
const settings = z.strictObject({
  /** What visitors read: "Confirm with {name}". */
  name: z.string().min(1).max(40),
  /** The scheme whose words stand on the button instead, and whose mark may be shown. */
  pack: z
    .string()
    .refine(isPack, `is not known: use one of ${Object.keys(PACKS).join(", ")}, or leave it out`)
    .optional(),
  scopes: z.array(z.string().min(1)).min(1),
  claims: z.array(claimRule).min(1),
  /** Whose calendar decides the birthday. */
  timeZone,
  idTokenAlg: z.enum(["RS256", "PS256", "ES256", "ES384", "EdDSA"]),
  /** Sent as they are; `{age}` stands for the age asked. */
  acrValues: z.string().optional(),
  loginHint: z.string().optional(),
  prompt: z.string().min(1).optional(),
  /** Whether the ID token must say when the person signed in. Turn it off only for an eID that has no sessions of its own. */
  authTime: z.enum(["required", "optional"]),
});

export type ProviderSettings = z.infer<typeof settings>;

export type ProviderConfiguration = ProviderSettings & {
  issuer: string;
  clientId: string;
  authentication: { secret: string } | { privateJwk: Record<string, unknown> };
};

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
  const issuer = required("ISSUER", "the issuer URL of the eID or its broker");
  if (issuer !== "" && !isIssuer(issuer))
    problems.push(`${prefix}_ISSUER must be an https:// address without query or fragment (http:// only on localhost)`);
  const clientId = required("CLIENT_ID", "the client id that the eID gave you");
  const authentication = readAuthentication(get, prefix, problems);
  const presetName = get("PRESET");
  const preset = presetName === undefined ? {} : PRESETS[presetName];
  if (preset === undefined)
    problems.push(
      `${prefix}_PRESET "${presetName}" is not known: use one of ${Object.keys(PRESETS).join(", ")}, or leave it out`,
    );
  const read = settings.safeParse({ ...DEFAULTS, ...preset, ...overrides(get, prefix, problems) });
  if (!read.success) {
    // A variable that is no JSON at all is not also missing.
    const isNamed = ({ path }: z.core.$ZodIssue) =>
      problems.some((problem) => problem.startsWith(`${prefix}_${VARIABLES[String(path[0])]} `));
    problems.push(...read.error.issues.filter((issue) => !isNamed(issue)).map((issue) => describe(issue, prefix)));
  }
  if (problems.length > 0 || !read.success) return { ok: false, problems };
  return { ok: true, provider: { ...read.data, issuer, clientId, authentication } };
}

const DEFAULTS = { scopes: ["openid"], idTokenAlg: "RS256", prompt: "login", authTime: "required" };

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
    authTime: get("AUTH_TIME"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function readAuthentication(get: Get, prefix: string, problems: string[]): ProviderConfiguration["authentication"] {
  const secret = get("CLIENT_SECRET");
  const jwk = parseJson(get("PRIVATE_KEY"), `${prefix}_PRIVATE_KEY`, problems);
  if (secret !== undefined && jwk !== undefined)
    problems.push(`${prefix}_CLIENT_SECRET and ${prefix}_PRIVATE_KEY contradict each other: keep one`);
  if (secret === undefined && get("PRIVATE_KEY") === undefined)
    problems.push(`${prefix}_CLIENT_SECRET or ${prefix}_PRIVATE_KEY is missing: how we prove to the eID who we are`);
  if (jwk === undefined) return { secret: secret ?? "" };
  const alg = signingAlgOf(jwk);
  if (alg === null)
    problems.push(
      `${prefix}_PRIVATE_KEY must be a whole private key as a JWK: EC (P-256, P-384), Ed25519, or RSA of 2,048 bits or more`,
    );
  return { privateJwk: { alg, ...(jwk as object) } };
}

/** What a private key signs with, if it says nothing else itself; `null`: it is not one that can sign. */
function signingAlgOf(jwk: unknown): string | null {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" });
    if (asymmetricKeyType === "ed25519") return "EdDSA";
    if (asymmetricKeyType === "ec") return ALG_OF_CURVE[asymmetricKeyDetails?.namedCurve ?? ""] ?? null;
    return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? "RS256" : null;
  } catch {
    return null;
  }
}

const ALG_OF_CURVE: Record<string, string> = { prime256v1: "ES256", secp384r1: "ES384" };

function parseJson(text: string | undefined, name: string, problems: string[]): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    problems.push(`${name} is not valid JSON`);
    return undefined;
  }
}

const VARIABLES: Record<string, string> = {
  name: "NAME",
  pack: "PACK",
  scopes: "SCOPES",
  claims: "CLAIMS",
  timeZone: "TIME_ZONE",
  idTokenAlg: "ID_TOKEN_ALG",
  acrValues: "ACR_VALUES",
  loginHint: "LOGIN_HINT",
  prompt: "PROMPT",
  authTime: "AUTH_TIME",
};

function describe(issue: z.core.$ZodIssue, prefix: string): string {
  const [setting, ...inside] = issue.path;
  const where = inside.length > 0 ? ` (at ${inside.join(".")})` : "";
  const isMissing = issue.code === "invalid_type" && issue.input === undefined && inside.length === 0;
  return `${prefix}_${VARIABLES[String(setting)]}${where} ${isMissing ? `is missing: set it, or choose a ${prefix}_PRESET` : issue.message}`;
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.search !== "" || url.hash !== "") return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
  );
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
