import { connect } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { actionKindOf } from "#server/action-body.rules.ts";
import { manifest } from "#server/next.ts";
import { startApp } from "#tests/support/app.ts";
import { usageOf } from "#tests/support/cpu.ts";
import { inFull, isFull } from "#tests/support/full.ts";
import { type Known, malformedRequest } from "#tests/support/malformed-requests.ts";
import { freePort } from "#tests/support/ports.ts";
import { prng } from "#tests/support/prng.ts";
import { shopWithEverything } from "#tests/support/shop-with-everything.ts";

const REQUESTS = inFull(100_000, 600);
/** Until caches and the heap have their size, which is measured in full. */
const WARM_UP = inFull(5_000, 0);
const AT_ONCE = 16;
const MAX_GROWTH = 100e6;
const PATIENCE_MS = 1_000;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));

test(`malformed requests to every route, forms and actions of a member included, are no fault of ours (seed ${SEED})`, async () => {
  const port = await freePort();
  const env = { ...inject("env"), BASE_URL: `http://localhost:${port}`, LOG_LEVEL: "info" };
  const app = await startApp(env, port);
  onTestFinished(() => void app.kill());
  const shop = await shopWithEverything();
  const known: Known = { ...shop, port, cookie: shop.owner.cookie, actions: builtActions() };
  expect(new Set(known.actions.map(actionKindOf))).toEqual(new Set(["form", "texts", "state_and_form"]));

  const random = prng(SEED);
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  const run = async (count: number) => {
    let left = count;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        const request = malformedRequest(random, known);
        const status = await statusOf(port, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status.startsWith("5")) faults.push(`${status}: ${request.toString("latin1").slice(0, 600)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  await run(WARM_UP);
  const resident = () => usageOf(app.pid ?? 0)?.residentBytes ?? 0;
  const before = resident();
  await run(REQUESTS);
  const grown = resident() - before;

  expect(faults.slice(0, 3)).toEqual([]);
  // They are of many kinds, and most were understood well enough to be refused.
  for (const status of ["200", "303", "400", "403", "404", "405"]) expect([...statuses.keys()]).toContain(status);
  const lines = app.output().split("\n").filter(Boolean);
  expect(lines.length).toBeGreaterThan(REQUESTS / 4);
  expect(lines.filter((line) => !isJson(line))).toEqual([]);
  expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200);
  // A few hundred requests after a start the heap has not its size yet.
  if (isFull) expect(grown).toBeLessThan(MAX_GROWTH);
  if (REQUESTS === 100_000)
    process.stdout.write(
      `malformed requests: ${JSON.stringify(Object.fromEntries(statuses))}, ${grown / 1e6} MB grown\n`,
    );
}, 1_200_000);

/** All but the one that would sign our member out. */
function builtActions(): string[] {
  const { node } = manifest("server/server-reference-manifest") as { node: Record<string, { exportedName: string }> };
  return Object.keys(node).filter((id) => node[id]?.exportedName !== "endAll");
}

/** The status of the answer; `closed`: the connection ended without one, by us where the server waits for the rest of a request. */
function statusOf(port: number, request: Buffer): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    let head = "";
    // The server may have ended the connection already, at the first byte that it could not read.
    socket.once("error", () => {});
    socket.setEncoding("latin1").on("data", (text: string) => {
      if (head.length < 2_000) head += text;
    });
    socket.once("close", () => done(statusIn(head)));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.write(request);
  });
}

/** The contract answers 503 to what a browser loads ahead of time, and "navigate, navigate" is no mode of a navigation. */
function statusIn(head: string): string {
  if (/^ageway-reason: speculative_load\r$/im.test(head)) return "speculative_load";
  return /^HTTP\/1\.1 ([2-5]\d\d)/m.exec(head)?.[1] ?? "closed";
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}
