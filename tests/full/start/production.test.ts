import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { familyOf } from "#tests/support/cpu.ts";
import { memoryOf } from "#tests/support/memory.ts";
import { freePort } from "#tests/support/ports.ts";
import { installProduction } from "#tests/support/production-install.ts";
import { ALL_BUT_THE_DATABASE, eid, start } from "#tests/support/start.ts";

/** Outside this tree, where no package of ours could be found by mistake. */
const root = mkdtempSync(join(tmpdir(), "ageway-production-"));
const data = mkdtempSync(join(tmpdir(), "ageway-production-data-"));
afterAll(() => {
  for (const folder of [root, data]) rmSync(folder, { recursive: true, force: true });
}, 60_000);

beforeAll(() => installProduction(root), 300_000);

test("a production install starts, serves pages and calls, and its command answers", async () => {
  makeTraversable(data);
  const database = await startPostgres({ directory: data, fsync: false });
  const port = await freePort();
  const settings = {
    DATA_DIR: join(data, "app"),
    PORT: String(port),
    ...ALL_BUT_THE_DATABASE,
    BASE_URL: `http://localhost:${port}`,
    ...eid("EID_TEST_S", "bankid-se-idura", "test"),
    ...eid("EID_TEST_B", "mitid-idura", "test"),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
  };
  const app = start(settings, root);
  await app.up();
  const [server] = familyOf(app.child.pid ?? 0).slice(1);
  // V8 gives back what a start took once nothing happens any more.
  await expect.poll(() => memoryOf(server ?? 0) / 1e6, { timeout: 40_000, interval: 1_000 }).toBeLessThan(250);
  const statusOf = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status;
  expect(await statusOf("/api/health/ready")).toBe(200);
  expect(await statusOf("/sign-in")).toBe(200);
  expect(await statusOf("/reasons")).toBe(200);
  expect(await statusOf("/docs/quick-start")).toBe(200);
  expect(
    await statusOf(
      "/api/url_generator_s/unknown/0f7b1f0e-6b1d-4a4e-9d7c-2b3f6a1c5d8e/18?domain=https%3A%2F%2Fshop.example",
    ),
  ).toBe(403);
  const env = { ...process.env, ...settings, PATH: dirname(process.execPath) };
  const output = execFileSync(process.execPath, [".next/ageway.mjs", "organization", "list"], { cwd: root, env });
  expect(output.toString()).not.toBe("");
  // As Ctrl-C sends it.
  app.child.kill("SIGINT");
  expect(await app.ended).toBe(0);
  await database.stop();
  rmSync(database.directory, { recursive: true, force: true });
}, 120_000);
