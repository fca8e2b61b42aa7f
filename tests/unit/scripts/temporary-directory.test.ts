import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTemporaryDirectory } from "#scripts/temporary-directory.mjs";

test("a run writes beside the other temporary files where there is no memory to write to, and clears up after killed runs", () => {
  const place = mkdtempSync(join(tmpdir(), "ageway-place-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  process.env.TMPDIR = place;
  const { pid: ended } = spawnSync("true");
  const [left, running, another] = [`ageway-tests-${ended}-a`, `ageway-tests-${process.ppid}-b`, "ageway-test-c"];
  for (const name of [left, running, another]) mkdirSync(join(place, name, "data"), { recursive: true });
  const directory = makeTemporaryDirectory("/proc");
  expect(dirname(directory)).toBe(place);
  expect(basename(directory)).toContain(`ageway-tests-${process.pid}-`);
  expect([left, running, another].map((name) => existsSync(join(place, name)))).toEqual([false, true, true]);
});
