import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = dirname(import.meta.dirname);
const BIN = join(ROOT, "node_modules", ".bin");

/** Every check there is, one after the other; each counts what it ran. What does not report at all counts as one failure. */
const STEPS = [
  { name: "Types", command: ["npm", "run", "--silent", "types"], count: byStatus },
  { name: "Lint", command: ["npm", "run", "--silent", "lint"], count: byStatus },
  {
    name: "Rules, database, contract, providers",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", "--outputFile.json=REPORT"],
    count: byVitest,
  },
  {
    name: "A visitor's walks in Chromium",
    command: ["playwright", "test", "--reporter=list,json"],
    count: byPlaywright,
  },
];

process.chdir(ROOT);
const reports = mkdtempSync(join(tmpdir(), "ageway-reports-"));
let running = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => running?.kill(signal));

let [passed, failed] = [0, 0];
for (const { name, command, count } of STEPS) {
  const began = Date.now();
  console.log(`\n── ${name}\n`);
  const report = join(reports, "report.json");
  const status = await run(
    command.map((word) => word.replace("REPORT", report)),
    report,
  );
  const result = count(status, report);
  rmSync(report, { force: true });
  if (status !== 0 && result.failed === 0) result.failed = 1;
  passed += result.passed;
  failed += result.failed;
  console.log(`\n   ${result.passed} passed, ${result.failed} failed, ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function run([program, ...args], report) {
  running = spawn(program, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: `${BIN}:${process.env.PATH}`, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return new Promise((done) => {
    running.once("error", () => done(1));
    running.once("close", (code) => done(code ?? 1));
  });
}

function byStatus(status) {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function byVitest(_status, report) {
  const read = readReport(report);
  if (!read) return { passed: 0, failed: 1 };
  // A file that could not even be loaded has no tests to fail.
  const broken = read.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  return { passed: read.numPassedTests, failed: read.numFailedTests + broken.length };
}

function byPlaywright(_status, report) {
  const read = readReport(report);
  if (!read) return { passed: 0, failed: 1 };
  // One that passed only at the second try counts as failed: nothing here may depend on luck.
  const { expected, unexpected, flaky } = read.stats;
  return { passed: expected, failed: unexpected + flaky + read.errors.length };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
