import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openPort } from "#server/port.ts";
import { configure } from "#tests/support/configure.ts";
import { freePort } from "#tests/support/ports.ts";

test.for([
  ["nothing said", "https://age.example", undefined, "127.0.0.1"],
  ["an empty setting", "https://age.example", "", "127.0.0.1"],
  ["all addresses", "https://age.example", "0.0.0.0", "0.0.0.0"],
  ["one that is named", "https://age.example", "127.0.0.2", "127.0.0.2"],
  ["an inbox that shows everybody's mail", "http://localhost:3000", "0.0.0.0", "127.0.0.1"],
] as const)("with %s, the server at %s listens on that address alone", async ([, BASE_URL, HOST, expected]) => {
  const DATABASE_URL = "postgres://ageway@db.example/ageway";
  const AGEWAY_KEYS = Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString("base64url");
  const PORT = String(await freePort());
  configure({ BASE_URL, PORT, DATABASE_URL, AGEWAY_KEYS, SMTP_URL: "", ...(HOST !== undefined && { HOST }) });
  const server = createServer();
  const opened = Promise.withResolvers<void>();
  openPort(server, opened.resolve, () => opened.reject(new Error("not listening")));
  await opened.promise;
  expect((server.address() as AddressInfo).address).toBe(expected);
  server.close();
  await once(server, "close");
});
