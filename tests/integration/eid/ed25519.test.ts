import { generateKeyPairSync } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeEach, expect, test } from "vitest";
import { publicKeysOf } from "#lib/eid/public-keys.ts";
import { begin } from "#lib/eid/relying-party.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";

// RFC 9864 names the EdDSA of Ed25519 a second time: `Ed25519`.

const eid = await startScriptedEid();
afterAll(() => eid.close());
beforeEach(() => {
  eid.repair();
  eid.wrapping(async (token) => token);
});

test.for([
  ["no name", {}, "EdDSA"],
  ["the older name", { alg: "EdDSA" }, "EdDSA"],
  ["the newer name", { alg: "Ed25519" }, "Ed25519"],
] as const)("a key of ours with %s signs under the name that our list has", async ([, named, alg]) => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = { ...privateKey.export({ format: "jwk" }), kid: "ours", ...named };
  const us = eid.provider({ CLIENT_SECRET: "", PRIVATE_KEY: JSON.stringify(key), SIGNED_REQUESTS: "always" });
  const { keys } = await publicKeysOf([us]);
  expect(keys.map((one) => one.alg)).toEqual([alg]);
  let assertion = "";
  eid.hears((body) => {
    assertion = new URLSearchParams(body).get("client_assertion") ?? "";
  });
  expect(await eid.verified(us, {})).toMatchObject({ 18: true });
  const begun = await begin(us, ATTEMPT);
  const request = (begun.ok && begun.url.searchParams.get("request")) || "";
  for (const signed of [assertion, request]) {
    expect(decodeProtectedHeader(signed)).toMatchObject({ alg, kid: "ours" });
    // jose refuses a key whose list names another algorithm.
    await jwtVerify(signed, createLocalJWKSet({ keys }));
  }
});

const { privateKey, publicKey } = await generateKeyPair("Ed25519");
const jwk = { ...(await exportJWK(publicKey)), use: "sig", kid: "eid" };
const signedAs = (alg: string) => {
  eid.wrapping((_, claims) => new SignJWT(claims).setProtectedHeader({ alg, kid: "eid" }).sign(privateKey));
  eid.breakDown("/jwks", { status: 200, body: JSON.stringify({ keys: [jwk] }) });
};

test.for([
  ["EdDSA", "EdDSA"],
  ["EdDSA", "Ed25519"],
  ["Ed25519", "EdDSA"],
  ["Ed25519", "Ed25519"],
] as const)("set to %s, an ID token that says %s is believed", async ([set, named]) => {
  signedAs(named);
  expect(await eid.verified(eid.provider({ ID_TOKEN_ALG: set }), {})).toMatchObject({ 18: true });
});

test("an ID token that says either name proves nothing where another algorithm is set", async () => {
  for (const named of ["EdDSA", "Ed25519"]) {
    signedAs(named);
    for (const set of ["RS256", "ES256"])
      expect(await eid.verified(eid.provider({ ID_TOKEN_ALG: set }), {})).toBe("eid_refused");
  }
});
