import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificateOf } from "#tests/support/certificate.ts";
import { startHttps } from "#tests/support/https.ts";
import { START_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";
import { startPhp } from "#tests/support/php.ts";

const KEYS = { test: "pk_test_cases", live: "pk_live_cases" };
const DEVICE = "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11";
const RETURN_URL = "https://shop.example/a?b=c&d=é#e";
/** A call of `Ageway\Ageway` with named arguments, as `php/run.php` reads it. */
type Call = {
  config: Record<string, unknown>;
  call: "check" | "start" | "startUrl" | "print_r";
  args: Record<string, unknown>;
};
type Outcome = Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), "ageway-php-"));
const authorities = join(folder, "authorities.pem");
const trusted = await startHttps((_, response) => void response.writeHead(404).end(), certificateOf("localhost"));
const stranger = await startHttps((_, response) => void response.writeHead(404).end());
writeFileSync(authorities, trusted.certificate);
afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const server of [trusted, stranger]) server.close();
});

const TRUST = ["-d", `curl.cainfo=${authorities}`, "-d", `openssl.cafile=${authorities}`];
const TRANSPORTS = {
  curl: [...TRUST, "run.php"],
  sockets: [...TRUST, "-d", "disable_functions=curl_init", "run.php"],
  guzzle: [...TRUST, "run.php", "guzzle"],
};

const check = (url: string, args: Record<string, unknown> = {}, config: Record<string, unknown> = {}): Call => ({
  config: { url, pluginKey: KEYS.test, ...config },
  call: "check",
  args: { token: "token", deviceId: DEVICE, age: 18, ...args },
});

async function run(program: readonly string[], calls: readonly Call[]): Promise<Outcome[]> {
  const php = await startPhp(...program);
  const outcomes: Outcome[] = [];
  for (const call of calls) outcomes.push(await php.ask(call));
  await php.stop();
  return outcomes;
}

/** All starts through one transport, each process at its own API. */
async function runCases(program: readonly string[]) {
  const api = await startMisbehavingApi();
  const starts: Call[] = START_CASES.map((_, n) => ({
    config: { url: `${api.url}/start/${n}/`, pluginKey: KEYS.test, secret: "sk_cases" },
    call: "start",
    args: { deviceId: DEVICE, age: 18, returnUrl: RETURN_URL },
  }));
  const nobody = [
    check("http://127.0.0.1:1"),
    check(api.url.replace("http:", "https:")),
    check(`https://127.0.0.1:${trusted.port}`),
    check(`https://localhost:${stranger.port}`),
    check(`https://localhost:${trusted.port}`),
  ];
  const noAges = [0, 15, 17].map((age) => check(`${api.url}/check/0`, { age }));
  const outcomes = await run(program, [...nobody, ...starts, ...noAges]);
  await api.close();
  const unheard = outcomes.splice(0, nobody.length);
  const started = outcomes.splice(0, starts.length);
  return { asked: api.asked, unheard, started, unasked: outcomes };
}

const programs = Object.entries(TRANSPORTS);
const ran = new Map<string, Awaited<ReturnType<typeof runCases>>>();
beforeAll(async () => {
  await Promise.all(programs.map(async ([name, program]) => ran.set(name, await runCases(program))));
});

describe.for(programs)("%s", ([name]) => {
  const all = () => ran.get(name) ?? expect.unreachable(`${name} did not run`);

  test.for(START_CASES.map((given, n) => [given.name, given, n] as const))("start: %s", ([, given, n]) => {
    const { asked, started } = all();
    expect(started[n]).toMatchObject(
      given.started
        ? { started: true, url: expect.stringContaining("/verify/s?session="), why: null }
        : { started: false, url: null, why: given.why, reason: given.reason ?? null },
    );
    const calls = asked(`start/${n}`);
    expect(calls).toHaveLength(given.answers.length);
    expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(calls[0]?.headers.authorization).toBe("Bearer sk_cases");
    expect(calls[0]?.path).toBe(
      `/api/url_generator_s/${KEYS.test}/${DEVICE}/18?domain=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d%3D%C3%A9%23e`,
    );
  });

  test("a yes is none to an age that nobody asks for", () => {
    expect(all().unasked.map(({ why }) => why)).toEqual(Array(3).fill("age_too_low"));
  });

  test("nobody listens, or nobody with a trusted certificate of that name: no", () => {
    const whys = all().unheard.map(({ why }) => why);
    expect(whys).toEqual([...Array(4).fill("unavailable"), "token_unknown"]);
  });
});

test("nobody is asked about what cannot be a token, or about no device", async () => {
  const tokens = [
    null,
    "",
    ["token", "token"],
    { $ne: "" },
    18,
    true,
    "a/b",
    "a b",
    "é",
    "a\n",
    ".",
    "..",
    "a".repeat(513),
  ];
  const devices = [null, "", 7, ["a"]];
  const unreachable = "http://127.0.0.1:1";
  const outcomes = await run(TRANSPORTS.curl, [
    ...tokens.map((token) => check(unreachable, { token })),
    ...devices.map((deviceId) => check(unreachable, { deviceId })),
  ]);
  expect(outcomes.map(({ why }) => why)).toEqual([...tokens.map(() => "no_token"), ...devices.map(() => "no_device")]);
});

test("a configuration that cannot work is refused when the shop starts", async () => {
  const works = { url: "https://age.example", pluginKey: KEYS.live };
  const wrong = [
    { url: "age.example" },
    { url: "https://age.example/?a=b" },
    { url: "https://age.example\n" },
    { url: "ftp://age.example" },
    { url: "https://member:word@age.example" },
    { url: "https://age.example:port" },
    { pluginKey: "sk_live_1" },
    { pluginKey: "pk_live_1\n" },
    { secret: "pk_live_1" },
    { timeoutMs: 0 },
  ];
  const call = { call: "startUrl", args: { deviceId: "d", age: 18, returnUrl: "https://shop.example/" } } as const;
  const outcomes = await run(
    TRANSPORTS.curl,
    [{}, ...wrong].map((part) => ({ ...call, config: { ...works, ...part } })),
  );
  expect(outcomes.map(({ thrown }) => thrown)).toEqual([undefined, ...wrong.map(() => "InvalidArgumentException")]);
});

test("who keeps the answer asks once, through no proxy; no dump shows the secret, and an empty one is none", async () => {
  const api = await startMisbehavingApi();
  const php = await startPhp("run.php");
  expect(await php.ask(check(`${api.url}/check/0`, { once: true }))).toMatchObject({ allowed: true });
  expect(api.asked("check/0")[0]?.path).toContain("&once=1");
  const config = { url: api.url, pluginKey: KEYS.live, secret: "sk_live_hidden" };
  const { value } = await php.ask<Outcome>({ config, call: "print_r", args: {} });
  expect(value).toContain(KEYS.live);
  expect(value).not.toContain("hidden");
  const open = await php.ask<Outcome>({ config: { ...config, secret: "" }, call: "print_r", args: {} });
  expect([value, open.value].map((text) => /isLocked\] => 1/.test(String(text)))).toEqual([true, false]);
  await php.stop();
  await api.close();
});
