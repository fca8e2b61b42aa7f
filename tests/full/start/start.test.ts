import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { freePorts } from "#tests/support/ports.ts";
import { childrenOf, isAlive } from "#tests/support/process-tree.ts";
import { ALL_BUT_THE_DATABASE, start } from "#tests/support/start.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ageway-start-"));
  folders.push(folder);
  return folder;
}

test("the real thing names every missing or wrong setting at once and starts nothing", async () => {
  const data = newFolder();
  const { ended, err, out } = start({
    DATA_DIR: data,
    PORT: "none",
    DATABASE_URL: "postgres://db.example/ageway",
    EID_S_ISSUER: "https://eid.example",
  });
  expect(await ended).toBe(1);
  for (const name of ["PORT", "BASE_URL", "AGEWAY_KEYS", "EID_S_CLIENT_ID", "EID_S_CLIENT_SECRET"])
    expect(err()).toMatch(new RegExp(`- ${name} `));
  // One is enough, and test keys may have none.
  expect(err()).not.toMatch(/EID_B_|EID_TEST_/);
  expect(out()).not.toContain("Starting");
  expect(readdirSync(data).filter((file) => file !== "secrets.json")).toEqual([]);
});

test("a database that cannot be reached is one message, and never the password", async () => {
  const [port] = await freePorts(3);
  const { ended, err, out } = start({
    DATA_DIR: newFolder(),
    PORT: String(port),
    ...ALL_BUT_THE_DATABASE,
    DATABASE_URL: "postgres://ageway:hunter2@127.0.0.1:1/ageway",
  });
  expect(await ended).toBe(1);
  expect(err()).toContain("DATABASE_URL");
  expect(err() + out()).not.toContain("hunter2");
  expect(out()).not.toContain("Starting Ageway");
});

test("every taken port is named before anything starts", async () => {
  const [port = 0, , , metrics = 0] = await freePorts(4);
  const ports = [port, port + 1, port + 2, metrics];
  const squatters = ports.map((taken) => createServer().listen(taken));
  await Promise.all(squatters.map((squatter) => once(squatter, "listening")));
  const { ended, err, out } = start({ DATA_DIR: newFolder(), PORT: String(port), METRICS_PORT: String(metrics) });
  expect(await ended).toBe(1);
  for (const taken of ports) expect(err()).toContain(`Port ${taken} is taken by another program`);
  expect(err()).toContain(`Port ${metrics} is taken by another program, and METRICS_PORT wants it.`);
  expect(out()).not.toContain("Starting");
  for (const squatter of squatters) squatter.close();
});

test.for(["none", "65535"])("PORT=%s is refused, and nothing else", async (port) => {
  const { ended, err } = start({ DATA_DIR: newFolder(), PORT: port });
  expect(await ended).toBe(1);
  expect(err().match(/^ {2}- \w+/gm)).toEqual(["  - PORT"]);
});

test.for([
  ["secrets.json", "{bad", /secrets\.json is damaged\. Delete it/],
  ["postgres/data/base", "", /holds no whole PostgreSQL database/],
] as const)("a damaged %s is named, with what to do", async ([file, text, words]) => {
  const [data, [port]] = [newFolder(), await freePorts(3)];
  mkdirSync(dirname(join(data, file)), { recursive: true });
  writeFileSync(join(data, file), text);
  const { ended, err } = start({ DATA_DIR: data, PORT: String(port) });
  expect([await ended, err()]).toEqual([1, expect.stringMatching(words)]);
});

test("a lock whose process number somebody else has now counts for nothing; a data folder that is a file is named", async () => {
  const data = newFolder();
  writeFileSync(join(data, "running.pid"), String(process.pid));
  writeFileSync(join(data, "file"), "");
  const [port] = await freePorts(3);
  const locked = start({ DATA_DIR: data, PORT: String(port), DATABASE_URL: "postgres://db.example/ageway" });
  expect([await locked.ended, locked.err()]).toEqual([1, expect.stringContaining("BASE_URL is missing")]);
  const file = start({ DATA_DIR: join(data, "file"), PORT: String(port) });
  expect([await file.ended, file.err()]).toEqual([1, expect.stringContaining("is not a folder")]);
});

test("--fresh deletes the data of a demo, and of nothing else", async () => {
  const [data, [port = 0]] = [newFolder(), await freePorts(3)];
  const settings = { DATA_DIR: data, PORT: String(port) };
  const instance = start({ ...settings, ...ALL_BUT_THE_DATABASE, DATABASE_URL: "postgres://db.example/ageway" }, ".", [
    "--fresh",
  ]);
  expect([await instance.ended, instance.err()]).toEqual([
    1,
    expect.stringContaining("--fresh deletes the data of a demo"),
  ]);
  const begun = async (options: string[]) => {
    const demo = start(settings, ".", options);
    await demo.up();
    const { organization, exampleId, databaseUrl } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));
    expect(demo.out()).toContain(`/dashboard?show=${exampleId}`);
    const database = postgres(databaseUrl, { max: 1 });
    const examples = await database`SELECT id, created_at FROM organization WHERE id = ${exampleId}`;
    await database.end();
    demo.child.kill("SIGTERM");
    await demo.ended;
    return [organization.id, String(examples[0]?.created_at), examples.length];
  };
  const [first, second, fresh] = [await begun([]), await begun([]), await begun(["--fresh"])];
  expect(second).toEqual(first);
  expect(fresh.toSpliced(0, 2)).toEqual([1]);
  expect(fresh[0]).not.toBe(first[0]);
  expect(fresh[1]).not.toBe(first[1]);
});

test.skipIf(!existsSync("/proc/self"))(
  "Ctrl-C and SIGTERM leave no process, SIGKILL nothing that the next start minds",
  async () => {
    const [data, [port = 0, , , other]] = [newFolder(), await freePorts(6)];
    const settings = { DATA_DIR: data, PORT: String(port) };
    const demo = () => JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));

    const first = start(settings);
    await first.up();
    const { organization, baseUrl, shopUrl } = demo();
    expect([baseUrl, shopUrl]).toEqual([`http://localhost:${port}`, `http://localhost:${port + 1}`]);
    const twice = start({ ...settings, PORT: String(other) });
    expect([await twice.ended, twice.err().trim()]).toEqual([
      1,
      expect.stringMatching(/^Ageway already runs on this data folder[^\n]*$/),
    ]);
    const orphans = childrenOf(first.child.pid ?? 0);
    expect(orphans.length).toBeGreaterThanOrEqual(4);
    first.child.kill("SIGKILL");
    await first.ended;

    const second = start({ ...settings, SHUTDOWN_DELAY_SECONDS: "600" });
    await second.up();
    expect(demo().organization).toEqual(organization);
    // They end by themselves, as soon as the answers that they owe are given.
    await expect.poll(() => orphans.filter(isAlive)).toEqual([]);
    const children = childrenOf(second.child.pid ?? 0);
    expect(children.length).toBeGreaterThanOrEqual(4);
    // The first begins the delay, and one that comes a second later ends it, and with it what is under way.
    second.child.kill("SIGINT");
    const signals = setInterval(() => second.child.kill("SIGTERM"), 100);
    expect(await second.ended).toBe(1);
    clearInterval(signals);
    expect(children.filter(isAlive)).toEqual([]);
    expect(existsSync(join(data, "demo.json"))).toBe(false);
  },
  120_000,
);
