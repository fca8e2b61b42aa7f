import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { failpoint } from "#lib/runtime/failpoint.ts";

const BUILT_FROM = ["app", "server", "lib", "db", "cli", "scripts"];

test("a failpoint does nothing in a process that nobody prepared for it", () => {
  expect(failpoint("before commit")).toBeUndefined();
});

test("nothing that is built sets the hook of the failpoints", () => {
  const files = BUILT_FROM.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
  ).filter((name) => /\.(?:tsx?|m?js)$/.test(name));
  const naming = files.filter((file) => readFileSync(file, "utf8").includes("ageway.failpoint"));
  expect(naming).toEqual(["lib/runtime/failpoint.ts"]);
});
