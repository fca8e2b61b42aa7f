import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { type GatewayAnswer, generate } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";

const STRANGER = "127.0.0.66";
const CALLS = 20_000;
/** How many the stranger has under way. */
const AT_ONCE = 8;
/** So many calls of a visitor, and of the backend, say what the slowest of a hundred take. */
const HONEST = 400;

let app: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  await enterOwnDatabase();
  const usual = { RATE_LIMIT_ADDRESS: "300", DATABASE_URL: process.env.DATABASE_URL ?? "" };
  app = await startApp({ ...inject("env"), ...usual }, await freePort());
  process.env.SERVER_URL = app.url;
});
afterAll(async () => {
  delete process.env.SERVER_URL;
  await app?.kill();
});

async function timed(call: () => Promise<GatewayAnswer>) {
  const began = performance.now();
  const { status } = await call();
  return { status, ms: performance.now() - began };
}

function p99(all: readonly { ms: number }[]): number {
  return all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0;
}

test("20,000 calls of one address with the public key refuse no visitor and no backend, and hardly slow them", async () => {
  const shop = await newOrganization();
  const [backend, page] = [await backendOf(shop.key), { Origin: `https://${shop.host}` }];
  const honest = async (n: number) => [
    await timed(() => generate("b", { ...shop, address: `127.0.1.${n % 200}`, headers: page })),
    await timed(() => generate("b", { ...shop, address: STRANGER, headers: backend })),
  ];
  const measured = async (until: (n: number) => boolean) => {
    const all = [];
    for (let n = 0; !until(n); n += 1) all.push(...(await honest(n)));
    return all;
  };
  await measured((n) => n === 50);
  const quiet = await measured((n) => n === HONEST);

  const strangers: number[] = [];
  let left = CALLS;
  const flood = async () => {
    while (left > 0) {
      left -= 1;
      strangers.push((await generate("b", { ...shop, address: STRANGER })).status);
    }
  };
  const flooding = Promise.all(Array.from({ length: AT_ONCE }, flood));
  const beset = await measured(() => left <= 0);
  await flooding;

  const tally = Map.groupBy(strangers, (status) => status);
  expect([...tally.keys()].toSorted()).toEqual([200, 429]);
  expect(strangers).toHaveLength(CALLS);
  expect([...quiet, ...beset].filter(({ status }) => status !== 200)).toEqual([]);
  expect(p99(beset)).toBeLessThanOrEqual(3 * p99(quiet));
});
