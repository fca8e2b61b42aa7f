import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { prepareCluster } from "./postgres-cluster.mjs";

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const APP_LOGIN = "ageway_login";

/** Only this machine reaches it, and its log holds no values. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  log_statement: "none",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: 0,
};
/** Nothing is written through to the disk, and a password that is thrown away is not hashed 4,096 times at every login. */
const FOR_TESTS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  scram_iterations: 1,
  // A worker a second would look through the dozens of databases that tests copy, each in its turn.
  autovacuum_naptime: 600,
  // Workers of the tests, which keep connections open, and servers.
  max_connections: 200,
  // A run of the tests on a cluster that somebody else has set up.
  ...JSON.parse(process.env.TEST_POSTGRES_SETTINGS ?? "{}"),
};

/**
 * Starts a real PostgreSQL from npm on 127.0.0.1.
 * @param {{ directory: string, port?: number, isFresh?: boolean, fsync?: boolean, print?: (line: string) => void }} options
 *   `port`: any free one by default; `isFresh`: an earlier database is deleted; `fsync: false` for tests only
 * @returns {Promise<{ url: string, ownerUrl: string, directory: string, pid: number, exited: Promise<string>, stop: () => Promise<void> }>}
 *   `url`: as the app logs in; `ownerUrl`: as migrations do; `directory`: where the data lives in the end; `exited` resolves to
 *   the last log lines when the server ends, also after `stop`
 */
export async function startPostgres({ directory, port: givenPort, isFresh = false, fsync = true, print = () => {} }) {
  const cluster = await prepareCluster(directory, print);
  await stopLeftover(cluster.data);
  const port = givenPort ?? (await freePort());
  const server = await launch(cluster, port, fsync ? SETTINGS : { ...SETTINGS, ...FOR_TESTS });
  const addressOf = (login, password) => `postgres://${login}:${password}@127.0.0.1:${port}`;
  const ownerAddress = addressOf("ageway", cluster.password);
  await createDatabase(ownerAddress, cluster.appPassword, isFresh);
  return {
    ...server,
    url: `${addressOf(APP_LOGIN, cluster.appPassword)}/ageway`,
    ownerUrl: `${ownerAddress}/ageway`,
    directory: cluster.directory,
  };
}

/** Stops a server that an earlier, killed start left running on the same data. Touches no other process. */
async function stopLeftover(data) {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!isServerOf(pid, data)) return rmSync(file, { force: true });
  process.kill(pid, "SIGINT");
  await waitUntil(() => !isServerOf(pid, data), STOP_TIMEOUT_MS, "An earlier PostgreSQL on this data does not stop");
}

/** Process numbers are used again, so the command line decides. */
function isServerOf(pid, data) {
  const proc = `/proc/${pid}/cmdline`;
  const command = existsSync("/proc/self")
    ? existsSync(proc) && readFileSync(proc, "utf8")
    : spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return String(command).includes(data);
}

async function launch({ data, server, user }, port, settings) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // In a process group of its own, Ctrl-C does not reach it: `start.mjs` stops it after the app.
  const child = spawn(server, ["-D", data, "-p", String(port), ...flags], {
    ...user,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LC_ALL: "C" },
  });
  const lines = [];
  let isReady = false;
  child.stderr.setEncoding("utf8").on("data", (text) => {
    lines.push(...text.trim().split("\n"));
    lines.splice(0, lines.length - 30);
    isReady ||= text.includes("ready to accept connections");
  });
  let hasExited = false;
  const exited = new Promise((done) => {
    child.once("error", (error) => lines.push(error.message));
    child.once("close", () => {
      hasExited = true;
      done(lines.join("\n"));
    });
  });
  // "Fast" shutdown (SIGINT) ends sessions and keeps what was committed. After SIGQUIT the next start recovers.
  const stop = async () => {
    if (hasExited) return;
    child.kill("SIGINT");
    const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  };
  await waitUntil(() => isReady || hasExited, START_TIMEOUT_MS, "PostgreSQL does not start").catch(async (error) => {
    await stop();
    throw error;
  });
  if (hasExited) throw new Error(`PostgreSQL ended as it started:\n${lines.join("\n")}`);
  return { pid: child.pid, exited, stop };
}

/** The app's login owns nothing: it may only work as the role `ageway_app`. */
async function createDatabase(address, appPassword, isFresh) {
  const sql = postgres(`${address}/postgres`, { max: 1, onnotice: () => {} });
  try {
    if (isFresh) await sql`DROP DATABASE IF EXISTS ageway WITH (FORCE)`;
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = 'ageway'`;
    if (!found) await sql`CREATE DATABASE ageway`;
    for (const role of ["ageway_app NOLOGIN", `${APP_LOGIN} LOGIN`])
      await sql.unsafe(`DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await sql.unsafe(`ALTER ROLE ${APP_LOGIN} PASSWORD '${appPassword}'; GRANT ageway_app TO ${APP_LOGIN}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function waitUntil(isTrue, timeoutMs, failure) {
  const deadline = Date.now() + timeoutMs;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(failure);
    await new Promise((next) => setTimeout(next, 20));
  }
}
