import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { beset } from "#tests/support/beset.ts";
import { crowdOf, type Use } from "#tests/support/connection-crowd.ts";
import { generate } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";

/** As many as a process may have, opened in steps. */
const CROWD = { count: 10_000, perSecond: 250 };
const BACKEND = "127.0.0.67";
const ONE = ["127.0.0.66"];
const EIGHT = Array.from({ length: 8 }, (_, n) => `127.0.0.${n + 70}`);

/** The server looks every 75 seconds whether something was read, and closes a connection where nothing was. */
const UNREAD_MS = 155_000;

let app: Awaited<ReturnType<typeof startApp>>;
let port: number;

beforeAll(async () => {
  await enterOwnDatabase();
  port = await freePort();
  app = await startApp({ ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "", LOG_LEVEL: "info" }, port);
  process.env.SERVER_URL = app.url;
});
afterAll(async () => {
  delete process.env.SERVER_URL;
  await app?.kill();
});

// First, while the log is short.
test("a connection whose answers nobody reads is closed", async () => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.pause();
  const answered = () => app.output().match(/"endpoint":"\/openapi.json"/g)?.length ?? 0;
  const before = answered();
  let asked = 0;
  // Until the buffers of both sides are full.
  do {
    asked += 1;
    socket.write("GET /openapi.json HTTP/1.1\r\nHost: age.example\r\n\r\n");
    for (let n = 0; n < 100 && answered() - before < asked; n += 1) await after(50);
  } while (answered() - before === asked);
  await after(UNREAD_MS);
  const closed = once(socket, "close");
  socket.resume();
  await closed;
  expect(answered() - before).toBe(asked - 1);
});

test.for([
  ["say nothing", ONE],
  ["send a head slowly", ONE],
  ["have had one answer", ONE],
  ["send a body slowly", ONE],
  ["say nothing", EIGHT],
  ["have had one answer", EIGHT],
] as const satisfies [Use, string[]][])(
  "10,000 connections that %s, from %j, refuse no new visitor and no backend, and hardly slow them",
  async ([use, from]) => {
    const shop = await newOrganization();
    const headers = await backendOf(shop.key);
    const { refused, slower } = await beset(
      [
        // Each comes for the first time.
        (n) => generate("b", { ...shop, address: `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}` }),
        () => generate("b", { ...shop, address: BACKEND, headers }),
      ],
      async () => {
        const { last, end } = await crowdOf({ port, from: [...from], use, ...CROWD });
        return { isDone: () => last.opened >= CROWD.count, end };
      },
    );
    expect(refused).toEqual([]);
    expect(slower).toBeLessThanOrEqual(3);
  },
);
