import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK, UnsecuredJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { publicKeys } from "#lib/eid/public-keys.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";

const eid = await startScriptedEid();
afterAll(() => eid.close());

async function keyPair(kid: string, alg = "ECDH-ES") {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg };
  return { jwk, publicKey };
}
const [old, ours, rsa, strange] = await Promise.all([
  keyPair("2025"),
  keyPair("2026"),
  keyPair("rsa", "RSA-OAEP-256"),
  keyPair("2026"),
]);

/** Us, whose eID encrypts to one of these keys. */
const relyingParty = (more: Record<string, string> = {}): ProviderConfiguration =>
  eid.provider({
    DECRYPTION_KEYS: JSON.stringify([old.jwk, ours.jwk, rsa.jwk]),
    CONTENT_ENCRYPTION: "A256GCM",
    ...more,
  });

type To = {
  kid?: string | null;
  alg?: string;
  enc?: string;
  key?: Parameters<CompactEncrypt["encrypt"]>[0];
  zip?: "DEF";
};

function encrypted(text: string, { kid = "2026", alg = "ECDH-ES", enc = "A256GCM", key, zip }: To = {}) {
  const header = { alg, enc, cty: "JWT", ...(kid !== null && { kid }), ...(zip && { zip }) };
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key ?? ours.publicKey);
}

/** What an adult's ID token proves, once it was wrapped like this, and by how much memory grew in MB. */
async function concluded(wrap: Parameters<typeof eid.wrapping>[0], us = relyingParty()) {
  eid.wrapping(wrap);
  const before = process.memoryUsage.rss();
  const verified = await eid.verified(us, {});
  return { verified, mb: (process.memoryUsage.rss() - before) / 1e6 };
}

/** Made here, so that what it takes to make is not counted. */
const bomb = await bombed();

test.for([
  ["with our key", {}],
  ["with the key before it, while keys change", { kid: "2025", key: old.publicKey }],
  ["with the first of two of a kind, and no key id", { kid: null, key: old.publicKey }],
  ["with the second of them", { kid: null }],
  ["with an RSA key", { kid: "rsa", alg: "RSA-OAEP-256", key: rsa.publicKey }],
] as const)("an ID token that was signed and then encrypted %s proves what it says", async ([, to]) => {
  expect(await concluded((token) => encrypted(token, to))).toMatchObject({ verified: { 18: true } });
});

const symmetric = { kty: "oct", k: Buffer.alloc(32, 1).toString("base64url") };

test.for([
  ["not encrypted at all", async (token: string) => token],
  ["encrypted to somebody else", (token: string) => encrypted(token, { key: strange.publicKey })],
  ["encrypted with another content encryption", (token: string) => encrypted(token, { enc: "A128CBC-HS256" })],
  ["whose key is wrapped in a way that was not agreed", (token: string) => encrypted(token, { alg: "ECDH-ES+A128KW" })],
  [
    "encrypted to somebody else, without a key id",
    (token: string) => encrypted(token, { kid: null, key: strange.publicKey }),
  ],
  ["under a key id that we do not know", (token: string) => encrypted(token, { kid: "2024" })],
  ["unsigned inside", (_: string, claims) => encrypted(new UnsecuredJWT(claims).encode())],
  ["with nothing but claims inside", (_: string, claims) => encrypted(JSON.stringify(claims))],
  ["that another key signed", async (token: string) => encrypted(`${token.slice(0, -8)}AAAAAAAA`)],
  ["that is encrypted twice", async (token: string) => encrypted(await encrypted(token))],
  [
    "under a password, with a hundred thousand rounds to try",
    async (token: string) =>
      new CompactEncrypt(new TextEncoder().encode(token))
        .setProtectedHeader({ alg: "PBES2-HS256+A128KW", enc: "A256GCM" })
        .setKeyManagementParameters({ p2c: 100_000 })
        .encrypt(await importJWK(symmetric, "PBES2-HS256+A128KW")),
  ],
  ["that is compressed, and would be 100 MB", async () => bomb],
  ["that is compressed, however small", (token: string) => encrypted(token, { zip: "DEF" })],
] satisfies [string, Parameters<typeof eid.wrapping>[0]][])(
  "an ID token %s proves nothing, in little memory",
  async ([, wrap]) => {
    const { verified, mb } = await concluded(wrap);
    expect(verified).toBe("eid_refused");
    expect(mb).toBeLessThan(40);
  },
);

/** 100 MB of spaces, compressed to 100 KB. */
function bombed(): Promise<string> {
  return encrypted(" ".repeat(100 * 1024 ** 2), { zip: "DEF" });
}

test("an encrypted ID token proves nothing to a configuration without keys", async () => {
  expect(await concluded((token) => encrypted(token), eid.provider())).toMatchObject({ verified: "eid_refused" });
});

test("userinfo that must be signed is refused where it is not, encrypted or plain", async () => {
  const claims = { sub: "somebody", age: 42, iss: eid.issuer, aud: "ageway" };
  const us = relyingParty({
    USERINFO_ALG: "RS256",
    CLAIMS: '[{"source":"userinfo","path":["age"],"transform":"int"}]',
  });
  const heard = async (type: string, body: () => Promise<string>) => {
    eid.setUserinfo(async () => ({ type, body: await body() }));
    return (await concluded((token) => encrypted(token), us)).verified;
  };
  expect(await heard("application/jwt", async () => encrypted(await eid.signed(claims)))).toMatchObject({
    18: true,
  });
  expect(await heard("application/json", async () => JSON.stringify(claims))).toBe("eid_refused");
  expect(await heard("application/jwt", async () => encrypted(new UnsecuredJWT(claims).encode()))).toBe("eid_refused");
  const forged = async () => encrypted(`${(await eid.signed(claims)).slice(0, -8)}AAAAAAAA`);
  expect(await heard("application/jwt", forged)).toBe("eid_refused");
});

test.for([
  ["names neither us nor the eID", {}, { 18: true }],
  ["is of another eID", { iss: "https://elsewhere.example" }, "eid_refused"],
  ["is for another relying party", { aud: "another" }, "eid_refused"],
] as const)("signed userinfo that %s: %j", async ([, more, expected]) => {
  const us = relyingParty({
    USERINFO_ALG: "RS256",
    CLAIMS: '[{"source":"userinfo","path":["age"],"transform":"int"}]',
  });
  eid.setUserinfo(async () => ({
    type: "application/jwt",
    body: await encrypted(await eid.signed({ sub: "somebody", age: 42, ...more })),
  }));
  const { verified } = await concluded((token) => encrypted(token), us);
  if (typeof expected === "string") expect(verified).toBe(expected);
  else expect(verified).toMatchObject(expected);
});

test("our public keys are published, and nothing private with them", async () => {
  const { keys } = await publicKeys();
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    expect(key).toMatchObject({
      kid: expect.any(String),
      use: expect.stringMatching(/^(sig|enc)$/),
      alg: expect.any(String),
    });
    for (const secret of ["d", "p", "q", "dp", "dq", "qi", "k"]) expect(key).not.toHaveProperty(secret);
  }
});

test.for([
  ["no key", { DECRYPTION_KEYS: "[]" }, "must be a JSON list of private JWKs"],
  [
    "another way of wrapping",
    { DECRYPTION_KEYS: JSON.stringify([{ ...ours.jwk, alg: "dir" }]) },
    "must be a JSON list",
  ],
  [
    "a key without an id",
    { DECRYPTION_KEYS: JSON.stringify([{ ...ours.jwk, kid: undefined }]) },
    "must be a JSON list",
  ],
  ["a public key", { DECRYPTION_KEYS: JSON.stringify([{ ...ours.jwk, d: undefined }]) }, "must be a JSON list"],
  ["an id of two keys", { DECRYPTION_KEYS: JSON.stringify([ours.jwk, strange.jwk]) }, 'names a "kid" twice'],
  ["keys without an algorithm", { CONTENT_ENCRYPTION: "" }, "CONTENT_ENCRYPTION is missing"],
  ["an algorithm without keys", { DECRYPTION_KEYS: "" }, "DECRYPTION_KEYS is missing"],
  ["an algorithm that is none", { CONTENT_ENCRYPTION: "dir" }, "CONTENT_ENCRYPTION"],
  [
    "a secret where a key is wanted",
    { TOKEN_ENDPOINT_AUTH_METHOD: "private_key_jwt" },
    "so give EID_PRIVATE_KEY instead of EID_CLIENT_SECRET",
  ],
] as const)("a configuration that cannot hold is refused: %s", ([, settings, problem]) => {
  expect(() => relyingParty(settings)).toThrow(problem);
});

test("a secret may travel in the body of the request, where the eID wants that", async () => {
  const bodies: string[] = [];
  const us = relyingParty({ TOKEN_ENDPOINT_AUTH_METHOD: "client_secret_post" });
  eid.hears((body) => bodies.push(body));
  await concluded((token) => encrypted(token), us);
  expect(new URLSearchParams(bodies.at(-1)).get("client_secret")).toBe("secret");
  expect(new URLSearchParams(bodies.at(-1)).get("client_id")).toBe("ageway");
  expect(ATTEMPT.codeVerifier).toBe(new URLSearchParams(bodies.at(-1)).get("code_verifier"));
});
