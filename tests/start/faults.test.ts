import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const PARTS = ["kills", "failpoints", "database", "network", "rolling"];

test("every part of `npm run faults` breaks what it says, and a round of each finds nothing lost or doubled", () => {
  const { status, stdout } = spawnSync(process.execPath, ["tests/faults/main.ts", ...PARTS, "--share", "0.02"], {
    encoding: "utf8",
  });
  for (const part of PARTS) expect(stdout).toContain(`${part}, --seed`);
  expect(status, stdout).toBe(0);
}, 600_000);
