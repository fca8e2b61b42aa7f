import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { heapFlags, MALLOC } from "#scripts/heap.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { refuseOldBuild } from "#tests/support/app.ts";
import { configure } from "#tests/support/configure.ts";
import { copyDatabase as copyOfDatabase } from "#tests/support/copy-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { environment } from "#tests/support/world.ts";
import { startBenchLoad } from "./load.ts";
import { type Program, startProgram } from "./program.ts";

/** The limits are not what is measured. */
const WITHOUT_LIMITS = {
  RATE_LIMIT_KEY: "10000000",
  RATE_LIMIT_ADDRESS: "10000000",
  RATE_LIMIT_DEVICE: "1000000",
  RATE_LIMIT_TOKEN: "1000000",
};

const MAX_CONNECTIONS = 400;

export const SERVER = [...heapFlags(), ".next/server.mjs"];
export const NEXT = ["node_modules/next/dist/bin/next", "start"];

export type BenchWorld = Awaited<ReturnType<typeof openWorld>>;

/**
 * A temporary folder with the PostgreSQL that Ageway ships, `fsync` and `synchronous_commit` on as for operators, the client
 * that makes the load, and whatever server is started in it. This process is configured as the servers are.
 */
async function openWorld() {
  refuseOldBuild();
  const directory = mkdtempSync(join(tmpdir(), "ageway-bench-"));
  makeTraversable(directory);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  const interrupted = () => void close().then(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted);
  closing.push(async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupted);
  });
  try {
    closing.push(async () => rmSync(directory, { recursive: true, force: true }));
    await allowConnections(directory);
    const postgres = await startPostgres({ directory });
    closing.push(async () => rmSync(postgres.directory, { recursive: true, force: true }));
    closing.push(postgres.stop);
    await migrate(databaseAt(postgres.ownerUrl));
    const settings = environment(postgres.url, directory, await freePort()).env;
    const env = {
      ...MALLOC,
      ...settings,
      ...WITHOUT_LIMITS,
      DATABASE_POOL: "15",
      // A line a call, as operators have it.
      LOG_LEVEL: "info",
      // Nobody gets as far as the eID.
      ...Object.fromEntries(
        ["EID_S", "EID_B", "EID_TEST_S", "EID_TEST_B"].map((name) => [`${name}_ISSUER`, "http://localhost:1/none"]),
      ),
    };
    configure({ ...env, LOG_LEVEL: "silent" });
    const { closeDatabase } = await import("#lib/runtime/database.ts");
    closing.push(closeDatabase);
    const ownerOf = (url: string) => {
      const opened = connect(databaseAt(url), { max: 1, role: "ageway", settings: { statement_timeout: "0" } });
      closing.push(() => opened.$client.end({ timeout: 5 }));
      return opened;
    };
    const owner = ownerOf(postgres.ownerUrl);
    const load = await startBenchLoad();
    closing.push(load.stop);
    const folder = join(directory, "logs");
    mkdirSync(folder);
    /** `args`: of Node. */
    const start = async (args: readonly string[], more: Record<string, string> = {}): Promise<Program> => {
      const port = await freePort();
      const program = await startProgram(args, {
        env: { ...env, BASE_URL: `http://localhost:${port}`, ...more },
        port,
        folder,
      });
      closing.push(program.stop);
      return program;
    };
    /** Another database with all that is in this one. PostgreSQL copies a database only while nobody is connected to it. */
    const copyDatabase = async () => {
      const [maintenance, of] = [new URL(postgres.ownerUrl), new URL(postgres.ownerUrl)];
      maintenance.pathname = "/postgres";
      await ownerOf(maintenance.href).execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'ageway'",
      );
      const url = await copyOfDatabase(postgres.ownerUrl, postgres.url);
      of.pathname = new URL(url).pathname;
      // A connection that was lost is left once nothing was written to it for a second.
      while (!(await owner.execute("SELECT 1").catch(() => null))) await after(2_000);
      return { url, owner: ownerOf(of.href) };
    };
    return {
      directory,
      url: postgres.url,
      ownerUrl: postgres.ownerUrl,
      pid: postgres.pid,
      owner,
      load,
      start,
      copyDatabase,
      close,
    };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/** Every contender has its connections open, where an installation has one server: more than PostgreSQL allows by default. */
async function allowConnections(directory: string): Promise<void> {
  const postgres = await startPostgres({ directory });
  const owner = connect(databaseAt(postgres.ownerUrl), { max: 1, role: "ageway" });
  await owner.execute(`ALTER SYSTEM SET max_connections = ${MAX_CONNECTIONS}`);
  await owner.$client.end({ timeout: 5 });
  await postgres.stop();
}

/** Does the work in a world of its own, and leaves nothing of it behind. */
export async function inBenchWorld<Result>(work: (world: BenchWorld) => Promise<Result>): Promise<Result> {
  const world = await openWorld();
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}
