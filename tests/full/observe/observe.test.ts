import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";

let app: Awaited<ReturnType<typeof startApp>>;
/** Of its figures. */
let port: number;

beforeAll(async () => {
  const own = await freePort();
  port = await freePort();
  const env = {
    ...inject("env"),
    LOG_LEVEL: "info",
    SHUTDOWN_DELAY_SECONDS: "600",
    METRICS_PORT: String(port),
    BASE_URL: `http://localhost:${own}`,
    // Nobody listens there.
    REDIS_URL: "redis://127.0.0.1:1",
  };
  app = await startApp(env, own);
});
afterAll(() => app.kill());

test("/metrics counts calls and questions, and names nobody", async () => {
  const [shop, device, before] = [await newOrganization(), newDevice(), await metricsAt(port)];
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
  const counted = (name: string, ...labels: string[]) =>
    (sumOf(text, name, ...labels) ?? 0) - (sumOf(before, name, ...labels) ?? 0);
  expect(counted("ageway_requests_total", generator, 'status="200"')).toBe(8);
  expect(counted("ageway_request_seconds_count", generator)).toBe(8);
  expect(counted("ageway_requests_total", 'reason="token_unknown"')).toBe(1);
  expect(counted("ageway_events_total", 'kind="call"', 'code="accepted"', 'provider="b"')).toBe(8);
  expect(counted("ageway_batch_calls_sum", 'batch="start"')).toBe(8);
  expect(counted("ageway_events_total", 'kind="call"', 'code="accepted"', 'mode="live"')).toBe(8);
  expect(text).not.toMatch(/(mode|provider)=""/);
  expect(sumOf(text, "ageway_build_info", `node="${process.versions.node}"`)).toBe(1);
  expect(sumOf(text, "ageway_ledgers_unsealed")).toBe(0);
  expect(sumOf(text, "ageway_database_pool_max", 'pool="start"')).toBeGreaterThan(0);
  expect(sumOf(text, "ageway_database_statements", 'pool="start"')).toBe(0);
  expect(sumOf(text, "ageway_ready")).toBe(1);
  expect(sumOf(text, "ageway_database_up")).toBe(1);
  expect(sumOf(text, "ageway_partition_horizon_seconds", 'table="verification"')).toBeGreaterThan(86_400);
  expect(sumOf(text, "ageway_partition_horizon_seconds", 'table="activity_event"')).toBeGreaterThan(86_400);
  expect(sumOf(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
  expect(sumOf(text, "ageway_redis_away")).toBe(1);
  expect(sumOf(text, "ageway_database_connections", 'of="server"')).toBeGreaterThan(1);
  expect(sumOf(text, "ageway_database_connections_max", 'of="server"')).toBeGreaterThan(1);
  // Prometheus has these of each target, and calls ours otherwise.
  expect(text).not.toMatch(/[{,](?:job|instance)="/);
  for (const secret of [shop.key, shop.id, device, token, shop.host]) expect(text).not.toContain(secret);
});

test("each eID tells whether it is there", async () => {
  await expect.poll(async () => sumOf(await metricsAt(port), "ageway_eid_up", 'mode="live"')).toBe(2);
});

test("each job tells how late it is", async () => {
  const late = async () => sumOf(await metricsAt(port), "ageway_job_late_seconds", 'name="seal-ledger"');
  await expect.poll(late).toBeGreaterThanOrEqual(0);
  expect(sumOf(await metricsAt(port), "ageway_job_failed", 'name="seal-ledger"')).toBe(0);
});

/** A page tells a visitor that the link is not complete, and the log has a line of its own for that. */
const showsRefusal = (path: string) => path.includes("/x/18") || path.includes("session=x");
const CALLERS = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${CALLERS}-00f067aa0ba902b7-01`;

test("each answer has the id under which its request is in the log", async () => {
  const ids = new Set<string>();
  for (const [path, endpoint, options] of [
    ["/api/url_generator_b/pk_live_nobody/device-12345678/18?domain=https://shop.example", "/api/url_generator_b", {}],
    ["/api/url_generator_b/pk_live_nobody/x/18?domain=https://shop.example", "/api/url_generator_b", NAVIGATION],
    ["/api/auth_check/x/device-12345678", "/api/auth_check", {}],
    ["/verify/b?session=x", "/verify", {}],
    ["/reasons", "/reasons", {}],
    ["/doctor/x/api/auth_check/x/device-12345678", "/doctor/api/auth_check", {}],
    ["/dashboard", "page", { traceparent: TRACEPARENT }],
    ["/%ff", "not_found", {}],
  ] as const) {
    const { headers } = await send(path, { headers: options, at: app.url });
    const [, id = path] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-00$/.exec(headers.get("traceresponse") ?? "") ?? [];
    ids.add(id);
    const answered = { event: "answered", endpoint };
    await expect.poll(() => linesOf(id).at(-1)).toMatchObject(answered);
    const before = linesOf(id).slice(0, -1);
    expect(before.map(({ event }) => event)).toEqual(showsRefusal(path) ? ["link_incomplete"] : []);
  }
  expect(ids.size).toBe(8);
  expect(ids).not.toContain(CALLERS);
});

test("the access log names the reason of a refusal, for functions of ours as for pages", async () => {
  for (const [path, answered] of [
    ["/api/url_generator_b/x/y/18", { endpoint: "/api/url_generator_b", status: 404, reason: "domain_missing" }],
    ["/verify/b?session=x", { endpoint: "/verify", status: 400, reason: "link_incomplete" }],
  ] as const) {
    const { headers } = await fetch(app.url + path);
    const id = headers.get("traceresponse")?.slice(3, 35) ?? path;
    await expect.poll(() => linesOf(id)).toContainEqual(expect.objectContaining({ event: "answered", ...answered }));
  }
});

test.for([
  ["of a shop's backend is the id of its call", {}, TRACEPARENT, true],
  ["of a script in a page is not", { "sec-fetch-mode": "cors", origin: "https://shop.example" }, TRACEPARENT, false],
  ["of an older browser's script is not", { origin: "https://shop.example" }, TRACEPARENT, false],
  ["of a navigation is not", NAVIGATION, TRACEPARENT, false],
  ["of an older browser's navigation is not", { accept: "text/html,application/xhtml+xml" }, TRACEPARENT, false],
  ["that is not valid is not", {}, TRACEPARENT.toUpperCase(), false],
  ["that is too long is not", {}, `${TRACEPARENT}${"0".repeat(8_000)}`, false],
] as const)("the trace %s", async ([, headers, traceparent, isTaken]) => {
  const path = "/api/url_generator_b/pk_live_nobody/device-12345678/18?domain=https://shop.example";
  const answer = await send(path, { headers: { ...headers, traceparent }, at: app.url });
  expect(answer.headers.get("traceresponse")?.includes(CALLERS)).toBe(isTaken);
});

test("lines of a shop's calls name its organization and its key, and a visitor's neither", async () => {
  const shop = await newOrganization();
  const call = (domain: string, age = 18) =>
    send(`/api/url_generator_b/${shop.key}/${newDevice()}/${age}?domain=${encodeURIComponent(domain)}`, {
      at: app.url,
    });
  const lineOf = async ({ headers }: Awaited<ReturnType<typeof send>>) => {
    const id = headers.get("traceresponse")?.slice(3, 35) ?? "";
    await expect.poll(() => linesOf(id)).toHaveLength(1);
    return linesOf(id)[0];
  };
  const begun = await call(shop.domain);
  const named = { organizationId: shop.id, pluginKeyId: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  expect(await lineOf(begun)).toMatchObject({ status: 200, ...named });
  expect(await lineOf(await call("https://elsewhere.example"))).toMatchObject({
    reason: "domain_not_verified",
    ...named,
  });
  expect(await lineOf(await call("ftp://shop"))).toMatchObject({ reason: "domain_invalid", ...named });
  const asked = `/api/auth_check/${"A".repeat(43)}/${newDevice()}?plugin_key=${shop.key}`;
  expect(await lineOf(await send(asked, { at: app.url }))).toMatchObject({ reason: "token_unknown", ...named });
  const { pathname, search } = new URL((begun.body as { url: string }).url);
  const opened = await lineOf(await send(pathname + search, { headers: NAVIGATION, at: app.url }));
  expect(new Set(Object.keys(opened ?? {}))).toEqual(
    new Set(["level", "time", "event", "method", "endpoint", "status", "ms", "traceId"]),
  );
  expect(app.output()).not.toContain(shop.key);
});

/** The lines of the log that a request wrote. */
function linesOf(traceId: string): Record<string, unknown>[] {
  const lines = app.output().split("\n");
  return lines.filter((line) => line.includes(traceId)).map((line) => JSON.parse(line));
}

test("a health check that finds nothing wrong leaves no line", async () => {
  const counted = async () => sumOf(await metricsAt(port), "ageway_requests_total", 'endpoint="/api/health/live"') ?? 0;
  const before = await counted();
  const asked = await fetch(`${app.url}/api/health/live`);
  expect(asked.status).toBe(200);
  expect(await counted()).toBe(before + 1);
  const { headers } = await fetch(`${app.url}/reasons`);
  await expect.poll(() => linesOf(headers.get("traceresponse")?.slice(3, 35) ?? "")).toHaveLength(1);
  expect(linesOf(asked.headers.get("traceresponse")?.slice(3, 35) ?? "")).toEqual([]);
});

test("the port of the metrics answers nothing else", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/dashboard`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
});

test("the port of the shops does not tell the metrics", async () => {
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

test("an instance that runs and is not ready says so", async () => {
  const readiness = async () => sumOf(await metricsAt(port), "ageway_ready");
  await expect.poll(readiness).toBe(1);
  process.kill(app.pid ?? 0, "SIGTERM");
  await expect.poll(readiness).toBe(0);
});
