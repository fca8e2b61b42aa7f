import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/ports.ts";

/** With which the messages of the driver begin that never arrive: a password, and the first thing that it asks. */
const STOPPED_AT = [/^p/, /^[PQ]/];

const PROGRAM = `
  const { loadConfiguration } = await import("#lib/eid/read-providers.ts");
  const { exitOnCrash } = await import("#lib/observe/crash.ts");
  const { database, leaveDatabase } = await import("#lib/runtime/database.ts");
  loadConfiguration();
  exitOnCrash();
  database().execute("SELECT 1").catch(() => console.log("the statement failed"));
  process.stdin.once("data", () => {
    leaveDatabase("general");
    setTimeout(() => process.exit(0), 500);
  });
`;

test.for(STOPPED_AT)("a connection that is left while it is being opened ends no process (%s)", async (stoppedAt) => {
  const to = new URL(inject("env").DATABASE_URL ?? "");
  const server = { port: Number(to.port), host: to.hostname };
  const asked = Promise.withResolvers<void>();
  const line = createServer((inner) => {
    const outer = connect(server);
    inner.on("data", (bytes) => {
      if (stoppedAt.test(bytes.toString("latin1"))) asked.resolve();
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
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  await asked.promise;
  child.stdin.end("leave\n");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(output).toContain("the statement failed");
});
