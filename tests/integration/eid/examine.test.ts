import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type ExaminedEid, examineEid } from "#lib/doctor/examine-eid.ts";
import { readProvider } from "#lib/eid/configuration.ts";
import { warnOfDroppedRequirements } from "#lib/eid/dropped-requirements.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import { log } from "#lib/observe/log.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { DIALECTS } from "#tests/support/dialects/dialects.ts";
import { freePort } from "#tests/support/ports.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";

let eid: Awaited<ReturnType<typeof startEid>>;
let pushing: typeof eid;
beforeAll(async () => {
  const dialects = { s: DIALECTS["mitid-signaturgruppen"], b: DIALECTS["bankid-no-signicat"] };
  const clients = inject("clients");
  eid = await startEid({ port: 0, clients, dialects });
  pushing = await startEid({ port: 0, clients, dialects, wantsPushed: true });
});
afterAll(() => Promise.all([eid.close(), pushing.close()]));

const credentials = () => ({
  EID_S_CLIENT_ID: inject("clients").s.clientId,
  EID_S_CLIENT_SECRET: inject("clients").s.clientSecret,
});
const mitid = (changes: Record<string, string> = {}, at = eid) => ({
  BASE_URL: process.env.BASE_URL ?? "",
  EID_S_PRESET: "mitid-signaturgruppen",
  EID_S_ISSUER: `${at.url}/s`,
  ...changes,
});
const stateOf = ({ rows }: ExaminedEid, check: string) =>
  rows.filter((row) => row.check === check).map(({ state }) => state);
const found = ({ rows }: ExaminedEid) => rows.map((row) => row.found).join("\n");

test("it says what is asked, what is believed and what must hold", async () => {
  const { summary, source } = await examineEid("s", undefined, mitid(credentials()));
  expect(summary?.asks).toContain("scope openid minimal age_verify:{age}");
  expect(summary?.believes).toEqual(['idbrokerdk_age_verified of the ID token: an age and an answer, "18:true"']);
  expect(summary?.mustHold).toEqual(
    expect.arrayContaining([
      "idp of the ID token is mitid",
      "identity_type of the ID token is there, and not test",
      "auth_time of the ID token is after the visitor pressed the button",
    ]),
  );
  expect(source?.url).toContain("https://");
});

test.for(Object.keys(PRESETS))("the preset %s can be read in words before there is a contract", async (preset) => {
  const { summary, rows } = await examineEid(preset, `${eid.url}/s`, {});
  expect(summary?.believes.length).toBeGreaterThan(0);
  expect(JSON.stringify(summary)).not.toMatch(/undefined|\[object/);
  expect(rows.find(({ check }) => check === "request")?.state).toBe("warn");
});

const withoutIssuer = Object.keys(PRESETS).filter((name) => PRESETS[name]?.issuer === undefined);
test.for(withoutIssuer)("the preset %s can be read before the broker gave an issuer", async (preset) => {
  const examined = await examineEid(preset, undefined, { EID_S_ISSUER: "https://another-eid.example" });
  expect(examined.summary?.mustHold[0]).toContain("by the issuer that the broker gives you");
  expect(JSON.stringify(examined)).not.toContain("not-yet");
  expect(examined.rows.map(({ state }) => state)).not.toContain("wrong");
  expect(examined.rows.find(({ check }) => check === "eid")).toMatchObject({
    found: expect.stringContaining("were not looked at"),
    advice: expect.stringContaining("--issuer"),
  });
});

test("with a contract, an issuer that is missing is wrong", async () => {
  const { BASE_URL } = mitid();
  const examined = await examineEid("s", undefined, { BASE_URL, EID_S_PRESET: "mitid-idura", ...credentials() });
  expect(stateOf(examined, "settings")).toEqual(["wrong"]);
  expect(found(examined)).toContain("EID_S_ISSUER is missing");
  expect(examined.summary).not.toBeNull();
});

test("before a contract the eID's own document is read, and no request is sent", async () => {
  const examined = await examineEid("s", undefined, mitid());
  expect(stateOf(examined, "eid")).toEqual(["ok"]);
  expect(stateOf(examined, "settings")).toEqual(["warn", "warn"]);
  expect(found(examined)).toContain("EID_S_CLIENT_ID is missing");
  expect(found(examined)).toContain("No request was sent");
});

test("with a contract a request is pushed and thrown away", async () => {
  expect(found(await examineEid("s", undefined, mitid(credentials(), pushing)))).toContain("which was thrown away");
});

const BASE_URL = "http://localhost:3000";

test.for([
  [
    "a wrong secret",
    { EID_S_CLIENT_SECRET: "another-secret" },
    "does not accept our credentials",
    "EID_S_CLIENT_SECRET",
  ],
  ["another client", { EID_S_CLIENT_ID: "another" }, "does not accept our credentials", "EID_S_CLIENT_ID"],
  [
    "a redirect URI that it does not know",
    { BASE_URL: "https://other.example" },
    "does not know the redirect URI https://other.example/verify/s/callback",
    "Register it there",
  ],
  ["no address of ours", { BASE_URL: "" }, "No request was sent", "BASE_URL is missing"],
] as const)("%s is told from the others, with what to mend", async ([, changes, words, advice]) => {
  const examined = await examineEid("s", undefined, { ...mitid(credentials(), pushing), ...changes });
  const row = examined.rows.find(({ check }) => check === "request");
  expect(row?.found).toContain(words);
  expect(row?.advice).toContain(advice);
  expect(JSON.stringify(examined)).not.toMatch(/another-secret|s3cret/);
});

test.for([
  ["http://age.example", "BASE_URL must be an https:// origin"],
  ["age.example", "BASE_URL must be an https:// origin"],
  ["https://age.example/path", "BASE_URL must be an https:// origin"],
])("the address %s of ours is wrong, and is not printed to be registered", async ([address, words]) => {
  const examined = await examineEid("s", undefined, mitid({ ...credentials(), BASE_URL: address ?? "" }));
  expect(stateOf(examined, "settings")).toEqual(["wrong"]);
  expect(found(examined)).toContain(words);
  expect(examined.register).toEqual(["redirect URI BASE_URL/verify/s/callback"]);
  expect(stateOf(examined, "request")).toEqual(["warn"]);
});

test("where the eID takes no pushed requests, a code that we made up tells whether it knows us", async () => {
  expect(found(await examineEid("s", undefined, mitid(credentials())))).toContain(
    "refused only a code that we made up",
  );
  const wrong = { ...credentials(), EID_S_CLIENT_SECRET: "another" };
  const refused = await examineEid("s", undefined, mitid(wrong));
  expect(stateOf(refused, "request")).toEqual(["wrong"]);
  expect(found(refused)).toContain("does not accept our credentials");
});

test("a key that the eID does not know, or no longer, is named by its kid", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "our-key" });
  const examined = await examineEid("b", `${pushing.url}/b`, {
    BASE_URL,
    EID_B_PRESET: "bankid-no-signicat",
    EID_B_CLIENT_ID: inject("clients").b.clientId,
    EID_B_PRIVATE_KEY: key,
  });
  expect(examined.rows.find(({ check }) => check === "request")?.advice).toContain("the key our-key");
  expect(examined.register).toEqual([
    `redirect URI ${BASE_URL}/verify/b/callback`,
    `our public keys ${BASE_URL}/.well-known/eid-jwks.json, or as text what ageway eid jwks prints`,
  ]);
});

test("with a contract, what is missing is wrong, and nothing is sent", async () => {
  const examined = await examineEid("s", undefined, {
    EID_S_PRESET: "ftn-signicat",
    EID_S_ISSUER: `${eid.url}/s`,
    EID_S_CLIENT_ID: "ageway",
    EID_S_PRIVATE_KEY: inject("env").EID_B_PRIVATE_KEY,
    EID_S_CONTENT_ENCRYPTION: "A128GCM",
  });
  expect(stateOf(examined, "settings")).toEqual(["wrong"]);
  expect(found(examined)).toContain("EID_S_DECRYPTION_KEYS is missing: this eID encrypts its answers");
  expect(stateOf(examined, "request")).toEqual(["warn"]);
});

test("an eID that this instance does not have is said to be none", async () => {
  const { rows } = await examineEid("b", undefined, mitid(credentials()));
  expect(rows.map(({ found }) => found)).toEqual(["This instance has no eID behind EID_B"]);
});

test("what the eID does not offer by its own document is said, with the setting that says otherwise", async () => {
  const odd = {
    EID_S_SCOPES: "openid ssn",
    EID_S_TOKEN_ENDPOINT_AUTH_METHOD: "client_secret_post",
    EID_S_ID_TOKEN_ALG: "ES384",
  };
  const examined = await examineEid("s", undefined, mitid({ ...credentials(), ...odd }));
  expect(found(examined)).toContain("does not know the scope ssn");
  expect(found(examined)).toContain("does not sign with ES384");
  expect(examined.rows.map(({ advice }) => advice).join()).toContain("EID_S_SCOPES");
});

test("what an eID writes into its document obeys no terminal", async () => {
  const hostile = await startScriptedEid();
  try {
    hostile.describe(200, { ...hostile.soundDocument(), issuer: "\u001b[2J\u0007all is well\u202e" });
    const examined = await examineEid("s", hostile.issuer, mitid(credentials()));
    expect(found(examined)).toContain("all is well");
    for (const obeyed of ["\u001b", "\u0007", "\u202e"]) expect(found(examined)).not.toContain(obeyed);
  } finally {
    await hostile.close();
  }
});

test.for([
  [
    "lacks the userinfo endpoint that is needed",
    { userinfo_endpoint: undefined },
    "names no userinfo_endpoint",
    { EID_S_CLAIMS: '[{"source":"userinfo","path":["birthdate"],"transform":"iso_date"}]' },
  ],
  ["lacks one that nobody needs", { userinfo_endpoint: undefined }, null, {}],
  [
    "has an endpoint without TLS",
    { token_endpoint: "ftp://eid.example/token" },
    "no https address as token_endpoint",
    {},
  ],
  [
    "offers pushed requests, and names no address for them",
    { pushed_authorization_request_endpoint: "" },
    "pushed_authorization_request_endpoint",
    {},
  ],
  [
    "offers pushed requests, which are not used",
    { pushed_authorization_request_endpoint: "" },
    null,
    { EID_S_PUSHED_REQUESTS: "never" },
  ],
  ["says that it takes no pushed requests", { pushed_authorization_request_endpoint: null }, null, {}],
  [
    "calls an algorithm by its other name",
    { id_token_signing_alg_values_supported: ["EdDSA"], keys: [{ kty: "OKP", crv: "Ed25519", alg: "EdDSA" }] },
    null,
    { EID_S_ID_TOKEN_ALG: "Ed25519" },
  ],
  [
    "has keys of another curve",
    { id_token_signing_alg_values_supported: ["EdDSA"], keys: [{ kty: "OKP", crv: "Ed448", alg: "EdDSA" }] },
    "shows no key for EdDSA",
    { EID_S_ID_TOKEN_ALG: "EdDSA" },
  ],
] as const)("a document that %s is told with what to mend", async ([, change, words, settings]) => {
  const odd = await startScriptedEid();
  try {
    const jwks = "keys" in change ? { jwks_uri: `${odd.issuer}/other` } : {};
    odd.describe(200, { ...odd.soundDocument(), ...jwks, ...change });
    const examined = await examineEid("s", odd.issuer, mitid({ ...credentials(), ...settings }));
    const flaws = examined.rows.filter(({ check, state }) => check === "eid" && state === "wrong");
    expect(flaws.map((row) => row.found)).toEqual(words === null ? [] : [expect.stringContaining(words)]);
    expect(found(examined)).not.toContain("The check broke");
  } finally {
    await odd.close();
  }
});

test.for([[null], [[]], ["a text"]])("a document that is %j is none", async ([document]) => {
  const odd = await startScriptedEid();
  try {
    odd.describe(200, document as never);
    expect(found(await examineEid("s", odd.issuer, mitid(credentials())))).toContain("no JSON object");
  } finally {
    await odd.close();
  }
});

test("an issuer in a list, and a list of keys with something else in it, are what no answer can be checked with", async () => {
  const odd = await startScriptedEid();
  try {
    const keys = [{ kty: "RSA" }, null];
    odd.describe(200, { ...odd.soundDocument(), issuer: [odd.issuer], jwks_uri: `${odd.issuer}/other`, keys });
    const examined = await examineEid("s", odd.issuer, mitid(credentials()));
    expect(stateOf(examined, "eid")).toEqual(["wrong", "wrong"]);
    expect(found(examined)).toContain("lists a key that is no JSON object");
  } finally {
    await odd.close();
  }
});

test("that no answer was opened yet is said, with the key and how to show it", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "our-encryption-key", alg: "ECDH-ES" };
  const encrypting = {
    ...credentials(),
    EID_S_DECRYPTION_KEYS: JSON.stringify([jwk]),
    EID_S_CONTENT_ENCRYPTION: "A256GCM",
  };
  const row = (await examineEid("s", undefined, mitid(encrypting))).rows.find(({ check }) => check === "encryption");
  expect(row).toMatchObject({ state: "warn", found: expect.stringContaining("our-encryption-key") });
  expect(row?.advice).toContain("ageway eid jwks s");
});

test("a private key that its alg does not fit is told with what to mend", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "our-key", alg: "HS256" };
  const { EID_S_CLIENT_ID } = credentials();
  const settings = { EID_S_CLIENT_ID, EID_S_PRIVATE_KEY: JSON.stringify(jwk) };
  const examined = await examineEid("s", undefined, mitid(settings));
  expect(stateOf(examined, "settings")).toEqual(["wrong"]);
  expect(found(examined)).toContain("EID_S_PRIVATE_KEY names the alg HS256");
});

test("a file of a secret that cannot be read is named", async () => {
  const { EID_S_CLIENT_ID } = credentials();
  const examined = await examineEid(
    "s",
    undefined,
    mitid({ EID_S_CLIENT_ID, EID_S_PRIVATE_KEY_FILE: "/no/such/file" }),
  );
  expect(found(examined)).toContain("EID_S_PRIVATE_KEY_FILE cannot be read (ENOENT)");
});

test.for([
  [
    "a rule that says the same, and more",
    '[{"source":"id_token","path":["idp"],"equals":"mitid"},{"source":"id_token","path":["identity_type"],"equals":"private"}]',
    [],
  ],
  [
    "a rule that allows more",
    '[{"source":"id_token","path":["idp"],"oneOf":["mitid","sbid"]},{"source":"id_token","path":["identity_type"],"notEquals":"test"}]',
    ["idp of the ID token is mitid"],
  ],
  [
    "a rule that a missing claim meets",
    '[{"source":"id_token","path":["idp"],"equals":"mitid"},{"source":"id_token","path":["identity_type"],"notEquals":"test","mayBeMissing":true}]',
    ["identity_type of the ID token is there, and not test"],
  ],
  ["no rule", "[]", ["idp of the ID token is mitid", "identity_type of the ID token is there, and not test"]],
] as const)(
  "%s in place of the preset's: what it drops is said, and logged at the start",
  async ([, rules, dropped]) => {
    const settings = mitid({ ...credentials(), EID_S_REQUIRE: rules });
    const examined = await examineEid("s", undefined, settings);
    const rows = examined.rows.filter(({ check, state }) => check === "settings" && state === "warn");
    expect(rows.map(({ found }) => found)).toEqual(
      dropped.map((rule) => `EID_S_REQUIRE leaves out what the preset mitid-signaturgruppen requires: ${rule}`),
    );
    expect(stateOf(examined, "request")).toEqual(["ok"]);
    const read = readProvider(settings, "EID_S");
    const warned = vi.spyOn(log, "warn");
    if (read.ok) warnOfDroppedRequirements([{ mode: "live", provider: "s", configuration: read.provider }]);
    const line = { event: "eid_requirement_dropped", mode: "live", provider: "s", rules: dropped };
    expect(warned.mock.calls).toEqual(dropped.length === 0 ? [] : [[line]]);
  },
);

test("an eID that names another issuer, or is not there, is wrong", async () => {
  const moved = await examineEid("s", `${eid.url}/b/`, mitid(credentials()));
  expect(stateOf(moved, "eid")).not.toContain("ok");
  const gone = await examineEid("s", `http://localhost:${await freePort()}`, mitid(credentials()));
  expect(stateOf(gone, "eid")).toEqual(["wrong"]);
  expect(found(gone)).toContain("nothing listens (ECONNREFUSED) at http://localhost:");
  expect(gone.rows.at(-1)).toMatchObject({ check: "request", found: "No request was sent" });
});

test("settings that cannot hold are named, and nothing is asked", async () => {
  const examined = await examineEid(
    "s",
    undefined,
    mitid({ ...credentials(), EID_S_REQUIRE: "[", EID_S_ISSUER: "ftp://a" }),
  );
  expect(examined.summary).toBeNull();
  expect(found(examined)).toContain("EID_S_REQUIRE is not valid JSON");
  expect(stateOf(examined, "eid")).toEqual([]);
});
