import { afterAll, describe, expect, test, vi } from "vitest";
import { plainFetch, type Report, walk } from "#packages/doctor/src/index.ts";
import { BROKEN } from "#tests/support/broken-shops/faults.ts";
import { type Kind, type Parts, PROTECTED, startShop } from "#tests/support/broken-shops/shop.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/doctor-run.ts";

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
