import { exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { referenceOf } from "#lib/crypto/reference.ts";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { begin, conclude } from "#lib/eid/relying-party.ts";
import { log } from "#lib/observe/log.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";
import { scriptedVerification } from "#tests/support/scripted-verification.ts";

/** Stands in every place where an eID could say something about a person. */
const CANARY = "canary-29021984-12345";
const PERSON = { sub: CANARY, name: CANARY, birthdate: CANARY, nested: { pid: CANARY } };
const HEADERS = { "X-Person": CANARY };

let eid: Awaited<ReturnType<typeof startScriptedEid>>;
beforeEach(async () => {
  eid = await startScriptedEid();
});
afterEach(() => eid.close());

type Eid = typeof eid;
type Settings = Record<string, string>;
const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

/** What the log got while `work` ran. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const spies = LEVELS.map((level) => vi.spyOn(log, level));
  await work();
  return spies.flatMap(({ mock }) => mock.calls.map(([line]) => line as unknown as Record<string, unknown>));
}

const signs = (claims: object) => (eid: Eid, us: ProviderConfiguration) => eid.verified(us, { ...PERSON, ...claims });
const refuses = (path: string, status: number, error: string, headers: Settings = {}) => {
  const body = JSON.stringify({ error, error_description: CANARY, name: CANARY });
  return async (eid: Eid, us: ProviderConfiguration) => {
    await begin(us, ATTEMPT);
    eid.breakDown(path, { status, body, headers: { ...HEADERS, ...headers } });
    return eid.verified(us, PERSON);
  };
};
const comesBack = (query: string) => (eid: Eid, us: ProviderConfiguration) => {
  const callback = new URL(`${ATTEMPT.redirectUri}?state=${ATTEMPT.state}&error_description=${CANARY}&${query}`);
  return conclude(us, callback, ATTEMPT, new Date(), 6_000).then(() => eid);
};
const begins = (more: (eid: Eid) => object, fault?: Parameters<Eid["breakDown"]>[1]) => {
  return async (eid: Eid, us: ProviderConfiguration) => {
    eid.describe(200, { ...eid.soundDocument(), ...more(eid) });
    if (fault !== undefined) eid.breakDown("/par", fault);
    return begin(us, ATTEMPT);
  };
};

const REQUIRE = `[{"source":"id_token","path":["nested","pid"],"equals":"somebody"}]`;
const USERINFO = { CLAIMS: '[{"source":"userinfo","path":["age"],"transform":"int"}]' };
const { privateKey } = await generateKeyPair("ECDH-ES", { extractable: true });
const DECRYPTION = {
  DECRYPTION_KEYS: JSON.stringify([{ ...(await exportJWK(privateKey)), kid: "ours", alg: "ECDH-ES" }]),
  CONTENT_ENCRYPTION: "A256GCM",
};
const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
const invalidRequest = JSON.stringify({ error: "invalid_request", error_description: CANARY });
const bearer = { "WWW-Authenticate": `Bearer error="insufficient_scope", error_description="${CANARY}"` };
const jwe = (header: object) =>
  [JSON.stringify(header), CANARY, CANARY, CANARY, CANARY]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

test.for<[string, Settings, (eid: Eid, us: ProviderConfiguration) => Promise<unknown>, Record<string, unknown>]>([
  [
    "a wrong secret, 401",
    {},
    refuses("/token", 401, "invalid_client"),
    { step: "token", code: "invalid_client", status: 401 },
  ],
  [
    "an expired one, 400",
    {},
    refuses("/token", 400, "invalid_grant"),
    { step: "token", code: "invalid_grant", status: 400 },
  ],
  ["a code of its own", {}, refuses("/token", 400, CANARY), { step: "token", code: "unregistered", status: 400 }],
  [
    "tokens without one of them",
    {},
    (eid, us) => {
      eid.setTokens({ access_token: [CANARY], name: CANARY });
      return signs({})(eid, us);
    },
    { step: "token", member: "access_token" },
  ],
  [
    "no ID token",
    {},
    (eid, us) => {
      eid.setTokens({ id_token: null });
      return signs({})(eid, us);
    },
    { step: "token", member: "id_token" },
  ],
  ["an outage", {}, refuses("/token", 503, "x"), { problem: "eid_down", step: "token" }],
  ["a rule that does not hold", { REQUIRE }, signs({}), { step: "require", rule: "id_token nested pid" }],
  ["no time of the sign-in", {}, signs({ auth_time: undefined }), { step: "freshness", code: "SIGN_IN_TIME_MISSING" }],
  ["an old sign-in", {}, signs({ auth_time: hourAgo }), { step: "freshness", code: "SIGN_IN_TIME_REFUSED" }],
  ["a sign-in in words", {}, signs({ auth_time: CANARY }), { problem: "eid_refused" }],
  ["an old token", {}, signs({ iat: hourAgo }), { step: "freshness", code: "IAT_REFUSED" }],
  ["another nonce", {}, signs({ nonce: CANARY }), { step: "claims", claim: "nonce" }],
  ["another issuer", {}, signs({ iss: CANARY }), { step: "claims", claim: "iss" }],
  ["another audience", {}, signs({ aud: CANARY }), { step: "claims", claim: "aud" }],
  ["another party", {}, signs({ azp: CANARY }), { step: "claims", claim: "azp" }],
  ["another signing algorithm", { ID_TOKEN_ALG: "ES256" }, signs({}), { step: "signature" }],
  [
    "a forged signature",
    {},
    (eid, us) => {
      eid.wrapping(async (token) => `${token.slice(0, -8)}AAAAAAAA`);
      return signs({})(eid, us);
    },
    { step: "signature" },
  ],
  ["an answer that is not encrypted", DECRYPTION, signs({}), { step: "decryption", code: "EID_ANSWER_NOT_ENCRYPTED" }],
  [
    "an answer to another key",
    DECRYPTION,
    (eid, us) => {
      eid.wrapping(async () => jwe({ alg: "ECDH-ES", enc: "A256GCM", kid: CANARY }));
      return signs({})(eid, us);
    },
    { step: "decryption", code: "EID_DECRYPTION_KEY_UNKNOWN" },
  ],
  [
    "an answer that does not open",
    DECRYPTION,
    (eid, us) => {
      eid.wrapping(async () => jwe({ alg: "ECDH-ES", enc: "A256GCM", kid: "ours" }));
      return signs({})(eid, us);
    },
    { step: "decryption", code: "EID_DECRYPTION_FAILED" },
  ],
  [
    "a pushed request that is refused",
    {},
    begins((eid) => ({ pushed_authorization_request_endpoint: `${eid.issuer}/par` }), {
      status: 400,
      body: invalidRequest,
    }),
    { step: "pushed_request", code: "invalid_request", status: 400 },
  ],
  [
    "another issuer in its document",
    {},
    begins(() => ({ issuer: `https://${CANARY}.example` })),
    { step: "discovery" },
  ],
  [
    "userinfo that is forbidden",
    USERINFO,
    refuses("/userinfo", 403, "insufficient_scope", bearer),
    { step: "userinfo", code: "insufficient_scope", status: 403 },
  ],
  [
    "keys that are too large",
    {},
    async (eid, us) => {
      eid.breakDown("/jwks", { status: 200, body: JSON.stringify({ keys: [], person: CANARY.repeat(20_000) }) });
      return signs({})(eid, us);
    },
    { step: "keys", code: "EID_ANSWER_TOO_LARGE" },
  ],
  ["an error in the address", {}, comesBack("error=invalid_scope"), { step: "authorize", code: "invalid_scope" }],
  [
    "an error of nobody's list in the address",
    {},
    comesBack(`error=${CANARY}`),
    { step: "authorize", code: "unregistered" },
  ],
])("the log says of %s which step failed and why, and nothing about a person", async ([, settings, meet, expected]) => {
  const us = eid.provider(settings);
  const lines = await linesOf(() => meet(eid, us));
  const failed = lines.filter(({ event }) => event === "eid_failed");
  expect(failed).toEqual([expect.objectContaining({ issuer: eid.issuer, ...ATTEMPT.about, ...expected })]);
  expect(JSON.stringify(lines)).not.toContain("canary");
});

test("who cancels at the eID is no line", async () => {
  const lines = await linesOf(() => comesBack("error=access_denied")(eid, eid.provider()));
  expect(lines).toEqual([]);
});

test("a line has the reference that the visitor reads on the page", async () => {
  const verification = await scriptedVerification(eid);
  const lines = await linesOf(async () => verification.answered(await verification.post(), { nonce: "another" }));
  const ref = referenceOf(verification.id);
  expect(lines).toContainEqual(expect.objectContaining({ event: "eid_failed", provider: "s", mode: "live", ref }));
  const page = await verification.visitor.go(verification.url);
  expect(page.text.replaceAll(/[\s\u00a0]|&nbsp;/g, "")).toContain(ref);
});

test("an answer that proves no age is found by its reference, too", async () => {
  const lines = await linesOf(() => eid.verified(eid.provider(), { ...PERSON, age: undefined }));
  expect(lines).toEqual([{ event: "eid_no_age", issuer: eid.issuer, ...ATTEMPT.about, why: "missing" }]);
});
