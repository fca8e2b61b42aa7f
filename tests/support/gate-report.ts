import { expect } from "vitest";
import { plainFetch, type Report, walk } from "#packages/gate-test/src/index.ts";
import { send } from "./gateway.ts";
import { freePort } from "./ports.ts";

type Shop = { url: string; stop: () => Promise<void> };

/** What the gate test says of a shop, which asks the address of a run. `protects`: words of its open page alone. */
export async function reportOf(
  key: string,
  protects: string,
  start: (settings: { url: string; port: number }) => Promise<Shop>,
): Promise<Report> {
  const port = await freePort();
  const body = JSON.stringify({ plugin_key: key, shop: `http://localhost:${port}` });
  const opened = await send("/doctor", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  expect(opened.status, opened.text).toBe(201);
  const run = opened.body as { address: string; secret: string };
  const shop = await start({ url: run.address, port });
  const asked = { url: `http://localhost:${port}/checkout`, start: 'a[rel="nofollow"]', protects };
  const report = await walk({ ...asked, ...run, fetch: plainFetch() });
  await shop.stop();
  return report;
}
