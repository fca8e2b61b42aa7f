// Runs before `npm start` and `npm test`, on whatever Node the machine has and before anything is installed: no
// dependencies, plain JavaScript. Does only what is missing: install, a browser for the tests, the build.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUILT_FROM, digestOfFiles, digestOfSources, isBuilt } from "./built.mjs";
import { findChromium } from "./chromium.mjs";

const ROOT = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const BIN = join(ROOT, "node_modules", ".bin");

/** The programs that tests call, an argument with which each only names itself, and its package in Debian. */
const PROGRAMS = [
  ["php", "--version", "php-cli"],
  ["python3", "--version", "python3"],
  ["curl", "--version", "curl"],
  ["openssl", "version", "openssl"],
  ["redis-server", "--version", "redis-server"],
  ["pgbouncer", "--version", "pgbouncer"],
];

process.chdir(ROOT);
install();
if (process.argv[2] === "test") {
  provideBrowser();
  providePrograms();
}
build();

function install() {
  const stamp = join("node_modules", ".ageway-installed");
  const wanted = digestOfFiles(["package.json", "package-lock.json"], { salt: `${process.platform} ${process.arch}` });
  if (readOr(stamp) === wanted) return;
  // With NODE_ENV=production npm would leave out what builds.
  step("Installing packages", () => run("npm", ["ci", "--include=dev", "--loglevel=error"], process.env));
  requireNode();
  writeFileSync(stamp, wanted);
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

function provideBrowser() {
  if (findChromium()) return;
  step("Installing Chromium for the browser tests", () =>
    isDebian()
      ? installDebian(["chromium", "fonts-liberation"])
      : run("npx", ["playwright", "install", "chromium"], environment()),
  );
}

/** Installs them as root on Debian. Elsewhere the tests name the one that is missing. */
function providePrograms() {
  const missing = PROGRAMS.filter(([program, version]) => run(program, [version], process.env).status !== 0);
  if (missing.length === 0 || !isDebian()) return;
  step(`Installing ${missing.map(([program]) => program).join(", ")} for the tests`, () =>
    installDebian(missing.map(([, , name]) => name)),
  );
}

function isDebian() {
  return existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
}

function installDebian(packages) {
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], quiet);
  return run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], quiet);
}

function build() {
  if (isBuilt()) return;
  // Read before the build: a source that is edited meanwhile makes this build old.
  const sources = digestOfSources();
  step("Building", () => run("npm", ["run", "--silent", "build"], { ...environment(), NEXT_TELEMETRY_DISABLED: "1" }));
  mkdirSync(".next", { recursive: true });
  writeFileSync(BUILT_FROM, sources);
}

/** Prints the name of a step and how long it took. Shows the output of a step only if it failed. */
function step(name, work) {
  const began = Date.now();
  process.stdout.write(`  ${name}…`);
  const result = work();
  if (result.status !== 0) {
    process.stdout.write("\n");
    fail(`${name} did not work:\n\n${result.output.trim().split("\n").slice(-40).join("\n")}`);
  }
  process.stdout.write(` ${((Date.now() - began) / 1000).toFixed(0)} s\n`);
}

function run(command, args, env) {
  const done = spawnSync(command, args, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status: done.status, output: `${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}` };
}

function environment() {
  return { ...process.env, PATH: `${BIN}:${process.env.PATH}` };
}

function readOr(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}
