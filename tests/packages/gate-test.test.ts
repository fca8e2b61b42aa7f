import type { ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { adult } from "#packages/gate-test/src/adult.ts";
import { plainFetch, type Report, walk } from "#packages/gate-test/src/index.ts";
import { walkOf } from "#packages/gate-test/src/walking.ts";
import { createAgeway } from "#packages/server/src/index.ts";
import { HOSTILE, startHostileShop } from "#tests/support/broken-shops/hostile.ts";
import { PATIENCE_MS, PROTECTED, startBrokenShop } from "#tests/support/broken-shops/shop.ts";
import { inFull } from "#tests/support/full.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/gate-test-run.ts";
import { FRAMEWORKS, type Framework, startGatedShop } from "#tests/support/gated-shops.ts";

const run = await startRun();
afterAll(() => run.close());

/** What the gate test holds against a shop. */
function caught({ cases, findings, problem }: Report): string[] {
  const failed = cases.filter(({ passed }) => !passed).map((result) => result.case);
  return [...failed, ...findings.map(({ finding }) => finding), ...(problem === null ? [] : [problem])];
}

/** All walk at once: a walk mostly waits. All gates judge by the same code, so the default run walks one. */
const gated = inFull<Framework[]>(Object.keys(FRAMEWORKS) as Framework[], ["express"]).map((framework) => ({
  framework,
  walked: walkedGate(framework),
}));
const hostile = Object.entries(HOSTILE).map(([title, answer]) => ({ title, walked: walkedHostile(answer) }));
const astray = walkedAstray();
const winding = walkedWinding();
const unlocked = [undefined, "#start"].map((start) => ({ start, walked: walkedUnlocked(start) }));
const slow = walkedSlow();
const busy = walkedBusy();
const leaking = walkedLeaking();

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
  const shop = await startBrokenShop({ home: `${inner.url}/admin` }, "gate");
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
  const shop = await startBrokenShop({ home: "/a", redirects });
  shop.pointAt(run.address, RUN_KEY);
  const asked = { url: shop.url, address: run.address, secret: RUN_SECRET, protects: PROTECTED, start: "#start" };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  return { report, requests: shop.requests };
}

/** A shop that asks nobody, and has one form: the order. */
async function walkedUnlocked(start: string | undefined) {
  const shop = await startBrokenShop({ isAdmitted: () => true });
  shop.pointAt(run.address, RUN_KEY);
  const asked = { url: shop.url, address: run.address, secret: RUN_SECRET, protects: PROTECTED, start };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  return { report, orders: shop.orders() };
}

/** The adult of a shop whose way home takes longer than a yes of three seconds lasts. */
async function walkedSlow() {
  const shop = await startBrokenShop({ delayMs: 1_600 });
  shop.pointAt(run.address, RUN_KEY);
  const asked = { url: shop.url, address: run.address, protects: PROTECTED, start: "#start", fetch: plainFetch() };
  const bounds = { signal: AbortSignal.timeout(60_000), userAgent: "", patienceMs: 15_000, left: 60, slowestMs: 0 };
  const walking = walkOf({ ...asked, ...bounds }, { ...asked, secret: RUN_SECRET });
  await walking.newVisitor().open(shop.url);
  const judged = await adult(walking);
  await shop.close();
  return { judged, requests: shop.requests.length };
}

/** A shop that shows everybody the page as long as one visitor has a yes, or has had one. */
async function walkedLeaking() {
  let until = 0;
  const shop = await startBrokenShop({
    isAdmitted(session) {
      until = Math.max(until, session.until);
      return until > Date.now();
    },
  });
  shop.pointAt(run.address, RUN_KEY);
  const asked = { url: shop.url, address: run.address, secret: RUN_SECRET, protects: PROTECTED, start: "#start" };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  return report;
}

/** A sound shop, while the API has no place for another question without an answer. */
async function walkedBusy() {
  const full = await startRun({ isHangRefused: true });
  const shop = await startBrokenShop();
  shop.pointAt(full.address, RUN_KEY);
  const asked = { url: shop.url, address: full.address, secret: RUN_SECRET, protects: PROTECTED, start: "#start" };
  const report = await walk({ ...asked, fetch: plainFetch() });
  await shop.close();
  await full.close();
  return report;
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
      "user-agent": `AgewayGateTest/0.1 (+${run.base}/docs/gate-test)`,
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
  expect(new Set(failed.map(({ saw }) => saw))).toEqual(new Set(["Not run: the shop had got 60 requests."]));
});

test.for(unlocked.map((shop) => [shop.start, shop] as const))(
  "a shop that asks nobody is told so, and nothing is ordered there: start %s",
  async ([, { walked }]) => {
    const { report, orders } = await walked;
    expect(orders).toBe(0);
    expect(report.problem).toBeNull();
    expect(report.requests).toBeLessThanOrEqual(2);
    const [first, ...others] = report.cases;
    expect(first).toMatchObject({
      case: "no_token",
      passed: false,
      saw: expect.stringMatching(/^Open: the protected text is shown to a visitor who brings nothing/),
    });
    expect(others).toHaveLength(11);
    const saw = "Not run: the page is open without a check, and the gate test presses nothing on an open page.";
    expect(new Set(others.map((one) => `${one.passed} ${one.saw}`))).toEqual(new Set([`false ${saw}`]));
  },
);

test("the adult of a slow shop gets a yes that lives long enough, at once", async () => {
  const { judged, requests } = await slow;
  expect(judged).toEqual({
    passed: true,
    saw: expect.stringMatching(/^Opened, and closed again when the yes had ended/),
  });
  expect(requests).toBe(6);
});

test("where the API had no place to hang, the case is not run, and not passed", async () => {
  const report = await busy;
  expect(caught(report), JSON.stringify(report, null, 1)).toEqual(["hang"]);
  expect(report.cases.find((one) => one.case === "hang")?.saw).toMatch(/^Not run: /);
});

test("a yes that opens the page to everybody is told as that, and no case is blamed for it", async () => {
  const { cases, findings } = await leaking;
  expect(findings.map(({ finding }) => finding)).toContain("shared_yes");
  const failed = cases.filter(({ passed }) => !passed);
  expect(failed.map((result) => result.case)).toContain("adult");
  expect(new Set(failed.map(({ saw }) => saw))).toEqual(
    new Set(["Not run: the yes of one visitor opens the page to all."]),
  );
});
