import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packWheel } from "#scripts/pack-wheel.mjs";
import { askPython } from "#tests/support/python.ts";

const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "ageway-wheel-")));
for (const folder of folders) packWheel("packages/python", folder);
const [wheel = "", again = ""] = folders.map((folder) => join(folder, "ageway-0.1.0-py3-none-any.whl"));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test("the same sources make the same wheel", () => {
  expect(readFileSync(wheel).equals(readFileSync(again))).toBe(true);
  for (const folder of folders) expect(readdirSync(folder)).toHaveLength(1);
});

test("Python imports the package from its wheel, whose record names each file by its digest", async () => {
  const [told] = await askPython("tests/packages/python/wheel.py", { wheel });
  expect(told).toEqual({
    wrong: [],
    unrecorded: [],
    from: true,
    exported: expect.arrayContaining(["Ageway", "begin", "confirm", "is_confirmed"]),
    agent: ["ageway-python/0.1.0"],
    metadata: {
      Name: ["ageway"],
      Version: ["0.1.0"],
      "License-Expression": ["Apache-2.0"],
      "Requires-Python": [">=3.9"],
    },
    needs: null,
    description: "# ageway",
  });
});
