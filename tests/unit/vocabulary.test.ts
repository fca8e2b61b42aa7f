import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const TOP = ["app", "lib", "db", "cli", "scripts", "sandbox", "bench", "docs"];
/** Names that Next.js reads in any file of `app`. */
const NAMED_BY_NEXT = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|config|dynamic|metadata)$/;

const FILES = TOP.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
).filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.endsWith(".d.ts"));

test("no exported name is defined twice", () => {
  const places = Map.groupBy(
    FILES.flatMap((file) => exportsOf(file).map((name) => ({ file, name }))),
    ({ name }) => name,
  );
  const twice = [...places].filter(([name, all]) => all.length > 1 && !NAMED_BY_NEXT.test(name));
  expect(twice.map(([name, all]) => [name, ...all.map(({ file }) => file)])).toEqual([]);
});

test("exported names are found", () => {
  expect(exportsOf("lib/core/result.ts").toSorted()).toEqual(["Refused", "Result", "refuse"]);
});

function exportsOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), "utf8"));
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) return [];
    const { declaration } = node;
    if (declaration.type === "VariableDeclaration")
      return declaration.declarations.flatMap(({ id }) => ("name" in id ? [id.name] : []));
    return "id" in declaration && declaration.id && "name" in declaration.id ? [declaration.id.name] : [];
  });
}
