import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, listening } from "./ports.ts";

/**
 * A PgBouncer of the test's own in front of the PostgreSQL of `url`, which gives each transaction another connection.
 * `connections`: to PostgreSQL; so few that transactions of one client meet many of them.
 * @returns `url`: the same database through it
 */
export async function startPgBouncer(url: string, connections = 6) {
  const [direct, through, port] = [new URL(url), new URL(url), await freePort()];
  const directory = mkdtempSync(join(tmpdir(), "ageway-pgbouncer-"));
  const [settings, users] = [join(directory, "pgbouncer.ini"), join(directory, "users.txt")];
  writeFileSync(users, `"${direct.username}" "${decodeURIComponent(direct.password)}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${direct.hostname} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
# Takes connections in turn, so that one that a client left something on goes to another client.
server_round_robin = 1
`,
  );
  chmodSync(directory, 0o755);
  const server = spawn("pgbouncer", [settings], {
    // Debian has it where only root's PATH leads.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: "ignore",
    ...userOfServer(),
  });
  const ended = once(server, "exit");
  await once(server, "spawn").catch(() => {
    throw new Error("This test needs pgbouncer on the PATH. On Debian: apt-get install pgbouncer");
  });
  await listening(port, server);
  through.port = String(port);
  return {
    url: through.href,
    async stop() {
      server.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** It refuses to run as root. */
function userOfServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
