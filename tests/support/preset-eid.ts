import { exportJWK, generateKeyPair, type JWK } from "jose";
import { inject } from "vitest";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { readProvider } from "#lib/eid/configuration.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { begin, conclude } from "#lib/eid/relying-party.ts";
import { SANDBOX_DIALECTS } from "#sandbox/eid/dialect.ts";
import { newKey } from "#sandbox/eid/issuer.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { DIALECTS, type DialectName } from "./dialects/dialects.ts";
import { ATTEMPT } from "./scripted-eid.ts";
import { browser } from "./visitor.ts";

export type PresetName = Exclude<DialectName, "years">;

/** What an operator has to say where the preset leaves it open. */
const OF_THE_OPERATOR: Record<string, string> = {
  CHECKS_OF_16: "ask_18",
  CONTENT_ENCRYPTION: "A128GCM",
  SCOPES: "openid service:AGEWAY profile",
};

const VARIABLES: Record<string, string> = {
  checksOf16: "CHECKS_OF_16",
  contentEncryption: "CONTENT_ENCRYPTION",
  scopes: "SCOPES",
};

/** At which of the sandbox's issuers a preset can be tried: one knows us by a secret, one by a key. */
function issuerFor(preset: PresetName): "s" | "b" {
  return PRESETS[preset]?.settings.authMethod === "private_key_jwt" || preset === "sandbox-b" ? "b" : "s";
}

/** What an operator sets for a preset, without the prefix, and the key that the eID encrypts to, where it does. */
export async function settingsFor(
  preset: PresetName,
): Promise<{ settings: Record<string, string>; encryptionJwk: JWK }> {
  const [given, env] = [inject("clients"), inject("env")];
  const name = issuerFor(preset);
  const { privateKey, publicKey } = await generateKeyPair("ECDH-ES", { extractable: true });
  const named = { kid: "ours", alg: "ECDH-ES", use: "enc" };
  const { settings = {} } = PRESETS[preset] ?? {};
  const wanted = Object.keys(settings).filter((setting) => settings[setting as keyof typeof settings] === undefined);
  const variables = wanted.map((setting) => VARIABLES[setting] ?? setting);
  return {
    encryptionJwk: { ...(await exportJWK(publicKey)), ...named },
    settings: {
      PRESET: preset,
      CLIENT_ID: given[name].clientId,
      ...(name === "b" ? { PRIVATE_KEY: env.EID_B_PRIVATE_KEY ?? "" } : { CLIENT_SECRET: given.s.clientSecret }),
      ...("contentEncryption" in settings && {
        DECRYPTION_KEYS: JSON.stringify([{ ...(await exportJWK(privateKey)), ...named }]),
      }),
      ...Object.fromEntries(variables.map((variable) => [variable, OF_THE_OPERATOR[variable] ?? ""])),
    },
  };
}

const keys = { RS256: newKey("RS256"), ES256: newKey("ES256") };
/** The eIDs of all presets sign with the same two keys, which take as long to make as several walks. */
const signingKeyOf = (alg: keyof typeof keys) => keys[alg];

/** The sandbox eID, speaking as the broker of a preset does, and us as its relying party by that preset alone. */
export async function startPresetEid(preset: PresetName) {
  const [clients, name] = [structuredClone(inject("clients")), issuerFor(preset)];
  const { settings, encryptionJwk } = await settingsFor(preset);
  clients.b.encryptionJwk = encryptionJwk;
  const own = { s: SANDBOX_DIALECTS["sandbox-s"], b: SANDBOX_DIALECTS["sandbox-b"] };
  const dialects = { ...own, [name]: DIALECTS[preset] };
  const eid = await startEid({ port: 0, clients, slowMs: 50, dialects, signingKeyOf });
  const all = { ...settings, ISSUER: `${eid.url}/${name}` };
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
  const attempt = { ...ATTEMPT, redirectUri, minimumAge, begunAt: new Date() };
  const begun = await begin(provider, attempt);
  if (!begun.ok) return begun.problem;
  change(begun.url.searchParams);
  const callback = new URL(await browser().choose(begun.url.href, persona));
  const concluded = await conclude(provider, callback, attempt, new Date());
  if (!concluded.ok) return concluded.problem;
  return concluded.ages[minimumAge] ? "verified" : "too_young";
}
