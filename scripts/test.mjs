import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTemporaryDirectory } from "./temporary-directory.mjs";

const ROOT = dirname(import.meta.dirname);
const BIN = join(ROOT, "node_modules", ".bin");

/**
 * Every check there is, all at the same time: the processor is the limit, and none waits for another. Each counts what it ran.
 * What does not report at all counts as one failure.
 */
const CHECKS = [
  {
    name: "Rules, database, contract, providers",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", "--outputFile.json=REPORT"],
    count: byVitest,
  },
  { name: "Types", command: ["npm", "run", "--silent", "types"], count: byStatus },
  { name: "Lint", command: ["npm", "run", "--silent", "lint"], count: byStatus },
  { name: "Chromium", command: ["playwright", "test", "--reporter=list,json"], count: byPlaywright },
];

process.chdir(ROOT);
const temporary = makeTemporaryDirectory();
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });

const results = await Promise.all(CHECKS.map(runCheck));
const sumOf = (count) => results.reduce((sum, result) => sum + result[count], 0);
const [passed, failed] = [sumOf("passed"), sumOf("failed")];
rmSync(temporary, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Runs one check. The first prints as it goes, the others when they have ended. */
async function runCheck({ name, command, count }, n) {
  const began = Date.now();
  const isFirst = n === 0;
  const title = `\n── ${name}\n`;
  if (isFirst) console.log(title);
  const report = join(temporary, `${name}.json`);
  const words = command.map((word) => word.replace("REPORT", report));
  const { status, output } = await run(words, report, isFirst ? "inherit" : "pipe");
  const result = count(status, report);
  if (status !== 0 && result.failed === 0) result.failed = 1;
  if (!isFirst) console.log(`${title}\n${output}`);
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
  console.log(
    `   ${name}: ${result.passed} passed, ${result.failed} failed${skipped}, ${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  return result;
}

function run([program, ...args], report, out) {
  const child = spawn(program, args, {
    stdio: ["ignore", out, out],
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
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  return new Promise((done) => {
    const end = (status) => {
      running.delete(child);
      done({ status, output });
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
