import { beforeAll, expect, test } from "vitest";
import { send } from "#tests/support/gateway.ts";

// Nobody listens there. This file runs in a process of its own, so nobody else loses the database.
beforeAll(() => {
  process.env.DATABASE_URL = "postgres://nobody:nothing@127.0.0.1:1/nowhere";
});

test("without a database the app is live and not ready", async () => {
  expect((await send("/api/health/ready")).status).toBe(503);
  expect((await send("/api/health/live")).status).toBe(200);
});
