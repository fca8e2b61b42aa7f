import { generateKeyPairSync } from "node:crypto";
import type { Environment } from "#lib/core/config.ts";
import { readSecretFiles } from "#lib/core/secret-files.ts";
import { setOnly } from "#lib/core/settings.ts";
import { type ProviderConfiguration, readProvider } from "#lib/eid/configuration.ts";
import { PRESETS, presetOf } from "#lib/eid/presets.ts";
import { type EidSummary, eidSummaryOf } from "#lib/eid/summary.ts";
import { checkEid } from "./check-eid.ts";
import { type DoctorFinding, type Found, ok, runChecks, warn, wrong } from "./finding.ts";
import { tryEid } from "./try-eid.ts";

const PREFIXES: Record<string, string> = { s: "EID_S", b: "EID_B", "test-s": "EID_TEST_S", "test-b": "EID_TEST_B" };

/** Everything that `ageway eid check` takes: an eID of this instance, or a preset that nobody has a contract for yet. */
export const EXAMINABLE = [...Object.keys(PREFIXES), ...Object.keys(PRESETS)];

/** `summary`: `null` where the settings do not hold. `source`: where the preset was read. `register`: what the eID must know of us. */
export type ExaminedEid = {
  summary: EidSummary | null;
  source: { url: string; read: string } | null;
  register: string[];
  rows: DoctorFinding[];
};

/**
 * One eID, before there is a contract (what it says of itself against what we would ask) and after it (a request that is pushed
 * and thrown away). Asks nobody for an age.
 */
export async function examineEid(
  which: string,
  issuer: string | undefined,
  env: Environment = process.env,
): Promise<ExaminedEid> {
  const isPreset = PREFIXES[which] === undefined;
  const prefix = PREFIXES[which] ?? "EID_S";
  const given = setOnly(readSecretFiles(isPreset ? { EID_S_PRESET: which, BASE_URL: env.BASE_URL } : env).env);
  const settings = { ...given, ...(issuer && { [`${prefix}_ISSUER`]: issuer }) };
  const preset = presetOf(settings[`${prefix}_PRESET`] ?? "");
  const source = preset?.source ?? null;
  const none = { summary: null, source, register: [] };
  if (!Object.keys(settings).some((name) => name.startsWith(`${prefix}_`)))
    return { ...none, rows: await runChecks({ settings: async () => [notConfigured(prefix)] }) };
  const read = readProvider(settings, prefix);
  const withoutContract = read.ok ? null : readProvider({ ...settings, ...placeholders(settings, prefix) }, prefix);
  const provider = read.ok ? read.provider : withoutContract?.ok ? withoutContract.provider : null;
  const problems = read.ok ? [] : read.problems;
  const hasContract = settings[`${prefix}_CLIENT_ID`] !== undefined;
  const open = () =>
    problems.map((problem) => (hasContract || provider === null ? wrong(problem, MEND) : warn(problem, OPEN)));
  if (provider === null) return { ...none, rows: await runChecks({ settings: async () => open() }) };
  const redirectUri = `${settings.BASE_URL?.replace(/\/$/, "") ?? "BASE_URL"}/verify/${prefix.endsWith("B") ? "b" : "s"}/callback`;
  const eid = checkEid(prefix, provider);
  const rows = await runChecks({
    settings: async () => (read.ok ? [ok("The settings hold")] : open()),
    eid: () => eid,
    request: async () => {
      if (!read.ok) return [notSent(hasContract ? "The settings come first." : "There are no credentials yet.")];
      if ((await eid).some(({ state }) => state === "wrong")) return [notSent("What is wrong above comes first.")];
      return URL.canParse(redirectUri)
        ? [await tryEid(prefix, provider, redirectUri)]
        : [notSent("BASE_URL is missing, which the redirect URI begins with.")];
    },
  });
  return { summary: eidSummaryOf(provider), source, register: registerOf(provider, redirectUri), rows };
}

const MEND = "Put it right, and run the check again (docs/operate/eid.md).";
const OPEN = "Fine before there is a contract.";

function notConfigured(prefix: string): Found {
  return wrong(
    `This instance has no eID behind ${prefix}`,
    `Name a preset in ${prefix}_PRESET, and your credentials; ageway eid check <preset> says what one asks.`,
  );
}

function notSent(why: string): Found {
  return warn("No request was sent", why);
}

function registerOf({ authentication, decryption }: ProviderConfiguration, redirectUri: string): string[] {
  const usesKeys = authentication.method === "private_key_jwt" || decryption !== null;
  const keys = redirectUri.replace(/\/verify\/.*/, "/.well-known/eid-jwks.json");
  return [`redirect URI ${redirectUri}`, ...(usesKeys ? [`our public keys ${keys}`] : [])];
}

/** What only a contract gives, made up, so that the rest can be compared. */
function placeholders(given: Environment, prefix: string): Environment {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "not-yet" };
  const settings = presetOf(given[`${prefix}_PRESET`] ?? "")?.settings ?? {};
  const encrypts = "contentEncryption" in settings;
  const isByKey = (given[`${prefix}_TOKEN_ENDPOINT_AUTH_METHOD`] ?? settings.authMethod) === "private_key_jwt";
  const made: Environment = {
    CLIENT_ID: "not-yet",
    ...(isByKey ? { PRIVATE_KEY: JSON.stringify(jwk) } : { CLIENT_SECRET: "not-yet" }),
    ...(encrypts && { DECRYPTION_KEYS: JSON.stringify([{ ...jwk, alg: "ECDH-ES" }]) }),
    ...(encrypts && { CONTENT_ENCRYPTION: settings.contentEncryption ?? "A128GCM" }),
    ...("checksOf16" in settings && { CHECKS_OF_16: "ask_18" }),
    ...("scopes" in settings && !settings.scopes && { SCOPES: "openid" }),
  };
  const hasSecret = given[`${prefix}_CLIENT_SECRET`] ?? given[`${prefix}_PRIVATE_KEY`];
  return Object.fromEntries(
    Object.entries(made)
      .filter(([name]) => given[`${prefix}_${name}`] === undefined)
      .filter(([name]) => !(hasSecret && /^(CLIENT_SECRET|PRIVATE_KEY)$/.test(name)))
      .map(([name, value]) => [`${prefix}_${name}`, value]),
  );
}
