import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { findPostgresPrograms } from "#scripts/postgres-tools.mjs";

const SUPERUSER = "postgres";

/** On this machine anybody is let in, and nothing is written through to the disk: what a test kills is processes. */
const SETTINGS = { listen_addresses: "127.0.0.1", unix_socket_directories: "", fsync: "off", timezone: "UTC" };

/** Removes what it made when a test file ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "ageway-cluster-"));
  chmodSync(folder, 0o711);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A folder that the user of the server can write to. */
export function folderOfServer(folder: string): string {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const { uid, gid } = userOfServer();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

type Where = { port: number; cwd?: string };

/** Runs commands as an operator types them, as the user of the server, with PostgreSQL's programs on the PATH. */
export function shell(commands: string, where: Where): Promise<string> {
  return shellAsSelf(commands, where, process.env, userOfServer());
}

/** The same as the user of the test, in an environment of its own. */
export async function shellAsSelf(
  commands: string,
  { port, cwd = "/" }: Where,
  given: NodeJS.ProcessEnv,
  user = {},
): Promise<string> {
  const where = { PGHOST: "127.0.0.1", PGPORT: String(port), PGUSER: SUPERUSER };
  const env = { ...given, PATH: `${programs()}:${given.PATH}`, ...where };
  return (await promisify(execFile)("sh", ["-euc", commands], { ...user, cwd, env })).stdout;
}

/** An empty cluster of the distribution's PostgreSQL, with checksums, which are usual since version 18. */
export async function makeCluster(data: string): Promise<void> {
  await run("initdb", [
    "--pgdata",
    data,
    "--username",
    SUPERUSER,
    "--auth=trust",
    "--data-checksums",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
}

export async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(programs(), program), args, { ...userOfServer(), cwd: "/" });
}

/** Starts the server of a cluster, and answers when it takes connections; a standby's, when it takes queries. */
export async function serveCluster(data: string, port: number, settings: Record<string, string> = {}) {
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(programs(), "postgres"), ["-D", data, "-p", String(port), ...flags], {
    ...userOfServer(),
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exited = once(child, "close");
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  while (!/ready to accept (read-only )?connections/.test(output)) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL does not start:\n${output}`);
    await new Promise((next) => setTimeout(next, 10));
  }
  return {
    port,
    data,
    output: () => output,
    /** As a login, trusted without a password. */
    urlOf: (login: string, database = "ageway") => `postgres://${login}@127.0.0.1:${port}/${database}`,
    /** Ends sessions, and keeps what was committed. */
    stop: () => end("SIGINT"),
    /** Every process in one moment: the others end as soon as the first one is gone. */
    kill: () => end("SIGKILL"),
  };
}

export type Cluster = Awaited<ReturnType<typeof serveCluster>>;

/** The settings in a piece of `postgresql.conf`, without their quotes. */
export function settingsOf(text: string): Record<string, string> {
  const lines = text.trim().split("\n");
  return Object.fromEntries(lines.map((line) => /^(\w+) = '?(.*?)'?$/.exec(line)?.slice(1) as [string, string]));
}

/** The logins and the database that docs/operate/install.md tells an operator to make. */
export async function prepareForAgeway({ urlOf }: Cluster): Promise<void> {
  const sql = postgres(urlOf(SUPERUSER, "postgres"), { max: 1, onnotice: () => {} });
  for (const statement of [
    "CREATE ROLE ageway_owner LOGIN CREATEROLE PASSWORD 'owner'",
    "CREATE ROLE ageway_login LOGIN PASSWORD 'login'",
    "CREATE DATABASE ageway OWNER ageway_owner",
  ])
    await sql.unsafe(statement);
  await sql.end({ timeout: 5 });
}

let found: string | null | undefined;

function programs(): string {
  found ??= findPostgresPrograms();
  if (found === null)
    throw new Error(
      "This test needs PostgreSQL 16 or newer with its programs. On Debian: node scripts/prepare.mjs test",
    );
  return found;
}

/** PostgreSQL does not run as root. The embedded one has made this user. */
function userOfServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
