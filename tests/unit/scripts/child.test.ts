import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startChild } from "#scripts/child.mjs";

test.for([0, 1])("a program that ends with status %s when it is stopped is known to have done so", async (status) => {
  const folder = mkdtempSync(join(tmpdir(), "child-"));
  const program = join(folder, "program.mjs");
  const lines = [
    `process.on("SIGTERM", () => process.exit(${status}));`,
    `setInterval(() => {}, 1_000);`,
    `process.send({ ready: true });`,
  ];
  writeFileSync(program, lines.join("\n"));
  const child = startChild("program", program, process.env, folder);
  await child.ready;
  expect(await child.stop()).toBe(status);
  // Once it has ended, too.
  expect(await child.stop()).toBe(status);
});
