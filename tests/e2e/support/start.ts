import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeEnvironment } from "#scripts/environment.mjs";
import { inFull } from "#tests/support/full.ts";
import { freePort, freePorts } from "#tests/support/ports.ts";

/** `npm start`, as a newcomer runs it, on free ports and a data folder of its own. Its links go to the tests. */
export default async function start(): Promise<() => Promise<void>> {
  const [port = 0] = await freePorts(3);
  const data = mkdtempSync(join(tmpdir(), "ageway-e2e-"));
  // For tests that start servers there.
  process.env.DNS_SERVERS = `127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}`;
  const child = spawn("npm", ["start"], {
    // On every run a machine that is busy must not meet the product's deadlines.
    env: { ...process.env, PORT: String(port), DATA_DIR: data, TEST_PACE: inFull("1", "10") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const isUp = new Promise<void>((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("Press Ctrl-C to stop")) done();
      });
    child.once("close", () => fail(new Error(`npm start ended:\n${output}`)));
  });
  await isUp;
  const demo = JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));
  process.env.DEMO = JSON.stringify(demo);
  // The tests furnish organizations with the verbs of the house, in the database of the demo.
  Object.assign(process.env, composeEnvironment({}, { port, data }), {
    DATABASE_URL: demo.databaseUrl,
    DATABASE_POOL: "15",
    TEST_OWNER_URL: demo.databaseOwnerUrl,
    LOG_LEVEL: "silent",
  });
  return async () => {
    child.kill("SIGTERM");
    await once(child, "close");
    rmSync(data, { recursive: true, force: true });
  };
}
