import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/ports.ts";

/** The first thing that the driver asks on a new connection. */
const ARRAY_TYPES = "typarray";

const PROGRAM = `
  const { exitOnCrash } = await import("#lib/core/crash.ts");
  const { database, leaveDatabase } = await import("#lib/core/database.ts");
  exitOnCrash();
  database().execute("SELECT 1").catch(() => console.log("the statement failed"));
  process.stdin.once("data", () => {
    leaveDatabase("general");
    setTimeout(() => process.exit(0), 500);
  });
`;

test("a connection that is left while it is being opened ends no process", async () => {
  const to = new URL(inject("env").DATABASE_URL ?? "");
  const server = { port: Number(to.port), host: to.hostname };
  const asked = Promise.withResolvers<void>();
  const line = createServer((inner) => {
    const outer = connect(server);
    inner.on("data", (bytes) => {
      if (bytes.includes(ARRAY_TYPES)) asked.resolve();
      else outer.write(bytes);
    });
    outer.pipe(inner).on("error", () => {});
    inner.on("close", () => outer.destroy()).on("error", () => {});
  });
  const port = await freePort();
  await new Promise<void>((done) => line.listen(port, "127.0.0.1", done));
  onTestFinished(() => void line.close());
  to.port = String(port);
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    env: { ...process.env, ...inject("env"), LOG_LEVEL: "info", DATABASE_URL: to.href },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  await asked.promise;
  child.stdin.end("leave\n");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(said).toContain("the statement failed");
  expect(said).toContain('"event":"database_away"');
});
