// `npm run mutants`: changes the code in thousands of small ways, one at a time, and counts what no test sees. All groups
// take hours on two cores; `npm run mutants -- rules claims` runs those two, `-- hot-path` all of `hot-path/…`, and
// `--only lib/core/age.rules.ts` one file of them (`…ts:10-20`: so many lines).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { parseArgs } from "node:util";
import { MUTANT_GROUPS } from "./groups.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
process.chdir(ROOT);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const every = Object.keys(MUTANT_GROUPS);
const only = values.only?.replace(/:.*/, "");
const names = (positionals.length > 0 ? positionals.flatMap(groupsOf) : every).filter(
  (name) => !only || MUTANT_GROUPS[name].mutate.some((files) => matchesGlob(only, files)),
);
if (names.length === 0) fail(`None of these groups changes ${only}.`);

/** Survivors that somebody has looked at, and why no test can or need see them. */
const judged = JSON.parse(readFileSync(join(import.meta.dirname, "judged.json"), "utf8"));
const gone = judged.filter(({ file, line }) => !readFileSync(file, "utf8").includes(line));
if (gone.length > 0)
  fail(`Judged, but no longer there: ${gone.map(({ file, line }) => `\n  ${file}: ${line}`).join("")}`);

const scores = [];
for (const name of names) {
  const { status, report } = await stryker(name);
  if (status !== 0) fail(`Stryker ended with status ${status} at ${name}.`);
  scores.push({ name, ...read(report) });
}
for (const { name, killed, all, survivors } of scores) {
  const score = (100 * killed) / all;
  const { atLeast } = MUTANT_GROUPS[name];
  console.log(`\n${name}: ${killed} of ${all} mutants killed, ${score.toFixed(1)} % (at least ${atLeast} %)`);
  for (const survivor of survivors)
    console.log(`  ${survivor.at} ${survivor.change}\n    ${survivor.why ?? "NOT JUDGED"}`);
  if (score < atLeast || survivors.some(({ why }) => !why)) process.exitCode = 1;
}

function groupsOf(name) {
  const own = every.filter((one) => one === name || one.startsWith(`${name}/`));
  return own.length > 0 ? own : fail(`There is no group ${name}; there are ${every.join(", ")}.`);
}

function stryker(name) {
  const report = join(".stryker", `${name}.json`);
  const args = ["run", "lab/mutants/stryker.config.mjs", ...(values.only ? ["--mutate", values.only] : [])];
  const child = spawn(join(import.meta.dirname, "node_modules", ".bin", "stryker"), args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, MUTANTS: name },
  });
  return new Promise((done) => child.once("close", (status) => done({ status, report })));
}

/** What Stryker counts: a mutant that makes the tests run for ever is found, one that no test reaches is not. */
function read(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const mutants = Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants.map((mutant) => ({ path, source: source.split("\n"), ...mutant })),
  );
  const counted = mutants.filter(({ status }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status));
  const left = counted.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  return { all: counted.length, killed: counted.length - left.length, survivors: left.map(named) };
}

/** Named by what it changes, not by a number of a line, which the next change would move. */
function named({ path, source, location: { start, end }, replacement }) {
  const line = source[start.line - 1] ?? "";
  const changed = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : line.slice(start.column - 1);
  const change = `${changed.trim()} → ${replacement.replace(/\s+/g, " ")}`;
  const why = judged.find((one) => one.file === path && one.line === line.trim() && one.change === change)?.why;
  return { at: `${path}:${start.line}:${start.column}`, change, why, file: path, line: line.trim() };
}

function fail(words) {
  console.error(words);
  process.exit(2);
}
