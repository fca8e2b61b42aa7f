import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { CHECK_CASES, START_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";

const apis: Awaited<ReturnType<typeof startMisbehavingApi>>[] = [];
afterAll(async () => {
  for (const { close } of apis) await close();
});

const run = promisify(execFile);
const versions = ["8.1", "8.2", "8.3", "8.4", "8.5"];
const transports = ["curl", "sockets"];

test.for(versions.flatMap((version) => transports.map((transport) => [version, transport] as const)))(
  "PHP %s with %s: 0 wrong answers, and nothing deprecated",
  async ([version, transport]) => {
    const api = await startMisbehavingApi();
    apis.push(api);
    const order = JSON.stringify({ url: api.url, check: CHECK_CASES, start: START_CASES });
    const { stdout } = await run(process.execPath, [
      "tests/full/packages/php-versions/run.mjs",
      version,
      transport,
      order,
    ]);
    const told = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const at = (name: string) => told.filter((line) => line.at === name);
    expect(at("php")).toEqual([
      { at: "php", version: expect.stringMatching(`^${version}\\.`), curl: transport === "curl" },
    ]);
    for (const [n, { name, allowed, why = null }] of CHECK_CASES.entries())
      expect(at(`check/${n}`), name).toMatchObject([{ allowed, why }]);
    for (const [n, { name, started, why = null }] of START_CASES.entries())
      expect(at(`start/${n}`), name).toMatchObject([{ started, why }]);
    const statuses = [null, 303, 303, null].map((status) => ({ at: "gate", status }));
    expect(at("gate")).toEqual([...statuses, { at: "gate", confirmed: true, link: "/checkout?age_check=start" }]);
    expect(at("end")).toHaveLength(1);
  },
);
