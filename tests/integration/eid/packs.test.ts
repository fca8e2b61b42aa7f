import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import { buttonOf, PACKS } from "#lib/eid/packs.rules.ts";
import { PRESETS } from "#lib/eid/presets.ts";

const ROOT = join(import.meta.dirname, "../../..");
const packs = Object.entries(PACKS);
const buttons = packs.flatMap(([key, { name, button }]) =>
  Object.entries(button).map(([language, text]) => ({ key, name, language, text })),
);

test("every preset of a scheme with a pack names it; the sandbox has no scheme", () => {
  for (const [preset, { settings }] of Object.entries(PRESETS)) {
    const { name, pack } = settings;
    if (pack !== undefined) expect(PACKS[pack]?.name, preset).toBe(name);
    // A scheme whose rules for its button are known.
    else
      expect(
        Object.values(PACKS).map((one) => one.name),
        preset,
      ).not.toContain(name);
  }
});

test.for(packs)("%s says where its scheme publishes the rule, and speaks our languages only", ([, pack]) => {
  expect(URL.parse(pack.source)?.protocol).toBe("https:");
  expect(LANGUAGES).toEqual(expect.arrayContaining(Object.keys(pack.button)));
  // What a closed list falls back to.
  expect(pack.button).toHaveProperty("en");
});

test.for(buttons)("$key, $language: the text spells the scheme to the letter", ({ name, text }) => {
  expect(text).toMatch(new RegExp(`^\\p{Lu}[\\p{L} ]+ (med|with) ${name}$`, "u"));
});

/** To confirm, to approve, to show who one is. Not to sign, to sign up or to log in: nobody gets an account here. */
const CONFIRMS: Record<string, RegExp> = {
  da: /^Bekræft /,
  sv: /^Identifiera dig /,
  nb: /^Godkjenn /,
  en: /^(Confirm|Approve|Identify) /,
};
/** What is left of Vipps' texts, none of which confirms. */
const CONTINUES = /^(Continue|Fortsett) /;

test.for(buttons)("$key, $language: the text confirms, or only continues", ({ key, language, text }) => {
  expect(text).toMatch(key === "vipps" ? CONTINUES : (CONFIRMS[language] ?? /^$/));
  expect(buttonOf({ pack: key }, language as Language)?.text).toBe(text);
});

test.for([
  ["mitid", "da", "Bekræft med MitID", "da"],
  ["mitid", "en", "Confirm with MitID", "en"],
  ["mitid", "sv", "Confirm with MitID", "en"],
  ["bankid-no", "nb", "Godkjenn med BankID", "nb"],
  ["bankid-no", "de", "Approve with BankID", "en"],
  ["bankid-se", "sv", "Identifiera dig med BankID", "sv"],
  ["vipps", "nb", "Fortsett med Vipps", "nb"],
  ["vipps", "da", "Continue with Vipps", "en"],
] as const)("%s on a page in %s: %j, which is %s", ([pack, language, text, spoken]) => {
  expect(buttonOf({ pack }, language)).toEqual({ text, language: spoken });
});

test("an open list leaves other languages to us, and an eID without a pack all of them", () => {
  expect(buttonOf({ pack: "bankid-se" }, "fi")).toBeNull();
  for (const language of LANGUAGES) expect(buttonOf({}, language)).toBeNull();
});

test("the only pictures in the repository are our mark, the demo, its pages in the documents and the bench, and the folder of marks keeps out of it what the operator puts there", () => {
  const files = readdirSync(ROOT)
    .filter((name) => !/^(\.|node_modules$|test-results$|pictures$|eid-logos$)/.test(name))
    .flatMap((name) => [name, ...filesUnder(name)]);
  expect(files).toContain(join("public", "device_id.js"));
  expect(
    files
      .filter((file) => !file.includes("node_modules") && /\.(svg|png|jpe?g|gif|webp|avif|ico)$/i.test(file))
      .toSorted(),
    // The bench draws bars. The others show pages of the demo: the sandbox eID plays the scheme, so no mark can be on them.
  ).toEqual([
    join("app", "(dashboard)", "apple-icon.png"),
    join("app", "(dashboard)", "icon.svg"),
    ...PICTURES_OF_DOCUMENTS.map((name) => join("docs", "integrate", `${name}.svg`)),
    join("docs", "operate", "bench.svg"),
  ]);
  expect(readFileSync(join(ROOT, "eid-logos/.gitignore"), "utf8")).toBe("*\n!.gitignore\n!README.md\n");
});

test("the folder says by which names each mark is found", () => {
  const readme = readFileSync(join(ROOT, "eid-logos/README.md"), "utf8");
  for (const [key] of packs) for (const file of [`${key}.svg`, `${key}.png`]) expect(readme).toContain(`\`${file}\``);
});

const PICTURES_OF_DOCUMENTS = [
  "check",
  "connect",
  "gate-test",
  "no-answer",
  "overview",
  "sandbox-eid",
  "start",
  "too-young",
  "waiting",
];

function filesUnder(name: string): string[] {
  const path = join(ROOT, name);
  if (!statSync(path).isDirectory()) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => join(name, file));
}
