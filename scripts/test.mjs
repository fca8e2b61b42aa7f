import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTemporaryDirectory } from "./temporary-directory.mjs";

const ROOT = dirname(import.meta.dirname);
const BIN = join(ROOT, "node_modules", ".bin");

const isFull = process.env.FULL === "1";

/** Lists every check, the quick ones first. Each counts what it ran; no report counts as one failure. */
const CHECKS = [
  { name: "Types", command: ["npm", "run", "--silent", "types"], count: byStatus },
  { name: "Lint", command: ["npm", "run", "--silent", "lint"], count: byStatus },
  ...(isFull ? [{ name: "Unused", command: ["npm", "run", "--silent", "unused"], count: byStatus }] : []),
  {
    name: "Rules, database, contract, providers",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", "--outputFile.json=REPORT"],
    count: byVitest,
  },
  { name: "Chromium", command: ["playwright", "test", "--reporter=list,json"], count: byPlaywright },
];

process.chdir(ROOT);
const temporary = makeTemporaryDirectory();
const running = new Set();
let isEnded = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    isEnded = true;
    for (const child of running) child.kill(signal);
  });

const began = Date.now();
const results = [];
for (const check of CHECKS) results.push(isEnded ? { passed: 0, failed: 1, skipped: 0 } : await runCheck(check));
const sumOf = (count) => results.reduce((sum, result) => sum + result[count], 0);
const [passed, failed] = [sumOf("passed"), sumOf("failed")];
rmSync(temporary, { recursive: true, force: true });
console.log(
  `\n${isFull ? "The default run, every product of cases whole, and tests/full" : "The default run"}: ${secondsSince(began)} s`,
);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function runCheck({ name, command, count }) {
  const began = Date.now();
  console.log(`\n── ${name}\n`);
  const report = join(temporary, `${name}.json`);
  const status = await run(
    command.map((word) => word.replace("REPORT", report)),
    report,
  );
  const result = count(status, report);
  if (status !== 0 && result.failed === 0) result.failed = 1;
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
  console.log(`   ${name}: ${result.passed} passed, ${result.failed} failed${skipped}, ${secondsSince(began)} s`);
  return result;
}

function secondsSince(began) {
  return ((Date.now() - began) / 1000).toFixed(0);
}

function run([program, ...args], report) {
  const child = spawn(program, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PATH: `${BIN}:${process.env.PATH}`,
      TMPDIR: temporary,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // The tests start hundreds of processes of the same few programs.
      NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "ageway"),
    },
  });
  running.add(child);
  return new Promise((done) => {
    const end = (status) => {
      running.delete(child);
      done(status);
    };
    child.once("error", () => end(1));
    child.once("close", (code) => end(code ?? 1));
  });
}

function byStatus(status) {
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function byVitest(_status, report) {
  const read = readReport(report);
  if (!read) return byStatus(1);
  // A file that could not even be loaded has no tests to fail.
  const broken = read.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  const skipped = read.numPendingTests + read.numTodoTests;
  return { passed: read.numPassedTests, failed: read.numFailedTests + broken.length, skipped };
}

function byPlaywright(_status, report) {
  const read = readReport(report);
  if (!read) return byStatus(1);
  // One that passed only at the second try counts as failed: nothing here may depend on luck.
  const { expected, unexpected, flaky, skipped } = read.stats;
  return { passed: expected, failed: unexpected + flaky + read.errors.length, skipped };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
