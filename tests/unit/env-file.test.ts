import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { loadEnvFile } from "#scripts/env-file.mjs";

const folder = mkdtempSync(join(tmpdir(), "ageway-env-"));
const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is set after such a file was read, of settings that begin with X. */
function read(text: string | Buffer, given: Record<string, string> = {}): Record<string, string | undefined> {
  writeFileSync(join(folder, ".env"), text);
  Object.assign(process.env, given);
  loadEnvFile(folder);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("X_")));
}

test.for([
  ["lines", "X_A=1\nX_B=two words\n", { X_A: "1", X_B: "two words" }],
  ["lines of Windows", "X_A=1\r\nX_B='2'\r\n", { X_A: "1", X_B: "2" }],
  ["a byte order mark", "\uFEFFX_A=1\nX_B=2\n", { X_A: "1", X_B: "2" }],
  ["a # in quotes", "X_A=\"1#2\"\nX_B='# 2'\nX_C=`3#`", { X_A: "1#2", X_B: "# 2", X_C: "3#" }],
  ["a comment of its own, and one after quotes", "# X_A=0#\nX_A='1' # one\n  # it's 2\nX_B=2", { X_A: "1", X_B: "2" }],
  ["an empty value, with and without a space", "X_A=\nX_B= \nX_C=3\nX_D=\t\r\nX_E=5", { X_C: "3", X_E: "5" }],
  ["a value of several lines", 'X_A="one\n# two\nX_B=3#"\nX_C=4', { X_A: "one\n# two\nX_B=3#", X_C: "4" }],
  ["a $, which stands for nothing", "X_A=pa$X_B\nX_B=2\nX_C=$$'", { X_A: "pa$X_B", X_B: "2", X_C: "$$'" }],
] as const)("%s", ([, text, expected]) => {
  expect(read(text)).toEqual(expected);
});

test("a variable that is set wins, and one that is set and empty counts as unset", () => {
  expect(read("X_A=1\nX_B=2\nX_C=3", { X_A: "own", X_B: "", X_C: "  " })).toEqual({ X_A: "own" });
});

test("a # outside of quotes is refused by name, all of them at once, and no value is said", () => {
  const refused = () => read("X_A=hunter#2\nX_B=3\nexport X_C = Shop # 1\n#X_D=1#\nX_E='#'\nX_F=it's#4");
  expect(refused).toThrow(/\.env cannot be used:(?:\n {2}- X_[ACF] has a #.*quotes.*){3}$/);
  expect(refused).not.toThrow(/hunter|Shop|X_[BDE]/);
  expect(Object.keys(process.env).filter((name) => name.startsWith("X_"))).toEqual([]);
});

test("a file in another encoding is refused, and what it needs is said", () => {
  expect(() => read(Buffer.from("\uFEFFX_A=1", "utf16le"))).toThrow(/cannot be read .*UTF-8/);
  expect(() => read(Buffer.from([0x58, 0x3d, 0xe6]))).toThrow(/cannot be read .*UTF-8/);
});
