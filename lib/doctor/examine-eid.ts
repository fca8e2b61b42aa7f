import { generateKeyPairSync } from "node:crypto";
import { config, type Environment } from "#lib/core/config.ts";
import { readSecretFiles } from "#lib/core/secret-files.ts";
import { setOnly } from "#lib/core/settings.ts";
import { type ProviderConfiguration, readProvider } from "#lib/eid/configuration.ts";
import { PRESETS, presetOf } from "#lib/eid/presets.ts";
import { begin } from "#lib/eid/relying-party.ts";
import { type EidSummary, eidSummaryOf } from "#lib/eid/summary.ts";
import { checkEid } from "./check-eid.ts";
import { type DoctorFinding, type Found, ok, runChecks, warn, wrong } from "./finding.ts";

const PREFIXES: Record<string, string> = { s: "EID_S", b: "EID_B", "test-s": "EID_TEST_S", "test-b": "EID_TEST_B" };

/** Everything that `ageway eid check` takes: an eID of this instance, or a preset that nobody has a contract for yet. */
export const EXAMINABLE = [...Object.keys(PREFIXES), ...Object.keys(PRESETS)];

/** `summary`: `null` where the settings do not hold. `source`: where the preset was read. */
export type ExaminedEid = {
  summary: EidSummary | null;
  source: { url: string; read: string } | null;
  rows: DoctorFinding[];
};

/**
 * One eID, before there is a contract (what it says of itself against what we would ask) and after it (a request that is pushed
 * and thrown away). Asks nobody for an age.
 */
export async function examineEid(which: string, issuer: string | undefined, env: Environment = process.env) {
  const prefix = PREFIXES[which] ?? "EID";
  const given = setOnly(readSecretFiles(PREFIXES[which] ? env : { EID_PRESET: which }).env);
  const settings = { ...given, ...(issuer && { [`${prefix}_ISSUER`]: issuer }) };
  const read = readProvider(settings, prefix);
  const withoutContract = read.ok ? null : readProvider({ ...settings, ...placeholders(settings, prefix) }, prefix);
  const provider = read.ok ? read.provider : withoutContract?.ok ? withoutContract.provider : null;
  const preset = presetOf(settings[`${prefix}_PRESET`] ?? "");
  if (provider === null) {
    const problems = withoutContract?.ok === false ? withoutContract.problems : [];
    const rows = await runChecks({ settings: async () => problems.map((problem) => wrong(problem, NO_EID)) });
    return { summary: null, source: preset?.source ?? null, rows };
  }
  const rows = await runChecks({
    settings: async () => [read.ok ? ok("The settings hold") : openQuestions(read.problems)],
    eid: () => checkEid(prefix, provider),
    request: async () => [
      read.ok ? await pushed(provider) : warn("No request was sent", "There are no credentials yet."),
    ],
  });
  return { summary: eidSummaryOf(provider), source: preset?.source ?? null, rows } satisfies ExaminedEid;
}

const NO_EID = "Set it, or name a preset: ageway eid check <preset>.";

function openQuestions(problems: readonly string[]): Found {
  return warn(
    `Not whole yet: ${problems.join("; ")}`,
    "Fine before there is a contract. Below is what can be said without.",
  );
}

/** What only a contract gives, made up, so that the rest can be compared. */
function placeholders(given: Environment, prefix: string): Environment {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = privateKey.export({ format: "jwk" });
  const settings = presetOf(given[`${prefix}_PRESET`] ?? "")?.settings ?? {};
  const encrypts = "contentEncryption" in settings;
  const isByKey = (given[`${prefix}_TOKEN_ENDPOINT_AUTH_METHOD`] ?? settings.authMethod) === "private_key_jwt";
  const made: Environment = {
    CLIENT_ID: "not-yet",
    ...(isByKey ? { PRIVATE_KEY: JSON.stringify(jwk) } : { CLIENT_SECRET: "not-yet" }),
    ...(encrypts && { DECRYPTION_KEYS: JSON.stringify([{ ...jwk, kid: "not-yet", alg: "ECDH-ES" }]) }),
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

/** A request as a visitor would cause. Nobody follows it, so it is over in a minute or so. */
async function pushed(provider: ProviderConfiguration): Promise<Found> {
  const begun = await begin(provider, {
    state: "ageway-eid-check",
    nonce: "ageway-eid-check",
    codeVerifier: "v".repeat(43),
    redirectUri: `${config().baseUrl}/verify/s/callback`,
    minimumAge: 18,
    locale: "en",
  });
  if (!begun.ok)
    return wrong(
      "The eID did not take a request of ours",
      "Compare client id, secret or key, and the redirect URI, with what is registered there. The log of the eID says more.",
    );
  return begun.url.searchParams.has("request_uri")
    ? ok("The eID took a request of ours, which was thrown away: client, key or secret, and redirect URI are right")
    : ok("This eID takes no pushed requests, so whether it knows us shows at the first visitor");
}
