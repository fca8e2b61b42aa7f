import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { commandsUnder } from "./backup-document.ts";
import {
  type Cluster,
  folderOfServer,
  makeCluster,
  prepareForAgeway,
  run,
  serveCluster,
  settingsOf,
  shell,
  temporaryFolder,
} from "./cluster.ts";
import { startMovingAddress } from "./moving-address.ts";
import { freePort } from "./ports.ts";

const NAMES = ["one", "two"] as const;
type Name = (typeof NAMES)[number];
type Server = Cluster & { name: Name };

const CHAPTER = "## A standby";
/** In the commands of the document. */
const DATA = "/var/lib/postgresql/17/main";
const PATIENCE_MS = 60_000;

/**
 * A migrated PostgreSQL and its synchronous standby, as docs/operate/backup.md sets them up and by its commands, and one address
 * that leads to the primary.
 */
export async function startStandbyPair() {
  const { folder, remove } = temporaryFolder();
  const places = {} as Record<Name, { data: string; port: number }>;
  for (const name of NAMES) places[name] = { data: join(folder, name), port: await freePort() };
  const { synchronous_standby_names, ...ofAny } = settingsOf(commandsUnder(CHAPTER, {}, "ini"));

  const serve = async (name: Name): Promise<Server> => {
    const { data, port } = places[name];
    return { ...(await serveCluster(data, port)), name };
  };
  await makeCluster(folderOfServer(places.one.data));
  let primary = await serve("one");
  await configure(primary, ofAny);
  await prepareForAgeway(primary);
  await migrate(databaseAt(primary.urlOf("ageway_owner")), "ageway_login");
  let standby = await follow("two", "base backup");
  const address = await startMovingAddress(primary.port);
  const urlOf = (login: string) => `postgres://${login}@127.0.0.1:${address.port}/ageway`;

  /** Makes this server a standby of the primary, and waits until commits wait for it. */
  async function follow(name: Name, by: "base backup" | "rewind"): Promise<Server> {
    const { data } = places[name];
    if (by === "rewind") {
      const source = `host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres application_name=${name}`;
      await run("pg_rewind", [
        "--target-pgdata",
        data,
        "--source-server",
        source,
        "--write-recovery-conf",
        "--no-sync",
      ]);
    } else {
      rmSync(data, { recursive: true, force: true });
      const names = { db1: "127.0.0.1", [DATA]: folderOfServer(data), two: name };
      await shell(commandsUnder(CHAPTER, names), { port: primary.port });
    }
    const made = await serve(name);
    await sql(made, "ALTER SYSTEM RESET synchronous_standby_names");
    await sql(made, "SELECT pg_reload_conf()");
    await configure(primary, { synchronous_standby_names: String(synchronous_standby_names) });
    const synchronous = `SELECT 1 FROM pg_stat_replication WHERE application_name = '${name}' AND sync_state = 'quorum'`;
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await sql(primary, synchronous)).includes("1")) {
      if (performance.now() > deadline) throw new Error(`The standby does not follow:\n${made.output()}`);
      await pause(50);
    }
    return made;
  }

  return {
    url: urlOf("ageway_login"),
    ownerUrl: urlOf("ageway_owner"),
    /** The primary dies, and the standby takes its place at the address. */
    async failOver(): Promise<void> {
      await primary.kill();
      await shell(commandsUnder(CHAPTER, { [DATA]: standby.data }, "sh", 2), { port: standby.port });
      address.moveTo(standby.port);
      [primary, standby] = [standby, primary];
    },
    /** The server that died comes back as the standby. */
    async rejoin(by: "base backup" | "rewind"): Promise<void> {
      standby = await follow(standby.name, by);
    },
    async remove(): Promise<void> {
      address.close();
      await Promise.all([primary.kill(), standby.kill()]);
      remove();
    },
  };
}

async function configure(server: Cluster, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await sql(server, `ALTER SYSTEM SET ${name} = '${value}'`);
  await sql(server, "SELECT pg_reload_conf()");
}

function sql({ port }: Cluster, statement: string): Promise<string> {
  return shell(`psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command="${statement}"`, { port });
}
