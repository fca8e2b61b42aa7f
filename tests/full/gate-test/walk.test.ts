import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { beforeAll, expect, test } from "vitest";
import { isSound, plainFetch, type Report, walk } from "#packages/gate-test/src/index.ts";
import { startShop as startDemoShop } from "#sandbox/shop/server.ts";
import { BROKEN } from "#tests/support/broken-shops/faults.ts";
import { type Kind, PATIENCE_MS, type Parts, PROTECTED, startBrokenShop } from "#tests/support/broken-shops/shop.ts";
import { send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

type Shopkeeper = Awaited<ReturnType<typeof newOrganization>>;

/** A walk mostly waits, so several walk at a time. Of an organization 8 questions may hang, so there are two. */
const AT_ONCE = 6;

let shopkeepers: [Shopkeeper, Shopkeeper];
let walks: Map<string, Promise<Walked>>;
beforeAll(async () => {
  await sharedApp();
  const unpaid = { mode: "test", subscription: "none", domain: "unverified" } as const;
  shopkeepers = await Promise.all([newOrganization(unpaid), newOrganization(unpaid)]);
  const shops: [string, (of: Shopkeeper) => Promise<Walked>][] = [
    ...BROKEN.map(({ title, fault }): [string, (of: Shopkeeper) => Promise<Walked>] => [
      title,
      (of) => walked(of, fault),
    ]),
    ["page", (of) => walked(of, {})],
    ["gate", (of) => walked(of, {}, "gate")],
    ["demo", walkedDemo],
  ];
  const [one, other] = shopkeepers;
  const limits = [pLimit(AT_ONCE), pLimit(AT_ONCE)] as const;
  walks = new Map(
    shops.map(([title, walk], n) => [title, n % 2 ? limits[1](() => walk(other)) : limits[0](() => walk(one))]),
  );
});

type Walked = { report: Report; requests: number; orders: number };

async function openRun({ key }: Shopkeeper, shop: string): Promise<{ address: string; secret: string }> {
  const body = JSON.stringify({ plugin_key: key, shop });
  const headers = { "Content-Type": "application/json" };
  // Of one address, 30 openings a minute.
  const address = `10.${randomInt(256)}.${randomInt(256)}.1`;
  let opened = await send("/doctor", { method: "POST", headers, body, address });
  const statusOfNext = async () => {
    opened = await send("/doctor", { method: "POST", headers, body, address });
    return opened.status;
  };
  // An instance that is busy answers 503, and asks to be called again.
  if (opened.status === 503) await expect.poll(statusOfNext, { interval: 1_000 }).not.toBe(503);
  expect(opened.status, opened.text).toBe(201);
  return opened.body as { address: string; secret: string };
}

async function walked(of: Shopkeeper, fault: Partial<Parts>, kind: Kind = "page"): Promise<Walked> {
  const shop = await startBrokenShop(fault, kind);
  const run = await openRun(of, shop.url);
  shop.pointAt(run.address, of.key);
  const start = kind === "page" ? "#start" : undefined;
  const report = await walk({ url: shop.url, ...run, start, protects: PROTECTED, fetch: plainFetch() });
  await shop.close();
  return { report, requests: shop.requests.length, orders: shop.orders() };
}

/** The shop of the demo, which uses the helpers of `@ageway/server` without a gate. */
async function walkedDemo(of: Shopkeeper): Promise<Walked> {
  const port = await freePort();
  const { address, secret } = await openRun(of, `http://localhost:${port}`);
  const options = {
    port,
    agewayUrl: address,
    pluginKey: of.key,
    secret: "of the shop’s own settings, and long",
  };
  const shop = await startDemoShop({ ...options, timeoutMs: PATIENCE_MS });
  const asked = { url: `${shop.url}/checkout`, start: "#age a", protects: PROTECTED, fetch: plainFetch() };
  const report = await walk({ ...asked, address, secret });
  await shop.close();
  return { report, requests: report.requests, orders: 0 };
}

/** What the gate test holds against a shop. */
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

test("no walk orders anything, or leaves a check or a bill", async () => {
  const all = await Promise.all(walks.values());
  expect(all.map(({ orders }) => orders)).toEqual(all.map(() => 0));
  for (const shopkeeper of shopkeepers) expect(await shopkeeper.billed()).toBe(0);
});
