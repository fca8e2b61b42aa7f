import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesOfPlugin, packPlugin } from "#scripts/pack-plugin.mjs";

// What of the plugin needs no WordPress; tests/full/packages/woocommerce has one.
const [PLUGIN, PHP] = ["packages/woocommerce", "packages/php"];
const LANGUAGES = ["da_DK", "de_DE", "fi", "nb_NO", "sv_SE"];
const folder = mkdtempSync(join(tmpdir(), "ageway-plugin-"));
afterAll(() => rmSync(folder, { recursive: true }));

const files = new Map(filesOfPlugin(PLUGIN, PHP).map(({ name, bytes }) => [name, bytes.toString()]));
const own = [...files].filter(([name]) => name.endsWith(".php") && !name.startsWith("src/Client/"));
const texts = new Set(
  own.flatMap(([name, code]) =>
    name.startsWith("languages/")
      ? []
      : [...code.matchAll(/\b(?:esc_html)?__\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, text = ""]) => text),
  ),
);

test("PHP reads every file of it, with the client under a namespace of the plugin's own", () => {
  const archive = join(folder, "plugin.zip");
  packPlugin(PLUGIN, PHP, archive);
  const first = readFileSync(archive);
  packPlugin(PLUGIN, PHP, archive);
  expect(readFileSync(archive).equals(first)).toBe(true);
  const code = `
    $files = json_decode(stream_get_contents(STDIN), true);
    foreach ($files as $name => $code) {
      try { token_get_all($code, TOKEN_PARSE); } catch (ParseError $error) { echo "$name: {$error->getMessage()}\\n"; }
    }`;
  const input = JSON.stringify(Object.fromEntries([...files].filter(([name]) => name.endsWith(".php"))));
  expect(execFileSync("php", ["-r", code], { input, encoding: "utf8" })).toBe("");
  for (const [name, code] of files)
    if (name.startsWith("src/Client/"))
      expect(code, name).not.toMatch(/^(?:namespace|use) Ageway\b(?!\\WooCommerce\\Client)/m);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["LICENSE", "readme.txt", "uninstall.php", "src/Client/Gate.php"]),
  );
});

test.for(LANGUAGES)("%s says all that the plugin says, with the same blanks", (language) => {
  const code = "echo json_encode((require $argv[1])['messages']);";
  const file = `${PLUGIN}/languages/ageway-for-woocommerce-${language}.l10n.php`;
  const said: Record<string, string> = JSON.parse(execFileSync("php", ["-r", code, file], { encoding: "utf8" }));
  expect(Object.keys(said).toSorted()).toEqual([...texts].toSorted());
  const blanks = (text: string) => [...text.matchAll(/%(?:\d\$)?[ds]/g)].map(([blank]) => blank).toSorted();
  for (const [text, translated] of Object.entries(said)) {
    expect(translated, text).not.toBe("");
    expect(blanks(translated), text).toEqual(blanks(text));
  }
});

test("is as small as one reads in an afternoon, and says one version", () => {
  const lines = own.flatMap(([, code]) => code.trimEnd().split("\n"));
  expect(lines.length).toBeLessThanOrEqual(1_500);
  const version = /^ \* Version: (.+)$/m.exec(files.get("ageway-for-woocommerce.php") ?? "")?.[1];
  expect(files.get("readme.txt")).toContain(`Stable tag: ${version}\n`);
  expect(version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  expect(readdirSync(`${PLUGIN}/languages`)).toHaveLength(LANGUAGES.length);
});
