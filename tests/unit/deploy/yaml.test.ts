import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

const FILES = execFileSync("git", ["ls-files", "*.yml", "*.yaml"], { encoding: "utf8" }).trim().split("\n");

test("the files that an operator is given are there", () => {
  expect(FILES).toEqual(expect.arrayContaining(["compose.yml", "deploy/prometheus-alerts.yml"]));
});

test.for(FILES)("%s is YAML", (file) => {
  expect(parseAllDocuments(readFileSync(file, "utf8")).flatMap(({ errors }) => errors)).toEqual([]);
});
