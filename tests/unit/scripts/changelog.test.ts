import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const SCRIPT = resolve("scripts/changelog.mjs");
const folder = mkdtempSync(join(tmpdir(), "ageway-changelog-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CHANGELOG = `# Changelog

## [Unreleased]

- Later.

## [0.2.0] - 2031-05-06

### Added

- A gate.

## [0.1.0] - 2030-01-02

- The first.
`;

test.for([
  ["v0.2.0", "0.2.0", 0, "### Added\n\n- A gate.\n"],
  ["v0.1.0", "0.1.0", 0, "- The first.\n"],
  ["v0.2.0", "0.1.0", 1, "The tag is v0.2.0, and package.json has 0.1.0."],
  ["v0.3.0", "0.3.0", 1, "CHANGELOG.md has no section [0.3.0]."],
] as const)("the tag %s of version %s", ([tag, version, wanted, says]) => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version }));
  writeFileSync(join(folder, "CHANGELOG.md"), CHANGELOG);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag], { cwd: folder, encoding: "utf8" });
  expect(status).toBe(wanted);
  if (wanted === 0) expect(stdout).toBe(says);
  else expect(stderr).toContain(says);
});
