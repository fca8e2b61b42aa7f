import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
/** Put together here, so that this file does not hold it itself. */
const PREFIX = ["NEXT", "PUBLIC", ""].join("_");

test("no setting is built into what browsers load", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  const sources = files.filter((file) => file !== "" && existsSync(join(ROOT, file)));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => readFileSync(join(ROOT, file), "utf8").includes(PREFIX))).toEqual([]);
});
