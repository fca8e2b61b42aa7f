import { generateKeyPairSync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { liveEidNames } from "#lib/eid/providers.ts";
import { configurationProblems, soundProviders } from "#lib/eid/read-providers.ts";
import { readConfig } from "#lib/runtime/read-config.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const SOUND: Record<string, string> = {
  BASE_URL: "https://age.example",
  DATABASE_URL: "postgres://ageway@db.example/ageway",
  AGEWAY_KEYS: randomBytes(32).toString("base64url"),
  EID_S_PRESET: "bankid-se-idura",
  EID_S_ISSUER: "https://s.eid.example",
  EID_S_CLIENT_ID: "s",
  EID_S_CLIENT_SECRET: "secret",
  EID_B_PRESET: "mitid-idura",
  EID_B_ISSUER: "https://b.eid.example",
  EID_B_CLIENT_ID: "b",
  EID_B_PRIVATE_KEY: JSON.stringify(privateKey.export({ format: "jwk" })),
  EID_TEST_S_PRESET: "sandbox-s",
  EID_TEST_S_ISSUER: "https://s.test.eid.example",
  EID_TEST_S_CLIENT_ID: "s",
  EID_TEST_S_CLIENT_SECRET: "secret",
  EID_TEST_B_PRESET: "sandbox-b",
  EID_TEST_B_ISSUER: "https://b.test.eid.example",
  EID_TEST_B_CLIENT_ID: "b",
  EID_TEST_B_CLIENT_SECRET: "secret",
};

const problemsOf = (changes: Record<string, string | undefined>) => {
  return configurationProblems({ ...SOUND, ...changes });
};

test("a whole configuration is read, with the contract's times and limits where it says nothing", () => {
  const read = readConfig(SOUND);
  expect(read).toMatchObject({
    ok: true,
    config: {
      baseUrl: "https://age.example",
      isHttps: true,
      isDemo: false,
      host: "127.0.0.1",
      trustedProxies: [],
      ttl: { linkMs: 600_000, flowMs: 900_000, tokenMs: 1_800_000 },
      limits: { devicePerMinute: 30, keyPerMinute: 6_000 },
      eidLogoDir: "eid-logos",
    },
  });
});

test("of an empty environment every missing setting is named at once", () => {
  const named = configurationProblems({}).map((problem) => problem.split(" ")[0]);
  expect(named.toSorted()).toEqual(
    [...Object.keys(SOUND).filter((key) => !key.startsWith("EID_")), "EID_S_PRESET"].toSorted(),
  );
});

test("one eID for live keys is enough; one that is begun must be whole", () => {
  const without = (prefixes: RegExp) =>
    Object.fromEntries(Object.keys(SOUND).flatMap((name) => (prefixes.test(name) ? [[name, undefined]] : [])));
  expect(problemsOf(without(/^EID_(S|TEST_[SB])_/))).toEqual([]);
  expect(problemsOf(without(/^EID_(B|TEST_[SB])_/))).toEqual([]);
  const begun = problemsOf({ ...without(/^EID_(B|TEST_S)_/), EID_TEST_S_CLIENT_ID: "s" });
  expect(begun.length).toBeGreaterThan(0);
  for (const problem of begun) expect(problem).toMatch(/^EID_TEST_S_/);
  expect(problemsOf(without(/^EID_[SB]_/))).toEqual([
    expect.stringContaining("EID_S_PRESET or EID_B_PRESET is missing"),
  ]);
});

test("both eIDs may be of one scheme, by one broker or by two: the letter tells them apart", () => {
  const mitid = { EID_S_PRESET: "mitid-signaturgruppen", EID_B_PRESET: "mitid-idura" };
  const env = { ...SOUND, ...mitid, EID_S_ISSUER: undefined, EID_S_NAME: undefined, EID_B_NAME: undefined };
  expect(configurationProblems(env)).toEqual([]);
  expect(liveEidNames(soundProviders(env, null)?.live)).toEqual({ s: "MitID S", b: "MitID B" });
  expect(liveEidNames(soundProviders({ ...env, EID_B_NAME: "MitID by Idura" }, null)?.live)).toEqual({
    s: "MitID",
    b: "MitID by Idura",
  });
});

test("a setting that is there but empty is missing", () => {
  expect(problemsOf({ AGEWAY_KEYS: "  " })).toEqual([expect.stringContaining("AGEWAY_KEYS is missing")]);
});

test.for([
  ["TOKEN_MINUTES", "30", "31"],
  ["LINK_MINUTES", "60", "61"],
  ["FLOW_MINUTES", "1", "0"],
  ["PORT", "65533", "65534"],
  ["PORT", "1", "0"],
  ["PORT", "3000", "3000.5"],
  ["RATE_LIMIT_DEVICE", "1", "many"],
  ["TRUSTED_PROXIES", "2", "-1"],
  ["TRUSTED_PROXIES", "loopback, 10.0.0.5,fd00::/8", "loopback,proxy.example"],
  ["TRUSTED_PROXIES", "uniquelocal", "0.0.0.0/0"],
  ["TRUSTED_PROXIES", "linklocal", "constructor"],
  ["TRUSTED_PROXIES", "10.0.0.0/8", "10/8"],
  ["TRUSTED_PROXIES", "::1", "::/0"],
  ["HOST", "0.0.0.0", "localhost"],
  ["HOST", "::", "0.0.0.0:3000"],
  ["BASE_URL", "https://age.example/", "https://age.example/path"],
  ["BASE_URL", "http://localhost:3000", "http://age.example"],
  ["DATABASE_URL", "postgresql://db.example/ageway", "mysql://db.example/ageway"],
  [
    "AGEWAY_KEYS",
    `${randomBytes(32).toString("base64url")},${randomBytes(48).toString("base64url")}`,
    randomBytes(31).toString("base64url"),
  ],
  ["AGEWAY_DEMO", "0", "yes"],
  ["LOG_LEVEL", "debug", "loud"],
] as const)("%s may be %j and not %j", ([name, good, bad]) => {
  expect(problemsOf({ [name]: good })).toEqual([]);
  expect(problemsOf({ [name]: bad })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
});

test.for([
  ["the demo on a public address", { AGEWAY_DEMO: "1" }, "AGEWAY_DEMO=1 contradicts BASE_URL"],
  ["longer deadlines, which are for tests", { TEST_PACE: "4" }, "TEST_PACE contradicts BASE_URL"],
  ["an eID on localhost behind a public address", { EID_S_ISSUER: "http://localhost:3002/s" }, "contradicts BASE_URL"],
  [
    "a secret and a key",
    { EID_B_CLIENT_SECRET: "x" },
    "EID_B_CLIENT_SECRET and EID_B_PRIVATE_KEY contradict each other",
  ],
  ["one DNS server only", { DNS_SERVERS: "1.1.1.1" }, "DNS_SERVERS must name two or more DNS servers"],
  ["the same DNS server twice", { DNS_SERVERS: "1.1.1.1, 1.1.1.1" }, "DNS_SERVERS must name two or more DNS servers"],
  ["a DNS server by name", { DNS_SERVERS: "1.1.1.1,dns.example" }, "DNS_SERVERS must name two or more DNS servers"],
  ["an SMTP server and nobody to write as", { SMTP_URL: "smtp://mail.example" }, "MAIL_FROM is missing"],
] as const)("%s is refused", ([, changes, words]) => {
  expect(problemsOf(changes)).toEqual([expect.stringContaining(words)]);
});

const key = randomBytes(32).toString("base64url");
const few = (different: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, i) => i % different)).toString("base64url");

test.for([
  ["one byte, 32 times", "A".repeat(43), "AGEWAY_KEYS must be random"],
  ["16 different bytes", few(16), "AGEWAY_KEYS must be random"],
  ["a second key of few bytes", `${key},${few(2)}`, "AGEWAY_KEYS must be random"],
  ["one key twice", `${key},${key}`, "AGEWAY_KEYS has one key twice"],
  ["one key twice, with a space", `${key}, ${key}`, "AGEWAY_KEYS has one key twice"],
] as const)("keys of %s are refused", ([, keys, words]) => {
  expect(problemsOf({ AGEWAY_KEYS: keys })).toEqual([expect.stringContaining(words)]);
});

test("a key of 17 different bytes, and two keys, are taken", () => {
  expect(problemsOf({ AGEWAY_KEYS: few(17) })).toEqual([]);
  expect(problemsOf({ AGEWAY_KEYS: `${key},${few(32)}` })).toEqual([]);
});

const ANYBODY = "anybody is as old as they like";

test.for([
  ["the sandbox preset as live s", { EID_S_PRESET: "sandbox-s" }, `EID_S_PRESET sandbox-s contradicts BASE_URL`],
  ["the sandbox preset as live b", { EID_B_PRESET: "sandbox-b" }, `EID_B_PRESET sandbox-b contradicts BASE_URL`],
  [
    "the test eID's client as live s",
    { EID_S_ISSUER: "https://b.test.eid.example", EID_S_CLIENT_ID: "b" },
    "EID_S_CLIENT_ID is also the client of the test eID",
  ],
  [
    "the test eID's client as live b",
    { EID_TEST_S_ISSUER: "https://b.eid.example", EID_TEST_S_CLIENT_ID: "b" },
    "EID_B_CLIENT_ID is also the client of the test eID",
  ],
] as const)("%s on a public address is refused, and allowed on this machine", ([, changes, words]) => {
  expect(problemsOf(changes)).toEqual([expect.stringContaining(words)]);
  expect(problemsOf(changes)[0]).toContain(ANYBODY);
  expect(problemsOf({ ...changes, BASE_URL: "http://localhost:3000" })).toEqual([]);
});

test("the test eID's client is found however its issuer is spelled", () => {
  const live = {
    EID_S_ISSUER: "https://TEST.eid.example:443/",
    EID_S_CLIENT_ID: "s",
    EID_TEST_S_PRESET: "mitid-idura",
  };
  expect(problemsOf({ ...live, EID_TEST_S_ISSUER: "https://test.eid.example" })).toEqual([
    expect.stringContaining("EID_S_CLIENT_ID is also the client of the test eID"),
  ]);
});

test("two different keys of one kid are refused: eIDs find our keys by it in one list", () => {
  const keyOf = (kid: string) => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid });
  };
  const byKey = (s: string, b: string) => ({
    EID_S_CLIENT_SECRET: undefined,
    EID_S_PRIVATE_KEY: s,
    EID_B_PRIVATE_KEY: b,
  });
  expect(problemsOf(byKey(keyOf("sig-1"), keyOf("sig-1")))).toEqual([expect.stringContaining("have the kid sig-1")]);
  const same = keyOf("sig-1");
  for (const b of [same, keyOf("sig-2")]) expect(problemsOf(byKey(same, b))).toEqual([]);
});

test("another client at the test eID's issuer, and the same client id elsewhere, are no test eID", () => {
  expect(problemsOf({ EID_S_ISSUER: "https://s.test.eid.example", EID_S_CLIENT_ID: "live" })).toEqual([]);
  expect(problemsOf({ EID_S_CLIENT_ID: "b" })).toEqual([]);
});

test("no problem repeats a secret", () => {
  const problems = problemsOf({ AGEWAY_KEYS: "hunter2", EID_B_PRIVATE_KEY: '{"d":"hunter2"', DATABASE_URL: "hunter2" });
  expect(problems).toHaveLength(3);
  expect(problems.join()).not.toContain("hunter2");
});

test("the address of a Redis has TLS or not, a password, and at most the number of a database", () => {
  for (const REDIS_URL of ["redis://cache.example", "rediss://:secret@cache.example:6380/2"])
    expect(readConfig({ ...SOUND, REDIS_URL })).toMatchObject({ ok: true, config: { redisUrl: REDIS_URL } });
  for (const REDIS_URL of ["cache.example:6379", "https://cache.example", "redis://", "redis://cache.example/limits"])
    expect(problemsOf({ REDIS_URL })).toEqual([expect.stringContaining("REDIS_URL must be an address")]);
});

test("a database that is migrated and another that is used, and one port for two, are contradictions", () => {
  const owned = (name: string) => problemsOf({ DATABASE_OWNER_URL: `postgres://owner@db.example/${name}` });
  expect(owned("ageway")).toEqual([]);
  expect(owned("elsewhere")).toEqual([
    expect.stringMatching(/DATABASE_OWNER_URL .*elsewhere, and DATABASE_URL ageway/),
  ]);
  const pooled = { DATABASE_POOLER: "transaction", DATABASE_OWNER_URL: "postgres://owner@db.example/elsewhere" };
  expect(problemsOf(pooled)).toEqual([]);
  expect(problemsOf({ METRICS_PORT: "3001" })).toEqual([]);
  expect(problemsOf({ METRICS_PORT: "3000" })).toEqual([expect.stringContaining("contradicts PORT")]);
});
