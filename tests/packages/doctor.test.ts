import type { ServerResponse } from "node:http";
import { afterAll, expect, test, vi } from "vitest";
import { plainFetch, type Report, walk } from "#packages/doctor/src/index.ts";
import { createAgeway } from "#packages/server/src/index.ts";
import { HOSTILE, startHostileShop } from "#tests/support/broken-shops/hostile.ts";
import { PATIENCE_MS, PROTECTED, startShop } from "#tests/support/broken-shops/shop.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/doctor-run.ts";
import { FRAMEWORKS, type Framework, startGatedShop } from "#tests/support/gated-shops.ts";

vi.setConfig({ testTimeout: 60_000 });
const run = await startRun();
afterAll(() => run.close());

/** What the doctor holds against a shop. */
function caught({ cases, findings, problem }: Report): string[] {
  const failed = cases.filter(({ passed }) => !passed).map((result) => result.case);
  return [...failed, ...findings.map(({ finding }) => finding), ...(problem === null ? [] : [problem])];
}

/** All walk at once: a walk mostly waits. */
const gated = (Object.keys(FRAMEWORKS) as Framework[]).map((framework) => ({
  framework,
  walked: walkedGate(framework),
}));
const hostile = Object.entries(HOSTILE).map(([title, answer]) => ({ title, walked: walkedHostile(answer) }));
const astray = walkedAstray();
const winding = walkedWinding();

/** A shop of a framework, behind the gate of `@ageway/server`. */
async function walkedGate(framework: Framework) {
  const ageway = createAgeway({ url: run.address, pluginKey: RUN_KEY, timeoutMs: PATIENCE_MS });
  const shop = await startGatedShop(framework, [{ ageway, age: 18, match: "/checkout" }]);
  const asked = { url: `${shop.url}/checkout`, address: run.address, secret: RUN_SECRET, protects: "Welcome" };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  return report;
}

async function walkedHostile(answer: (response: ServerResponse, inner: string) => void) {
  const inner = await startHostileShop((response) => void response.end());
  const shop = await startHostileShop((response) => answer(response, inner.url));
  const asked = { url: `${shop.url}/checkout`, address: run.address, secret: RUN_SECRET, protects: PROTECTED };
  const report = await walk({ ...asked, start: "#start", patienceMs: 2_000, fetch: plainFetch() });
  await shop.close();
  await inner.close();
  return { report, requests: shop.requests(), bytes: shop.bytes(), beyond: inner.requests() };
}

/** A shop whose visitors come home to a server of our network. */
async function walkedAstray() {
  const inner = await startHostileShop((response) => void response.end(PROTECTED));
  const shop = await startShop({ home: `${inner.url}/admin` }, "gate");
  shop.pointAt(run.address, RUN_KEY);
  const asked = { url: shop.url, address: run.address, secret: RUN_SECRET, protects: PROTECTED };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  await inner.close();
  return { report, requests: shop.requests, beyond: inner.requests() };
}

/** A shop that leads through so many redirects that no walk has requests for all of its cases. */
async function walkedWinding() {
  const redirects = { "/a": "/b", "/b": "/c", "/c": "/d", "/d": "/checkout" };
  const shop = await startShop({ home: "/a", redirects });
  shop.pointAt(run.address, RUN_KEY);
  const asked = { url: shop.url, address: run.address, secret: RUN_SECRET, protects: PROTECTED, start: "#start" };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  return { report, requests: shop.requests };
}

test.for(gated.map((shop) => [shop.framework, shop] as const))(
  "the gate of %s passes all twelve",
  async ([, { walked }]) => {
    const report = await walked;
    expect(caught(report), JSON.stringify(report, null, 1)).toEqual([]);
    expect(report.cases).toHaveLength(12);
  },
);

test.for(hostile.map((shop) => [shop.title, shop] as const))(
  "a shop that %s is told so, within bounds, and nobody else is asked",
  async ([, { walked }]) => {
    const { report, requests, bytes, beyond } = await walked;
    expect(report.problem).toMatch(/^.{20,300}$/);
    expect(report.cases).toEqual([]);
    expect(requests).toBeLessThanOrEqual(12);
    expect(report.requests).toBe(requests);
    expect(report.tookMs).toBeLessThan(10_000);
    expect(bytes).toBeLessThan(20 * 1024 ** 2);
    expect(beyond).toBe(0);
  },
);

test("a redirect to another host is not followed after the return either", async () => {
  const { report, beyond } = await astray;
  expect(beyond).toBe(0);
  expect(caught(report), JSON.stringify(report, null, 1)).toEqual([]);
});

test("visitors send what a browser's navigation sends, and say who they are", async () => {
  const { report, requests } = await astray;
  expect(report.requests).toBe(requests.length);
  for (const { method, headers } of requests) {
    expect(method).toBe("GET");
    expect(headers).toMatchObject({
      "user-agent": `AgewayDoctor/0.1 (+${run.base}/docs/doctor)`,
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
      accept: expect.stringMatching(/^text\/html/),
    });
  }
  const returns = requests.filter(({ url }) => url.includes("token_age_verified"));
  expect(new Set(returns.map(({ headers }) => headers["sec-fetch-site"]))).toEqual(new Set(["cross-site"]));
  expect(returns.length).toBeGreaterThan(10);
});

test("no shop gets more than 60 requests, and what could not be walked is said so", async () => {
  const { report, requests } = await winding;
  expect(requests).toHaveLength(60);
  expect(report.requests).toBe(60);
  expect(report.problem).toBeNull();
  expect(report.cases).toHaveLength(12);
  const failed = report.cases.filter(({ passed }) => !passed);
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed.map(({ saw }) => saw))).toEqual(new Set(["Not walked: the shop had got 60 requests."]));
});
