import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { inFull } from "#tests/support/full.ts";
import { check, type GatewayAnswer, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { muffler } from "#tests/support/muffler.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { started } from "#tests/support/visitor.ts";

let app: Awaited<ReturnType<typeof startApp>>;
let line: Awaited<ReturnType<typeof muffler>>;

/** In every run the machine has other work: a call is answered sooner than after the six seconds in which a connection is found silent. */
const [CALL_MS, LINK_MS, READY_MS, PAGE_MS] = inFull([4_000, 4_500, 1_000, 10_000], [6_000, 6_000, 3_000, 30_000]);

beforeAll(async () => {
  line = await muffler(inject("env").DATABASE_URL ?? "");
  app = await startApp({ ...inject("env"), DATABASE_URL: line.url }, await freePort());
});
beforeEach(async () => {
  process.env.SERVER_URL = app.url;
  line.takeNewConnections();
  const shop = await newOrganization();
  await expect.poll(async () => (await generate("b", shop)).status).toBe(200);
});
afterAll(async () => {
  line.close();
  await app.kill();
});

test("a database that goes silent is given up on in time: 503 for shops and probes, a page for visitors", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  line.fallSilent();
  const first = [timed(generate("b", shop)), timed(check("A".repeat(43), newDevice()))];
  const page = timed(send(new URL(url).pathname + new URL(url).search));
  const probe = timed(send("/api/health/ready"));
  // Asked once the first are under way: the others wait behind them, and are answered in time all the same.
  await send("/api/health/live");
  const second = [timed(generate("b", shop)), timed(check("A".repeat(43), newDevice()))];
  const person = timed(generate("b", { ...shop, headers: NAVIGATION }));
  for (const asked of [first, second]) {
    const [start, proof] = await Promise.all(asked);
    expect([start?.status, start?.headers.get("retry-after"), start?.text]).toEqual([503, "5", '{"url":null}']);
    expect([proof?.status, proof?.headers.get("retry-after"), proof?.text]).toEqual([
      503,
      "5",
      '{"age":null,"verified":false}',
    ]);
    for (const { ms } of await Promise.all(asked)) expect(ms).toBeLessThan(CALL_MS);
  }
  const shown = await person;
  expect([shown.status, shown.ms < CALL_MS]).toEqual([503, true]);
  const { status, headers, ms } = await page;
  expect([status, headers.get("ageway-reason"), ms < LINK_MS]).toEqual([503, "service_unavailable", true]);
  const ready = await probe;
  expect([ready.status, ready.body, ready.ms < READY_MS]).toEqual([
    503,
    { status: "not ready", reason: "database_away" },
    true,
  ]);
}, 60_000);

test("a page of the dashboard ends, and all go on with new connections while the old ones stay silent", async () => {
  const shop = await newOrganization();
  const [{ cookie }, { url }] = [await signedIn({ of: shop.id }), await started("b", shop)];
  line.fallSilent();
  const shown = await timed(send("/dashboard", { headers: { cookie } }));
  expect([shown.status, shown.ms < PAGE_MS]).toEqual([503, true]);
  line.takeNewConnections();
  // The old connections stay silent, also those of visitors and of calls that wait.
  await expect.poll(async () => (await send("/dashboard", { headers: { cookie } })).text).toContain("Overview");
  await expect.poll(async () => (await send("/api/health/ready")).status).toBe(200);
  const pages = Array.from({ length: 8 }, () => send(new URL(url).pathname + new URL(url).search));
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
}, 60_000);

/** An answer, and how long its caller waited for the whole of it. */
async function timed(answer: Promise<GatewayAnswer>) {
  const began = performance.now();
  return { ...(await answer), ms: performance.now() - began };
}
