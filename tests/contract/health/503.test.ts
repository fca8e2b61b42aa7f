import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { NO_DATABASE, startApp } from "#tests/support/app.ts";
import { send } from "#tests/support/gateway.ts";
import { freePort } from "#tests/support/ports.ts";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ ...inject("env"), ...NO_DATABASE }, await freePort());
  process.env.SERVER_URL = app.url;
});
afterAll(() => app.stop());

test("without a database the app is live and not ready", async () => {
  const ready = await send("/api/health/ready");
  expect([ready.status, ready.body]).toEqual([503, { status: "not ready", reason: "database_away" }]);
  expect((await send("/api/health/live")).status).toBe(200);
});
