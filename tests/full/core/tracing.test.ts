import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { PERSONAS, todayIn } from "#sandbox/eid/persona.ts";
import { startApp } from "#tests/support/app.ts";
import { newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
};
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { scope: { name: string }; spans: Span[] }[] }[];
};

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLERS_SPAN = "00f067aa0ba902b7";

const received: Export[] = [];
const scopes = () => received.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans));
const spans = () => scopes().flatMap(({ spans }) => spans);
const secrets = new Map<string, string>();

/** What a collector gets: OTLP over HTTP, in JSON. */
const collector = createServer(async (request, response) => {
  const chunks = await request.toArray();
  if (request.url === "/v1/traces") received.push(JSON.parse(Buffer.concat(chunks).toString()));
  response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
});

// One shop's calls, a visitor who passes, a member's page; and then the server stops, which sends what waits.
beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
  await enterOwnDatabase();
  const port = await freePort();
  const env = {
    ...inject("env"),
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    BASE_URL: process.env.BASE_URL ?? "",
    WORKERS: "1",
    LOG_LEVEL: "info",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: "ageway-of-the-test",
  };
  const app = await startApp(env, port);
  process.env.SERVER_URL = app.url;
  const [shop, device] = [await newOrganization(), newDevice()];
  const call = `/api/url_generator_b/${shop.key}/${device}/18?domain=${encodeURIComponent(shop.domain)}`;
  const traceparent = `00-${TRACE}-${CALLERS_SPAN}-00`;
  const begun = await send(call, { headers: { traceparent } });
  expect(begun.headers.get("traceresponse")).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  const { url } = begun.body as { url: string };
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  await send(`/api/auth_check/${token}/${device}?plugin_key=${shop.key}`);
  const { cookie } = await signedIn({ of: shop.id });
  await send(`/dashboard/keys?secret=${token}`, { headers: { cookie, accept: "text/html" } });
  const session = new URL(url).searchParams.get("session") ?? "";
  const adult = PERSONAS.find(({ id }) => id === "adult");
  const { birthdate = "" } = adult?.claims(todayIn("Europe/Copenhagen")) ?? {};
  const all = { key: shop.key, device, token, session, cookie, host: shop.host, birthdate };
  for (const [what, secret] of Object.entries(all)) secrets.set(what, secret);
  // The thread of the jobs has sent what it has done at its start.
  await vi.waitFor(() => expect(spans().map(({ name }) => name)).toContain("job purge-pages"), { timeout: 40_000 });
  await app.stop();
}, 120_000);
afterAll(() => collector.close());

const named = (name: string) => spans().filter((span) => span.name === name);
const attributesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

test("a shop's call goes on the trace of its backend, with the shop's ids", () => {
  const [call] = named("GET /api/url_generator_b");
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLERS_SPAN, kind: 2 });
  expect(attributesOf(call as Span)).toEqual({
    "http.request.method": "GET",
    "http.route": "/api/url_generator_b",
    "http.response.status_code": 200,
    "ageway.organization.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "ageway.key.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(Number(call?.endTimeUnixNano)).toBeGreaterThan(Number(call?.startTimeUnixNano));
  expect(Math.abs(Number(call?.endTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(300_000);
});

test("a batch is a trace of its own that names its requests, and its statements are in it", () => {
  const [call] = named("GET /api/url_generator_b");
  const batch = named("batch start").find(({ links }) => links?.some(({ spanId }) => spanId === call?.spanId));
  expect(batch?.links).toEqual([expect.objectContaining({ traceId: TRACE, spanId: call?.spanId })]);
  expect(batch?.parentSpanId ?? "").toBe("");
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === batch?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(SELECT|WITH) /)]),
  );
  for (const statement of statements) expect(attributesOf(statement)).toMatchObject({ "db.system.name": "postgresql" });
});

test("the eID is asked in the visitor's requests, whose traces lead to no shop", () => {
  const pages = spans().filter(({ name }) => name.includes(" /verify"));
  expect(pages.length).toBeGreaterThanOrEqual(3);
  for (const page of pages) expect(Object.keys(attributesOf(page)).join()).not.toMatch(/organization|key/);
  for (const [name, path] of [
    ["eID begin", "POST /verify"],
    ["eID conclude", "GET /verify/callback"],
  ] as const) {
    const [step] = named(name);
    expect(attributesOf(step as Span)).toEqual({
      "ageway.provider": "b",
      "ageway.mode": "live",
      "ageway.result": "ok",
    });
    expect(pages.find(({ spanId }) => spanId === step?.parentSpanId)?.name).toBe(path);
  }
  expect(new Set(pages.map(({ traceId }) => traceId)).size).toBe(pages.length);
  expect(pages.map(({ traceId }) => traceId)).not.toContain(TRACE);
});

test("a page's statements are in its request, though another process draws it", () => {
  const pages = named("GET page").map(({ spanId }) => spanId);
  const statements = spans().filter(({ parentSpanId = "" }) => pages.includes(parentSpanId));
  expect(statements.length).toBeGreaterThan(2);
});

test("jobs are traces of their own", () => {
  const jobs = spans().filter(({ name }) => name.startsWith("job "));
  expect(jobs.map(({ name }) => name)).toContain("job purge-pages");
});

test("nothing in a span says who anybody is, and none is of Next or another library", () => {
  expect(new Set(scopes().map(({ scope }) => scope.name))).toEqual(new Set(["ageway"]));
  expect([...secrets.values()].map((secret) => secret.length > 8)).not.toContain(false);
  const text = JSON.stringify(received);
  for (const [what, secret] of secrets) expect(text.includes(secret), what).toBe(false);
  const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  const allowed =
    "http.request.method http.route http.response.status_code ageway.reason ageway.organization.id ageway.key.id ageway.provider ageway.mode ageway.result ageway.batch.calls db.system.name db.response.status_code";
  expect([...keys].filter((key) => !allowed.split(" ").includes(key))).toEqual([]);
  const resource = received[0]?.resourceSpans[0]?.resource ?? { attributes: [] };
  expect(attributesOf(resource)).toMatchObject({ "service.name": "ageway-of-the-test" });
});
