import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { RATIOS } from "#bench/ratios.ts";
import { isFull } from "#tests/support/full.ts";

/** Turns too short to say anything about time: what is shown is that every contender starts and answers. */
const SHORT = ["--rounds", "1", "--seconds", "0.3", "--organizations", "3"];

test.runIf(isFull)(
  "the bench measures every ratio and writes them",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "ageway-bench-"));
    const file = join(folder, "bench.json");
    try {
      await promisify(execFile)(process.execPath, ["bench/main.ts", "--quick", ...SHORT, "--json", file]);
      const { rows, ratios } = JSON.parse(readFileSync(file, "utf8"));
      expect(Object.keys(ratios)).toEqual(Object.keys(RATIOS));
      expect(Object.values(ratios).every((ratio) => Number(ratio) > 0)).toBe(true);
      for (const row of rows) expect(row).toMatchObject({ name: expect.any(String), path: expect.any(String) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
