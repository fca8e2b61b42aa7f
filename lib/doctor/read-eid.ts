import { generateKeyPairSync } from "node:crypto";
import { readProvider } from "#lib/eid/configuration.ts";
import type { Preset } from "#lib/eid/presets/preset.ts";
import { PRESETS, presetOf } from "#lib/eid/presets.ts";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { type Environment, readEnvironment } from "#lib/runtime/secret-files.ts";

/** Lists the eIDs of an instance, as the command calls them, with the prefix of their settings. */
export const PREFIXES: Readonly<Record<string, string>> = {
  s: "EID_S",
  b: "EID_B",
  "test-s": "EID_TEST_S",
  "test-b": "EID_TEST_B",
};

/** Everything that `ageway eid check` takes: an eID of this instance, or a preset that nobody has a contract for yet. */
export const EXAMINABLE = [...Object.keys(PREFIXES), ...Object.keys(PRESETS)];

/**
 * `provider`: what a contract gives and is not there yet is made up; `null`: something else does not hold. `issuer`: as the summary
 * calls it; `hasIssuer`: nobody made it up.
 */
export type ReadEid = {
  isPreset: boolean;
  prefix: string;
  settings: Environment;
  preset: Preset | undefined;
  provider: ProviderConfiguration | null;
  issuer: string;
  hasIssuer: boolean;
  problems: string[];
};

/** One eID as its settings describe it. A preset is read without them: those of this instance are another eID's. */
export function readEid(which: string, issuer: string | undefined, env: Environment): ReadEid {
  const isPreset = PREFIXES[which] === undefined;
  const prefix = PREFIXES[which] ?? "EID_S";
  const files = readEnvironment(isPreset ? { EID_S_PRESET: which, BASE_URL: env.BASE_URL } : env);
  const unread = files.problems.filter((problem) => problem.startsWith(`${prefix}_`));
  const settings = { ...files.env, ...(issuer && { [`${prefix}_ISSUER`]: issuer }) };
  const preset = presetOf(settings[`${prefix}_PRESET`] ?? "");
  const read = readProvider(settings, prefix);
  const completed = read.ok ? read : readProvider({ ...settings, ...placeholders(settings, prefix, preset) }, prefix);
  const provider = completed.ok ? completed.provider : null;
  const hasIssuer = settings[`${prefix}_ISSUER`] !== undefined || preset?.issuer !== undefined;
  return {
    isPreset,
    prefix,
    settings,
    preset,
    provider,
    issuer: hasIssuer ? (provider?.issuer ?? "") : inWords(preset),
    hasIssuer,
    problems: [...unread, ...(read.ok ? [] : read.problems)],
  };
}

/** Nobody can register a host under `.invalid` (RFC 2606), so the made-up issuer is never a real eID's. */
function madeUpIssuer(preset: Preset | undefined): string {
  return preset?.issuers?.example ?? "https://not-yet.invalid";
}

function inWords(preset: Preset | undefined): string {
  return `the issuer that the broker gives you${preset?.issuers ? `, such as ${preset.issuers.example}` : ""}`;
}

/** Says what only a contract gives, made up, so that the rest can be told and compared. */
function placeholders(given: Environment, prefix: string, preset: Preset | undefined): Environment {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "not-yet" };
  const settings = preset?.settings ?? {};
  const encrypts = "contentEncryption" in settings;
  const isByKey = (given[`${prefix}_TOKEN_ENDPOINT_AUTH_METHOD`] ?? settings.authMethod) === "private_key_jwt";
  const made: Environment = {
    ...(preset?.issuer === undefined && { ISSUER: madeUpIssuer(preset) }),
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
