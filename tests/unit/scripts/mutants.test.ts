import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANT_GROUPS } from "#lab/mutants/groups.mjs";

type Group = { mutate: string[]; test: { include: string[]; exclude?: string[] }; isolated?: string[] };

test("`npm run mutants` starts, and says which groups there are", () => {
  const { status, stderr } = spawnSync(process.execPath, ["lab/mutants/run.mjs", "none"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    2,
    `There is no group none; there are ${Object.keys(MUTANT_GROUPS).join(", ")}.\n`,
  ]);
});

test.for(Object.entries<Group>(MUTANT_GROUPS))("each file that %s names is there", ([, { mutate, test, isolated }]) => {
  const named = [...mutate, ...test.include, ...(test.exclude ?? []), ...(isolated ?? [])];
  const each = named.flatMap((pattern) => alternatives(pattern.replace(/^!/, "")));
  expect(each.filter((one) => globSync(one).length === 0)).toEqual([]);
});

/** `a/{b,c}.ts` is `a/b.ts` and `a/c.ts`. */
function alternatives(pattern: string): string[] {
  const [whole, list] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(",").flatMap((one) => alternatives(pattern.replace(whole, one)));
}
