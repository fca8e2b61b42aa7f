import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { beforeAll, expect, test } from "vitest";
import { isSound, plainFetch, type Report, walk } from "#packages/doctor/src/index.ts";
import { startShop as startDemoShop } from "#sandbox/shop/server.ts";
import { BROKEN } from "#tests/support/broken-shops/faults.ts";
import { type Kind, PATIENCE_MS, type Parts, PROTECTED, startShop } from "#tests/support/broken-shops/shop.ts";
import { send } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

/** Walks at a time: a walk mostly waits, but its brief yes ends after 3 seconds, also on a busy machine. */
const soon = pLimit(12);

let shopkeeper: Awaited<ReturnType<typeof organization>>;
let walks: Map<string, Promise<Walked>>;
beforeAll(async () => {
  await sharedApp();
  shopkeeper = await organization({ mode: "test", subscription: "none", domain: "unverified" });
  const shops: [string, () => Promise<Walked>][] = [
    ...BROKEN.map(({ title, fault }): [string, () => Promise<Walked>] => [title, () => walked(fault)]),
    ["page", () => walked({})],
    ["gate", () => walked({}, "gate")],
    ["demo", walkedDemo],
  ];
  walks = new Map(shops.map(([title, walk]) => [title, soon(walk)]));
});

type Walked = { report: Report; requests: number };

async function openRun(shop: string): Promise<{ address: string; secret: string }> {
  const body = JSON.stringify({ plugin_key: shopkeeper.key, shop });
  const headers = { "Content-Type": "application/json" };
  // Of one address, 30 openings a minute.
  const address = `10.${randomInt(256)}.${randomInt(256)}.1`;
  const opened = await send("/doctor", { method: "POST", headers, body, address });
  expect(opened.status, opened.text).toBe(201);
  return opened.body as { address: string; secret: string };
}

async function walked(fault: Partial<Parts>, kind: Kind = "page"): Promise<Walked> {
  const shop = await startShop(fault, kind);
  const run = await openRun(shop.url);
  shop.pointAt(run.address, shopkeeper.key);
  const start = kind === "page" ? "#start" : undefined;
  const report = await walk({ url: shop.url, ...run, start, protects: PROTECTED, fetch: plainFetch() });
  await shop.close();
  return { report, requests: shop.requests.length };
}

/** The shop of the demo, which uses the helpers of `@ageway/server` without a gate. */
async function walkedDemo(): Promise<Walked> {
  const port = await freePort();
  const { address, secret } = await openRun(`http://localhost:${port}`);
  const options = {
    port,
    agewayUrl: address,
    pluginKey: shopkeeper.key,
    secret: "of the shop’s own settings, and long",
  };
  const shop = await startDemoShop({ ...options, timeoutMs: PATIENCE_MS });
  const asked = { url: `${shop.url}/checkout`, start: "#age a", protects: PROTECTED, fetch: plainFetch() };
  const report = await walk({ ...asked, address, secret });
  await shop.close();
  return { report, requests: report.requests };
}

/** What the doctor holds against a shop. */
function caught({ cases, findings, problem }: Report): string[] {
  const failed = cases.filter(({ passed }) => !passed).map((result) => result.case);
  return [...failed, ...findings.map(({ finding }) => finding), ...(problem === null ? [] : [problem])];
}

test.for(BROKEN.map((broken) => [broken.title, broken] as const))(
  "a shop that %s is caught, by its own case or finding and by no other",
  async ([title, { caughtBy }]) => {
    const { report, requests } = (await walks.get(title)) as Walked;
    expect(caught(report), JSON.stringify(report, null, 1)).toEqual([caughtBy]);
    expect(isSound(report)).toBe(false);
    expect(report.requests).toBe(requests);
    expect(requests).toBeLessThanOrEqual(60);
    expect(report.tookMs).toBeLessThan(60_000);
  },
);

test.for(["page", "gate", "demo"])("a sound shop passes all twelve, and nothing is found: the %s", async (kind) => {
  const { report, requests } = (await walks.get(kind)) as Walked;
  expect(caught(report), JSON.stringify(report, null, 1)).toEqual([]);
  expect(report.cases).toHaveLength(12);
  expect(report.requests).toBe(requests);
  expect(requests).toBeLessThanOrEqual(60);
});

test("no walk leaves a check or a bill", async () => {
  await Promise.all(walks.values());
  expect(await shopkeeper.billed()).toBe(0);
});
