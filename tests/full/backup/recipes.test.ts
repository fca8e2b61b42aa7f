import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { readEpoch } from "#lib/runtime/read-epoch.ts";
import { commandsUnder } from "#tests/support/backup-document.ts";
import {
  type Cluster,
  folderOfServer,
  makeCluster,
  prepareForAgeway,
  serveCluster,
  shellAsSelf,
  temporaryFolder,
} from "#tests/support/cluster.ts";
import { configure } from "#tests/support/configure.ts";
import { check, generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const { folder, remove } = temporaryFolder();
const [files, project] = [join(folder, "files"), process.cwd()];
let cluster: Cluster;
let before: Awaited<ReturnType<typeof dump>>;

/**
 * What stands in the place of programs that are not here. Each runs what the real one would run inside, with the secrets in the
 * files that it would get, and refuses what it does not know.
 */
const PROGRAMS = {
  docker: `
    [ "$1" = compose ] && shift
    case "$1" in
      stop | up) exit ;;
      exec) shift; [ "$1" != -T ] || shift; [ "$1" = database ] && shift; exec "$@" ;;
      run) [ "$2 $3" = "--rm owner" ] && shift 3 && cd ${project}
        for file in ${folder}/secrets/*; do export "$(basename $file | tr a-z A-Z)_FILE=$file"; done
        exec "$@" ;;
    esac
    exit 2`,
  sudo: '[ "$1 $2" = "-u postgres" ] && shift 2 && exec "$@"',
  systemctl: "true",
  "systemd-run": `
    export CREDENTIALS_DIRECTORY=${folder}/credentials
    mkdir -p $CREDENTIALS_DIRECTORY
    while :; do
      case "$1" in *'\${'*) exit 3 ;; esac
      case "$1" in
        --property=LoadCredential=*) pair=\${1#--property=LoadCredential=}; cp "\${pair#*:}" "$CREDENTIALS_DIRECTORY/\${pair%%:*}" ;;
        --property=EnvironmentFile=*) set -a; . "\${1#--property=EnvironmentFile=}"; set +a ;;
        --working-directory=*) cd "\${1#*=}" ;;
        --setenv=*) export "\${1#--setenv=}" ;;
        --quiet | --pipe | --wait | --collect | --service-type=exec | --property=DynamicUser=yes) ;;
        *) break ;;
      esac
      shift
    done
    exec "$@"`,
};

beforeAll(async () => {
  before = await dump();
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await cluster.stop();
  remove();
});

/** A shop and its proof, in a server that ends; and another at its address, as the container of compose.yml begins. */
async function dump() {
  const port = await freePort();
  const serve = async (name: string) => {
    await makeCluster(folderOfServer(join(folder, name)));
    cluster = await serveCluster(join(folder, name), port);
    await prepareForAgeway(cluster);
    const sql = postgres(cluster.urlOf("postgres", "postgres"), { max: 1 });
    await sql`ALTER ROLE ageway_owner SUPERUSER`;
    await sql.end();
  };
  await serve("first");
  const { AGEWAY_KEYS = "" } = process.env;
  const [database_url, database_owner_url] = [cluster.urlOf("ageway_login"), cluster.urlOf("ageway_owner")];
  configure({ DATABASE_URL: database_url, DATABASE_OWNER_URL: database_owner_url });
  makeFiles({
    database_url,
    database_owner_url,
    AGEWAY_KEYS,
  });
  await migrate(databaseAt(cluster.urlOf("ageway_owner")), "ageway_login");
  const shop = await newOrganization();
  const link = await started("b", shop);
  const token = tokenIn((await completeFlow(browser(), link.url, "adult")).headers.get("location")) ?? "";
  await type(commandsUnder("## A dump", {}, "sh", 2));
  await closeDatabase();
  await cluster.stop();
  await serve("second");
  return { shop, token, device: link.device };
}

function makeFiles(secrets: Record<string, string>): void {
  for (const name of ["bin", "secrets", "files/deploy"]) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(PROGRAMS)) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\nset -eu\n${text}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  for (const [name, secret] of Object.entries(secrets))
    writeFileSync(join(folder, "secrets", name.toLowerCase()), secret);
  writeFileSync(join(folder, "ageway.env"), "BASE_URL=https://age.example\n");
  const script = readFileSync("deploy/ageway.sh", "utf8");
  writeFileSync(
    join(files, "deploy/ageway.sh"),
    script.replaceAll("/etc/ageway", folder).replaceAll("/opt/ageway", project),
  );
}

/** In the folder of the dump, as an operator whose shell knows none of the settings. */
const type = (commands: string) =>
  shellAsSelf(
    commands,
    { port: cluster.port, cwd: files },
    { NODE_ENV: "production", PATH: `${join(folder, "bin")}:${process.env.PATH}` },
  );

const databases = () => type("psql -Atc 'SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1' postgres");

async function serves(): Promise<void> {
  await readEpoch();
  const { shop, token, device } = before;
  expect((await check(token, device, shop.key)).status).toBe(404);
  expect((await generate("b", shop)).status).toBe(200);
  // Events that wait would open a connection again.
  await flushActivity();
  await closeDatabase();
}

test("with compose: into the container of a new machine, which has made the logins and an empty database", async () => {
  const output = await type(commandsUnder("### With compose"));
  expect(output).toMatch(/Everything from before no longer works:\s+1 checks/);
  await serves();
  expect(await databases()).toBe("ageway\npostgres\n");
});

test("with systemd: into the same server, whose roles and passwords stay", async () => {
  const verifiers = () => type("psql -Atc 'SELECT rolname, rolpassword FROM pg_authid ORDER BY 1' postgres");
  await type("psql --command=\"ALTER ROLE ageway_login PASSWORD 'newer'\" postgres");
  const there = await verifiers();
  const output = await type(commandsUnder("### With systemd"));
  expect(output).toMatch(/Everything from before no longer works:\s+1 checks/);
  await serves();
  expect(await databases()).toBe("ageway\nageway_before\npostgres\n");
  expect(await verifiers()).toBe(there);
  await type("dropdb ageway_before");
});

test("by hand: the commands for a server that has the roles", async () => {
  await type(commandsUnder("### Restore a dump where the roles are there"));
  expect(await databases()).toBe("ageway\nageway_before\npostgres\n");
  // Without `ageway restored`, the proof of before the restore answers again.
  await readEpoch();
  expect((await check(before.token, before.device, before.shop.key)).status).toBe(200);
});
