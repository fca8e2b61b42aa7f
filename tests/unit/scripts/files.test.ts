import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lock, makePrivate } from "#scripts/files.mjs";

test("a data folder that cannot be written is named, with the code of what keeps it from that", () => {
  expect(() => lock("/proc/self/running.pid")).toThrow(
    /^\/proc\/self\/running\.pid cannot be written \(E[A-Z]+\)\. .* DATA_DIR/,
  );
});

test("the lock of a start that was killed says so to the next one, and that of a start that ended is gone", () => {
  const file = join(mkdtempSync(join(tmpdir(), "ageway-lock-")), "running.pid");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  expect(lock(file).wasKilled).toBe(false);
  // This process holds it, and is no start.
  const { wasKilled, release } = lock(file);
  expect(wasKilled).toBe(true);
  release();
  expect(lock(file).wasKilled).toBe(false);
});

test("a folder for logs is nobody else's, also one that others could read before", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "ageway-logs-")), "logs");
  onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
  mkdirSync(folder, { mode: 0o755 });
  makePrivate(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
