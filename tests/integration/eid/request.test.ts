import { afterAll, beforeAll, expect, test } from "vitest";
import { begin } from "#lib/eid/relying-party.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";

let eid: Awaited<ReturnType<typeof startScriptedEid>>;
beforeAll(async () => {
  eid = await startScriptedEid();
});
afterAll(() => eid.close());

async function request(settings: Record<string, string>, minimumAge: 16 | 18 = 18) {
  const begun = await begin(eid.provider(settings), { ...ATTEMPT, minimumAge });
  return begun.ok ? Object.fromEntries(begun.url.searchParams) : begun.problem;
}

test("a request without more settings says what OpenID Connect asks for, and wants a new sign-in", async () => {
  expect(await request({})).toEqual({
    client_id: "ageway",
    response_type: "code",
    redirect_uri: ATTEMPT.redirectUri,
    scope: "openid",
    state: ATTEMPT.state,
    nonce: ATTEMPT.nonce,
    // SHA-256 of the verifier (RFC 7636, 4.2).
    code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    code_challenge_method: "S256",
    ui_locales: "en",
    prompt: "login",
    max_age: "0",
  });
});

test.for([16, 18] as const)("what a scheme wants is asked for, and {age} is the age asked: %d", async (age) => {
  const settings = {
    SCOPES: "openid over_{age}",
    ACR_VALUES: "urn:over:{age}",
    LOGIN_HINT: "age:{age}",
    PARAMETERS: '{"idp_values":"mitid"}',
    PROMPT: "consent",
    REQUIRE: "[]",
  };
  expect(await request(settings, age)).toMatchObject({
    scope: `openid over_${age}`,
    acr_values: `urn:over:${age}`,
    login_hint: `age:${age}`,
    idp_values: "mitid",
    prompt: "consent",
  });
});

test.for([
  ["auth_time of the ID token", '{"source":"id_token","path":["auth_time"]}', "0"],
  ["a claim of its own", '{"source":"id_token","path":["authenticationinstant"]}', undefined],
  ["auth_time inside another claim", '{"source":"id_token","path":["auth_time","at"]}', undefined],
  ["auth_time of the userinfo", '{"source":"userinfo","path":["auth_time"]}', undefined],
] as const)(
  "max_age=0 makes an eID say auth_time; it is sent where the sign-in is read from %s",
  async ([, place, sent]) => {
    // Of the userinfo, the eID must have one.
    eid.describe(200, { ...eid.soundDocument(), userinfo_endpoint: `${eid.issuer}/userinfo` });
    expect(await request({ SIGN_IN_TIME: place })).toHaveProperty("prompt", "login");
    const { max_age } = (await request({ SIGN_IN_TIME: place })) as { max_age?: string };
    expect(max_age).toBe(sent);
  },
);

test("an answer without an age, or without one about the age asked, proves nothing", async () => {
  const provider = eid.provider({
    CLAIMS:
      '[{"source":"id_token","path":["age"],"transform":"int"},{"source":"id_token","path":["over_16"],"transform":"bool","age":16}]',
  });
  expect(await eid.verified(provider, { age: undefined })).toBe("eid_no_age");
  expect(await eid.verified(provider, { age: "old" })).toBe("eid_no_age");
  expect(await eid.verified(provider, { age: undefined, over_16: true })).toBe("eid_no_age");
  expect(await eid.verified(provider, { age: undefined, over_16: false })).toEqual({ 16: false, 18: false });
  expect(await eid.verified(provider, { age: 17 })).toEqual({ 16: true, 18: false });
});
