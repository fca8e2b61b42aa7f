import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type * as z from "zod";
import { VARIABLES } from "#lib/eid/configuration.ts";
import { schema } from "#lib/runtime/settings.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const EXAMPLE = readFileSync(join(ROOT, ".env.example"), "utf8");
/** Set by `npm start` in the demo, and by tests that play Stripe. Not the operator's. */
const OURS = new Set(["AGEWAY_DEMO", "STRIPE_API"]);
/** Read by `npm start`, before the app starts. */
const OF_THE_START = ["SANDBOX_EID_URL"];

test(".env.example names every setting, and nothing that is none", () => {
  const settings = Object.keys(schema.shape).filter((name) => !OURS.has(name));
  const named = linesOf(EXAMPLE).map(([name]) => name);
  const others = named.filter((name) => !/^EID_[SB]_/.test(name));
  expect(others.toSorted()).toEqual([...settings, ...OF_THE_START].toSorted());
});

test(".env.example names every setting of an eID, and nothing that is none", () => {
  const source = ["configuration", "credentials"]
    .map((name) => readFileSync(join(ROOT, `lib/eid/${name}.ts`), "utf8"))
    .join("");
  const read = [...source.matchAll(/(?:get|required)\("([A-Z_]+)"/g)].map(([, name = ""]) => name);
  const settings = new Set([...read, ...Object.values(VARIABLES)]);
  const named = linesOf(EXAMPLE).flatMap(([name]) => (name.startsWith("EID_S_") ? [name.slice("EID_S_".length)] : []));
  expect(named.toSorted()).toEqual([...settings].toSorted());
});

test("what .env.example gives as defaults are the defaults", () => {
  const [, defaults = ""] = EXAMPLE.split("# Optional, with their defaults.");
  const shape: Record<string, z.ZodType> = schema.shape;
  const shown = linesOf(defaults).flatMap(([name, value]) => {
    const setting = shape[name];
    const standard = setting?.safeParse(undefined).data;
    return standard === undefined ? [] : [{ name, shown: setting?.parse(value), standard }];
  });
  expect(shown.length).toBeGreaterThan(8);
  for (const one of shown) expect(one.shown, one.name).toEqual(one.standard);
});

/** Settings as they stand there, also those that are commented out. */
function linesOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
}
