import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { NO_DATABASE, startApp } from "#tests/support/app.ts";
import { check, generate, NAVIGATION, send } from "#tests/support/gateway.ts";
import { freePort } from "#tests/support/ports.ts";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ ...inject("env"), ...NO_DATABASE }, await freePort());
  process.env.SERVER_URL = app.url;
});
afterAll(() => app.stop());

test.for(["s", "b"] as const)("without a database %s starts nothing and says when to try again", async (provider) => {
  const { status, text, headers } = await generate(provider, { key: "pk_live_any" });
  expect([status, text]).toEqual([503, '{"url":null}']);
  expect([headers.get("ageway-reason"), headers.get("retry-after")]).toEqual(["service_unavailable", "5"]);
  expect(headers.get("ageway-reference")).toHaveLength(8);
});

test("a person gets a page", async () => {
  const { status, text } = await generate("b", { key: "pk_live_any", headers: NAVIGATION });
  expect([status, text.includes("Sorry, there is a problem with the service")]).toEqual([503, true]);
});

test("a token check says so too, and never that it was no", async () => {
  const { status, text, headers } = await check("A".repeat(43), "device-without-database");
  expect([status, text, headers.get("retry-after")]).toEqual([503, '{"age":null,"verified":false}', "5"]);
  expect(headers.get("ageway-reference")).toHaveLength(8);
});

test("without a database the app is live and not ready", async () => {
  const ready = await send("/api/health/ready");
  expect([ready.status, ready.body]).toEqual([503, { status: "not ready", reason: "database_away" }]);
  expect((await send("/api/health/live")).status).toBe(200);
});
