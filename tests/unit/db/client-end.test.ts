import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The driver waits for ever for the end of a client whose connection broke under a statement, unless it is given a time.
test("whatever ends a client of the database says how long that may take", () => {
  const folders = ["app", "cli", "db", "lib", "sandbox", "scripts", "server", "lab", "tests/support", "tests/faults"];
  const files = execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" }).split("\n");
  const lines = files
    .filter((file) => /\.(?:m?ts|tsx|mjs)$/.test(file))
    .flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const ends = lines.filter((line) => /(?:\$client|\bclient|\bsql)\??\.end\(/.test(line));
  expect(ends.length).toBeGreaterThan(20);
  expect(ends.filter((line) => line.includes(".end()"))).toEqual([]);
});
