import { afterEach, beforeEach, expect, test } from "vitest";
import { begin } from "#lib/eid/relying-party.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";

const ADULT = { 16: true, 18: true };

let eid: Awaited<ReturnType<typeof startScriptedEid>>;
beforeEach(async () => {
  eid = await startScriptedEid();
});
afterEach(() => eid.close());
type Eid = typeof eid;
type Key = Record<string, unknown>;

/** What brokers write though no standard does, and which says nothing about the person. */
test.for<[string, (eid: Eid) => void]>([
  ["no refresh token, as null", (eid) => eid.setTokens({ refresh_token: null })],
  ["a scope and a time of validity, as null", (eid) => eid.setTokens({ scope: null, expires_in: null })],
  [
    "members that we do not use, in odd forms",
    (eid) => eid.setTokens({ refresh_token: 1, scope: [], expires_in: "-" }),
  ],
  ["tokens that were created, 201", (eid) => eid.setTokens({}, 201)],
  ["a key without a use, as null", (eid) => eid.setKeys((key) => [{ ...key, use: null, key_ops: null, x5c: null }])],
  ["a key without an algorithm, as null", (eid) => eid.setKeys((key) => [{ ...key, alg: null }])],
  ["a key twice", (eid) => eid.setKeys((key) => [key, { ...key }])],
  ["a key twice, with and without its use as null", (eid) => eid.setKeys((key) => [key, { ...key, x5t: null }])],
  ["a key for encryption beside it", (eid) => eid.setKeys((key: Key) => [{ ...key, use: "enc" }, key])],
  [
    "what it does not offer, as null",
    (eid) => {
      const nothing = { pushed_authorization_request_endpoint: null, acr_values_supported: null, jwks: null };
      eid.describe(200, { ...eid.soundDocument(), ...nothing, request_object_signing_alg_values_supported: null });
    },
  ],
])("%s: the visitor is believed all the same", async ([, says]) => {
  says(eid);
  expect(await eid.verified(eid.provider(), {})).toEqual(ADULT);
});

test("a pushed request that is taken with 200, and not 201, is one", async () => {
  eid.describe(200, { ...eid.soundDocument(), pushed_authorization_request_endpoint: `${eid.issuer}/par` });
  eid.breakDown("/par", { status: 200, body: JSON.stringify({ request_uri: "urn:one", expires_in: 60 }) });
  const begun = await begin(eid.provider(), ATTEMPT);
  expect(begun).toMatchObject({ ok: true, url: { search: expect.stringContaining("request_uri=urn") } });
});

test("another key beside the one that signed does not speak for it", async () => {
  eid.setKeys((key) => [{ ...key, n: `A${String(key.n).slice(1)}` }]);
  expect(await eid.verified(eid.provider(), {})).toBe("eid_refused");
});
