import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { spawnApp, startApp } from "#tests/support/app.ts";
import { configure } from "#tests/support/configure.ts";
import { killablePostgres } from "#tests/support/killable-postgres.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { environment } from "#tests/support/world.ts";
import type { Shops } from "./clients.ts";

export type App = Awaited<ReturnType<typeof startApp>>;
export type FaultWorld = Awaited<ReturnType<typeof openWorld<Server>>>;
type Killable = Awaited<ReturnType<typeof killablePostgres>>;
/** What every PostgreSQL of a part can do. */
type Server = Pick<Killable, "url" | "ownerUrl" | "remove">;

const WITHOUT_LIMITS = {
  RATE_LIMIT_KEY: "10000000",
  RATE_LIMIT_ADDRESS: "10000000",
  RATE_LIMIT_DEVICE: "1000000",
  RATE_LIMIT_TOKEN: "1000000",
};
/** Two servers, one of which was killed a moment ago. */
const MAX_CONNECTIONS = 300;
const CAP_MINOR = 12 * 1_000;

/**
 * A PostgreSQL, the sandbox eID, four shops, and the environment of a server. `baseUrl`: where visitors find it,
 * if that is not the server itself. `eidUrl`, `databaseUrl`: what stands between.
 */
async function openWorld<Postgres extends Server>(openPostgres: () => Promise<Postgres>, { baseUrl, eidUrl }: Options) {
  const directory = mkdtempSync(join(tmpdir(), "ageway-faults-"));
  const closing: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    for (const end of closing.splice(0).reverse()) await end();
  };
  // The rounds of an interrupted run go on for a moment.
  const refuseClosed = () => {
    if (isClosed) throw new Error("The world is closed");
  };
  try {
    const postgres = await openPostgres();
    closing.push(postgres.remove);
    await migrate(databaseAt(postgres.ownerUrl));
    const port = await freePort();
    const { env, clients } = environment(postgres.url, directory, port);
    if (baseUrl) {
      env.BASE_URL = baseUrl;
      for (const provider of ["s", "b"] as const)
        clients[provider].redirectUris = [`${baseUrl}/verify/${provider}/callback`];
    }
    const eid = await startEid({ port: eidUrl?.listen ?? 0, clients, slowMs: 50, ...(eidUrl && { url: eidUrl.url }) });
    closing.push(eid.close);
    for (const prefix of ["EID", "EID_TEST"])
      for (const provider of ["s", "b"]) env[`${prefix}_${provider.toUpperCase()}_ISSUER`] = `${eid.url}/${provider}`;
    Object.assign(env, WITHOUT_LIMITS);
    configure(env);
    const shops: Shops = {
      careful: await newOrganization(),
      careless: await newOrganization(),
      capped: await newOrganization({ spendCapMinor: CAP_MINOR }),
      unverified: await newOrganization({ domain: "unverified" }),
    };
    closing.push(closeDatabase);
    await closeDatabase();
    return {
      postgres,
      shops,
      port,
      close,
      /** A production server, as `npm start` runs it; it is killed with the world. */
      async start(settings: Record<string, string> = {}, at = port): Promise<App> {
        refuseClosed();
        const starting = startApp({ ...env, ...settings }, at);
        closing.push(() =>
          starting.then(
            (app) => app.kill(),
            () => {},
          ),
        );
        return starting;
      },
      /** One that may die before it answers. */
      spawn(settings: Record<string, string>): App {
        refuseClosed();
        const app = spawnApp({ ...env, ...settings }, port);
        closing.push(() => app.kill());
        return app;
      },
    };
  } catch (fault) {
    await close();
    throw fault;
  }
}

type Options = { baseUrl?: string; eidUrl?: { listen: number; url: string } };

/** Settings of a server that dies when it comes to a failpoint for the `pass`-th time. */
export function dyingAt(failpoint: string, pass: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${resolve("tests/faults/failpoints.mjs")}`,
    FAILPOINT: failpoint,
    FAILPOINT_PASS: String(pass),
  };
}

async function openKillable(): Promise<Killable> {
  const postgres = await killablePostgres();
  const owner = connect(databaseAt(postgres.ownerUrl), { max: 1, role: "ageway" });
  await owner.execute(`ALTER SYSTEM SET max_connections = ${MAX_CONNECTIONS}`);
  await owner.$client.end({ timeout: 5 });
  await postgres.kill("all");
  await postgres.restart();
  return postgres;
}

type Work<Postgres extends Server, Result> = (
  world: Awaited<ReturnType<typeof openWorld<Postgres>>>,
) => Promise<Result>;

/** Does the work in a world of its own, and leaves nothing of it behind, also after Ctrl-C. Its PostgreSQL can be killed. */
export function inFaultWorld<Result>(options: Options, work: Work<Killable, Result>): Promise<Result> {
  return inWorldOf(openKillable, options, work);
}

/** The same with another PostgreSQL. */
export async function inWorldOf<Postgres extends Server, Result>(
  openPostgres: () => Promise<Postgres>,
  options: Options,
  work: Work<Postgres, Result>,
): Promise<Result> {
  const world = await openWorld(openPostgres, options);
  const interrupted = () => void world.close().then(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted);
  try {
    return await work(world);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupted);
    await world.close();
  }
}
