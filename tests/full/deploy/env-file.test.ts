import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { refuseOldBuild } from "#tests/support/app.ts";
import { freePort } from "#tests/support/ports.ts";

const folder = mkdtempSync(join(tmpdir(), "ageway-env-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OWNER = "postgres://owner:hunter2@db.example/ageway";
/** Prints, when it is told to, what the process has as the owner's login and as a key's file. */
const TELL = `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => {
  const { DATABASE_OWNER_URL, AGEWAY_KEYS_FILE } = process.env;
  process.stdout.write(JSON.stringify({ told: [DATABASE_OWNER_URL, AGEWAY_KEYS_FILE] }) + "\\n");
})`)}`;

test("Next reads no .env: the dashboard works beside files of secrets, and the owner's login is not in its process", async () => {
  refuseOldBuild();
  for (const name of [".next", "node_modules", "public", "package.json"])
    symlinkSync(resolve(name), join(folder, name));
  // As the start leaves them behind: it has read the file of the key, and handed on no owner.
  writeFileSync(join(folder, ".env"), `DATABASE_OWNER_URL=${OWNER}\nAGEWAY_KEYS_FILE=${join(folder, "key")}\n`);
  writeFileSync(join(folder, "key"), inject("env").AGEWAY_KEYS ?? "");
  const port = String(await freePort());
  const env = { ...inject("env"), PATH: process.env.PATH, PORT: port, NODE_ENV: "production" } as const;
  const program = [`--import=${TELL}`, ".next/server.mjs"];
  const server = spawn(process.execPath, program, { cwd: folder, env: { ...env, LOG_LEVEL: "info" } });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      server.emit("output");
    });
  const ended = once(server, "close");
  const said = async (words: string) => {
    while (!output.includes(words))
      await Promise.race([once(server, "output"), ended.then(() => Promise.reject(new Error(output)))]);
  };
  await said('"listening"');
  const page = await fetch(`http://127.0.0.1:${port}/invitation?token=none`);
  expect([page.status, output]).toEqual([200, expect.not.stringContaining("AGEWAY_KEYS_FILE")]);
  server.kill("SIGUSR2");
  await said('{"told":');
  expect(output).toContain('{"told":[null,null]}');
  server.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
});
