import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";

type App = Awaited<ReturnType<typeof startApp>>;
type Started = { app: App; port: number };

const started: Started[] = [];

beforeAll(async () => {
  for (const WORKERS of ["0", "2"]) {
    const [port, metrics] = [await freePort(), await freePort()];
    const env = { ...inject("env"), WORKERS, METRICS_PORT: String(metrics), BASE_URL: `http://localhost:${port}` };
    started.push({ app: await startApp(env, port), port: metrics });
  }
});
afterAll(() => Promise.all(started.map(({ app }) => app.kill())));

test.for([
  ["one process", 0, 0],
  ["two workers beside the pages", 1, 3],
] as const)("%s: /metrics counts calls and questions of all processes, and names nobody", async ([, n, processes]) => {
  const { app, port } = started[n] as Started;
  const [shop, device] = [await organization(), newDevice()];
  const returnUrl = encodeURIComponent(shop.domain);
  const calls = Array.from({ length: 8 }, () =>
    fetch(`${app.url}/api/url_generator_b/${shop.key}/${device}/18?domain=${returnUrl}`, {
      headers: { connection: "close" },
    }),
  );
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
  const token = "A".repeat(43);
  expect((await fetch(`${app.url}/api/auth_check/${token}/${device}`)).status).toBe(404);

  const text = await metricsAt(port);
  const generator = 'endpoint="/api/url_generator_b"';
  expect(sumOf(text, "ageway_requests_total", generator, 'status="200"')).toBe(8);
  expect(sumOf(text, "ageway_request_seconds_count", generator)).toBe(8);
  expect(sumOf(text, "ageway_requests_total", 'reason="token_unknown"')).toBe(1);
  expect(sumOf(text, "ageway_events_total", 'kind="call"', 'code="accepted"', 'provider="b"')).toBe(8);
  expect(sumOf(text, "ageway_batch_calls_sum", 'batch="start"')).toBe(8);
  expect(sumOf(text, "ageway_processes")).toBe(processes);
  expect(sumOf(text, "ageway_database_up")).toBe(1);
  expect(sumOf(text, "ageway_partition_horizon_seconds", 'table="verification"')).toBeGreaterThan(86_400);
  expect(sumOf(text, "ageway_partition_horizon_seconds", 'table="activity_event"')).toBeGreaterThan(86_400);
  expect(sumOf(text, "process_resident_memory_bytes", 'process="first"')).toBeGreaterThan(0);
  for (const secret of [shop.key, shop.id, device, token, shop.host]) expect(text).not.toContain(secret);
});

test("each job tells how late it is", async () => {
  const { port } = started[1] as Started;
  const late = async () => sumOf(await metricsAt(port), "ageway_job_late_seconds", 'job="seal-ledger"');
  await expect.poll(late).toBeGreaterThanOrEqual(0);
  expect(sumOf(await metricsAt(port), "ageway_job_failed", 'job="seal-ledger"')).toBe(0);
});

test("the port of the metrics answers nothing else", async () => {
  const { port } = started[0] as Started;
  expect((await fetch(`http://127.0.0.1:${port}/dashboard`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
});

test("the port of the shops does not tell the metrics", async () => {
  const { app } = started[0] as Started;
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
});

async function metricsAt(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  return answer.text();
}

/** The sum of the series of a name that have these labels. */
function sumOf(text: string, name: string, ...labels: string[]): number | null {
  const lines = text.split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line));
  const found = lines.filter((line) => labels.every((label) => line.includes(label)));
  return found.length === 0 ? null : found.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
