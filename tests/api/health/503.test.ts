import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { NO_DATABASE, startApp } from "#tests/support/app.ts";
import { send } from "#tests/support/gateway.ts";
import { freePort } from "#tests/support/ports.ts";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ ...inject("env"), ...NO_DATABASE }, await freePort());
  process.env.DOOR_URL = app.url;
});
afterAll(() => app.stop());

test("without a database the app is live and not ready", async () => {
  expect((await send("/api/health/ready")).status).toBe(503);
  expect((await send("/api/health/live")).status).toBe(200);
});
