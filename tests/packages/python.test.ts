import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { plainPage } from "#packages/server/src/closed.ts";
import { certificateOf } from "#tests/support/certificate.ts";
import { startHttps } from "#tests/support/https.ts";
import {
  CACHE_CASES,
  CHECK_CASES,
  START_CASES,
  startMisbehavingApi,
  VISITOR_CASES,
} from "#tests/support/misbehaving-api.ts";
import { askPython } from "#tests/support/python.ts";

const KEYS = { test: "pk_test_cases", live: "pk_live_cases" };
const DEVICE = "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11";
/** With the modules that each needs. */
const FRAMEWORKS = { flask: ["flask"], django: ["django"], asgi: [], "django in asgi": ["django"] };

const folder = mkdtempSync(join(tmpdir(), "ageway-python-"));
const api = await startMisbehavingApi();
const apiOfGates = await startMisbehavingApi();
const trusted = await startHttps((_, response) => void response.writeHead(404).end(), certificateOf("localhost"));
const stranger = await startHttps((_, response) => void response.writeHead(404).end());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const server of [trusted, stranger]) server.close();
  for (const { close } of [api, apiOfGates]) await close();
});

const order = {
  url: api.url,
  start: START_CASES,
  pages: (["closed", "asked", "unavailable"] as const).flatMap((state) =>
    (["/a?b=1&c=\"'<>", null] as const).map((start) => ({ age: 18, state, start }) as const),
  ),
  tls: { trusted: trusted.port, stranger: stranger.port },
};
const authorities = join(folder, "authorities.pem");
writeFileSync(authorities, trusted.certificate);
// No program listens at this proxy: a client that used it would get no answer.
const NOBODY = "http://127.0.0.1:1";
const surroundings = { SSL_CERT_FILE: authorities, HTTP_PROXY: NOBODY, HTTPS_PROXY: NOBODY, http_proxy: NOBODY };
const [lines, ...gates] = await Promise.all([
  askPython("tests/packages/python/cases.py", order, { env: surroundings }),
  ...Object.entries(FRAMEWORKS).map(([framework, modules]) => {
    const ordered = { framework, url: apiOfGates.url, check: CHECK_CASES, cache: CACHE_CASES, visitor: VISITOR_CASES };
    return askPython("tests/packages/python/gate.py", ordered, { modules });
  }),
]);
const at = (name: string) => lines.filter((line) => line.at === name);

describe("check", () => {
  test("nobody is asked about what cannot be a token, or about no device", () => {
    expect(new Set(at("no token")[0]?.why as string[])).toEqual(new Set(["no_token"]));
    expect(new Set(at("no device")[0]?.why as string[])).toEqual(new Set(["no_device"]));
  });

  test("a yes is none to an age that nobody asks for", () => {
    expect(new Set(at("no such age")[0]?.why as string[])).toEqual(new Set(["age_too_low"]));
  });

  test.for([
    ["nobody listens", "unavailable"],
    ["a certificate that nobody vouches for", "unavailable"],
    ["a certificate that an authority vouches for", "token_unknown"],
    ["no such text", "unavailable"],
    ["silent resolver", "timeout"],
  ])("%s: no", ([name = "", why]) => {
    expect(at(name)).toMatchObject([{ if: false, allowed: false, why }]);
  });
});

test.for(START_CASES.map((given, n) => [given.name, given, n] as const))("start: %s", ([, given, n]) => {
  expect(at(`start/${n}`)).toMatchObject([
    given.started
      ? { if: true, started: true, url: expect.stringContaining("/verify/s?session=") }
      : { if: false, started: false, why: given.why, reason: given.reason ?? null },
  ]);
  const asked = api.asked(`start/${n}`);
  expect(asked).toHaveLength(given.answers.length);
  expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(asked[0]?.headers.authorization).toBe("Bearer sk_cases");
  expect(asked[0]?.path).toBe(
    `/api/url_generator_s/${KEYS.test}/${DEVICE}/18?domain=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d%3D%C3%A9%23e`,
  );
});

describe.for(Object.keys(FRAMEWORKS).map((name, n) => [name, gates[n]] as const))(
  "the gate in %s",
  ([, promises = []]) => {
    test.for(promises.map(({ promise, fault }) => [String(promise), fault] as const))("%s", ([, fault]) => {
      expect(fault).toBeNull();
    });
  },
);

test("all frameworks keep the same promises of the gate", () => {
  const [first, ...others] = gates.map((promises) => promises.map(({ promise }) => promise));
  for (const other of others) expect(other).toEqual(first);
  expect(first?.length).toBeGreaterThan(20 + CHECK_CASES.length);
});

test("the pages of the gate are those of the other gates", () => {
  expect(at("page").map(({ html }) => html)).toEqual(order.pages.map(plainPage));
});

test("the certificates of servers are checked before anything is asked", () => {
  expect([stranger.asked, trusted.asked.length]).toEqual([[], 1]);
});

test("a configuration that cannot work is refused when the shop starts", () => {
  expect(at("configuration").filter((line) => line.is_refused !== true)).toEqual([]);
});

test("the secret is in no text that a log could hold", () => {
  expect(at("secret")[0]?.text).not.toContain("sk_");
});

test("a key without a secret is not locked, also where an environment has it empty", () => {
  expect(at("no secret")[0]?.locked).toEqual([false, false]);
});

test("every function says the types that it takes and answers, in words of Python 3.9", () => {
  expect(at("no types")).toEqual([]);
});
