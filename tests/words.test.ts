import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const MESSAGES = JSON.parse(readFileSync(join(ROOT, "messages/en.json"), "utf8")) as Record<string, unknown>;
const HOSTED = ["frame", "start", "action", "outcome"];
/** What the person on a phone should never have to read (screens §1). */
const BANNED =
  /\b(failed|invalid|unauthori[sz]ed|forbidden|error \d+|oops|token|session|identity provider|authenticate)\b/i;

const words = (value: unknown, path: string[] = []): [string, string][] =>
  typeof value === "string"
    ? [[path.join("."), value]]
    : Object.entries(value as object).flatMap(([key, inner]) => words(inner, [...path, key]));

const code = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(ROOT, "app", name), "utf8"))
  .join("\n");

test("no hosted page uses a word that visitors should not have to know", () => {
  const read = words(MESSAGES).filter(([key]) => HOSTED.includes(key.split(".")[0] ?? ""));
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter(([, text]) => BANNED.test(text))).toEqual([]);
});

test("every text is used by some page", () => {
  const isUsed = (key: string) => {
    const [room, name] = key.split(".");
    // An outcome and a reason are looked up by their code.
    return room === "outcome" || key.startsWith("reasons.code") ? code.includes(`${name}`) : code.includes(`"${key}"`);
  };
  expect(
    words(MESSAGES)
      .map(([key]) => key)
      .filter((key) => !isUsed(key)),
  ).toEqual([]);
});
