import { afterAll, describe, expect, test } from "vitest";
import { createAgeway } from "#packages/server/src/index.ts";
import { CHECK_CASES, START_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";

const api = await startMisbehavingApi();
afterAll(() => api.close());

const KEYS = { test: "pk_test_cases", live: "pk_live_cases" };
const DEVICE = "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11";
describe("check", () => {
  test("nobody is asked about what cannot be a token, or about no device", async () => {
    const ageway = createAgeway({ url: "http://127.0.0.1:1", pluginKey: KEYS.test });
    for (const token of [
      undefined,
      null,
      "",
      ["token", "token"],
      { $ne: "" },
      18,
      "a/b",
      "a b",
      ".",
      "..",
      "é",
      "a".repeat(513),
    ])
      expect(await ageway.check({ token, deviceId: DEVICE, age: 18 })).toEqual({ allowed: false, why: "no_token" });
    for (const deviceId of [undefined, null, "", 7])
      expect(await ageway.check({ token: "token", deviceId, age: 18 })).toEqual({ allowed: false, why: "no_device" });
  });

  test.for([undefined, null, 0, 17, "18", Number.NaN, true])(
    "a yes is none for a shop that asks for the age %s",
    async (age) => {
      const ageway = createAgeway({ url: `${api.url}/check/0`, pluginKey: KEYS.test });
      const checked = await ageway.check({ token: "token", deviceId: DEVICE, age: age as 18 });
      expect(checked).toEqual({ allowed: false, why: "age_too_low" });
    },
  );

  test("what broke is asked again, once; an answer that only one may have is not", async () => {
    const of = (wanted: string) => CHECK_CASES.findIndex(({ name }) => name === wanted);
    for (const [name, once, times] of [
      ["a yes with 503", false, 2],
      ["closed within the answer", false, 2],
      ["a yes with 503", true, 1],
      ["a yes with 429", false, 1],
      ["unknown token", false, 1],
    ] as const) {
      const place = `check/${of(name)}`;
      const before = api.asked(place).length;
      const ageway = createAgeway({ url: `${api.url}/${place}`, pluginKey: KEYS.test });
      expect(await ageway.check({ token: "token", deviceId: DEVICE, age: 18, once })).toMatchObject({ allowed: false });
      expect(api.asked(place).length - before, name).toBe(times);
    }
  });

  test("nobody listens: no", async () => {
    const ageway = createAgeway({ url: "http://127.0.0.1:1", pluginKey: KEYS.test });
    const checked = await ageway.check({ token: "token", deviceId: DEVICE, age: 18 });
    expect(checked).toEqual({ allowed: false, why: "unavailable" });
  });

  test("who keeps the answer asks once", async () => {
    const ageway = createAgeway({ url: `${api.url}/check/1`, pluginKey: KEYS.test });
    await ageway.check({ token: "token", deviceId: DEVICE, age: 18, once: true });
    expect(api.asked("check/1").at(-1)?.path).toContain("&once=1");
  });
});

describe("start", () => {
  test.for(START_CASES.map((given, n) => [given.name, given, n] as const))("%s", async ([, given, n]) => {
    const ageway = createAgeway({ url: `${api.url}/start/${n}`, pluginKey: KEYS.test, secret: "sk_cases" });
    const started = await ageway.start({ deviceId: DEVICE, age: 18, returnUrl: "https://shop.example/a?b=c&d=é#e" });
    expect(started).toMatchObject(
      given.started
        ? { started: true, url: expect.stringContaining("/verify/s?session=") }
        : { started: false, why: given.why, reason: given.reason ?? null },
    );
    const asked = api.asked(`start/${n}`);
    expect(asked).toHaveLength(given.answers.length);
    expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(asked[0]?.headers.authorization).toBe("Bearer sk_cases");
    expect(asked[0]?.path).toBe(
      `/api/url_generator_s/${KEYS.test}/${DEVICE}/18?domain=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d%3D%C3%A9%23e`,
    );
  });
});

test.for([
  { url: "age.example", pluginKey: KEYS.test },
  { url: "https://age.example/?a=b", pluginKey: KEYS.test },
  { url: "ftp://age.example", pluginKey: KEYS.test },
  { url: "https://age.example", pluginKey: "sk_live_1" },
  { url: "https://age.example", pluginKey: undefined as unknown as string },
  { url: undefined as unknown as string, pluginKey: KEYS.test },
  { url: "https://age.example", pluginKey: KEYS.live, secret: "pk_live_1" },
  { url: "https://age.example", pluginKey: KEYS.live, timeoutMs: 0 },
])("a configuration that cannot work is refused when the shop starts: %j", (config) => {
  expect(() => createAgeway(config)).toThrow(TypeError);
});

test.for([undefined, ""])("a key without a secret is not locked: %j", (secret) => {
  expect(createAgeway({ url: "https://age.example", pluginKey: KEYS.live, secret }).isLocked).toBe(false);
});

test.for([
  "http://localhost:3000",
  "http://127.0.0.2",
  "http://[::1]:3000",
  "http://10.1.2.3",
  "http://172.31.0.1",
  "http://192.168.1.1",
  "http://[fd00::1]",
  "http://ageway:3000",
  "http://age.test",
  "http://age.svc.cluster.local",
  "http://age.internal",
])("an instance may be at %s", (url) => {
  expect(createAgeway({ url, pluginKey: KEYS.live }).url).toBe(url);
});

test.for([
  "http://age.example",
  "http://8.8.8.8",
  "http://172.32.0.1",
  "http://10.age.example",
  "http://[2001:db8::1]",
  "http://[::ffff:8.8.8.8]",
  "http://local.example",
  "HTTP://age.example",
  "http:age.example",
])("no answer is believed that comes from %s without TLS", (url) => {
  expect(() => createAgeway({ url, pluginKey: KEYS.live })).toThrow(TypeError);
});
