import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { packPlugin } from "#scripts/pack-plugin.mjs";
import { freePort } from "./ports.ts";
import { outputOf } from "./shop-process.ts";

const run = promisify(execFile);
const FOLDER = resolve("tests/full/packages/woocommerce/wordpress");
const BUILDS = join(FOLDER, "node_modules", "@wp-playground", "wordpress-builds");
/** Names the real WooCommerce, as its makers publish it. Without it, a harness fires its hooks. */
const { WOOCOMMERCE_ZIP } = process.env;
/** The real one runs on WordPress of that archive, where it asks for a newer one than npm has. */
const { WORDPRESS_ZIP } = process.env;

const PRODUCTS = ["pinot", "cider", "mulled", "juice", "glass", "knife"] as const;
type WordPressProduct = (typeof PRODUCTS)[number];

/** An order of the shop. `meta`: what this plugin has stored with it, too. */
export type WordPressOrder = {
  id: number;
  status: string;
  email: string;
  meta: Record<string, string>;
  notes: string[];
};

/**
 * A WordPress with a shop and this plugin, on PHP's own server, with the settings given. `ask` calls `tests.php`,
 * as nobody or in the session of those cookies.
 */
export async function startWordPress(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-wordpress-"));
  const database = WOOCOMMERCE_ZIP ? await startMariadb(folder) : null;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const site = await laySite(folder);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "test",
    SHOP_URL: url,
    DATABASE_SOCKET: database?.socket ?? "",
  } as const;
  const php = ["-d", "memory_limit=512M", "-d", "display_errors=stderr"];
  await run("php", [...php, "setup.php", "install"], { cwd: site, env });
  const { stdout } = await run("php", [...php, "setup.php", "shop"], { cwd: site, env });
  const products: Record<WordPressProduct, number> = JSON.parse(/\{"pinot".*\}/.exec(stdout)?.[0] ?? "");
  const served = { cwd: site, env: { ...env, PHP_CLI_SERVER_WORKERS: "3" }, detached: true };
  const child = spawn("php", [...php, "-S", `localhost:${port}`, "router.php"], served);
  const output = outputOf(child);
  const exited = once(child, "close");
  while (!output().includes("started")) await Promise.race([once(child.stderr, "data"), exited]);

  async function ask<Answer>(name: string, sent: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await fetch(`${url}/?ageway-tests=${name}`, { method: "POST", body: JSON.stringify(sent), headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status}\n${text}\n${output()}`);
    return JSON.parse(text);
  }
  const options = (given: Record<string, string>) =>
    ask("options", Object.fromEntries(Object.entries(given).map(([name, value]) => [`ageway_${name}`, value])));
  const stop = async () => {
    // With its workers.
    process.kill(-Number(child.pid));
    await exited;
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await options(settings);
  // A document claims a version of WooCommerce only by such a run.
  if (WOOCOMMERCE_ZIP) process.stdout.write(`${JSON.stringify(await ask("versions"))}\n`);
  return { url, site, products, ask, options, output, env, stop };
}

async function laySite(folder: string): Promise<string> {
  const [site, unpacked, plugins] = ["site", "unpacked", "site/wp-content/plugins"].map((name) => join(folder, name));
  await run("unzip", ["-q", WORDPRESS_ZIP ?? join(BUILDS, "src/wordpress/wp-6.5.zip"), "-d", unpacked as string]);
  renameSync(WORDPRESS_ZIP ? join(unpacked as string, "wordpress") : (unpacked as string), site as string);
  // What browsers fetch is beside the archive.
  if (!WORDPRESS_ZIP) cpSync(join(BUILDS, "public/wp-6.5"), site as string, { recursive: true });
  for (const name of ["wp-config.php", "router.php", "setup.php"])
    cpSync(join(FOLDER, name), join(site as string, name));
  mkdirSync(join(site as string, "wp-content/mu-plugins"), { recursive: true });
  cpSync(join(FOLDER, "tests.php"), join(site as string, "wp-content/mu-plugins/tests.php"));
  if (WOOCOMMERCE_ZIP) await run("unzip", ["-q", WOOCOMMERCE_ZIP, "-d", plugins as string]);
  else {
    cpSync(join(FOLDER, "not-woocommerce"), join(plugins as string, "woocommerce"), { recursive: true });
    await layDatabase(site as string, plugins as string);
  }
  const archive = join(folder, "plugin.zip");
  packPlugin(resolve("packages/woocommerce"), resolve("packages/php"), archive);
  await run("unzip", ["-q", archive, "-d", plugins as string]);
  return site as string;
}

/** WordPress' drop-in for SQLite, which the package brings along. */
async function layDatabase(site: string, plugins: string) {
  const archive = join(BUILDS, "src/sqlite-database-integration/sqlite-database-integration.zip");
  await run("unzip", ["-q", archive, "-d", plugins]);
  renameSync(join(plugins, "sqlite-database-integration-main"), join(plugins, "sqlite-database-integration"));
  cpSync(join(plugins, "sqlite-database-integration/db.copy"), join(site, "wp-content/db.php"));
}

/** WooCommerce writes what the drop-in for SQLite does not read: Debian's `mariadb-server`, at a socket. */
async function startMariadb(folder: string) {
  const [data, socket] = [join(folder, "mariadb"), join(folder, "mariadb.sock")];
  const who = process.getuid?.() === 0 ? ["--user=root"] : [];
  await run("mariadb-install-db", [...who, `--datadir=${data}`, "--auth-root-authentication-method=normal"]);
  const args = ["--no-defaults", ...who, `--datadir=${data}`, `--socket=${socket}`, "--skip-networking"];
  const child = spawn("mariadbd", args, { stdio: "ignore" });
  const exited = once(child, "close");
  const create = () => run("mariadb", ["-S", socket, "-u", "root", "-e", "create database wordpress"]);
  while (child.exitCode === null && !(await create().then(Boolean, () => false)))
    await new Promise((next) => setTimeout(next, 100));
  return {
    socket,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
