import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReportRow } from "#tests/faults/part.ts";

const PARTS = ["kills", "failpoints", "database", "network", "rolling"];
const EXPLAINED = ["lost", "doubled", "unexplained", "`ageway ledger verify`"];

test("every part of `npm run faults` runs, and a round of each leaves nothing lost, doubled or unexplained", () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-faults-"));
  try {
    const json = join(folder, "rows.json");
    const options = ["--share", "0.02", "--json", json];
    const { stdout } = spawnSync(process.execPath, ["tests/faults/main.ts", ...PARTS, ...options], {
      encoding: "utf8",
    });
    const rows: ReportRow[] = JSON.parse(readFileSync(json, "utf8"));
    const met = rows.filter(({ what, isMet }) => EXPLAINED.includes(what) && isMet);
    expect(met, stdout).toHaveLength(PARTS.length * EXPLAINED.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 1_800_000);
