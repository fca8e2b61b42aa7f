import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, test, vi } from "vitest";
import { plainFetch, type Report, walk } from "#packages/doctor/src/index.ts";
import { createAgeway } from "#packages/server/src/index.ts";
import { BROKEN } from "#tests/support/broken-shops/faults.ts";
import { HOSTILE, startHostileShop } from "#tests/support/broken-shops/hostile.ts";
import { type Kind, type Parts, PROTECTED, startShop } from "#tests/support/broken-shops/shop.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/doctor-run.ts";
import { FRAMEWORKS, type Framework, startGatedShop } from "#tests/support/gated-shops.ts";

vi.setConfig({ testTimeout: 60_000 });
const run = await startRun();
afterAll(() => run.close());

async function walked(fault: Partial<Parts>, kind: Kind = "page") {
  const shop = await startShop(fault, kind);
  shop.pointAt(run.address, RUN_KEY);
  const report = await walk({
    url: shop.url,
    address: run.address,
    secret: RUN_SECRET,
    protects: PROTECTED,
    fetch: plainFetch(),
    ...(kind === "page" && { start: "#start" }),
  });
  await shop.close();
  return { report, requests: shop.requests };
}

/** What the doctor holds against a shop. */
function caught({ cases, findings, problem }: Report): string[] {
  const failed = cases.filter(({ passed }) => !passed).map((result) => result.case);
  return [...failed, ...findings.map(({ finding }) => finding), ...(problem === null ? [] : [problem])];
}

/** All walk at once: a walk mostly waits. */
const broken = BROKEN.map((shop) => ({ ...shop, walked: walked(shop.fault) }));
const sound = (["page", "gate"] as const).map((kind) => ({ kind, walked: walked({}, kind) }));

const gated = (Object.keys(FRAMEWORKS) as Framework[]).map((framework) => ({
  framework,
  walked: walkedGate(framework),
}));
const hostile = Object.entries(HOSTILE).map(([title, answer]) => ({ title, walked: walkedHostile(answer) }));

/** A shop of a framework, behind the gate of `@ageway/server`. */
async function walkedGate(framework: Framework) {
  const ageway = createAgeway({ url: run.address, pluginKey: RUN_KEY, timeoutMs: 700 });
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

describe("a shop that", () => {
  test.for(broken.map((shop) => [shop.title, shop] as const))("%s", async ([, { caughtBy, walked }]) => {
    const { report, requests } = await walked;
    expect(caught(report), JSON.stringify(report, null, 1)).toEqual([caughtBy]);
    expect(report.requests).toBe(requests.length);
    expect(requests.length).toBeLessThanOrEqual(60);
  });

  test.for(sound.map((shop) => [shop.kind, shop] as const))(
    "is sound passes all twelve, as a %s",
    async ([, { walked }]) => {
      const { report, requests } = await walked;
      expect(caught(report), JSON.stringify(report, null, 1)).toEqual([]);
      expect(report.cases).toHaveLength(12);
      expect(report.requests).toBe(requests.length);
      expect(requests.length).toBeLessThanOrEqual(60);
    },
  );
});

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
