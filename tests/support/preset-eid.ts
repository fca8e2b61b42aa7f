import { exportJWK, generateKeyPair } from "jose";
import { inject } from "vitest";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { type ProviderConfiguration, readProvider } from "#lib/eid/configuration.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import { begin, conclude } from "#lib/eid/relying-party.ts";
import type { DialectName } from "#sandbox/eid/dialect.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { ATTEMPT } from "./scripted-eid.ts";
import { browser } from "./visitor.ts";

export type PresetName = Exclude<DialectName, "years">;

/** What an operator has to say where the preset leaves it open. */
const OF_THE_OPERATOR: Record<string, string> = {
  CHECKS_OF_16: "ask_18",
  CONTENT_ENCRYPTION: "A128GCM",
  SCOPES: "openid service:AGEWAY profile",
};

/** The sandbox eID, speaking as the broker of a preset does, and us as its relying party by that preset alone. */
export async function startPresetEid(preset: PresetName, settings: Record<string, string> = {}) {
  const given = inject("clients");
  const provesByKey = PRESETS[preset]?.settings.authMethod === "private_key_jwt";
  const name = provesByKey ? "b" : "s";
  const { privateKey, publicKey } = await generateKeyPair("ECDH-ES", { extractable: true });
  const named = { kid: "ours", alg: "ECDH-ES", use: "enc" };
  const clients = { ...given, b: { ...given.b, encryptionJwk: { ...(await exportJWK(publicKey)), ...named } } };
  const others = name === "s" ? "sandbox-b" : "sandbox-s";
  const eid = await startEid({
    port: 0,
    clients,
    slowMs: 50,
    dialects: name === "s" ? { s: preset, b: others } : { s: others, b: preset },
  });
  const wanted = Object.entries(PRESETS[preset]?.settings ?? {}).filter(([, value]) => value === undefined);
  const variables = { checksOf16: "CHECKS_OF_16", contentEncryption: "CONTENT_ENCRYPTION", scopes: "SCOPES" };
  const operator = wanted.map(([setting]) => variables[setting as keyof typeof variables]);
  const encrypts = PRESETS[preset] !== undefined && "contentEncryption" in PRESETS[preset].settings;
  const all: Record<string, string | undefined> = {
    PRESET: preset,
    ISSUER: `${eid.url}/${name}`,
    CLIENT_ID: given[name].clientId,
    ...(provesByKey ? { PRIVATE_KEY: inject("env").EID_B_PRIVATE_KEY } : { CLIENT_SECRET: given.s.clientSecret }),
    ...(encrypts && { DECRYPTION_KEYS: JSON.stringify([{ ...(await exportJWK(privateKey)), ...named }]) }),
    ...Object.fromEntries(operator.map((variable) => [variable, OF_THE_OPERATOR[variable]])),
    ...settings,
  };
  const env = Object.fromEntries(Object.entries(all).map(([key, value]) => [`EID_${key}`, value]));
  const read = readProvider(env, "EID");
  if (!read.ok) throw new Error(read.problems.join());
  return {
    provider: read.provider,
    close: () => eid.close(),
    /** How a check ends. `change`: what the visitor makes of the request on the way to the eID. */
    checked: (persona: string, age: MinimumAge, change: (request: URLSearchParams) => void = () => {}) =>
      check(read.provider, `${process.env.BASE_URL}/verify/${name}/callback`, persona, age, change),
  };
}

async function check(
  provider: ProviderConfiguration,
  redirectUri: string,
  persona: string,
  minimumAge: MinimumAge,
  change: (request: URLSearchParams) => void,
): Promise<string> {
  const [attempt, since] = [{ ...ATTEMPT, redirectUri, minimumAge }, new Date()];
  const begun = await begin(provider, attempt);
  if (!begun.ok) return begun.problem;
  change(begun.url.searchParams);
  const callback = new URL(await browser().choose(begun.url.href, persona));
  const concluded = await conclude(provider, callback, attempt, since, new Date());
  if (!concluded.ok) return concluded.problem;
  return (minimumAge === 18 ? concluded.ages.over18 : concluded.ages.over16) ? "verified" : "too_young";
}
