import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readProvider } from "#lib/eid/configuration.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import { blocksOf } from "#tests/support/document-block.ts";

const SOUND = {
  EID_S_ISSUER: "https://eid.example",
  EID_S_CLIENT_ID: "shop",
  EID_S_CLIENT_SECRET: "secret",
  EID_S_NAME: "Some eID",
  EID_S_TIME_ZONE: "Europe/Oslo",
  EID_S_CLAIMS: '[{"source":"userinfo","path":["https://broker.example/dob","v1.0"],"transform":"iso_date"}]',
};
const read = (changes: Record<string, string | undefined> = {}) => readProvider({ ...SOUND, ...changes }, "EID_S");
const problemsOf = (changes: Record<string, string | undefined>) => {
  const one = read(changes);
  return one.ok ? [] : one.problems;
};

test("an eID without a preset is written out; keys of a path are literal, dots and slashes and all", () => {
  expect(read()).toMatchObject({
    ok: true,
    provider: {
      name: "Some eID",
      scopes: ["openid"],
      prompt: "login",
      signInTimes: [{ source: "id_token", path: ["auth_time"] }],
      acceptsUnknownSignInTime: false,
      require: [],
      idTokenAlg: "RS256",
      claims: [{ path: ["https://broker.example/dob", "v1.0"] }],
    },
  });
});

test("the scheme is the preset's, the operator's or nobody's", () => {
  expect(read()).not.toHaveProperty("provider.pack");
  expect(read({ EID_S_PRESET: "mitid-idura" })).toMatchObject({ provider: { pack: "mitid" } });
  expect(read({ EID_S_PACK: "bankid-no" })).toMatchObject({ provider: { pack: "bankid-no" } });
});

const BARE = { EID_S_NAME: undefined, EID_S_TIME_ZONE: undefined, EID_S_CLAIMS: undefined, EID_S_ISSUER: undefined };
const NO_CREDENTIALS = { EID_S_CLIENT_ID: undefined, EID_S_CLIENT_SECRET: undefined };

test.for(Object.entries(PRESETS))(
  "the preset %s asks for credentials and for nothing that it knows",
  ([name, preset]) => {
    const problems = problemsOf({ ...BARE, ...NO_CREDENTIALS, EID_S_PRESET: name });
    const missing = problems.map(
      (problem) => /^EID_S_(\w+)(?: or EID_S_\w+)? is missing/.exec(problem)?.[1] ?? problem,
    );
    const { settings } = preset;
    const isByKey = settings.authMethod === "private_key_jwt";
    const encrypts = "contentEncryption" in settings;
    const wanted = [
      "CLIENT_ID",
      isByKey ? "PRIVATE_KEY" : "CLIENT_SECRET",
      ...(preset.issuer ? [] : ["ISSUER"]),
      ...(encrypts ? ["DECRYPTION_KEYS"] : []),
      ...(encrypts && !settings.contentEncryption ? ["CONTENT_ENCRYPTION"] : []),
      ...("checksOf16" in settings ? ["CHECKS_OF_16"] : []),
      ...("scopes" in settings && !settings.scopes ? ["SCOPES"] : []),
    ];
    expect(new Set(missing)).toEqual(new Set(wanted));
  },
);

test("the Finnish Trust Network finds our key by its kid, so that must be there", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ format: "jwk" });
  const ftn = {
    ...BARE,
    EID_S_PRESET: "ftn-direct",
    EID_S_CLIENT_SECRET: undefined,
    EID_S_ISSUER: "https://eid.example",
  };
  const wanted = {
    EID_S_CONTENT_ENCRYPTION: "A128GCM",
    EID_S_DECRYPTION_KEYS: JSON.stringify([{ ...key, kid: "a", alg: "ECDH-ES" }]),
  };
  expect(problemsOf({ ...ftn, ...wanted, EID_S_PRIVATE_KEY: JSON.stringify(key) })).toEqual([
    expect.stringContaining('EID_S_PRIVATE_KEY has no "kid"'),
  ]);
  expect(problemsOf({ ...ftn, ...wanted, EID_S_PRIVATE_KEY: JSON.stringify({ ...key, kid: "a" }) })).toEqual([]);
});

test("each setting of a preset can be overridden", () => {
  const mine = { EID_S_NAME: "Mine", EID_S_PROMPT: "consent", EID_S_SCOPES: "openid a b" };
  expect(read({ ...BARE, EID_S_PRESET: "mitid-signaturgruppen", ...mine })).toMatchObject({
    provider: { name: "Mine", prompt: "consent", scopes: ["openid", "a", "b"] },
  });
});

const SIGNATURGRUPPEN = { ...BARE, EID_S_PRESET: "mitid-signaturgruppen" };

test("a scheme with one issuer for everybody needs none named, and takes no other", () => {
  expect(read(SIGNATURGRUPPEN)).toMatchObject({ provider: { issuer: "https://netseidbroker.dk/op" } });
  for (const own of ["https://netseidbroker.dk/op/", "http://localhost:4000/s"])
    expect(problemsOf({ ...SIGNATURGRUPPEN, EID_S_ISSUER: own })).toEqual([]);
  for (const other of ["https://netseidbroker.dk.example/op", "https://eid.example"])
    expect(problemsOf({ ...SIGNATURGRUPPEN, EID_S_ISSUER: other })).toEqual([
      "EID_S_ISSUER is not of this preset: leave it out, or set it to https://netseidbroker.dk/op (https://pp.netseidbroker.dk/op for the test eID)",
    ]);
  expect(problemsOf({ ...SIGNATURGRUPPEN, EID_S_ISSUER: "https://pp.netseidbroker.dk/op" })).toEqual([
    "EID_S_ISSUER is a test eID, which proves nothing: leave it out, or use it for test keys, as EID_TEST_S_ISSUER",
  ]);
});

test("test keys go to the test eID of the scheme unless the operator says otherwise", () => {
  const asTest = (changes: Record<string, string | undefined>) => {
    const env = Object.entries({ ...SOUND, ...SIGNATURGRUPPEN, ...changes });
    return readProvider(
      Object.fromEntries(env.map(([name, value]) => [name.replace("EID_", "EID_TEST_"), value])),
      "EID_TEST_S",
    );
  };
  expect(asTest({})).toMatchObject({ provider: { issuer: "https://pp.netseidbroker.dk/op" } });
  expect(asTest({ EID_S_ISSUER: "https://netseidbroker.dk/op" })).toMatchObject({ ok: true });
});

test("where each customer has an issuer, it must look like one of the broker", () => {
  const signicat = { ...BARE, EID_S_PRESET: "bankid-se-signicat" };
  expect(problemsOf({ ...signicat, EID_S_ISSUER: "https://shop.signicat.com/auth/open" })).toEqual([]);
  expect(problemsOf({ ...signicat, EID_S_ISSUER: "https://shop.signicat.com/" })).toEqual([
    "EID_S_ISSUER is not of this preset: it is one such as https://YOURNAME.signicat.com/auth/open",
  ]);
  expect(problemsOf(signicat)).toEqual([
    "EID_S_ISSUER is missing: the issuer URL of the eID or its broker, such as https://YOURNAME.signicat.com/auth/open",
  ]);
  const idura = { ...BARE, EID_S_PRESET: "mitid-idura" };
  for (const issuer of ["https://shop.idura.broker", "https://login.shop.example/"])
    expect(problemsOf({ ...idura, EID_S_ISSUER: issuer })).toEqual([]);
  for (const issuer of ["https://shop.signicat.com/auth/open", "https://netseidbroker.dk/op"])
    expect(problemsOf({ ...idura, EID_S_ISSUER: issuer })).toEqual([
      "EID_S_ISSUER is not of this preset: it is one such as https://YOURNAME.idura.broker",
    ]);
});

test.for([
  "https://shop.sandbox.signicat.com/auth/open",
  "https://shop.test.idura.broker",
  "https://SHOP-test.criipto.id./",
  "https://pp.netseidbroker.dk/op/",
  "https://apitest.vipps.no/access-management-1.0/access/",
])("at %s anybody is as old as they like, so it serves no live key, with a preset or without one", (EID_S_ISSUER) => {
  for (const preset of [{}, { ...BARE, EID_S_PRESET: "mitid-idura" }, { ...BARE, EID_S_PRESET: "bankid-no-signicat" }])
    expect(problemsOf({ ...preset, EID_S_ISSUER })).toEqual([
      "EID_S_ISSUER is a test eID, which proves nothing: use it for test keys, as EID_TEST_S_ISSUER",
    ]);
  const env = Object.entries({ ...SOUND, EID_S_ISSUER }).map(([name, value]) => [
    name.replace("EID_", "EID_TEST_"),
    value,
  ]);
  expect(readProvider(Object.fromEntries(env), "EID_TEST_S")).toMatchObject({ ok: true });
});

test("an eID that answers for 18 only wants to be told what becomes of a check of 16", () => {
  const idin = { ...BARE, EID_S_ISSUER: "https://eid.example", EID_S_PRESET: "idin-idura" };
  const [problem, ...others] = problemsOf(idin);
  expect(others).toEqual([]);
  expect(problem).toMatch(/^EID_S_CHECKS_OF_16 is missing: this eID answers for 18 only\. Set ask_18 .* or refuse /);
  for (const word of ["ask_18", "refuse"]) expect(problemsOf({ ...idin, EID_S_CHECKS_OF_16: word })).toEqual([]);
  expect(problemsOf({ ...idin, EID_S_CHECKS_OF_16: "maybe" })).toHaveLength(1);
});

test.for([
  ["EID_S_PRESET", "nonsense", "is not known: There are sandbox-s, sandbox-b, mitid-signaturgruppen"],
  ["EID_S_PRESET", "mitid-idurra", "is not known: did you mean mitid-idura?"],
  ["EID_S_PRESET", "BankID-SE-Idura", "is not known: did you mean bankid-se-idura?"],
  ["EID_S_PRESET", "mitid-signatur", "is not known: did you mean mitid-signaturgruppen?"],
  ["EID_S_PRESET", "freja-signicat", "is not known: did you mean ftn-signicat?"],
  ["EID_S_PRESET", "idin", "is not known: did you mean idin-idura or idin-signicat?"],
  ["EID_S_PACK", "nonsense", "EID_S_PACK is not known: use one of mitid, "],
  ["EID_S_PACK", "constructor", "EID_S_PACK is not known"],
  ["EID_S_ISSUER", "http://eid.example", "must be an https:// address"],
  ["EID_S_ISSUER", "https://eid.example?x=1", "must be an https:// address"],
  ["EID_S_CLAIMS", "[", "is not valid JSON"],
  ["EID_S_CLAIMS", "[]", "EID_S_CLAIMS"],
  ["EID_S_CLAIMS", '[{"source":"userinfo","path":"birthdate","transform":"iso_date"}]', "(at 0.path)"],
  ["EID_S_CLAIMS", '[{"source":"userinfo","path":["x"],"transform":"guess"}]', "(at 0.transform)"],
  ["EID_S_CLAIMS", '[{"source":"userinfo","path":["x"],"transform":"int","agee":18}]', "EID_S_CLAIMS"],
  ["EID_S_TIME_ZONE", "Mars/Olympus", "is not an IANA time zone"],
  ["EID_S_ID_TOKEN_ALG", "none", "EID_S_ID_TOKEN_ALG"],
  ["EID_S_ID_TOKEN_ALG", "HS256", "EID_S_ID_TOKEN_ALG"],
  ["EID_S_PRESET", "constructor", "is not known: There are"],
  ["EID_S_PRESET", "__proto__", "is not known: There are"],
  ["EID_S_ISSUER", "https://eid.example/.well-known/openid-configuration", "must be an https:// address"],
  ["EID_S_AUTH_TIME", "optional", "EID_S_AUTH_TIME is no setting"],
  ["EID_S_ISSUER", "https://me:word@eid.example", "must be an https:// address without user"],
  ["EID_S_ACCEPT_UNKNOWN_SIGN_IN_TIME", "yes", "EID_S_ACCEPT_UNKNOWN_SIGN_IN_TIME must be 1 or 0"],
  ["EID_S_CHECKS_OF_16", "yes", "EID_S_CHECKS_OF_16 must be one of ask_16, ask_18, refuse"],
  ["EID_S_SCOPES", "openid,profile", "EID_S_SCOPES must name openid, and has spaces"],
  ["EID_S_PROMPT", "none", "EID_S_PROMPT must let the eID show itself"],
  ["EID_S_REQUIRES", "[]", "EID_S_REQUIRES is no setting: did you mean EID_S_REQUIRE?"],
  ["EID_S_CHECK_OF_16", "refuse", "EID_S_CHECK_OF_16 is no setting: did you mean EID_S_CHECKS_OF_16?"],
  ["EID_S_DECRYPTION_KEY", "x", "EID_S_DECRYPTION_KEY is no setting: did you mean EID_S_DECRYPTION_KEYS?"],
  ["EID_S_SIGN_IN_TIME", '{"source":"id_token","path":["iat"]}', "iat only says when the token was written"],
  ["EID_S_SIGN_IN_TIME", '{"source":"id_token","path":"iat"}', "EID_S_SIGN_IN_TIME (at 0.path)"],
  ["EID_S_SIGN_IN_TIME", "[]", "EID_S_SIGN_IN_TIME"],
  ["EID_S_PARAMETERS", '{"redirect_uri":"https://elsewhere.example"}', "EID_S_PARAMETERS may not have"],
  ["EID_S_REQUIRE", '{"path":["idp"]}', "EID_S_REQUIRE must be a JSON list"],
  ["EID_S_REQUIRE", '[{"source":"id_token","path":["idp"]}]', "must have exactly one of equals, oneOf and notEquals"],
  [
    "EID_S_REQUIRE",
    '[{"source":"id_token","path":["idp"],"equals":"a","notEquals":"b"}]',
    "must have exactly one of equals, oneOf and notEquals",
  ],
  ["EID_S_REQUIRE", '[{"source":"id_token","path":["idp"],"oneOf":[]}]', "(at 0.oneOf)"],
  ["EID_S_PRIVATE_KEY", '{"kty":"EC","crv":"P-256","d":"AAAA"}', "must be a whole private key"],
  ["EID_S_PRIVATE_KEY", '{"kty":"oct","k":"AAAA"}', "must be a whole private key"],
  ["EID_S_CLIENT_ID", undefined, "EID_S_CLIENT_ID is missing"],
] as const)("%s = %j is refused by name", ([name, value, words]) => {
  const problems = problemsOf({
    [name]: value,
    ...(name === "EID_S_PRIVATE_KEY" && { EID_S_CLIENT_SECRET: undefined }),
  });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(words);
});

test.for([
  ["an EC key", generateKeyPairSync("ec", { namedCurve: "P-384" }), "ES384"],
  ["an RSA key", generateKeyPairSync("rsa", { modulusLength: 2048 }), "RS256"],
  ["an Ed25519 key", generateKeyPairSync("ed25519"), "EdDSA"],
] as const)("%s that names no algorithm signs with its own", ([, { privateKey }, alg]) => {
  const jwk = JSON.stringify(privateKey.export({ format: "jwk" }));
  expect(read({ EID_S_CLIENT_SECRET: undefined, EID_S_PRIVATE_KEY: jwk })).toMatchObject({
    provider: { authentication: { privateJwk: { alg } } },
  });
});

test.for([
  ["an EC key", generateKeyPairSync("ec", { namedCurve: "P-256" }), "ES256", ["none", "HS256", "ECDH-ES", "ES384", 7]],
  ["an RSA key", generateKeyPairSync("rsa", { modulusLength: 2048 }), "PS256", ["ES256", "RSA-OAEP-256", ""]],
] as const)(
  "%s signs with an algorithm of its kind, or the settings say with which it could",
  ([, pair, fits, others]) => {
    const withAlg = (alg: unknown) => ({
      EID_S_CLIENT_SECRET: undefined,
      EID_S_PRIVATE_KEY: JSON.stringify({ ...pair.privateKey.export({ format: "jwk" }), alg }),
    });
    expect(problemsOf(withAlg(fits))).toEqual([]);
    for (const alg of others)
      expect(problemsOf(withAlg(alg))).toEqual([
        expect.stringContaining(`names the alg ${alg}; such a key signs with`),
      ]);
  },
);

const claims = (rule: object) => ({
  EID_S_CLAIMS: JSON.stringify([{ source: "id_token", transform: "bool", ...rule }]),
});

test.for([
  ["no age at all", { path: ["over"] }],
  ["no age at all, as text", { path: ["over"], transform: "string_bool" }],
  ["its age twice", { path: ["over_{age}"], age: 18 }],
  ["16 in its path, and is believed for 18", { path: ["over_16"], age: 18 }],
  ["18 in its path, and is believed for 16", { path: ["a", "18+"], age: 16 }],
  ["both ages in its path, one behind the other", { path: ["16", "18"], age: 16 }],
] as const)("a yes or no that has %s is refused: a visitor could have asked for the other age", ([, rule]) => {
  expect(problemsOf(claims(rule))).toEqual([expect.stringContaining("age")]);
});

test.for([
  [{ path: ["over_{age}"] }],
  [{ path: ["over_18"], age: 18 }],
  [{ path: ["eighteen-or-older"], age: 18 }],
  [{ path: ["urn:2018:over"], age: 16 }],
  [{ path: ["over_{age}"], transform: "string_bool" }],
  [{ path: ["dob16"], transform: "iso_date" }],
] as const)("%j names its age once", ([rule]) => expect(problemsOf(claims(rule))).toEqual([]));

test.for(["iso_date", "int", "pair_colon"])("%s takes no age: it has its own", (transform) => {
  const problem = expect.stringContaining(`has "age", which ${transform} does not take`);
  expect(problemsOf(claims({ path: ["x"], transform, age: 18 }))).toEqual([problem]);
});

test.for([
  ["EID_S_ACR_VALUES", "urn:level:high"],
  ["EID_S_LOGIN_HINT", "country:SE"],
  ["EID_S_PARAMETERS", '{"idp_values":"mitid"}'],
] as const)(
  "%s without EID_S_REQUIRE is refused: nothing would hold on the way back what was asked",
  ([name, text]) => {
    expect(problemsOf({ [name]: text })).toEqual([expect.stringContaining("EID_S_REQUIRE is missing")]);
    expect(problemsOf({ [name]: text, EID_S_REQUIRE: "[]" })).toEqual([]);
    expect(problemsOf({ [name]: text, EID_S_PRESET: "mitid-idura" })).toEqual([]);
  },
);

test("an answer that does not say when the person signed in counts by the operator's own word only", () => {
  expect(read({ EID_S_ACCEPT_UNKNOWN_SIGN_IN_TIME: "1" })).toHaveProperty("provider.acceptsUnknownSignInTime", true);
  expect(read({ EID_S_ACCEPT_UNKNOWN_SIGN_IN_TIME: "0" })).toHaveProperty("provider.acceptsUnknownSignInTime", false);
  for (const [name, preset] of Object.entries(PRESETS))
    expect(preset, name).not.toHaveProperty("acceptsUnknownSignInTime");
});

test("the settings of the chapter configure an eID without a preset, and what must hold of its answer", () => {
  const text = readFileSync("docs/operate/eid.md", "utf8");
  const [own = {}, required = {}] = blocksOf(text).map(({ code }) => settingsIn(code));
  expect(Object.keys({ ...own, ...required })).toHaveLength(6);
  const { EID_S_ISSUER, EID_S_CLIENT_ID, EID_S_CLIENT_SECRET } = SOUND;
  expect(
    readProvider({ EID_S_ISSUER, EID_S_CLIENT_ID, EID_S_CLIENT_SECRET, ...own, ...required }, "EID_S"),
  ).toMatchObject({
    ok: true,
    provider: {
      name: "Some eID",
      timeZone: "Europe/Oslo",
      claims: [{ source: "id_token", path: ["https://broker.example/dob"] }],
      require: [{ source: "id_token", path: ["idp"], equals: "nbid" }],
    },
  });
});

/** The settings of a block, as a file of settings is read: quotes and remarks are none of a value. */
function settingsIn(code: string): Record<string, string> {
  const lines = code
    .trimEnd()
    .split("\n")
    .map((line) => /^(\w+)=(?:'([^']*)'|"([^"]*)"|(\S*))(?:\s+#.*)?$/.exec(line));
  return Object.fromEntries(lines.map((found) => [found?.[1] ?? "", found?.[2] ?? found?.[3] ?? found?.[4] ?? ""]));
}
